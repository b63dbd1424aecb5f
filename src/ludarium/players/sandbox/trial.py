"""A match between scripts, WebAssembly programs and bots, with what each program did in each of its turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence, Set
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NamedTuple

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.core.rng import derive
from ludarium.match.data import FORFEIT
from ludarium.match.dice import seeded
from ludarium.match.match import Match
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import Interruption, Player
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer
from ludarium.players.sandbox.wasm import ON_SITE, WasmPlayer
from ludarium.players.turn import play_turn
from ludarium.scenes import replay
from ludarium.search.personas import bot_name
from ludarium.search.player import make_bot

MOST_LINES = 3000
"""Lines of the record after which a trial stops."""
WARM_UP = 20.0
"""The most seconds until each seat has played that do not count: what is loaded takes long on a busy machine."""
_MOST_DRAWN = 200
"""Positions of a replay."""


class TrialSeat(NamedTuple):
    """The player of a seat in a trial: a script, by its text, a `module`, by its digest, or else a bot, by its spec."""

    name: str
    script: str | None = None
    bot: str = ""
    module: str = ""


class TrialTurn(NamedTuple):
    """A turn of a script or a WebAssembly program.

    | field     | content                                                                        |
    | --------- | ------------------------------------------------------------------------------ |
    | `lines`   | the lines of the record after it                                               |
    | `seat`    | whose turn it was                                                              |
    | `text`    | what it chose; empty if it failed                                              |
    | `fault`   | the exception that it threw, or why it cannot go on                            |
    | `line`    | the line of the script where that happened, if it is known                     |
    | `printed` | what it printed; a WebAssembly program on its error stream                     |
    | `steps`   | the steps of the interpreter, or the fuel                                      |
    | `ms`      | milliseconds of real time, with what it asked of the game                      |
    """

    lines: int
    seat: int
    text: str
    fault: str = ""
    line: int | None = None
    printed: str = ""
    steps: int = 0
    ms: int = 0


class Trial(NamedTuple):
    """A match that was played: its record, the turns of scripts, the payoffs, and why it was stopped before its end.

    `payoffs` are None if it was stopped; `replay` is a player for a page, which draws each `every`-th position.
    `too_long` says whether it was stopped since its record has too many lines, and `by_machine` whether the machine
    has ended it: by a limit of time, which is a guard beside the counted budget, or since a process died. `moving` is
    the seat that was on the move when a limit of time stopped the match.
    """

    record: str
    turns: tuple[TrialTurn, ...]
    payoffs: tuple[float, ...] | None
    ending: str
    stopped: str = ""
    failed_seat: int | None = None
    replay: str = ""
    every: int = 1
    too_long: bool = False
    by_machine: bool = False
    moving: int | None = None

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Trial:
        """Return a trial that `to_json` has written, to which more may have been added."""
        turns = tuple(TrialTurn(*turn) for turn in content["turns"])
        payoffs = tuple(content["payoffs"]) if content["payoffs"] is not None else None
        known = {name: value for name, value in content.items() if name in cls._fields}
        return cls(**{**known, "turns": turns, "payoffs": payoffs})

    def to_json(self) -> dict[str, Any]:
        """Return the trial as JSON."""
        return {**self._asdict(), "turns": [list(turn) for turn in self.turns]}


def with_replay(trial: Trial) -> Trial:
    """Return a trial with the replay of its record, in which bots have the names under which people meet them."""
    record = Record.parse(trial.record)
    names = {seat: bot_name(record.game, record.tags[seat]) for seat in load(record.game).setup.seat_names}
    record = replace(record, tags={**record.tags, **names})
    every = -(-len(record.turns) // _MOST_DRAWN) or 1
    return trial._replace(replay=replay.player(record, every), every=every)


def play_trial(
    spec: str,
    seats: Sequence[TrialSeat],
    seed: int,
    seconds: float,
    modules: Mapping[str, bytes] | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Trial:
    """Play a match of a game; stop it after `seconds`, or if it has too many lines.

    Until each seat has played, what is loaded does not count, as far as `WARM_UP` goes. `modules` are the WebAssembly
    programs, by their digests. Everything but the time follows from the seed. Raises `NotReady` while the compiler is
    at work.
    """
    clock, match = _Clock(now, seconds, {*range(len(seats))}), _begin(load(spec), seats, seed)
    with ExitStack() as stack:
        players = [
            stack.enter_context(_player(spec, seat, derive(seed, number), clock, modules or {}))
            for number, seat in enumerate(seats)
        ]
        played = _Played(match, clock)
        while not played.match.over and not played.stopped:
            played.go_on(players)
    return played.trial(players)


def _begin(game: Game, seats: Sequence[TrialSeat], seed: int) -> Match:
    dice = seeded(derive(seed) % 10**9)
    return Match.begin(game, [seat.name for seat in seats], dice=dice, tags={"Seed": str(seed)}).roll()


class _Clock:
    """The seconds of a trial; those until each seat has played do not count, as far as `WARM_UP` goes."""

    def __init__(self, now: Callable[[], float], seconds: float, seats: Set[int]) -> None:
        self.now, self.seconds = now, seconds
        self._begun_at, self._waits_for = now(), seats
        self._until = self._begun_at + seconds

    def left(self) -> float:
        """Return how many seconds are left."""
        return self._until - self.now()

    def give_way(self) -> None:
        """Interrupt a bot whose time is up."""
        if self.left() <= 0:
            raise Interruption

    def has_played(self, seat: int) -> None:
        """Count from now on if every seat has played."""
        if self._waits_for == {seat}:
            self._until += min(WARM_UP, self.now() - self._begun_at)
        self._waits_for -= {seat}


class _Played:
    """What was played of a trial so far, and why it was stopped, if it was."""

    def __init__(self, match: Match, clock: _Clock) -> None:
        self.match, self._clock, self.stopped = match, clock, ""
        self._turns = list[TrialTurn]()
        self._moving: int | None = None
        self._too_long = False

    def go_on(self, players: Sequence[Player]) -> None:
        """Let those play who are to act, and roll."""
        for seat in self.match.to_act:
            if not self._turn(seat, players[seat]) or self.match.over:
                break
        self.match = self.match.roll()
        if not self.match.over and self._clock.left() <= 0:
            self._stop()
        if len(self.match.turns) > MOST_LINES:
            self.stopped, self._too_long = f"stopped after {MOST_LINES:,} lines of the record", True

    def _turn(self, seat: int, player: Player) -> bool:
        """Return whether a player has played its turn in time."""
        started_at, self._moving = self._clock.now(), seat
        try:
            after = play_turn(self.match, seat, player).match
        except Interruption:
            self._stop()
            return False
        if isinstance(player, ScriptPlayer | WasmPlayer):
            self._turns.append(_turn(after, seat, player, int(1000 * (self._clock.now() - started_at))))
        self.match = after
        self._clock.has_played(seat)
        return True

    def _stop(self) -> None:
        self.stopped = f"stopped after {self._clock.seconds:g} seconds"

    def trial(self, players: Sequence[Player]) -> Trial:
        """Return the trial, which is over or stopped."""
        record, by_time = self.match.record(), bool(self.stopped) and not self._too_long
        failed = self._moving if _has_failed(self.match) else None
        return Trial(
            str(record),
            tuple(self._turns),
            record.payoffs,
            self.match.ending if self.match.over else "",
            self.stopped,
            failed,
            too_long=self._too_long,
            by_machine=by_time or (failed is not None and _is_by_machine(players[failed])),
            moving=self._moving if by_time else None,
        )


def _player(spec: str, seat: TrialSeat, seed: int, clock: _Clock, modules: Mapping[str, bytes]) -> Player:
    game, patience = load(spec), max(1.0, clock.left())
    if seat.module:
        if seat.module not in modules:
            raise ParseError(f"the program of {seat.name} is missing")
        return WasmPlayer(modules[seat.module], game, seed, ON_SITE._replace(patience=patience))
    if seat.script is not None:
        return ScriptPlayer(seat.script, game, seed, COUNTED._replace(patience=patience))
    bot = make_bot(seat.bot, game, seed)
    bot.give_way = clock.give_way
    return BotPlayer(bot)


def _is_by_machine(player: Player) -> bool:
    return isinstance(player, ScriptPlayer | WasmPlayer) and player.failed_by_machine


def _has_failed(match: Match) -> bool:
    return match.over and match.ending.startswith(FORFEIT)


def _turn(after: Match, seat: int, player: ScriptPlayer | WasmPlayer, ms: int) -> TrialTurn:
    """Return what a program did in a turn that has led to a match."""
    last, failed = player.last, _has_failed(after)
    text = "" if failed or not after.turns else after.turns[-1].text
    text = after.sealed.get(seat, text)
    fault = after.ending if failed else last.fault
    line = last.line if last.line is not None else player.failed_at if failed else None
    return TrialTurn(len(after.turns), seat, text, fault, line, last.printed, last.steps, ms)
