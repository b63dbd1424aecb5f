"""The thread of a server process in which a bot says what it thinks of positions that people analyse.

It searches like reviews, when no turn of a match with people waits for a bot, and takes less of the processor than
requests do. What nobody has asked comes after all that.
"""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ludarium.core.errors import NotReady
from ludarium.site.analysis.searching import SearchProcess, search
from ludarium.site.analysis.studies import SECONDS, Studies
from ludarium.site.bots.search_queue import Abandoned, SearchQueue
from ludarium.site.bots.search_queue import Search as Slot
from ludarium.site.worker import Worker

_LEASE, _TRIES = 30.0, 3
_log = logging.getLogger(__name__)


class StudyAnalyst:
    """Answers what people ask about positions: in a process, or in its thread where none is given, as in tests.

    `speed` is how many times less is searched than usual, for tests. When nobody asks, `unasked` is called, which
    searches what nobody has asked, and returns whether it did.
    """

    def __init__(
        self,
        studies: Studies,
        queue: SearchQueue,
        process: SearchProcess | None = None,
        speed: float = 1.0,
        now: Callable[[], float] = time.time,
        unasked: Callable[[], bool] | None = None,
    ) -> None:
        self._studies, self._queue, self._speed, self._now = studies, queue, speed, now
        self._slot: Slot | None = None
        self._process, self._unasked = process, unasked
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
        if self._process:
            self._process.close()

    def work(self) -> bool:
        """Answer what has waited longest; return whether something did, and could be answered."""
        table, now = self._studies.searches, self._now()
        asked = table.claim(now, now + _LEASE)
        if asked is None:
            if self._unasked and self._unasked():
                return True
            if self._process:
                self._process.rest()
            return False
        content: dict[str, Any] | None = None  # Any: JSON
        self._slot = slot = Slot(asked.person or asked.id, True, 1)
        try:
            if asked.tries < _TRIES:
                with self._queue.running(slot):
                    give_way = partial(self._queue.give_way, slot)
                    answer = self._process.search if self._process else search
                    content = answer(asked, SECONDS / self._speed, give_way)
        except (Abandoned, NotReady):  # the server closes, or the compiler is at work
            table.release(asked)
            return False
        except Exception:  # noqa: BLE001 - a bot may fail in any way, which must not stop the other answers
            _log.exception("the search of a position of %s failed", asked.game)
        finally:
            self._slot = None
        table.finish(asked, self._now(), content)
        return True
