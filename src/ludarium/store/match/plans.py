"""Turns that people have planned ahead, in rows of their own, so that a plan does not change the match for others.

They are read and written under the lock of their match, so a plan is set either before or after a turn of the other.
The match's row says whether there are any, so that a turn asks for them only then.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update

from ludarium.store.database import Repository
from ludarium.store.tables import matches, queued_turns

_row = queued_turns.c


class PlannedTurn(NamedTuple):
    """A turn that is planned, for when the others have played these turns; `when` is None for any turns.

    With a `number` it is played as that turn of the match, as people count them, or not at all.
    """

    play: str
    when: tuple[str, ...] | None = None
    number: int | None = None


class PlannedLine(NamedTuple):
    """Steps that follow each other; the first is for the time after the match's first `after` turns."""

    after: int
    steps: tuple[PlannedTurn, ...]


Plans = Mapping[int, tuple[PlannedLine, ...]]
"""The lines that are planned in a match, by seat; a seat without a plan is missing."""


class PlanTable(Repository):
    """The planned turns of one database."""

    def of(self, match_id: str) -> dict[int, tuple[PlannedLine, ...]]:
        """Return the lines that are planned in a match, by seat."""
        with self.database.connect() as connection:
            found = connection.execute(select(_row.seat, _row.lines).where(_row.match_id == match_id))
            return {seat: tuple(map(_line, lines)) for seat, lines in found}

    def replace(self, match_id: str, before: Plans, after: Plans) -> bool:
        """Replace the lines of the seats that have changed, and return whether any turn is planned now."""
        planned = any(after.values())
        with self.database.begin() as connection:
            for seat in {*before, *after}:
                lines = after.get(seat, ())
                if lines != before.get(seat, ()):
                    connection.execute(delete(queued_turns).where(_row.match_id == match_id, _row.seat == seat))
                    if lines:
                        connection.execute(insert(queued_turns).values(match_id=match_id, seat=seat, lines=lines))
            if planned != any(before.values()):
                connection.execute(update(matches).where(matches.c.id == match_id).values(planned=planned))
        return planned


def _line(values: Any) -> PlannedLine:  # Any: JSON
    after, steps = values
    return PlannedLine(
        after, tuple(PlannedTurn(play, None if when is None else tuple(when), number) for play, when, number in steps)
    )
