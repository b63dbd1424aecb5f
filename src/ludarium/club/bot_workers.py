"""Bot workers: threads in which bots choose their turns, outside requests.

The database stores which bots must act, so the next server process continues the work of a stopped one. A worker claims
a seat for a few seconds and renews the claim while its bot thinks. If the worker dies, the claim expires and another
worker takes over. Two workers for one seat do no harm, since a turn is accepted once.
"""

import logging
import secrets
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from ludarium.club.service import Service, Stale
from ludarium.club.views import MatchView
from ludarium.core.errors import GameOver, LudariumError, NotReady, NotYourTurn
from ludarium.match.commitment import SECRET_BYTES, bot_seed
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import BotFailed, Player, attribute_failures
from ludarium.players.turn import describe_invalid_turn, request_turn
from ludarium.search.player import make_bot
from ludarium.store.repository import Store

_log = logging.getLogger(__name__)
_KEPT = 2
"""Bots that are cached with their search trees for their next turn, for each worker thread."""

Job = tuple[str, int]
"""The id of a match and a seat."""


@dataclass
class BotWorkers:
    """The bot workers of one server process.

    | field      | content                                                                                         |
    |------------|-------------------------------------------------------------------------------------------------|
    | `limit`    | the number of bots that may think at once, each in its own thread                               |
    | `lease`    | seconds that a claim lasts                                                                      |
    | `pause`    | seconds between two polls for work; a change in this process is noticed immediately             |
    | `patience` | seconds after which a bot forfeits; a bot that fails forfeits, too                              |
    """

    service: Service
    store: Store
    limit: int
    lease: float = 8.0
    pause: float = 1.0
    patience: float = 900.0
    _name: str = field(default_factory=lambda: secrets.token_hex(8), init=False)
    _jobs: dict[Job, float] = field(default_factory=dict, init=False)
    _bots: "OrderedDict[Job, Player]" = field(default_factory=OrderedDict, init=False)
    _lock: Lock = field(default_factory=Lock, init=False)
    _woken: Event = field(default_factory=Event, init=False)
    _closing: Event = field(default_factory=Event, init=False)
    _thread: Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Start to poll for work, including the unfinished work of stopped servers."""
        self._thread = Thread(target=self._look, name="bot workers", daemon=True)
        self._thread.start()

    def close(self, patience: float = 5.0) -> None:
        """Take no more work, wait up to `patience` seconds for turns, and release the other seats."""
        self._closing.set()
        self._woken.set()
        if self._thread:
            self._thread.join(patience)
        until = time.monotonic() + patience
        while self._jobs and time.monotonic() < until:
            time.sleep(0.02)
        for match_id, seat in list(self._jobs):
            self.store.release(self._name, match_id, seat)

    def _look(self) -> None:
        """Poll for work until closed."""
        with self.service.notifier.subscribe(lambda change: self._woken.set()):
            while not self._closing.is_set():
                self._woken.clear()
                try:
                    self._take_work()
                except Exception:  # noqa: BLE001 - the database may be unavailable for a while, so try again
                    _log.exception("polling for bots that must act failed")
                    self._closing.wait(self.pause)
                self._woken.wait(self.pause)

    def _take_work(self) -> None:
        """Renew claims, forfeit for bots that take too long, and claim as many seats as there are free threads."""
        now = time.time()
        with self._lock:
            jobs = dict(self._jobs)
        if jobs:
            self.store.renew(self._name, list(jobs), now + self.lease)
        for (match_id, seat), started_at in jobs.items():
            if time.monotonic() - started_at > self.patience:
                self._forfeit(match_id, seat, f"no turn after {self.patience:.0f} seconds")
        self.service.clocks.end_overdue()
        free = self.limit - len(jobs)
        for job in self.store.claim(self._name, now, now + self.lease, free) if free > 0 else ():
            with self._lock:
                if job in self._jobs:  # a claim of this process may have expired
                    continue
                self._jobs[job] = time.monotonic()
            Thread(target=self._work, args=job, name=f"bot {job}", daemon=True).start()

    def _work(self, match_id: str, seat: int) -> None:
        """Choose and play a turn, and release the seat; after a failure the claim expires, and a worker tries again."""
        try:
            view = self.service.get(match_id, seats=(seat,))
            if seat in view.thinking:
                self._play(view, seat)
        except Exception:  # noqa: BLE001 - a match that cannot be loaded or saved must not stop the others
            _log.exception("a bot's turn in match %s could not be saved", match_id)
            with self._lock:
                del self._jobs[match_id, seat]
        else:
            with self._lock:
                del self._jobs[match_id, seat]
            self.store.release(self._name, match_id, seat)
            self._woken.set()

    def _play(self, view: MatchView, seat: int) -> None:
        """Choose a turn and play it; forfeit if the bot fails."""
        try:
            with attribute_failures(view.seats[seat].name):
                bot = self._bot(view, seat)
            self.service.clocks.begin_search(view.id)
            result = request_turn(bot, view.match, seat)
        except NotReady:
            self.service.clocks.wait_for_compiler(view.id)
            self._closing.wait(self.pause)  # before another attempt
            return
        except BotFailed as error:
            _log.exception("%s failed in match %s", view.seats[seat].name, view.id)
            self._forfeit(view.id, seat, str(error))
            return
        self._submit(view, seat, result.turn, result.info.value if result.info else None)
        with self._lock:
            self._bots[view.id, seat] = bot
            while len(self._bots) > _KEPT * self.limit:
                self._bots.popitem(last=False)

    def _submit(self, view: MatchView, seat: int, text: str, value: float | None) -> None:
        """Play the chosen turn, unless another turn was played in the meantime."""
        now = view
        while seat in now.thinking and now.match.turns == view.match.turns:
            try:
                self.service.submit(view.id, seat, text, now.revision, value=value)
            except (Stale, NotYourTurn, GameOver):
                now = self.service.get(view.id)
            except LudariumError as error:
                self._forfeit(view.id, seat, f"{view.seats[seat].name} {describe_invalid_turn(text, error)}")
                return
            else:
                return

    def _forfeit(self, match_id: str, seat: int, cause: str) -> None:
        """Forfeit a match for a bot that failed, unless the match has ended or moved on."""
        view = self.service.get(match_id)
        if seat in view.thinking:
            with suppress(Stale):
                self.service.forfeit(match_id, seat, view.revision, cause)

    def _bot(self, view: MatchView, seat: int) -> Player:
        """Return the bot that played the seat's last turn here, or a new one."""
        with self._lock:
            cached = self._bots.pop((view.id, seat), None)
        return cached or new_bot(view, seat)


def new_bot(view: MatchView, seat: int) -> Player:
    """Return a bot for a seat; its seed follows from the match's secret and the number of turns.

    So nobody can run the same bot beside the match to foretell its turns.
    """
    seed = bot_seed(view.secret or secrets.token_bytes(SECRET_BYTES), len(view.match.turns), seat)
    return BotPlayer(make_bot(view.seats[seat].name, view.match.game, seed))
