"""A script or WebAssembly program that plays a match of a site, which may last for weeks and several servers."""

from __future__ import annotations

from collections.abc import Callable

from ludarium.core.game import Game, State
from ludarium.match.match import Match
from ludarium.match.progress import all_states
from ludarium.players.bot_player import BotPlayer
from ludarium.players.player import BotFailed, Limit, PlayResult
from ludarium.players.sandbox.script import COUNTED, ScriptPlayer
from ludarium.players.sandbox.wasm import USUAL, WasmPlayer
from ludarium.search.bot import Bot

_PATIENCE = 120.0
"""Seconds of real time for a turn: a guard, since the budget is counted, and a busy machine leaves it little time."""
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
    Where it cannot, and where the budget of all turns is used up, the program begins afresh from the position with all
    its budget: how often others let the match rest, and how long they make it, is no failure of the program.
    """

    def __init__(self, make: Callable[[], ScriptPlayer | WasmPlayer]) -> None:
        self._make, self._program = make, make()
        super().__init__(_Waiting(_SIZES[type(self._program)]))
        self._begun = False

    @classmethod
    def of_script(cls, text: str, game: Game, seed: int) -> SiteProgram:
        """Return the player of a script."""
        return cls(lambda: ScriptPlayer(text, game, seed, COUNTED._replace(patience=_PATIENCE, niceness=_NICENESS)))

    @classmethod
    def of_module(cls, content: bytes, game: Game, seed: int) -> SiteProgram:
        """Return the player of a WebAssembly program."""
        return cls(lambda: WasmPlayer(content, game, seed, USUAL._replace(patience=_PATIENCE, niceness=_NICENESS)))

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
        turns = [entry.text for entry in match.turns]
        for played, state in enumerate(all_states(match)[:-1]):
            if seat in state.actors:
                self._program.choose_in(state, seat, turns[:played])

    def _begin_afresh(self, match: Match, seat: int) -> None:
        self._program.close()
        self._program = self._make()
        self._program.prepare(match, seat)

    def close(self) -> None:
        """End the process."""
        self._program.close()
