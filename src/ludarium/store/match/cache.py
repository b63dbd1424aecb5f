"""The matches that a process has loaded or saved most recently, so that their turns are not replayed again."""

from collections import OrderedDict
from threading import Lock

from ludarium.store.rows import StoredMatch

MOST = 100_000
"""Turns of all matches that are cached, which is some 50 MB."""
_REST = 50
"""The weight of a match besides its turns, in turns."""


class MatchCache:
    """Matches by id, each at the latest revision that was seen; a revision never changes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._cached: OrderedDict[str, StoredMatch] = OrderedDict()
        self._weight = 0

    def get(self, match_id: str) -> StoredMatch | None:
        """Return a match, or None."""
        with self._lock:
            if match_id in self._cached:
                self._cached.move_to_end(match_id)
            return self._cached.get(match_id)

    def put(self, row: StoredMatch) -> None:
        """Cache a match, unless a later revision is cached; forget those that were asked for least recently."""
        with self._lock:
            known = self._cached.get(row.id)
            if known is not None and known.revision >= row.revision:
                return
            self._weight += weight(len(row.match.turns)) - (weight(len(known.match.turns)) if known else 0)
            self._cached[row.id] = row
            self._cached.move_to_end(row.id)
            while self._weight > MOST:
                _, forgotten = self._cached.popitem(last=False)
                self._weight -= weight(len(forgotten.match.turns))


def weight(turns: int) -> int:
    """Return the weight of a match with so many turns in the cache."""
    return _REST + turns
