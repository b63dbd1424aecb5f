"""Players that are files which run in a sandbox: scripts in JavaScript, and WebAssembly programs."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.game import Game
from ludarium.match.match import Match
from ludarium.players.external.files import read_start
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.script import BUDGET, ScriptBudget, ScriptPlayer
from ludarium.players.sandbox.wasm import LARGEST, USUAL, WasmBudget, WasmPlayer

LONGEST_SCRIPT = 1_000_000
"""Bytes of a script."""
ENDING = ".wasm"


class Script(ScriptPlayer):
    """A script of a file, which is read when the match begins."""

    def __init__(self, path: Path, game: Game, seed: int, budget: ScriptBudget | float = BUDGET) -> None:
        super().__init__("", game, seed, budget if isinstance(budget, ScriptBudget) else ScriptBudget(budget))
        self._path = path

    def prepare(self, match: Match, seat: int) -> None:
        """Read the file, start the engine and load the script."""
        if self._process is None:
            self._text = read_script(self._path)
        super().prepare(match, seat)


def read_script(path: Path) -> str:
    """Return the text of a script.

    Raises `BotFailed`.
    """
    text = read_start(path, LONGEST_SCRIPT)
    if len(text) > LONGEST_SCRIPT:
        raise BotFailed(f"is not a script: expected at most {LONGEST_SCRIPT:,} bytes")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BotFailed(f"is not a script: it is not text in UTF-8 (byte {error.start})") from None


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
