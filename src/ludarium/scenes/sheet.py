"""Boards for paper: empty ones to play on, and positions."""

from dataclasses import replace
from typing import Protocol

from ludarium.core.game import Game, State
from ludarium.scenes.picture import draw
from ludarium.scenes.scene import Scene


class SheetDrawer(Protocol):
    """The module `sheet` of a game, which it has if its board on paper differs from the one on the screen."""

    def sheet(self, state: State) -> Scene:
        """Return the drawing of the board for paper."""


def sheet(of: Game | State) -> Scene:
    """Return the board of a state for paper, or the empty board of a game: nothing to touch, no hints.

    >>> import ludarium
    >>> len([element for element in sheet(ludarium.load("ludo")).elements if element.role == "ground"])
    120
    """
    state = of.initial() if isinstance(of, Game) else of
    drawer: SheetDrawer | None = state.game.definition.optional_module("sheet")
    scene = (drawer.sheet(state) if drawer else draw(state)).plain
    title = state.game.definition.title
    if isinstance(of, Game):
        bare = tuple(element for element in scene.elements if element.role != "piece")
        scene = replace(scene, elements=bare, caption=f"{title}: the board")
    else:
        scene = replace(scene, caption=f"{title}: {state}")
    return replace(scene, touches=(), buttons=(), palette=state.game.definition.palette)
