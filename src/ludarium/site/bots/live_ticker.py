"""The live ticker: a thread for every running live match, in the process that keeps it.

The database stores orders, turns, whether a match is running, and which process keeps it: the one that has played the
first tick. When that process ends, the ticks stop, and the match is paused as soon as its lease expires.
"""

import logging
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Lock, Thread

from ludarium.core.compiling.waiting import is_waiting
from ludarium.core.errors import IllegalMove, NotReady
from ludarium.match.match import Match
from ludarium.match.verdict import short_name
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import BotFailed, PlayResult, attribute_failures
from ludarium.players.turn import request_turn
from ludarium.search.personas import written_name
from ludarium.site.bots.search_queue import Abandoned, Search, SearchQueue
from ludarium.site.ground.failures import DatabaseBusy, log_failure
from ludarium.site.match.bot_seeds import new_bot
from ludarium.site.match.live import LONGEST_TICK, LiveMatches
from ludarium.site.match.seat_commands import SeatCommands
from ludarium.site.match.views import MatchView
from ludarium.site.notices.news import MatchNews
from ludarium.site.quotas import QuotaExceeded

_log = logging.getLogger(__name__)
_PAUSE = 0.5
"""The least seconds before a bot that waits for the compiler is asked again."""
_STEPS = 4
"""Matches of which single turns are played at the same time; other requests for one wait, in no thread."""
_TELLING = 5
"""How often it is tried to tell the author of a bot that it has failed."""
_LAST_TICKS = 1.0
"""Seconds in which ticks are saved that had begun when the ticker closes."""


@dataclass
class LiveTicker:
    """The live matches that are running in this process, which has a name of its own.

    A match that nobody has watched for `unwatched` seconds rests. `queue` divides the threads among all searches.
    `written` returns the player of a bot that a person has written, None for another one, and `failed` is called with
    the name and the cause when one has failed.
    """

    bots: SeatCommands
    live: LiveMatches
    news: MatchNews
    queue: SearchQueue = field(default_factory=lambda: SearchQueue(os.cpu_count() or 1))
    name: str = field(default_factory=lambda: secrets.token_hex(8))
    unwatched: float = 60.0
    written: Callable[[MatchView, int], BotPlayer | None] = lambda *_: None
    failed: Callable[[str, str], None] = lambda *_: None
    _running: dict[str, Thread] = field(default_factory=dict, init=False)
    _seen: dict[str, float] = field(default_factory=dict, init=False)
    _steps: dict[str, Future[None]] = field(default_factory=dict, init=False)
    _stepping: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(_STEPS, "step"), init=False)
    _lock: Lock = field(default_factory=Lock, init=False)
    _closing: Event = field(default_factory=Event, init=False)

    def start(self, match_id: str) -> None:
        """Start the ticks of a match, unless they are already running in this process."""
        with self._lock:
            if match_id in self._running or self._closing.is_set():
                return
            self._running[match_id] = Thread(target=self._run, args=[match_id], name=f"live {match_id}", daemon=True)
            self._running[match_id].start()

    def visit(self, view: MatchView) -> None:
        """Note that somebody looks at a match, and let it run again if it rests."""
        if view.live is None:
            return
        with self._lock:
            self._seen[view.id] = time.monotonic()
        if view.live.resting and not view.match.over:
            with suppress(QuotaExceeded):  # then it rests on
                if self.live.is_running(self.live.wake(view.id)):
                    self.start(view.id)

    def step(self, match_id: str) -> Future[None]:
        """Play one turn of a paused match; its bots have `LONGEST_TICK` seconds.

        Asked while a turn of the match is being played, it returns the future of that turn. The future raises
        `IllegalMove`, and no turn is played, while a bot waits for the compiler.
        """
        with self._lock:
            if (playing := self._steps.get(match_id)) is not None:
                return playing
            step = self._steps[match_id] = self._stepping.submit(self._step, match_id)
        step.add_done_callback(lambda _: self._forget_step(match_id))
        return step

    def _forget_step(self, match_id: str) -> None:
        with self._lock:
            self._steps.pop(match_id, None)

    def _step(self, match_id: str) -> None:
        view = self.bots.look(match_id)
        with closing(Bots(view, self.queue, self.written)) as bots:
            bots.ask(view)
            bots.wait(LONGEST_TICK)
            if seats := bots.getting_ready(view.match):
                names = " and ".join(short_name(view.match, seat) for seat in seats)
                raise IllegalMove(f"{names} is getting ready: try again in a few seconds")
            self._tick(view, bots, running=False)

    def _tick(self, view: MatchView, bots: "Bots", *, running: bool = True) -> MatchView:
        try:
            if running and (seats := bots.getting_ready(view.match)):
                return self.live.wait_for_compiler(view.id, seats, self.name)
            return self.live.tick(view.id, bots.orders(), running=running, keeper=self.name)
        except SeatFailed as failed:
            seat, cause = failed.seat, str(failed)
        except DatabaseBusy:
            return self.bots.look(view.id)  # the tick is missed
        try:
            after = self.bots.forfeit(view.id, seat, view.revision, cause)
        except DatabaseBusy:
            return self.bots.look(view.id)
        self._tell_author(view, seat, cause)
        return after

    def _tell_author(self, view: MatchView, seat: int, cause: str) -> None:
        """Tell the author of a bot that has failed, also if the database is busy for a while."""
        for _ in range(_TELLING):
            try:
                self.failed(view.seats[seat].name, cause)
            except DatabaseBusy:
                self._closing.wait(_PAUSE)
            else:
                return
        _log.warning("the author of the bot of seat %d in match %s was not notified of its failure", seat, view.id)

    def close(self) -> None:
        """Pause every match that is running in this process, and let its thread end."""
        with self._lock:  # copy the ids before the threads notice the end and remove them
            running = dict(self._running)
            self._closing.set()
        self._stepping.shutdown(wait=False, cancel_futures=True)
        for match_id in running:
            with suppress(DatabaseBusy):  # it is paused as soon as its lease expires
                self.live.pause(match_id)
        until = time.monotonic() + _LAST_TICKS
        for thread in running.values():
            thread.join(max(0.0, until - time.monotonic()))

    def _run(self, match_id: str) -> None:
        try:
            while self._is_running(match_id):
                self._play(match_id)
        except Exception as error:  # noqa: BLE001 - a match that cannot be saved is paused, and the others go on
            log_failure(_log, f"the live match {match_id} stopped", error)
            with self._lock:
                self._running.pop(match_id, None)

    def _is_running(self, match_id: str) -> bool:
        """Return whether the match is running; if not, remove it, so that it can be started again."""
        with self._lock:
            if not self._closing.is_set() and self.live.is_running(self.bots.look(match_id), self.name):
                return True
            self._running.pop(match_id, None)
            self._seen.pop(match_id, None)
            return False

    def _play(self, match_id: str) -> None:
        """Play a turn at every tick until the match is paused or over."""
        view, due = self.bots.look(match_id), time.monotonic()
        with closing(Bots(view, self.queue, self.written)) as bots:
            while self.live.is_running(view, self.name) and view.live:
                bots.ask(view)
                pace = max(view.live.tick, _PAUSE) if view.live.getting_ready else view.live.tick
                due = max(due + pace, time.monotonic())  # missed ticks are skipped
                if self._closing.wait(due - time.monotonic()):
                    return
                view = self._tick(view, bots) if self._is_watched(match_id) else self.live.rest(match_id)

    def _is_watched(self, match_id: str) -> bool:
        """Return whether somebody watches a match, or has done so lately."""
        now = time.monotonic()
        with self._lock:
            if self.news.is_watched(match_id):
                self._seen[match_id] = now
            return now - self._seen.setdefault(match_id, now) <= self.unwatched


class SeatFailed(Exception):
    """The bot of a seat has failed, so its match must end."""

    def __init__(self, seat: int, cause: str) -> None:
        super().__init__(cause)
        self.seat = seat


class Bots:
    """The bots of a live match; each has its own thread and thinks about one turn at a time.

    While other processes compile, no bot counts as ready before its first answer: whether it is shows only then.
    """

    def __init__(
        self, view: MatchView, queue: SearchQueue, written: Callable[[MatchView, int], BotPlayer | None]
    ) -> None:
        self._asked: dict[int, Future[PlayResult]] = {}
        self._bots: dict[int, BotPlayer] = {}
        for seat in (seat for seat, assignment in enumerate(view.seats) if assignment.is_bot):
            try:
                with attribute_failures(written_name(view.seats[seat].name) or view.seats[seat].name):
                    self._bots[seat] = written(view, seat) or new_bot(view, seat)
            except BotFailed as error:
                self._asked[seat] = Future()
                self._asked[seat].set_exception(error)
        self._threads = ThreadPoolExecutor(max(1, len(self._bots)), thread_name_prefix=f"bots {view.id}")
        self._queue, self._owner = queue, view.host or view.id
        self._searches: dict[int, Search] = {}
        self._unready = set(self._bots) if is_waiting() else set[int]()

    def ask(self, view: MatchView) -> None:
        """Ask every bot that is not thinking for an order."""
        for seat, bot in self._bots.items():
            if seat not in self._asked and seat in view.match.state.actors:
                alone = not view.people
                self._searches[seat] = Search(self._owner, alone, bot.bot.threads, bot.author, bot.suspend)
                self._asked[seat] = self._threads.submit(self._search, bot, view.match, seat)

    def _search(self, player: BotPlayer, match: Match, seat: int) -> PlayResult:
        """Return a bot's order, which it searches when the queue lets it."""
        search = self._searches[seat]
        queue = self._queue.lane(search)
        player.bot.give_way = partial(queue.give_way, search)
        with queue.running(search):
            return request_turn(player, match, seat)

    def wait(self, seconds: float) -> None:
        """Wait until all bots have answered, or until this many seconds have passed."""
        wait(self._asked.values(), seconds)

    def getting_ready(self, match: Match) -> tuple[int, ...]:
        """Return the seats of bots that wait for the compiler; they can be asked again, and all other answers stay.

        Once a bot has waited, it does so until it answers.
        """
        for seat, asked in list(self._asked.items()):
            if _has_answered(asked):
                self._unready.discard(seat)
            elif asked.done():
                self._unready.add(seat)
                del self._asked[seat]
        return tuple(sorted(self._unready & {*match.state.actors}))

    def orders(self) -> dict[int, str]:
        """Return the orders of the bots that have answered; the others go on thinking.

        Raises `SeatFailed`.
        """
        done = {seat: self._asked.pop(seat) for seat, asked in list(self._asked.items()) if _has_answered(asked)}
        for seat, answer in done.items():
            if error := answer.exception():
                raise SeatFailed(seat, str(error)) from error
        return {seat: answer.result().turn for seat, answer in done.items()}

    def close(self) -> None:
        """Stop asking, abandon the searches, and end the processes of programs as soon as they have answered."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for seat, bot in self._bots.items():
            if seat in self._asked:
                self._asked[seat].add_done_callback(partial(_close, bot))
            else:
                bot.close()
        for search in self._searches.values():
            self._queue.lane(search).abandon(search)


def _close(bot: BotPlayer, _: Future[PlayResult]) -> None:
    bot.close()


def _has_answered(asked: Future[PlayResult]) -> bool:
    """Return whether a bot has answered or failed; one that waits for the compiler or is not asked any more has not."""
    return asked.done() and not isinstance(asked.exception(), NotReady | Abandoned)
