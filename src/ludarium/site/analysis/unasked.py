"""What the champion searches unasked: the positions that were played most on a site, and of which nothing is known.

It does so a few times within an hour, when nothing else is to be searched, and ends as soon as anything is.
"""

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from ludarium.core.errors import NotReady
from ludarium.core.registry import game_names, load
from ludarium.match.book import BookTurn
from ludarium.match.most_played import PlayedPosition, most_played
from ludarium.site.analysis.explorer import LISTED
from ludarium.site.analysis.links import position_text
from ludarium.site.analysis.rows import BookProgress, BookTable, Search, SearchTable
from ludarium.site.analysis.searching import GivenUp, SearchProcess, search
from ludarium.site.analysis.studies import SECONDS, Studies, search_id
from ludarium.site.analysis.worth import worths
from ludarium.site.bots.search_queue import Abandoned, SearchQueue
from ludarium.site.bots.search_queue import Search as Slot
from ludarium.site.ground.failures import log_failure
from ludarium.site.match.rows.tallies import HOUR
from ludarium.site.people.rows.accounts import AttemptTable
from ludarium.site.service import Service

AN_HOUR = 12
"""Positions of a site that are searched within an hour."""
LEAST = 3
"""Games that a position needs."""
_MOST = 40
"""The positions of each game that are thought of, those first that were played most."""
_ROWS = 1000
"""Rows of the book that are read for what may follow a position."""
_PAUSE = 300.0
"""Seconds without searching, at first, and where nothing was found, or no more is left within the hour."""
_ASKED = 0.5
"""Seconds of a search between two questions to the database whether somebody waits."""
_log = logging.getLogger(__name__)


class UnaskedSearches:
    """Searches one position after another; `process` and `speed` are those of the analyst whose thread it has."""

    def __init__(
        self,
        service: Service,
        studies: Studies,
        queue: SearchQueue,
        process: SearchProcess | None = None,
        speed: float = 1.0,
        *,
        delay: float = _PAUSE,
    ) -> None:
        self._studies, self._queue, self._process, self._speed = studies, queue, process, speed
        self._now, self._book = service.now, BookTable(service.database)
        self._searches, self._attempts = SearchTable(service.database), AttemptTable(service.database)
        self._games, self._due, self._asked_at = deque(game_names()), self._now() + delay, 0.0
        self._progress, self._done = BookProgress(service.database), dict[str, frozenset[tuple[str, str]]]()

    def work(self) -> bool:
        """Search the next position; return whether there was one, and nobody wanted the processor meanwhile."""
        now = self._now()
        if now < self._due or self._is_wanted(0):
            return False
        found = self._next(now)
        if found is None:
            self._due = now + _PAUSE
            return False
        state, turns = found.state, _listed(found)
        sought = Search(search_id(state), state.game.spec, position_text(state), None, 0, False, None)
        content, slot = None, Slot(sought.id, True, 1)
        try:
            with self._queue.running(slot):
                content = self._search(sought, turns, slot)
        except (GivenUp, Abandoned, NotReady):
            return False
        except Exception:  # noqa: BLE001 - a bot may fail in any way, which must not stop the other answers
            _log.exception("the search of a position of %s failed", sought.game)
        self._searches.store(sought, self._now(), content)
        return True

    def _search(self, sought: Search, turns: Sequence[str], slot: Slot) -> Mapping[str, Any]:
        """Return what the champion says; raise `GivenUp` when others want to search."""

        def give_way() -> None:
            if self._is_wanted(1):
                raise GivenUp
            self._queue.give_way(slot)

        said: Callable[..., Mapping[str, Any]] = self._process.search_unasked if self._process else search
        return said(sought, SECONDS / self._speed, give_way, turns)

    def _is_wanted(self, mine: int) -> bool:
        """Return whether anybody else searches or waits, where so many searches of this process are its own."""
        if self._is_busy(mine):
            return True
        if mine and time.monotonic() < self._asked_at + _ASKED:
            return False
        self._asked_at = time.monotonic()
        return self._searches.waits(self._now())  # for another process

    def _is_busy(self, mine: int) -> bool:
        """Return whether anybody else searches or asks in this process."""
        others = self._queue.sizes() != (mine, 0) or self._queue.programs.sizes() != (0, 0)
        return others or self._studies.asked.is_set()

    def _next(self, now: float) -> PlayedPosition | None:
        """Return the next position, which no other process searches; None if there is none, or not within this hour."""
        if self._attempts.made("unasked", "site", now - HOUR) >= AN_HOUR:
            return None
        book = self._progress.cursors()
        for _ in range(len(self._games)):
            name = self._games[0]
            self._games.rotate(-1)
            found = self._most_played(name, book) if self._done.get(name) != book else None
            if found and self._attempts.add("unasked", search_id(found.state), now, now - HOUR, 1):
                return found if self._attempts.add("unasked", "site", now, now - HOUR, AN_HOUR) else None
        return None

    def _most_played(self, name: str, book: frozenset[tuple[str, str]]) -> PlayedPosition | None:
        """Return the position of a game that was played most of those of which something is not known.

        A game of which all is known is not read again until the book has grown.
        """
        try:
            for one in islice(most_played(load(name).initial(), self._turns, LEAST), _MOST):
                time.sleep(0)  # for the other threads of the server
                if self._is_busy(0):
                    return None
                if len(one.state.actors) == 1 and not self._is_known(one):
                    return one
            self._done[name] = book
        except NotReady:  # the compiler is at work
            pass
        except Exception as error:  # noqa: BLE001 - a game may fail in any way, which must not stop the others
            log_failure(_log, f"what was played most of {name} is not sought at", error)
        return None

    def _turns(self, keys: Sequence[str]) -> Mapping[str, Sequence[BookTurn]]:
        return self._book.look(keys, _ROWS)

    def _is_known(self, one: PlayedPosition) -> bool:
        """Return whether it was searched, somebody waits for it, or every listed turn has a worth."""
        said = self._searches.load(search_id(one.state))
        if said and (said.content is None or "played" in said.content):
            return True
        turns = _listed(one)
        return len(worths(one.state, turns, said)) == len(turns)


def _listed(one: PlayedPosition) -> list[str]:
    """Return the turns that a visitor sees of a position."""
    return [turn.turn for turn in one.turns[:LISTED]]
