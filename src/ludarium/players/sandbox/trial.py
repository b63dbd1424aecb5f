"""A match between scripts, WebAssembly programs and bots, with what each program did in each of its turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, NamedTuple

from ludarium.core.errors import ParseError
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
    begun_at = now()
    game, until, cold = load(spec), begun_at + seconds, {*range(len(seats))}
    match = Match.begin(
        game, [seat.name for seat in seats], dice=seeded(derive(seed) % 10**9), tags={"Seed": str(seed)}
    ).roll()
    done: list[TrialTurn] = []
    failed: int | None = None
    moving: int | None = None
    too_long = False

    def left() -> float:
        return until - now()

    def give_way() -> None:
        if left() <= 0:
            raise Interruption

    with ExitStack() as stack:
        players: list[Player] = []
        for number, seat in enumerate(seats):
            player = _player(spec, seat, derive(seed, number), give_way, left(), modules or {})
            players.append(stack.enter_context(player))
        stopped = ""
        while not match.over and not stopped:
            for number in match.to_act:
                started_at, player = now(), players[number]
                try:
                    after = play_turn(match, number, player).match
                except Interruption:
                    stopped, moving = f"stopped after {seconds:g} seconds", number
                    break
                moving = number
                if isinstance(player, ScriptPlayer | WasmPlayer):
                    done.append(_turn(after, number, player, int(1000 * (now() - started_at))))
                failed = number if _has_failed(after) else None
                match = after
                if number in cold and not (cold := cold - {number}):
                    until += min(WARM_UP, now() - begun_at)
                if match.over:
                    break
            match = match.roll()
            if not match.over and left() <= 0:
                stopped = f"stopped after {seconds:g} seconds"
            if len(match.turns) > MOST_LINES:
                stopped, too_long = f"stopped after {MOST_LINES:,} lines of the record", True
    record, ending = match.record(), match.ending if match.over else ""
    by_machine = bool(stopped and not too_long) or (failed is not None and _is_by_machine(players[failed]))
    trial = Trial(str(record), tuple(done), record.payoffs, ending, stopped, failed)
    late = moving if stopped and not too_long else None
    return trial._replace(too_long=too_long, by_machine=by_machine, moving=late)


def _player(
    spec: str,
    seat: TrialSeat,
    seed: int,
    give_way: Callable[[], None],
    left: float,
    modules: Mapping[str, bytes],
) -> Player:
    game = load(spec)
    if seat.module:
        if seat.module not in modules:
            raise ParseError(f"the program of {seat.name} is missing")
        return WasmPlayer(modules[seat.module], game, seed, ON_SITE._replace(patience=max(1.0, left)))
    if seat.script is not None:
        return ScriptPlayer(seat.script, game, seed, COUNTED._replace(patience=max(1.0, left)))
    bot = make_bot(seat.bot, game, seed)
    bot.give_way = give_way
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
