"""A script or WebAssembly program that plays a match of a site, which may last for weeks and several servers."""

from __future__ import annotations

from collections.abc import Callable

from ludarium.core.game import Game, State
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import BotFailed, Limit, PlayResult
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer
from ludarium.players.sandbox.wasm import ON_SITE, WasmPlayer
from ludarium.search.bot import Bot

_PATIENCE = 120.0
"""Seconds of real time for a turn: a guard, since the budget is counted, and a busy machine leaves it little time."""
_AGAIN = 1.0
"""Seconds of the processor in which the turns of a seat are run again: a guard for steps that take long."""
_NICENESS = 10
"""A person waits for its turn, but its process must take no time from the server."""
_SIZES = {ScriptPlayer: 16_000_000, WasmPlayer: 64_000_000}
"""Bytes of the process of a program that waits for its next turn."""


class _Waiting(Bot):
    """The bot of a program for the search queue; the program runs in a process of its own, of so many bytes."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._size = size

    def choose(self, state: State, seat: int) -> int:
        """Raise `BotFailed`: the player chooses whole turns."""
        raise BotFailed("chooses whole turns")

    def trim(self) -> int:
        """Return the bytes of the process."""
        return self._size


class SiteProgram(BotPlayer):
    """The player of a program for one seat of a match, closed when the match is over or another needs the memory.

    A new one runs the turns of its seat again first, without playing them, so that the program has its own data again.
    Where it cannot, or that takes more than a turn may, and where the budget of all turns is used up, the program
    begins afresh from the position with all its budget: how often others let the match rest, and how long they make
    it, is no failure of the program.

    While others have precedence its process is suspended.
    """

    def __init__(self, make: Callable[[], ScriptPlayer | WasmPlayer], steps: int | None, author: str = "") -> None:
        self._make, self._most, self.author = make, steps or 0, author
        self._program = self._made()
        super().__init__(_Waiting(_SIZES[type(self._program)]))
        self._begun = False

    @classmethod
    def of_script(cls, text: str, game: Game, seed: int, author: str = "") -> SiteProgram:
        """Return the player of a script."""
        budget = COUNTED._replace(patience=_PATIENCE, niceness=_NICENESS)
        return cls(lambda: ScriptPlayer(text, game, seed, budget), budget.steps, author)

    @classmethod
    def of_module(cls, content: bytes, game: Game, seed: int, author: str = "") -> SiteProgram:
        """Return the player of a WebAssembly program."""
        budget = ON_SITE._replace(patience=_PATIENCE, niceness=_NICENESS)
        return cls(lambda: WasmPlayer(content, game, seed, budget), budget.steps, author)

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the program's turn.

        Raises `BotFailed`.
        """
        self._program.prepare(match, seat)
        if not self._begun:
            self._begun = True
            try:
                self._run_again(match, seat)
            except BotFailed:
                self._begin_afresh(match, seat)
        try:
            return self._program.play(match, seat, limit)
        except BotFailed:
            if not self._program.used_up:
                raise
        self._begin_afresh(match, seat)
        return self._program.play(match, seat, limit)

    def _run_again(self, match: Match, seat: int) -> None:
        turns, steps, seconds = [entry.text for entry in match.turns], 0, 0.0
        for played, state in enumerate(all_states(match)[:-1]):
            if seat in state.actors:
                self._program.choose_in(state, seat, turns[:played])
                steps += self._program.last.steps
                seconds += self._program.last.seconds
                if steps > self._most or seconds > _AGAIN:
                    raise BotFailed("takes too long to run its turns again")

    def _begin_afresh(self, match: Match, seat: int) -> None:
        self._program.close()
        self._program = self._made()
        self._program.prepare(match, seat)

    def _made(self) -> ScriptPlayer | WasmPlayer:
        program = self._make()
        program.give_way = self._give_way
        return program

    def _give_way(self) -> None:
        self.bot.give_way()

    def suspend(self, *, suspended: bool) -> None:
        """Let the process rest, or go on."""
        self._program.suspend(suspended=suspended)

    def close(self) -> None:
        """End the process."""
        self._program.close()
