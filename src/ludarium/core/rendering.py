"""The module that draws states: it is of a higher layer, and found by an entry point, as games are."""

from functools import cache
from importlib.metadata import entry_points
from typing import Protocol, cast

from ludarium.core.errors import LudariumError

_GROUP = "ludarium.rendering"


class Renderer(Protocol):
    """A module that draws states."""

    def text(self, state: object) -> str:
        """Return the board as lines of text."""

    def svg(self, state: object) -> str:
        """Return the board as a standalone SVG image."""


@cache
def renderer() -> Renderer:
    """Return the module of the entry point `default` in the group `ludarium.rendering`; the rules run without it.

    Raises `LudariumError` if there is none.
    """
    for entry in entry_points(group=_GROUP, name="default"):
        return cast(Renderer, entry.load())
    raise LudariumError("nothing is installed that draws states: install Ludarium again")
