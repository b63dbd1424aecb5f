"""A player that is a function of a Python file: `think(state, seat)` returns an action, or a turn as text."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from operator import index
from pathlib import Path

from ludarium.core.errors import LudariumError
from ludarium.core.text import nearest, shorten, to_text
from ludarium.match.match import Match
from ludarium.players.player import BotFailed, Limit, Player, PlayResult, describe_failure


class Function(Player):
    """A function of a file; the file is executed again for each player, so that matches share no state."""

    def __init__(self, path: Path, name: str) -> None:
        self._path, self._name = path, name
        self._think: Callable[..., object] | None = None

    def prepare(self, match: Match, seat: int) -> None:
        """Execute the file."""
        self._think = self._think or _load(self._path, self._name)

    def play(self, match: Match, seat: int, limit: Limit) -> PlayResult:
        """Return the function's turn; it is called for one action after another until the turn is complete."""
        assert self._think, "a function is prepared before it is asked"
        actions: list[int] = []
        now = match.state
        while True:
            try:
                said = self._think(now, seat)
            except (Exception, SystemExit) as error:
                raise BotFailed(f"{describe_failure(error)}{_where(error, self._path)}") from error
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


def _load(path: Path, name: str) -> Callable[..., object]:
    """Return the function of this name in a file.

    Raises `BotFailed`.
    """
    if not path.is_file():
        raise BotFailed("cannot be read: the file does not exist")
    module_name = f"_player_{path.stem}"
    spec = spec_from_file_location(module_name, path)
    assert spec
    assert spec.loader, "a file that ends in .py has one"
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # where dataclasses and pickle look for the classes of a file
    try:
        with _beside(path):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BotFailed(f"cannot be imported: it {describe_failure(error)}{_where(error, path)}") from error
    found = getattr(module, name, None)
    if not callable(found):
        known = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")]
        what = "the file does not define it" if found is None else "the file defines it as something else"
        raise BotFailed(f"is not a function: {what}{nearest(name, known)}")
    call: Callable[..., object] = found
    return call


@contextmanager
def _beside(path: Path) -> Iterator[None]:
    """Let a file import the modules in its folder, as if Python were run on the file."""
    folder = str(path.parent.resolve())
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


def _where(error: BaseException, path: Path) -> str:
    """Return the last line of the file in an error's traceback, as ` (line 3)`; empty if there is none."""
    file = str(path.absolute())
    if isinstance(error, SyntaxError) and error.filename == file:
        return f" (line {error.lineno})"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f" (line {lines[-1]})" if lines else ""
