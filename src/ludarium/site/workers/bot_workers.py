"""Bot workers: threads in which bots choose their turns, outside requests.

The database stores which bots must act, so the next server process continues the work of a stopped one. A worker claims
a seat for a few seconds and renews the claim while its bot thinks. If the worker dies, the claim expires and another
worker takes over. Two workers for one seat do no harm, since a turn is accepted once.

Size: polling, claims, searches and the end share one lock and what it guards.
"""

import logging
import os
import secrets
import sys
import time
from contextlib import ExitStack, suppress
from dataclasses import InitVar, dataclass, field
from functools import partial
from threading import Event, Lock, Thread, get_native_id

from ludarium.core.errors import GameOver, LudariumError, NotReady, NotYourTurn
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import BotFailed, PlayResult, attribute_failures
from ludarium.players.turn import describe_invalid_turn, request_turn
from ludarium.search.personas import written_name
from ludarium.site.bots.rows import DueSeat
from ludarium.site.bots.search_queue import Abandoned, Search, SearchQueue
from ludarium.site.ground.changes import Change, MatchChange
from ludarium.site.ground.failures import DatabaseBusy, log_failure
from ludarium.site.match.bot_seeds import new_bot
from ludarium.site.match.transactions import Stale
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.worker import Worker
from ludarium.site.workers.room import BotCache, Job, Room

_log = logging.getLogger(__name__)
_NICE = 10
"""How much lower the system's priority of threads that search for matches of bots alone is; the lowest is 19."""


_LAST_TURNS = 1.0
"""Seconds in which threads end whose searches have been abandoned, and turns are saved that were chosen before."""


@dataclass
class BotWorkers:
    """The bot workers of one server process.

    Up to `limit` matches of bots alone are begun at once, and twice as many of persons, but for each person only half
    of `limit`; the search queue divides the threads among what is begun. Programs of people are begun beside those, up
    to `limit` of them, but of each author, and for each person, one.

    | field      | content                                                                                         |
    |------------|-------------------------------------------------------------------------------------------------|
    | `limit`    | the number of threads in which bots may search at once                                          |
    | `memory`   | the bytes of all searches that are cached for the next turns                                    |
    | `lease`    | seconds that a claim lasts                                                                      |
    | `pause`    | seconds between two polls for work; a change in this process is noticed immediately             |
    | `patience` | seconds of search after which a bot forfeits; a bot that fails forfeits, too                    |
    | `shared`   | the queue of searches, for `limit` threads; by default one of its own                           |
    """

    service: Service
    store: Store
    limit: int
    memory: int = 128_000_000
    lease: float = 8.0
    pause: float = 1.0
    patience: float = 900.0
    shared: InitVar[SearchQueue | None] = None
    queue: SearchQueue = field(init=False)
    bot_cache: BotCache = field(init=False)
    _name: str = field(default_factory=lambda: secrets.token_hex(8), init=False)
    _jobs: dict[Job, DueSeat] = field(default_factory=dict, init=False)
    _searches: dict[Job, Search] = field(default_factory=dict, init=False)
    _threads: set[Thread] = field(default_factory=set, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)
    _closed: Event = field(default_factory=Event, init=False)
    _subscribed: ExitStack = field(default_factory=ExitStack, init=False)
    _worker: Worker = field(init=False)
    _renewed_at: float = field(default=0.0, init=False)

    def __post_init__(self, shared: SearchQueue | None) -> None:
        self.queue, self.bot_cache = shared or SearchQueue(self.limit), BotCache(self.memory)
        self._worker = Worker("bot workers", self._take_work, self.pause, "polling for bots that must act failed")

    def start(self) -> None:
        """Start to poll for work, including the unfinished work of stopped servers."""
        self._subscribed.enter_context(self.service.notifier.subscribe(self._wake))
        self._worker.start()

    def close(self, patience: float = 5.0) -> None:
        """Take no more work, wait up to `patience` seconds for turns of persons' matches, and release the other seats.

        All other searches are abandoned, and what bots choose afterwards is dropped; the next server asks them again.
        """
        self._subscribed.close()
        self._worker.close(patience)
        until = time.monotonic() + patience
        while self._is_awaited() and time.monotonic() < until:
            time.sleep(0.02)
        self._closed.set()
        self.queue.close()
        until = time.monotonic() + _LAST_TURNS
        for thread in list(self._threads):
            thread.join(max(0.0, until - time.monotonic()))
        self.bot_cache.close()
        for match_id, seat in list(self._jobs):
            self.store.bot_claims.release(self._name, match_id, seat)

    def _is_awaited(self) -> bool:
        """Return whether a person waits for a turn that is being chosen."""
        with self._lock:
            return any(not due.alone for due in self._jobs.values())

    def _wake(self, change: Change) -> None:
        if isinstance(change, MatchChange) and change.due:
            self._worker.asked.set()

    def _take_work(self) -> None:
        """Renew claims, forfeit for bots that take too long, and begin what may be begun."""
        now = time.time()
        with self._lock:
            jobs, searches = dict(self._jobs), dict(self._searches)
        if jobs and not now - self.lease / 4 < self._renewed_at <= now:  # seldom, as each time waits for the disk
            self.store.bot_claims.renew(self._name, list(jobs), now + self.lease)
            self._renewed_at = now
        for (match_id, seat), search in searches.items():
            if search.seconds(self.queue.now()) > self.patience:
                called = _called(self.service.bots.look(match_id), seat)
                self._forfeit(match_id, seat, f"{called} gave no turn within {self.patience:.0f} seconds")
                if seat not in self.service.bots.look(match_id).thinking:
                    self.queue.lane(search).abandon(search)
        waiting = self.store.bot_claims.due(now, each=self.limit)
        programs = {due.program for due in (*waiting, *jobs.values()) if due.program}
        room = Room(self.limit, self.store.workshop.authors(programs) if programs else {})
        for job in jobs.values():
            room.take(job)
        for due in waiting:
            if due.alone and self._worker.asked.is_set():  # perhaps by a person
                break
            if room.is_left(due) and self._begin(due, now):
                room.take(due)

    def _begin(self, due: DueSeat, now: float) -> bool:
        """Claim a seat and begin to choose its turn; return False if another worker has it."""
        job = due.match_id, due.seat
        if not self.store.bot_claims.claim(self._name, job, now, now + self.lease):
            return False
        with self._lock:
            if job in self._jobs:  # a claim of this process may have expired
                return False
            self._jobs[job] = due
            thread = Thread(target=self._work, args=[due], name=f"bot {job}", daemon=True)
            self._threads = {other for other in self._threads if other.is_alive()} | {thread}
            thread.start()
        return True

    def _work(self, due: DueSeat) -> None:
        """Choose and play a turn, and release the seat; after a failure the claim expires, and a worker tries again."""
        match_id, seat = job = due.match_id, due.seat
        if due.alone or due.program:
            _lower_priority()
        try:
            view = self.service.bots.look(match_id, (seat,))
            if seat in view.thinking:
                self._play(view, due)
            done = (
                self._closed.is_set() or seat not in self.service.bots.look(match_id).thinking
            )  # saving the turn has ended the claim
        except Exception as error:  # noqa: BLE001 - a match that cannot be loaded or saved must not stop the others
            log_failure(_log, f"a bot's turn in match {match_id} could not be saved", error)
            with self._lock:
                del self._jobs[job]
        else:
            with self._lock:
                del self._jobs[job]
            if not done:
                self.store.bot_claims.release(self._name, match_id, seat)
            self._worker.asked.set()

    def _play(self, view: MatchView, due: DueSeat) -> None:
        """Choose a turn and play it; forfeit if the bot fails."""
        seat, job = due.seat, (view.id, due.seat)
        bot: BotPlayer | None = None
        try:
            with attribute_failures(_called(view, seat)):
                bot = self.bot_cache.take(job) or self.service.playing_bots.player(view, seat) or new_bot(view, seat)
            result = self._search(bot, view, due)
        except Abandoned:
            _close(bot)
            return
        except NotReady:
            _close(bot)
            self.service.clocks.wait_for_compiler(view.id)
            self._worker.closing.wait(self.pause)  # before another attempt
            return
        except BotFailed as error:
            _close(bot)
            if not self._closed.is_set():  # else no thread can be started any more
                _log.error("the bot of seat %d failed in match %s", seat, view.id, exc_info=error.__cause__ or error)
                self._forfeit(view.id, seat, str(error))
            return
        if self._closed.is_set():
            bot.close()
            return
        after = self._submit(view, seat, result.turn, result.info.value if result.info else None)
        if after.match.over:
            bot.close()
        else:
            self.bot_cache.keep(job, bot)

    def _search(self, player: BotPlayer, view: MatchView, due: DueSeat) -> PlayResult:
        """Return a bot's turn, which it searches when the queue lets it."""
        search = Search(due.owner, due.alone, player.bot.threads, player.author, player.suspend)
        job, queue = (due.match_id, due.seat), self.queue.lane(search)
        player.bot.give_way = partial(queue.give_way, search)
        with queue.running(search):
            self._searches[job] = search
            if view.match.clock:
                self.service.clocks.begin_search(view.id)
            try:
                return request_turn(player, view.match, due.seat)
            finally:
                del self._searches[job]

    def _submit(self, view: MatchView, seat: int, text: str, value: float | None) -> MatchView:
        """Play the chosen turn, unless another turn was played in the meantime; return the match afterwards."""
        now = view
        while seat in now.thinking and now.match.turns == view.match.turns:
            try:
                return self.service.bots.submit(view.id, seat, text, now.revision, value=value)
            except (Stale, NotYourTurn, GameOver):
                now = self.service.bots.look(view.id)
            except DatabaseBusy:
                if self._worker.closing.wait(self.pause):
                    raise
            except LudariumError as error:
                self._forfeit(view.id, seat, f"{_called(view, seat)} {describe_invalid_turn(text, error)}")
                return self.service.bots.look(view.id)
        return now

    def _forfeit(self, match_id: str, seat: int, cause: str) -> None:
        """Forfeit a match for a bot that failed, unless the match has ended or moved on."""
        view = self.service.bots.look(match_id)
        if seat in view.thinking:
            with suppress(Stale):
                self.service.bots.forfeit(match_id, seat, view.revision, cause)
                self.service.playing_bots.failed(view.seats[seat].name, cause)


def _called(view: MatchView, seat: int) -> str:
    """Return the name of the bot of a seat for people: its spec, or the name of a bot that a person has written."""
    spec = view.seats[seat].name
    return written_name(spec) or spec


def _close(bot: BotPlayer | None) -> None:
    """Release the resources of a bot that does not play on."""
    if bot:
        bot.close()


def _lower_priority() -> None:
    """Let the system prefer other threads to this one and to those that it starts; only Linux can."""
    if sys.platform == "linux":
        usual = os.getpriority(os.PRIO_PROCESS, get_native_id())
        os.setpriority(os.PRIO_PROCESS, get_native_id(), min(usual + _NICE, 19))
