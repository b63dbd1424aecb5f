"""A player that is a program of its own, in any language, spoken to by the protocol of docs/reference/protocol.md."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator

from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.record import format_seconds
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.match.orders import actions_by_name
from ludarium.players.external.line_process import LineProcess, ResponseTimeout
from ludarium.players.player import BotFailed, ExternalPlayer, OutOfTime
from ludarium.search.bot import SearchInfo

VERSION = 1
STARTING = 60.0
"""Seconds from the start of a program to its readiness for a game."""
PATIENCE = 60.0
"""Seconds for a turn where no clock runs."""
_LATE = 0.25
"""Seconds that an answer may be on its way; the clock itself gives nothing away."""
_THOUGHT = re.compile(r"value ([01](?:\.[0-9]+)?)(?: playouts ([0-9]{1,15}))?(?: line (.+))?", re.ASCII)


class Program(ExternalPlayer):
    """A program that runs for one match and one seat; `command` is what one would type to start it."""

    def __init__(self, command: str, game: Game, seed: int) -> None:
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise ParseError(f"{shorten(command)} is no command: {str(error).lower()}") from None
        if not self._command:
            raise ParseError("program: needs the command that starts it, as in program:./engine")
        self._game, self._seed = game, seed
        self._process: LineProcess | None = None
        self._asks_for_legal = False
        self._told: list[str] | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Start the program, and wait until it is ready for this game."""
        if self._process:
            return
        self._process = LineProcess(self._command)
        until = time.monotonic() + STARTING
        try:
            self._process.tell(f"ludarium {VERSION}", until)
            version, *history = self._answer("ready", until).split() or [""]
            if version != str(VERSION):
                raise BotFailed(f"speaks version {shorten(version)} of the protocol, and {VERSION} was expected")
            self._asks_for_legal = "legal" in history
            self._process.tell(f"game {self._game.spec} seat {seat} seed {self._seed}\nping game", until)
            if (said := self._answer("pong", until)) != "game":
                raise BotFailed(f"said pong {shorten(said)} to ping game")
        except ResponseTimeout:
            raise BotFailed(f"was not ready after {STARTING:g} seconds") from None

    def turn(self, match: Match, seat: int) -> str:
        """The turn that the program plays; it may choose it action by action."""
        left = match.time_left(seat)
        within = PATIENCE if left is None else left
        until = time.monotonic() + within + _LATE
        go = f"go within {format_seconds(within)}"
        if match.clock and left is not None:
            go += (
                f" increment {format_seconds(match.clock.increment)} clocks {' '.join(map(format_seconds, match.left))}"
            )
        try:
            return self._choose(match, seat, go, until)
        except ResponseTimeout:
            if left is not None:
                raise OutOfTime("ran out of time") from None
            raise BotFailed(f"gave no turn within {within:g} seconds") from None

    def close(self) -> None:
        """Let the program end, or end it."""
        if self._process:
            self._process.close("quit")

    def _choose(self, match: Match, seat: int, go: str, until: float) -> str:
        assert self._process, "a program is prepared before it is asked"
        self._process.tell("\n".join(self._news(match)), until)
        walk: list[int] = []
        now = match.state
        while True:
            asked = (
                [f"state {now}", *(f"legal {name}" for name in actions_by_name(now, seat))]
                if self._asks_for_legal
                else []
            )
            self._process.tell("\n".join([*asked, go]), until)
            word, said = self._said(until)
            if word == "bestturn" and not walk:
                return said
            if word != "action":
                wanted = "action" if walk else "bestturn or action"
                raise BotFailed(f"said {shorten(f'{word} {said}'.strip())} where {wanted} was expected")
            if len(now.actors) > 1:
                return said
            if said not in names:
                raise BotFailed(f"chose {shorten(said)}, which is no action here (there is {', '.join([*names][:8])})")
            walk.append(names[said])
            now = now.play(walk[-1])
            if now.actors != (seat,) or not now.in_turn:
                return match.state.format_turn(walk)

    def _news(self, match: Match) -> Iterator[str]:
        """What the program has not been told: the turns since it was last asked, or all of them."""
        turns = [entry.text for entry in match.turns]
        known = self._told
        if known is None or turns[: len(known)] != known:
            known = []
            yield "position" if match.start == match.game.initial() else f"position {match.start}"
        yield from (f"turn {text}" for text in turns[len(known) :])
        self._told = turns

    def _answer(self, expected: str, until: float) -> str:
        """What the program says after the word that is expected of it."""
        word, said = self._said(until)
        if word != expected:
            raise BotFailed(f"said {shorten(f'{word} {said}'.strip())} where {expected} was expected")
        return said

    def _said(self, until: float) -> tuple[str, str]:
        """The next word that matters, and what follows it; information is kept as a thought, if it is one."""
        assert self._process
        while True:
            word, _, said = self._process.hear(until).partition(" ")
            if word == "error":
                raise BotFailed(f"gave up: {shorten(said)}")
            if word == "info":
                self._keep(said)
            elif word:
                return word, said.strip()

    def _keep(self, said: str) -> None:
        found = _THOUGHT.fullmatch(said)
        if found and float(found[1]) <= 1:
            line = tuple(found[3].split(" | ")) if found[3] else ()
            self.info = SearchInfo(float(found[1]), int(found[2] or 0), line)


def format_info(info: SearchInfo) -> str:
    """A thought as a program tells it.

    >>> format_info(SearchInfo(0.5, visits=300, pv=("u+", "a--")))
    'info value 0.5 playouts 300 line u+ | a--'
    """
    line = f" line {' | '.join(info.pv)}" if info.pv else ""
    return f"info value {round(info.value, 6):g} playouts {info.visits}{line}"
