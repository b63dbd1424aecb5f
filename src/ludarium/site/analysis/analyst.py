"""The thread of a server process in which a bot says what it thinks of positions that people analyse.

It searches like the hints of a match, and gives way to the turns of matches.
"""

import logging
import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ludarium.club.bots.search_queue import Abandoned, SearchQueue
from ludarium.club.bots.search_queue import Search as Slot
from ludarium.club.worker import Worker
from ludarium.core.errors import NotReady
from ludarium.core.registry import load
from ludarium.review.adviser import Adviser, adviser_spec
from ludarium.site.analysis.rows import Search
from ludarium.site.analysis.studies import Studies

SECONDS = 1.5
"""How long a bot searches a position."""
_LEASE, _TRIES = 30.0, 3
_log = logging.getLogger(__name__)


class StudyAnalyst:
    """Answers what people ask about positions; `speed` is how many times less is searched than usual, for tests."""

    def __init__(self, studies: Studies, queue: SearchQueue, speed: float = 1.0) -> None:
        self._studies, self._queue, self._speed = studies, queue, speed
        self._slot: Slot | None = None
        self._worker = Worker("study analyst", self.work, 1.0, "looking for positions failed", asked=studies.asked)

    def start(self) -> None:
        """Begin to look for work."""
        self._worker.start()

    def close(self) -> None:
        """Stop at the next slice of a search; another process does it again."""
        self._worker.end()
        if self._slot:
            self._queue.abandon(self._slot)
        self._worker.close()

    def work(self) -> bool:
        """Answer what has waited longest; return whether something did, and could be answered."""
        table, now = self._studies.searches, time.time()
        asked = table.claim(now, now + _LEASE)
        if asked is None:
            return False
        content: dict[str, Any] | None = None  # Any: JSON
        self._slot = slot = Slot(asked.person or asked.id, False, 1)
        try:
            if asked.tries < _TRIES:
                with self._queue.running(slot):
                    content = search(asked, SECONDS / self._speed, partial(self._queue.give_way, slot))
        except (Abandoned, NotReady):  # the server closes, or the compiler is at work
            table.release(asked)
            return False
        except Exception:  # noqa: BLE001 - a bot may fail in any way, which must not stop the other answers
            _log.exception("the search of a position of %s failed", asked.game)
        finally:
            self._slot = None
        table.finish(asked, time.time(), content)
        return True


def search(asked: Search, seconds: float, give_way: Callable[[], object]) -> dict[str, Any]:
    """Return what a bot says of a position: its spec, and its advice as JSON."""
    game = load(asked.game)
    adviser = Adviser(game, secrets.randbits(31), give_way)
    advice = adviser.advise(game.parse_position(asked.position), 0, seconds)
    return {"by": adviser_spec(game), "advice": list(advice)}
