"""A bot on a site: it receives turns and challenges and answers them, however often connections break.

Each of its seats has a player of its own, which is asked for one turn at a time.
"""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from threading import Event, Lock
from typing import Any

from ludarium.cli.site_bot.client import Busy, Rejected, TokenEnded, TokenSite
from ludarium.cli.site_bot.rules import BotRules
from ludarium.cli.site_bot.table import BotMatch, BotReport
from ludarium.cli.terminal.site_http import SiteAway
from ludarium.cli.terminal.site_news import delay
from ludarium.core.errors import LudariumError
from ludarium.core.record import Record
from ludarium.match.match import Match
from ludarium.players.external.specs import make_player
from ludarium.players.player import Limit, Player, prepare_player
from ludarium.players.turn import describe_invalid_turn, request_turn

Data = Mapping[str, Any]
_SETTLED = ("stale", "over", "not-your-turn", "not-your-seat", "no-match")
"""Kinds of refusals after which a turn need not be sent again: the match has gone on."""
TRIES = 3
"""Failures of a player in one turn, after which it is given up."""
_ON_ITS_WAY = 0.5
"""Seconds of a clock that a turn on its way to the site may take."""


class GivenUp(LudariumError):
    """The player has failed so often in a turn that it is not asked again."""


class BotSeat:
    """One seat in one match, with the player of a spec."""

    def __init__(self, spec: str, match_id: str, seat: int) -> None:
        self._spec, self._match_id, self._seat = spec, match_id, seat
        self._player: Player | None = None

    def choose(self, turn: Mapping[str, Any]) -> str:
        """Return the turn that the player chooses, which the rules allow; a player that fails is started again.

        Raises `GivenUp` after the third failure, and what is wrong with the match.
        """
        match = Match.from_record(Record.parse(turn["record"]))
        failure = ""
        for _ in range(TRIES):
            try:
                return self._ask(match, turn)
            except LudariumError as error:
                failure = str(error)
                self.close()
        raise GivenUp(f"{failure} (tried {TRIES} times)")

    def _ask(self, match: Match, turn: Mapping[str, Any]) -> str:
        if self._player is None:
            self._player = make_player(self._spec, match.game, seed_of(self._match_id, self._seat))
        prepare_player(self._player, match, self._seat)
        chosen = request_turn(self._player, match, self._seat, limit_of(match, turn.get("left"))).turn
        try:
            match.submit(self._seat, chosen)
        except LudariumError as error:
            raise type(error)(f"{self._spec} {describe_invalid_turn(chosen, error)}") from error
        return chosen

    def close(self) -> None:
        """End the player."""
        if self._player:
            with suppress(OSError):
                self._player.close()
        self._player = None


def seed_of(match_id: str, seat: int) -> int:
    """Return the seed of a player, which is the same after a restart."""
    return int.from_bytes(sha256(f"{match_id} {seat}".encode()).digest()[:6], "big")


def limit_of(match: Match, left: float | None) -> Limit:
    """Return the limit of a turn for which a clock of the site has so many seconds left."""
    if left is None or match.clock is None or match.clock.is_correspondence:
        return Limit()
    seconds = max(0.1, left - _ON_ITS_WAY)
    return Limit(seconds, match.clock.increment, match.left)


class SiteBot:
    """A bot on a site; `spec` is its player, and `wait` waits for some seconds unless the bot is closed."""

    def __init__(
        self,
        site: TokenSite,
        spec: str,
        rules: BotRules,
        report: BotReport,
        wait: Callable[[float], object] | None = None,
    ) -> None:
        self._site, self._spec, self._rules, self._report = site, spec, rules, report
        self._closed = Event()
        self._wait = wait or self._closed.wait
        self._seats: dict[tuple[str, int], BotSeat] = {}
        self._newest: dict[tuple[str, int], int] = {}  # the revision that was heard of last, by match and seat
        self._working: dict[tuple[str, int], Future[None]] = {}
        self._held: dict[str, Data] = {}  # challenges that wait for a place
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(rules.most, thread_name_prefix="player")

    def live(self) -> None:
        """Play all matches until the bot is closed.

        Raises `TokenEnded` when the site ends the token, `Rejected` if it does not let the bot in.
        """
        after, failures = "", 0
        while not self._closed.is_set():
            try:
                for event in self._site.listen(f"/events/me{after}"):
                    if failures:
                        self._report.say("Connected again.")
                    failures = 0
                    if event["event"] == "gone":
                        raise TokenEnded("the site has ended the token")
                    after = f"?after={event['id']}" if "id" in event else after
                    self.hear(event)
                    if self._closed.is_set():
                        return
            except SiteAway as error:
                failures += 1
                if failures == 1:
                    self._report.say(f"Connection lost: {error}. Connecting again…")
                self._wait(error.seconds if isinstance(error, Busy) else delay(failures))
            else:
                failures += 1
                self._wait(delay(failures))

    def play_once(self) -> int:
        """Play all that waits, and all that waits then because of it; return the number of turns."""
        before, seen = self._report.played, set[tuple[object, ...]]()
        while True:
            found = self._site.get("/turns")
            new = [event for event in (*found["challenges"], *found["turns"]) if _key(event) not in seen]
            if not new:
                return self._report.played - before
            for event in new:
                seen.add(_key(event))
                self.hear(event)
            for working in list(self._working.values()):
                working.result()

    def close(self) -> None:
        """Send what has been chosen, and end all players; turns that are not chosen yet wait on the site."""
        with self._lock:  # after which nothing is begun
            self._closed.set()
        self._pool.shutdown(wait=True, cancel_futures=True)
        for seat in self._seats.values():
            seat.close()

    def hear(self, event: Data) -> None:
        """Answer an event of the site, unless the bot is closed; one that is known already is answered once."""
        if self._closed.is_set():
            return
        match event["event"]:
            case "turn":
                self._take(event)
            case "over":
                self._end(event)
            case "challenge":
                self._answer(event)
            case "offer":
                self._report.say(f"Match {event['number']}: declined {event['kind']}.")
                with suppress(LudariumError):  # it may be gone
                    self._site.post(f"/matches/{event['match']}", _command(event, "decline"))

    def _take(self, turn: Data) -> None:
        key = turn["match"], turn["seat"]
        with self._lock:
            if self._closed.is_set() or self._newest.get(key, -1) >= turn["revision"]:
                return
            self._newest[key] = turn["revision"]
            before = self._working.get(key)
            self._working[key] = self._pool.submit(self._play, turn, before)

    def _play(self, turn: Data, before: Future[None] | None) -> None:
        """Choose a turn and send it, until it has arrived; a later turn of the same seat is waited for elsewhere."""
        if before:
            with suppress(Exception):
                before.result()
        key = turn["match"], turn["seat"]
        if self._closed.is_set() or self._newest.get(key) != turn["revision"]:
            return
        row = self._row(turn, "choosing")
        try:
            started_at = time.monotonic()
            chosen = self._seats.setdefault(key, BotSeat(self._spec, *key)).choose(turn)
            seconds = time.monotonic() - started_at
            if self._send(turn, chosen):
                self._report.played += 1
                self._report.say(
                    f"Match {row.number} ({row.game}, against {row.against}): {chosen}, after {seconds:.1f} s"
                )
            row.doing = "waiting"
        except LudariumError as error:
            row.doing = "failed"
            self._report.failed += 1
            self._report.say(f"Match {row.number} ({row.game}, against {row.against}): no turn: {error}")

    def _send(self, turn: Data, chosen: str) -> bool:
        """Send a turn until the site has it; return False if the match has gone on without it.

        The revision stands for the turn, so that one which is sent again is played once.
        """
        body, failures = {**_command(turn, "turn"), "text": chosen}, 0
        while True:
            try:
                self._site.post(f"/matches/{turn['match']}", body)
                return True
            except Rejected as error:
                if error.kind in _SETTLED:
                    return failures > 0 and error.kind == "stale"
                raise
            except SiteAway as error:
                failures += 1
                if self._closed.is_set():
                    raise
                self._wait(error.seconds if isinstance(error, Busy) else delay(failures))

    def _answer(self, challenge: Data) -> None:
        objection = self._rules.objection(challenge)
        if not objection and self._playing >= self._rules.most:
            self._held[challenge["challenge"]] = challenge
            return
        body = {"do": "decline", "reason": objection} if objection else {"do": "accept"}
        if not objection and challenge.get("times"):  # a program is there at any time
            body["time"] = str(challenge["times"][0])
        try:
            self._site.post(f"/challenges/{challenge['challenge']}", body)
            done = f"declined: {objection}" if objection else "accepted"
            self._report.say(f"Challenge of {challenge['challenger']} to {challenge['game']} {done}")
        except LudariumError as error:
            self._report.say(f"Challenge of {challenge['challenger']}: {error}")

    def _end(self, over: Data) -> None:
        for seat in over["seats"]:
            ended = self._seats.pop((over["match"], seat), None)
            with self._lock:
                if ended and not self._closed.is_set():
                    self._pool.submit(ended.close)
                self._newest.pop((over["match"], seat), None)
                self._working.pop((over["match"], seat), None)
        self._report.hide(over["match"])
        against = _against(over, over["seats"])
        self._report.say(
            f"Match {over['number']} ({over['game']}, against {against}) is over: {over['result']}, {over['ending']}"
        )
        if self._held:
            self._answer(self._held.pop(next(iter(self._held))))

    @property
    def _playing(self) -> int:
        return len({match_id for match_id, _ in self._newest})

    def _row(self, turn: Data, doing: str) -> BotMatch:
        row = BotMatch(turn["number"], turn["game"], _against(turn, [turn["seat"]]), turn["turns"], doing)
        self._report.show(turn["match"], row)
        return row


def _command(event: Data, do: str) -> dict[str, Any]:
    return {"do": do, "seat": event["seat"], "revision": event["revision"]}


def _against(event: Data, mine: list[int]) -> str:
    return ", ".join(name for seat, name in enumerate(event["players"]) if seat not in mine) or "itself"


def _key(event: Data) -> tuple[object, ...]:
    return tuple(event.get(name) for name in ("event", "match", "seat", "revision", "challenge"))
