"""A player that is a function of a Python file: `think(state, seat)` returns an action, or a turn as text."""

from __future__ import annotations

from collections.abc import Callable
from operator import index
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten, to_text
from ludarium.match.match import Match
from ludarium.players.external.files import error_line, load_function
from ludarium.players.player import BotFailed, Limit, Player, PlayResult, describe_failure


class Function(Player):
    """A function of a file; the file is executed again for each player, so that matches share no state."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._think: Callable[..., object] | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Execute the file."""
        self._think = self._think or load_function(self._path, self._name)

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the function's turn; it is called for one action after another until the turn is complete."""
        assert self._think, "a function is prepared before it is asked"
        actions: list[int] = []
        now = match.state
        while True:
            try:
                said = self._think(now, seat)
            except (Exception, SystemExit) as error:
                raise BotFailed(f"{describe_failure(error)}{error_line(error, self._path)}") from error
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


def _legal(action: int, legal: tuple[int, ...]) -> int:
    if action not in legal:
        raise LudariumError(f"expected one of {', '.join(map(str, legal[:8]))}")
    return action
