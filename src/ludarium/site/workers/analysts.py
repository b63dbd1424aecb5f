"""Analysts: threads in which bots review matches and find hints, outside requests.

What waits is in the database, so the next server continues the work of a stopped one: a claim lasts a few seconds and
is renewed while a bot searches. Hints search like the turns of persons' matches, reviews like those of bots alone.

Adjudicators: a thread of a server process that judges the matches which go on when a season ends.

What waits is in the database, as with analyses: a claim lasts a while, and another server takes over what a stopped one
has left. The verdict is written once, with how it was found.
"""

import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from ludarium.core.errors import NotReady
from ludarium.match.progress import all_states
from ludarium.review.adviser import Adviser, adviser_spec
from ludarium.review.review import Review, review
from ludarium.review.verdict import NO_VERDICT, Verdict, judge
from ludarium.site.bots.analyses import hint_content
from ludarium.site.bots.rows import AnalysesTable, WaitingAnalysis
from ludarium.site.bots.search_queue import Abandoned, Search, SearchQueue
from ludarium.site.service import Service
from ludarium.site.tournaments.rows.boards import AskedVerdict, JudgementTable
from ludarium.site.worker import Worker

_log = logging.getLogger(__name__)
_TRIES = 3
"""How often an analysis is begun before it is given up: one that ends the process must not do so for ever."""
_WHOLE, _TURN, _HINT = 60.0, 0.5, 1.5
"""Seconds of search for a review, at most for each of its positions, and for a hint."""


@dataclass
class Analysts:
    """The two analysts of one server process, one for hints and one for reviews; `queue` is that of its bot workers.

    | field      | content                                                                      |
    |------------|------------------------------------------------------------------------------|
    | `lease`    | seconds that a claim lasts                                                   |
    | `pause`    | seconds between two polls; what is asked in this process is noticed at once  |
    | `speed`    | how many times less is searched than usual; for tests                        |
    """

    service: Service
    table: AnalysesTable
    queue: SearchQueue
    lease: float = 8.0
    pause: float = 1.0
    speed: float = 1.0
    _name: str = field(default_factory=lambda: secrets.token_hex(8), init=False)
    _searches: dict[bool, Search] = field(default_factory=dict, init=False)
    _workers: list[Worker] = field(init=False)

    def __post_init__(self) -> None:
        def worker(name: str, *, reviews: bool) -> Worker:
            asked, failure = self.service.analyses.asked[reviews], "looking for analyses failed"
            return Worker(name, partial(self._work, reviews=reviews), self.pause, failure, asked=asked)

        failure = "the claims of analyses could not be prolonged"
        claims = Worker("claims", self._renew, self.lease / 4, failure)
        self._workers = [worker("hints", reviews=False), worker("reviews", reviews=True), claims]

    def start(self) -> None:
        """Begin to look for work, also for what stopped servers have left."""
        for worker in self._workers:
            worker.start()

    def close(self) -> None:
        """Stop at the next slice of a search; the next server begins the analysis again."""
        for worker in self._workers:
            worker.end()
        for search in [*self._searches.values()]:
            self.queue.abandon(search)
        for worker in self._workers:
            worker.close()

    def _renew(self) -> None:
        """Prolong the claims while bots search, or wait for others that do."""
        if self._searches:
            self.table.renew(self._name, time.time() + self.lease)

    def _work(self, *, reviews: bool) -> bool:
        """Make the analysis that waits; return whether one did, and could be made."""
        now = time.time()
        asked = self.table.claim(self._name, now, now + self.lease, reviews=reviews)
        return asked is not None and self._make(asked)

    def _make(self, asked: WaitingAnalysis) -> bool:
        """Make an analysis and store it; give up one that was begun too often, or for which bots fail."""
        content: dict[str, object] | None = None
        is_review = asked.is_review
        self._searches[is_review] = search = Search(asked.person or asked.match_id, is_review, 1)
        try:
            if asked.tries < _TRIES:
                with self.queue.running(search):
                    content = self._content(asked, partial(self.queue.give_way, search))
        except (Abandoned, NotReady):  # the server closes, or the compiler is at work
            self.table.release(asked)
            return False
        except Exception:  # noqa: BLE001 - a bot may fail in any way, which must not stop the other analyses
            _log.exception("the analysis of match %s failed", asked.match_id)
        finally:
            del self._searches[is_review]
        self.service.analyses.keep(asked, content)
        return True

    def _content(self, asked: WaitingAnalysis, give_way: Callable[[], object]) -> dict[str, object]:
        """Return the content of an analysis, which bots make."""
        match = self.service.bots.look(asked.match_id).match
        adviser = Adviser(match.game, secrets.randbits(31), give_way)
        states = all_states(match)
        if not asked.is_review:
            return hint_content(adviser.advise(states[asked.played], asked.played, _HINT / self.speed))
        found = []
        searches = sum(len(state.actors) + (len(state.actors) == 1) for state in states)  # of turns, and their errors
        seconds = min(_TURN, _WHOLE / max(1, searches)) / self.speed
        for advice in review(adviser, states, seconds):
            give_way()
            found.append(advice)
        return Review.of(match.game, adviser_spec(match.game), found, match.state).to_json()


_SECONDS, _LEASE = 2.0, 60.0
"""Seconds of search for a position, and of a claim."""

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
