"""The search queue: it shares the threads among the searches of bots.

A search of a person's match begins at once unless other such searches have all threads; matches of bots alone get the
threads that are left. Searches give way in slices of a few hundredths of a second, to the person who has had the least
so far, so that a long search delays no other.

The programs of people have a lane of their own, beside those threads: half as many at once, of an author and for a
person only one. Each runs in a process of its own, which is suspended where it gives way.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Condition

from ludarium.players.player import Interruption

_TURN = 0.05
"""Seconds that a search has before it gives way to one with the same right to search."""
_TURN_OF_PROGRAM = 1.0
"""The same for a program, whose process is suspended for it."""


def _stay(*, suspended: bool) -> None:
    """Neither suspend nor resume anything: a search stands still while it gives way."""


class Abandoned(Interruption):
    """A search has ended without a result, since its result is not needed any more."""


@dataclass(eq=False)
class Search:
    """A search in `width` threads.

    `owner` is the person for whom it is made, `alone` whether only bots play in its match. `author` is who has written
    the program that searches, empty for a bot of the site; `suspend` is called before it waits, and when it goes on.
    """

    owner: str
    alone: bool
    width: int = 1
    author: str = ""
    suspend: Callable[..., None] = _stay
    running: bool = False
    abandoned: bool = False
    spent: float = 0.0
    _since: float = 0.0
    _charged: float = 0.0

    def run(self, now: float) -> None:
        """Let the search run."""
        self.running, self._since, self._charged = True, now, 0.0

    def rest(self, now: float) -> None:
        """Let the search wait."""
        self.spent += self.slice(now)
        self.running = False

    def charge(self, now: float) -> float:
        """Return the seconds that it has run since it was charged last, in all of its threads."""
        owed = self.owed(now)
        self._charged = self.slice(now)
        return owed

    def owed(self, now: float) -> float:
        """Return the seconds that `charge` would return."""
        return (self.slice(now) - self._charged) * self.width

    def seconds(self, now: float) -> float:
        """Return the seconds that it has run so far, without those that it has waited."""
        return self.spent + self.slice(now)

    def slice(self, now: float) -> float:
        """Return the seconds that it has run since it last waited."""
        return now - self._since if self.running else 0.0


@dataclass
class SearchQueue:
    """The searches of one process; `threads` is the number of threads in which they may run at once.

    `programs` is the lane of the programs of people; that of a lane is the lane itself.

    Only when persons come while matches of bots alone are searched, there may be more, until those give way.
    """

    threads: int
    now: Callable[[], float] = time.monotonic
    is_lane: bool = False
    programs: "SearchQueue" = field(init=False, repr=False)
    _waiting: list[Search] = field(default_factory=list, init=False)
    _running: list[Search] = field(default_factory=list, init=False)
    _served: dict[tuple[bool, str], float] = field(default_factory=dict, init=False)
    _changed: Condition = field(default_factory=Condition, init=False)
    _closed: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.programs = self if self.is_lane else SearchQueue(max(1, self.threads // 2), self.now, is_lane=True)

    def lane(self, search: Search) -> "SearchQueue":
        """Return the queue to which a search belongs: this one, or that of the programs of people."""
        return self.programs if search.author else self

    @contextmanager
    def running(self, search: Search) -> Iterator[None]:
        """Wait until a search may run, and let it run within the block.

        Raises `Abandoned`.
        """
        search.width, kind = min(search.width, self.threads), (search.alone, search.owner)
        try:
            with self._changed:  # in one step: the last other search of this kind may end at any time
                for other in self._running:
                    self._charge(other)  # so that who comes has no more right than others
                others = [seconds for (alone, _), seconds in self._served.items() if alone == search.alone]
                self._served.setdefault(kind, min(others, default=0.0))
                self._wait(search)
            yield
        finally:
            with self._changed:
                if search.running:
                    self._stop(search)
                else:
                    self._waiting.remove(search)
                if not any((other.alone, other.owner) == kind for other in self._waiting + self._running):
                    del self._served[kind]
                self._start_next()

    def give_way(self, search: Search) -> None:
        """Wait if other searches have precedence; a search calls this between its slices, from any of its threads.

        Raises `Abandoned`.
        """
        if search.running and not self._waiting and not search.alone and not self._is_abandoned(search):
            return
        with self._changed:
            if search.running and self._must_stop(search):
                search.suspend(suspended=True)
                self._stop(search)
                self._wait(search)
                search.suspend(suspended=False)
            else:
                self._wait_until_running(search)

    def abandon(self, search: Search) -> None:
        """Let a search end as soon as it gives way."""
        with self._changed:
            search.abandoned = True
            self._changed.notify_all()

    def close(self) -> None:
        """Let all searches end as soon as they give way, and begin no more."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if not self.is_lane:
            self.programs.close()

    def sizes(self) -> tuple[int, int]:
        """Return the number of searches that run, and of those that wait."""
        with self._changed:
            return len(self._running), len(self._waiting)

    def _must_stop(self, search: Search) -> bool:
        """Return whether a search must stop: for people at once, for equal searches after its time."""
        if search.alone and self._used() > self.threads:
            return True
        if any(other.alone < search.alone for other in self._waiting):
            return True
        rivals = [other for other in self._waiting if other.alone == search.alone]
        if search.alone:  # in matches of bots that one person has begun nobody waits for the next turn
            rivals = [other for other in rivals if other.owner != search.owner]
        now, mine = self.now(), self._served[search.alone, search.owner]
        turn = _TURN_OF_PROGRAM if self.is_lane else _TURN
        return search.slice(now) >= turn and any(self._rank(other)[1] <= mine + search.owed(now) for other in rivals)

    def _wait(self, search: Search) -> None:
        self._waiting.append(search)
        self._start_next()
        self._wait_until_running(search)

    def _wait_until_running(self, search: Search) -> None:
        while not search.running and not self._is_abandoned(search):
            self._changed.wait()
        if self._is_abandoned(search):
            raise Abandoned

    def _is_abandoned(self, search: Search) -> bool:
        return search.abandoned or self._closed

    def _stop(self, search: Search) -> None:
        """Let a search stop."""
        self._charge(search)
        self._running.remove(search)
        search.rest(self.now())

    def _charge(self, search: Search) -> None:
        """Charge the owner of a running search with its time."""
        self._served[search.alone, search.owner] += search.charge(self.now())

    def _start_next(self) -> None:
        """Start the searches that may run now, in the order of precedence."""
        while ready := [search for search in self._waiting if not self._is_barred(search)]:
            first = min(ready, key=self._rank)  # of equals the one that has waited longest
            used = self._used(None if first.alone else False)
            if used and used + (first.width if first.alone else 1) > self.threads:
                break
            self._waiting.remove(first)
            self._running.append(first)
            first.run(self.now())
        self._changed.notify_all()

    def _is_barred(self, search: Search) -> bool:
        """Return whether a program of the same author runs, or one for the same person."""
        running = ((other.author, other.owner) for other in self._running)
        return bool(search.author) and any(
            search.author == author or search.owner == owner for author, owner in running
        )

    def _used(self, alone: bool | None = None) -> int:
        """Return the number of threads in which searches run, all of them or those of one kind."""
        return sum(search.width for search in self._running if alone in (None, search.alone))

    def _rank(self, search: Search) -> tuple[bool, float, int]:
        """Return the sort key of a search, lowest for the next one to run: equal owners take turns."""
        kind = search.alone, search.owner
        now = sum(other.width for other in self._running if (other.alone, other.owner) == kind)
        return search.alone, self._served[kind], now
