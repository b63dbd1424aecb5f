"""The pictures of a study; a game without a view has none."""

from __future__ import annotations

from dataclasses import replace

from ludarium.core.game import Game, State
from ludarium.scenes.picture import draw
from ludarium.scenes.scene import Scene
from ludarium.scenes.sheet import sheet


def has_pictures(game: Game) -> bool:
    """Return whether a game draws its positions."""
    return game.definition.optional_module("view") is not None


def plain(state: State) -> Scene:
    """Return the picture of a state, with nothing to touch and no hints."""
    return replace(draw(state).plain, touches=(), buttons=())


def bare(game: Game) -> Scene:
    """Return the board of a game without pieces, in the same places as `plain` has it."""
    if game.definition.optional_module("sheet"):
        scene = plain(game.initial())
        return replace(scene, elements=tuple(one for one in scene.elements if one.role != "piece"))
    return replace(sheet(game), touches=(), buttons=())
