"""A player that is a program in any language; it speaks the protocol of docs/reference/protocol.md."""

from __future__ import annotations

import math
import re
import shlex
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.record import format_seconds
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.match.orders import actions_by_name
from ludarium.players.player import BotFailed, Limit, OutOfTime, Player, PlayResult
from ludarium.players.sandbox.line_process import LineProcess, ResponseTimeout
from ludarium.search.bot import ActionInfo, SearchInfo

VERSION = 1
STARTING = 60.0
"""Seconds that a program has to get ready for a game."""
PATIENCE = 60.0
"""Seconds for a turn if no clock runs."""
_LATE = 0.25
"""Extra seconds to wait for an answer in transit; they still count on the clock."""
_INFO = re.compile(r"value ([01](?:\.[0-9]+)?)(?: (?:visits|playouts) ([0-9]{1,15}))?(?: (?:pv|line) (.+))?", re.ASCII)
"""`playouts` and `line` are older words for `visits` and `pv`."""
_ACTION = re.compile(r"(.+) ([0-9]{1,15}) (-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?:e-[0-9]{1,3})?)", re.ASCII)
_ACTIONS = "actions "


class Program(Player):
    """A program that runs for one match and one seat; `command` starts it, as in a terminal."""

    def __init__(self, command: str, game: Game, seed: int) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise ParseError(f"{shorten(command)} is not a command: {str(error).lower()}") from None
        if not self._command:
            raise ParseError("program: needs the command that starts it, as in program:./engine")
        self._game, self._seed = game, seed
        self._process: LineProcess | None = None
        self._asks_for_legal = False
        self._sent_turns: list[str] | None = None
        self._info: SearchInfo | None = None
        self._actions = ""

    def prepare(self, match: Match, seat: int) -> None:
        """Start the program and wait until it is ready for this game."""
        if self._process:
            return
        self._process = LineProcess(self._command)
        until = time.monotonic() + STARTING
        try:
            self._process.send(f"ludarium {VERSION}", until)
            version, *wanted = self._receive_answer("ready", until).split() or [""]
            if version != str(VERSION):
                raise BotFailed(f"speaks version {shorten(version)} of the protocol, and {VERSION} was expected")
            self._asks_for_legal = "legal" in wanted
            self._process.send(f"game {self._game.spec} seat {seat} seed {self._seed}\nping game", until)
            if (said := self._receive_answer("pong", until)) != "game":
                raise BotFailed(f"said pong {shorten(said)} to ping game")
        except ResponseTimeout:
            raise BotFailed(f"was not ready after {STARTING:g} seconds") from None

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the turn that the program plays, which may choose it action by action, and its last report."""
        within = PATIENCE if limit.seconds == math.inf else limit.seconds
        until = time.monotonic() + within + _LATE
        go = f"go within {format_seconds(within)}"
        if limit.increment is not None:
            go += f" increment {format_seconds(limit.increment)} clocks {' '.join(map(format_seconds, limit.clocks))}"
        try:
            self._actions = ""
            turn = self._choose(match, seat, go, until)
            return PlayResult(turn, self._with_actions(match.state, seat, turn))
        except ResponseTimeout:
            if limit.increment is not None:
                raise OutOfTime("ran out of time") from None
            raise BotFailed(f"gave no turn within {within:g} seconds") from None

    def close(self) -> None:
        """Ask the program to end, and kill it if it does not."""
        if self._process:
            self._process.close("quit")

    def _choose(self, match: Match, seat: int, go: str, until: float) -> str:
        assert self._process, "a program is prepared before it is asked"
        self._process.send("\n".join(self._news(match)), until)
        actions: list[int] = []
        now = match.state
        while True:
            names = actions_by_name(now, seat)
            state = [f"state {now}", *(f"legal {name}" for name in names)] if self._asks_for_legal else []
            self._process.send("\n".join([*state, go]), until)
            word, said = self._receive(until)
            if word == "bestturn" and not actions:
                return said
            if word != "action":
                wanted = "action" if actions else "bestturn or action"
                raise BotFailed(f"said {shorten(f'{word} {said}'.strip())} where {wanted} was expected")
            if len(now.actors) > 1:
                return said
            if said not in names:
                some = ", ".join([*names][:8])
                raise BotFailed(f"chose {shorten(said)}, which is not an action here (expected one of {some})")
            actions.append(names[said])
            now = now.play(actions[-1])
            if now.actors != (seat,) or not now.in_turn:
                return match.state.format_turn(actions)

    def _with_actions(self, state: State, seat: int, turn: str) -> SearchInfo | None:
        """Return the last report, with that about the actions if they fit a state of the turn."""
        if self._info is None or not self._actions:
            return self._info
        states = [state]
        with suppress(LudariumError):  # the caller says what is wrong with a turn
            for action in () if len(state.actors) > 1 else state.parse_turn(turn)[:-1]:
                states.append(states[-1].play(action))
        for one in reversed(states):
            if actions := parse_actions(self._actions, one, seat):
                return replace(self._info, actions=actions, state=one)
        return self._info

    def _news(self, match: Match) -> Iterator[str]:
        """Yield the lines that bring the program up to date: new turns, or the position and all turns."""
        turns = [entry.text for entry in match.turns]
        known = self._sent_turns
        if known is None or turns[: len(known)] != known:
            known = []
            yield "position" if match.start == match.game.initial() else f"position {match.start}"
        yield from (f"turn {text}" for text in turns[len(known) :])
        self._sent_turns = turns

    def _receive_answer(self, expected: str, until: float) -> str:
        """Return what follows the expected word in the program's next line."""
        word, said = self._receive(until)
        if word != expected:
            raise BotFailed(f"said {shorten(f'{word} {said}'.strip())} where {expected} was expected")
        return said

    def _receive(self, until: float) -> tuple[str, str]:
        """Return the first word and the rest of the next line that is not `info`; keep `info` about the search."""
        assert self._process
        while True:
            word, _, said = self._process.receive(until).partition(" ")
            if word == "error":
                raise BotFailed(f"reported an error: {shorten(said)}")
            if word == "info" and said.startswith(_ACTIONS):
                self._actions = said.removeprefix(_ACTIONS)
            elif word == "info":
                self._info = parse_info(said) or self._info
            elif word:
                return word, said.strip()


def parse_info(text: str) -> SearchInfo | None:
    """Parse the text after `info`; return None if it is not about the search.

    >>> parse_info("value 0.5 visits 300 pv u+ | a--") == parse_info("value 0.5 playouts 300 line u+ | a--")
    True
    """
    found = _INFO.fullmatch(text)
    if not found or float(found[1]) > 1:
        return None
    return SearchInfo(float(found[1]), int(found[2] or 0), tuple(found[3].split(" | ")) if found[3] else ())


def parse_actions(text: str, state: State, seat: int) -> tuple[ActionInfo, ...]:
    """Parse the text after `info actions`; return nothing unless it is about actions of the seat in this state.

    >>> import ludarium
    >>> parse_actions("u+ 30 0.5 | t- 12 0.25", ludarium.load("orion").initial(), 0)
    (ActionInfo(action=40, visits=30, value=0.5), ActionInfo(action=39, visits=12, value=0.25))
    """
    names, found = actions_by_name(state, seat), [_ACTION.fullmatch(part) for part in text.split(" | ")]
    if not all(part and part[1] in names for part in found):
        return ()
    return tuple(ActionInfo(names[part[1]], int(part[2]), float(part[3])) for part in found if part)


def format_info(info: SearchInfo) -> str:
    """Return the `info` line of a search.

    >>> format_info(SearchInfo(0.5, visits=300, pv=("u+", "a--")))
    'info value 0.5 visits 300 pv u+ | a--'
    """
    pv = f" pv {' | '.join(info.pv)}" if info.pv else ""
    return f"info value {round(info.value, 6):g} visits {info.visits}{pv}"


def format_actions(info: SearchInfo, seat: int) -> str:
    """Return the `info actions` line of a search: the name, the visits and the value of every action, the best first.

    It is empty if the search does not report them.
    """
    if info.state is None:
        return ""
    named = [(info.state.action_name(action, seat), visits, value) for action, visits, value in info.actions]
    return "info actions " + " | ".join(f"{name} {visits} {round(value, 6):g}" for name, visits, value in named)
