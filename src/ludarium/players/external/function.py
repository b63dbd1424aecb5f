"""Players that are functions: `think(state, seat)` returns an action, or a turn as text."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.text import shorten, to_text
from ludarium.match.match import Match
from ludarium.players.external.files import error_line, load_function
from ludarium.players.player import BotFailed, Limit, Player, PlayResult, describe_failure


class Function(Player):
    """A function of this process that plays a seat; `file` is where it comes from, for the lines in errors."""

    def __init__(self, think: Callable[[State, int], object], file: Path | None = None) -> None:
        self._think, self._file = think, file

    def prepare(self, match: Match, seat: int) -> None:
        """Let an object that is called as a function look at the game, if it has a method `prepare(game)`."""
        look = getattr(self._think, "prepare", None)
        if callable(look):
            look(match.state.game)

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the function's turn; it is called for one action after another until the turn is complete."""
        actions: list[int] = []
        now = match.state
        while True:
            try:
                said = self._think(now, seat)
            except (Exception, SystemExit) as error:
                line = error_line(error, self._file) if self._file else ""
                raise BotFailed(f"{describe_failure(error)}{line}") from error
            if isinstance(said, str) and not actions:
                return PlayResult(said)
            try:
                action = index(said)  # type: ignore[arg-type]  # the function may return anything; TypeError is handled
                if len(now.actors) > 1:
                    return PlayResult(now.action_name(_legal(action, now.legal(seat)), seat))
                now = now.play(action)
            except LudariumError as error:
                raise BotFailed(f"chose {to_text(action)}: {error}") from error
            except TypeError:
                wanted = "an action" if actions else "an action or a turn's text"
                raise BotFailed(f"answered {shorten(repr(said))} where {wanted} was expected") from None
            actions.append(action)
            if now.actors != (seat,) or not now.in_turn:
                return PlayResult(match.state.format_turn(actions))


class FileFunction(Player):
    """A function of a file; the file is executed again for each player, so that matches share no state."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._function: Function | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Execute the file."""
        self._function = self._function or Function(load_function(self._path, self._name), self._path)
        self._function.prepare(match, seat)

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the function's turn."""
        assert self._function, "a function is prepared before it is asked"
        return self._function.play(match, seat, limit)


def _legal(action: int, legal: tuple[int, ...]) -> int:
    if action not in legal:
        raise LudariumError(f"expected one of {', '.join(map(str, legal[:8]))}")
    return action
