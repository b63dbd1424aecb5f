"""A player that is a file with a WebAssembly program."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.game import Game
from ludarium.match.match import Match
from ludarium.players.external.files import read_start
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.wasm import LARGEST, USUAL, WasmBudget, WasmPlayer

ENDING = ".wasm"


class WasmFile(WasmPlayer):
    """A WebAssembly program of a file, which is read when the match begins."""

    def __init__(self, path: Path, game: Game, seed: int, budget: WasmBudget = USUAL) -> None:
        super().__init__(b"", game, seed, budget)
        self._path = path

    def prepare(self, match: Match, seat: int) -> None:
        """Read the file, compile the program and start it."""
        if not self._content:
            self._content = _read(self._path)
        super().prepare(match, seat)


def is_wasm(spec: str) -> bool:
    """Return whether a spec names a file of a WebAssembly program.

    >>> is_wasm("./bots/mine.wasm"), is_wasm("program:mine.wasm x")
    (True, False)
    """
    return spec.strip().endswith(ENDING) and not spec.strip().startswith("program:")


def _read(path: Path) -> bytes:
    """Return the content of a file; one that is too large is read no further.

    Raises `BotFailed`.
    """
    content = read_start(path, LARGEST)
    if not content:
        raise BotFailed("is not a WebAssembly program: the file is empty")
    return content
