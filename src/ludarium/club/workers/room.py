"""Which seats bot workers may begin to choose turns for, beside those that they have begun."""

from collections import Counter
from collections.abc import Mapping

from ludarium.store.bots.claims import DueSeat

_Kind = tuple[bool, bool]
"""Whether only bots play in a match, and whether a program of a person chooses."""


class Room:
    """The room for further seats; `authors` are those of the programs of people, by the ids of the bots.

    | what searches              | begun at once    | for one person   |
    | -------------------------- | ---------------- | ---------------- |
    | in matches of persons      | `2 * limit`      | half of `limit`  |
    | in matches of bots alone   | `limit`          | `limit`          |
    | programs of people         | `limit` of each  | 1, and 1 of each author |

    So no author, and nobody who plays, has more than one of the places of programs, however long these think.
    """

    def __init__(self, limit: int, authors: Mapping[str, str]) -> None:
        self._limit, self._authors = limit, authors
        self._begun, self._total = Counter[tuple[str, _Kind]](), Counter[_Kind]()
        self._busy = set[str]()

    def take(self, due: DueSeat) -> None:
        """Count a seat that has been begun."""
        self._begun[due.owner, _kind(due)] += 1
        self._total[_kind(due)] += 1
        if due.program:
            self._busy |= {f"for {due.owner}", f"of {self._author(due)}"}

    def is_left(self, due: DueSeat) -> bool:
        """Return whether a seat may be begun."""
        if due.program:
            is_busy = self._busy & {f"for {due.owner}", f"of {self._author(due)}"}
            return not is_busy and self._total[_kind(due)] < self._limit
        most = self._limit if due.alone else max(1, self._limit // 2)
        all_most = self._limit if due.alone else 2 * self._limit
        return self._begun[due.owner, _kind(due)] < most and self._total[_kind(due)] < all_most

    def _author(self, due: DueSeat) -> str:
        return self._authors.get(due.program, due.program)


def _kind(due: DueSeat) -> _Kind:
    return due.alone, bool(due.program)
