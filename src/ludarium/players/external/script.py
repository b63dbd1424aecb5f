"""A player that is a JavaScript file."""

from __future__ import annotations

from pathlib import Path

from ludarium.core.game import Game
from ludarium.match.match import Match
from ludarium.players.external.files import read_start
from ludarium.players.player import BotFailed
from ludarium.players.sandbox.script import BUDGET, ScriptBudget, ScriptPlayer

__all__ = ["BUDGET", "Script", "read_script"]

LARGEST = 1_000_000


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
    text = read_start(path, LARGEST)
    if len(text) > LARGEST:
        raise BotFailed(f"is not a script: expected at most {LARGEST:,} bytes")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BotFailed(f"is not a script: it is not text in UTF-8 (byte {error.start})") from None
