"""A cache of bots, with their searches, for their next turns, within one budget of memory."""

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple

from ludarium.players.bot_player import BotPlayer

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
