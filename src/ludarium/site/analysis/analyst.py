"""The thread of a server process in which a bot says what it thinks of positions that people analyse.

It searches like reviews, when no turn of a match with people waits for a bot, and takes less of the processor than
requests do.
"""

import logging
import os
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from ludarium.core.errors import NotReady
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rolls import roller
from ludarium.review.advice import Advice, SeatAdvice
from ludarium.review.adviser import Adviser, adviser_spec, is_duel
from ludarium.review.lines import Line
from ludarium.review.luck import decisions
from ludarium.site.analysis.rows import Search
from ludarium.site.analysis.studies import SECONDS, Studies
from ludarium.site.bots.search_queue import Abandoned, SearchQueue
from ludarium.site.bots.search_queue import Search as Slot
from ludarium.site.worker import Worker

MOST_LINES = 4
"""The turns of which it says what they are worth."""
_NICE = 10
"""How much the processor is left to others, as the command `nice` counts it."""
_LEASE, _TRIES = 30.0, 3
_LEVELS = 2
"""Where a roll leaves no choice, the next roll is looked at as well."""
_log = logging.getLogger(__name__)


class StudyAnalyst:
    """Answers what people ask about positions; `speed` is how many times less is searched than usual, for tests."""

    def __init__(
        self, studies: Studies, queue: SearchQueue, speed: float = 1.0, now: Callable[[], float] = time.time
    ) -> None:
        self._studies, self._queue, self._speed, self._now = studies, queue, speed, now
        self._slot: Slot | None = None
        self._searching = ThreadPoolExecutor(1, "position", _leave_processor)
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
        self._searching.shutdown(wait=False, cancel_futures=True)

    def work(self) -> bool:
        """Answer what has waited longest; return whether something did, and could be answered."""
        table, now = self._studies.searches, self._now()
        asked = table.claim(now, now + _LEASE)
        if asked is None:
            return False
        content: dict[str, Any] | None = None  # Any: JSON
        self._slot = slot = Slot(asked.person or asked.id, True, 1)
        try:
            if asked.tries < _TRIES:
                with self._queue.running(slot):
                    give_way = partial(self._queue.give_way, slot)
                    content = self._searching.submit(search, asked, SECONDS / self._speed, give_way).result()
        except (Abandoned, NotReady):  # the server closes, or the compiler is at work
            table.release(asked)
            return False
        except Exception:  # noqa: BLE001 - a bot may fail in any way, which must not stop the other answers
            _log.exception("the search of a position of %s failed", asked.game)
        finally:
            self._slot = None
        table.finish(asked, self._now(), content)
        return True


def _leave_processor() -> None:
    """Leave the processor to others in a thread that only searches, and in those that a search begins.

    The thread that reads and writes the database does not: all who write would wait for it.
    """
    if hasattr(os, "setpriority"):
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(_NICE, os.getpriority(os.PRIO_PROCESS, thread)))


def search(asked: Search, seconds: float, give_way: Callable[[], object]) -> dict[str, Any]:
    """Return what a bot says of a position as JSON: its level, its advice, and the best lines.

    Before a roll the advice is the mean over all rolls; where several choose at once there are no lines.
    """
    game = load(asked.game)
    adviser = Adviser(game, secrets.randbits(31), give_way, level=asked.level)
    state, lines = game.parse_position(asked.position), tuple[Line, ...]()
    if state.actors == (CHANCE,):
        advice = Advice(0, _means(adviser, state, seconds))
    elif len(state.actors) == 1 and (lines := adviser.lines(state, seconds, MOST_LINES)):
        best = lines[0]
        advice = Advice(
            0, (SeatAdvice(state.actors[0], best.value, best.turn, best.gap),), (best.turn, *best.following)
        )
    else:
        advice = adviser.advise(state, 0, seconds)
    return {"by": asked.level or adviser_spec(game), "advice": list(advice), "lines": list(lines)}


def _means(adviser: Adviser, state: State, seconds: float) -> tuple[SeatAdvice, ...]:
    """Return what the seat that rolls can expect before its roll, without a turn; nothing where that is not known."""
    states, seat = decisions(state, _LEVELS), roller(state)
    if seat == CHANCE or not states:
        return ()
    mean, gap = 0.0, 0.0 if all(after.actors for after in states) else None
    for after, share in states.items():
        if after.payoffs is not None:
            mean += share * state.game.payoff_range.parts(after.payoffs)[seat]
            continue
        said = adviser.advise(after, 0, seconds / len(states)).seats[0]
        if said.seat != seat and not is_duel(state.game):
            return ()
        mean += share * (said.value if said.seat == seat else 1.0 - said.value)
        gap = None if gap is None or said.gap is None else max(gap, said.gap)
    return (SeatAdvice(seat, mean / sum(states.values()), "", gap),)
