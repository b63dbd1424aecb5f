"""Adjudicators: a thread of a server process that judges the matches which go on when a season ends.

What waits is in the database, as with analyses: a claim lasts a while, and another server takes over what a stopped one
has left. The verdict is written once, with how it was found.
"""

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from ludarium.club.bots.search_queue import Abandoned, Search, SearchQueue
from ludarium.club.service import Service
from ludarium.club.worker import Worker
from ludarium.core.errors import NotReady
from ludarium.match.progress import all_states
from ludarium.review.adviser import Adviser
from ludarium.review.verdict import NO_VERDICT, Verdict, judge
from ludarium.store.tournaments.boards import AskedVerdict, JudgementTable

_log = logging.getLogger(__name__)
_SECONDS, _LEASE = 2.0, 60.0
"""Seconds of search for a position, and of a claim."""
_TRIES = 3
"""How often a verdict is begun before the match counts as a draw."""


@dataclass
class Adjudicators:
    """The adjudicator of one server process; `queue` is that of its bot workers.

    `pause` is the seconds between two polls, and `speed` how many times less is searched than usual, for tests.
    """

    service: Service
    table: JudgementTable
    queue: SearchQueue
    pause: float = 10.0
    speed: float = 1.0
    now: Callable[[], float] = time.time
    _search: Search | None = field(default=None, init=False)
    _worker: Worker = field(init=False)

    def __post_init__(self) -> None:
        self._worker = Worker("adjudicator", self.work, self.pause, "looking for matches to judge failed")

    def start(self) -> None:
        """Begin to look for matches to judge, also for what stopped servers have left."""
        self._worker.start()

    def close(self) -> None:
        """Stop at the next slice of a search; the next server begins the verdict again."""
        self._worker.end()
        if self._search:
            self.queue.abandon(self._search)
        self._worker.close()

    def work(self) -> bool:
        """Judge the match that waits, if one does; return whether one did."""
        now = self.now()
        asked = self.table.claim(now, now + _LEASE)
        if asked is None:
            return False
        try:
            verdict = self._judged(asked) if asked.tries < _TRIES else NO_VERDICT
        except (Abandoned, NotReady):  # the server closes, or the compiler is at work
            self.table.release(asked)
            return False
        except Exception:  # noqa: BLE001 - a bot may fail in any way, which must not stop other verdicts
            _log.exception("the verdict on match %s failed", asked.match_id)
            return True
        self.service.tournaments.judge(asked, verdict.points, verdict.how)
        return True

    def _judged(self, asked: AskedVerdict) -> Verdict:
        """Return the verdict on a match as it was when the season ended, for its first player."""
        view = self.service.bots.look(asked.match_id)
        states = all_states(view.match)[: asked.turns + 1]
        self._search = search = Search(asked.match_id, True, 1)
        try:
            with self.queue.running(search):
                adviser = Adviser(view.match.game, secrets.randbits(31), partial(self.queue.give_way, search))
                verdict = judge(adviser, states, _SECONDS / self.speed)
        finally:
            self._search = None
        is_first = view.seats[0].person == asked.first
        return verdict if is_first else verdict._replace(points=1.0 - verdict.points)
