"""The error that says which law a game breaks, and in which state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludarium.core.game import State


class LawBroken(Exception):
    """A game does not obey a law; the message describes the violation and the state."""

    def __init__(self, found: str, state: State | None = None, law: str = "a law") -> None:
        super().__init__(found)
        self.found = found
        self.state = state
        self.law = law

    def __str__(self) -> str:
        where = "" if self.state is None else f", in {_describe(self.state)}"
        return f"{self.law}: {self.found}{where}"


def _describe(state: State) -> str:
    try:
        return repr(state)
    except Exception:  # noqa: BLE001  a game whose notation is broken may raise anything
        return f"{state.game.spec} at {state.vector.tolist()}"
