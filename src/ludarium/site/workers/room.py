"""The seats for which bot workers may begin to choose turns, and the cache of their searches."""

from collections import Counter, OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import NamedTuple

from ludarium.players.bot_player import BotPlayer
from ludarium.site.bots.rows import DueSeat

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


_LEAST = 100_000
"""The least number of bytes that a cached bot counts for, however small its search is."""

Job = tuple[str, int]
"""The id of a match and a seat."""


class _Kept(NamedTuple):
    player: BotPlayer
    size: int


class BotCache:
    """The bots of a process by match and seat; those that were used least recently are dropped first."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self._kept: OrderedDict[Job, _Kept] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    @property
    def size(self) -> int:
        """The bytes that the cached bots use."""
        return self._size

    def take(self, job: Job) -> BotPlayer | None:
        """Remove the bot of a seat from the cache and return it; None if there is none."""
        with self._lock:
            return self._remove(job)

    def keep(self, job: Job, player: BotPlayer) -> None:
        """Cache a bot for the next turn of its seat, and drop others if the memory for all is used up."""
        cached = _Kept(player, max(player.bot.trim(), _LEAST))
        with self._lock:
            dropped = [self._remove(job)]
            self._kept[job], self._size = cached, self._size + cached.size
            while self._size > self._budget:
                dropped.append(self._remove(next(iter(self._kept))))
        for other in dropped:
            if other and other is not player:
                other.close()

    def close(self) -> None:
        """Drop all bots."""
        with self._lock:
            dropped = [self._remove(job) for job in [*self._kept]]
        for player in dropped:
            if player:
                player.close()

    def _remove(self, job: Job) -> BotPlayer | None:
        cached = self._kept.pop(job, None)
        if cached is None:
            return None
        self._size -= cached.size
        return cached.player
