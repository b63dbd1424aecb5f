"""A player that is a JavaScript file; it runs once each turn with an object that its game provides."""

from __future__ import annotations

import json
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ludarium.core.errors import InvalidOption
from ludarium.core.extras import missing_extra
from ludarium.core.game import Game
from ludarium.core.text import shorten
from ludarium.match.match import Match
from ludarium.players.external.line_process import LineProcess, ResponseTimeout
from ludarium.players.player import BotFailed, Limit, Player, PlayResult
from ludarium.search.bot import hook
from ludarium.search.scripting import Scripting

MEMORY = 64 << 20
"""Bytes of memory that a script may use."""
SECONDS = 1
"""Seconds of processor time that a turn may take; other processes do not count."""
BUDGET = 60
"""Seconds of processor time that all turns of a match may take."""
PATIENCE = 60.0
"""Seconds of real time that a turn may take."""
LARGEST = 1_000_000
_SANDBOX = Path(__file__).with_name("_quickjs.py")


class Script(Player):
    """A script in its own process, which ends with the match.

    If the script raises an exception, the choice that it made before counts; the record has the first exception and the
    number of exceptions. `budget` is the processor time in seconds that it may take for a match. Raises `InvalidOption`
    if the game has no such players.
    """

    def __init__(self, path: Path, game: Game, seed: int, budget: float = BUDGET) -> None:
        scripting: Scripting | None = hook(game, "SCRIPTING")
        if scripting is None:
            raise InvalidOption(f"{game.name} has no players in JavaScript")
        if find_spec("quickjs") is None:
            raise missing_extra("quickjs", "javascript", "a player in JavaScript")
        self._path, self._scripting = path, scripting
        self._seed = seed % 2**31
        self._budget = budget
        self._process: LineProcess | None = None
        self._first_fault, self._faults = "", 0

    def prepare(self, match: Match, seat: int) -> None:
        """Start the engine and load the script."""
        if self._process is None:
            given = {"desk": self._scripting.host, "text": _read(self._path), "seed": self._seed}
            self._process = LineProcess([sys.executable, "-I", str(_SANDBOX)])
            self._ask({**given, "memory": MEMORY, "seconds": SECONDS, "budget": self._budget})

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the script's choice in this turn, or its last choice if it makes none."""
        said = self._ask(self._scripting.facts(match.state, seat))
        if said.get("fault"):
            self._faults += 1
            self._first_fault = self._first_fault or f"failed in turn {len(match.turns) + 1}: {shorten(said['fault'])}"
        times = "times" if self._faults > 1 else "time"
        remark = f"{self._first_fault}; {self._faults} {times} in all" if self._faults else ""
        return PlayResult(str(said.get("choice")), remark=remark)

    def close(self) -> None:
        """End the process."""
        if self._process:
            self._process.close()

    def _ask(self, question: Any) -> dict[str, Any]:
        assert self._process, "a script is prepared before it is asked"
        until = time.monotonic() + PATIENCE
        try:
            self._process.send(json.dumps(question), until)
            said = json.loads(self._process.receive(until))
        except json.JSONDecodeError:
            raise BotFailed("changed the objects that report its choice") from None
        except ResponseTimeout:
            raise BotFailed(f"gave no turn within {PATIENCE:g} seconds") from None
        if not isinstance(said, dict):
            raise BotFailed("changed the objects that report its choice")
        if limit := said.get("exceeded"):
            raise BotFailed(self._describe_limit(limit))
        if "failed" in said:
            raise BotFailed(f"failed with {shorten(said['failed'])}")
        return said

    def _describe_limit(self, limit: str) -> str:
        """Return what a script did that exceeded a limit, as a predicate."""
        if limit == "memory":
            return f"used more than {MEMORY >> 20} MB of memory"
        seconds, whole = (self._budget, "match") if limit == "budget" else (SECONDS, "turn")
        return f"took more than {seconds:g} second{'s' * (seconds != 1)} of the processor for a {whole}"


def _read(path: Path) -> str:
    """Return the text of a script.

    Raises `BotFailed`.
    """
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: the path holds a character that no path may hold
        raise BotFailed(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(text) > LARGEST:
        raise BotFailed(f"is not a script: expected at most {LARGEST:,} bytes")
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BotFailed(f"is not a script: it is not text in UTF-8 (byte {error.start})") from None
