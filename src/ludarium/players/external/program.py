"""A player that is a program in any language; it speaks the protocol of docs/reference/protocol.md."""

from __future__ import annotations

import math
import shlex
import time

from ludarium.core.entries import format_seconds
from ludarium.core.errors import ParseError
from ludarium.core.game import Game
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.players.conversation import Conversation
from ludarium.players.player import BotFailed, Limit, OutOfTime, Player, PlayResult
from ludarium.players.sandbox.line_process import LineProcess, ResponseTimeout

STARTING = 60.0
"""Seconds that a program has to get ready for a game."""
PATIENCE = 60.0
"""Seconds for a turn if no clock runs."""
_LATE = 0.25
"""Extra seconds to wait for an answer in transit; they still count on the clock."""


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
        self._conversation: Conversation | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Start the program and wait until it is ready for this game."""
        if self._process:
            return
        self._process = LineProcess(self._command)
        self._conversation = Conversation(self._process)
        try:
            self._conversation.greet(self._game, seat, self._seed, time.monotonic() + STARTING)
        except ResponseTimeout:
            raise BotFailed(f"was not ready after {STARTING:g} seconds") from None

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the turn that the program plays, which may choose it action by action, and its last report."""
        assert self._conversation, "a program is prepared before it is asked"
        within = PATIENCE if limit.seconds == math.inf else limit.seconds
        until = time.monotonic() + within + _LATE
        go = f"go within {format_seconds(within)}"
        if limit.increment is not None:
            go += f" increment {format_seconds(limit.increment)} clocks {' '.join(map(format_seconds, limit.clocks))}"
        try:
            turns = [entry.text for entry in match.turns]
            return self._conversation.choose(match.state, seat, match.start, turns, go, until)
        except ResponseTimeout:
            if limit.increment is not None:
                raise OutOfTime("ran out of time") from None
            raise BotFailed(f"gave no turn within {within:g} seconds") from None

    def close(self) -> None:
        """Ask the program to end, and kill it if it does not."""
        if self._process:
            self._process.close("quit")
