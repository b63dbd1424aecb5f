"""Rows that wait for a worker: each is claimed by at most one, and finished once."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, and_

from ludarium.store.mapping import V, Values
from ludarium.store.table import Key, Where

_AT_ONCE = 10
Content = dict[str, Any]  # Any: JSON


class Claimed(Values[V]):
    """Rows with `tries`, a claim that expires, and `made_at`, when they were finished or given up."""

    def claim_first(
        self,
        worker: str,
        now: float,
        until: float,
        *where: ColumnElement[bool],
        order: Sequence[ColumnElement[Any]],  # Any: of any type
    ) -> V | None:
        """Claim the first of some rows that waits, until a time; None if none waits."""
        of = self.table.c
        free = and_(of.made_at.is_(None), of.claim_expires_at < now, *where)
        values = {"claimed_by": worker, "claim_expires_at": until, "tries": of.tries + 1}
        waiting = self.find(free, order=order, limit=_AT_ONCE)
        return next((one for one in waiting if self.set(free, self.is_row(one), **values) == 1), None)

    def release(self, claimed: V) -> None:
        """Release a claim; the try does not count."""
        tries = self.row(claimed)["tries"]
        self.set(self._is_unmade(), self.is_row(claimed), claimed_by=None, claim_expires_at=0.0, tries=tries)

    def finish(self, key: Key, now: float, content: Content | None) -> bool:
        """Store what was made, or None if it is given up; return whether it is the first."""
        return self.set(self._is_unmade(), key, made_at=now, content=content) == 1

    def count_for(self, person: str | None, origin: str | None, *where: Where) -> dict[str, int]:
        """Return how many rows of a person and of a network meet all conditions; none of one that is not known."""
        whose = {"person": {"person": person}, "network": {"origin": origin}}
        return {kind: self.count(*where, **same) for kind, same in whose.items() if any(same.values())}

    def _is_unmade(self) -> ColumnElement[bool]:
        return self.table.c.made_at.is_(None)
