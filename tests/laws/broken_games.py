"""Tiny games with one part replaced, so that each breaks a law."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import ModuleType, SimpleNamespace
from typing import Any

import ludarium
from ludarium.core.definition import Setup
from ludarium.core.game import Game
from ludarium.core.kernel import Floats, Kernel, Singles, Vector
from ludarium.core.spec import Value
from tests.tiny import (
    PENNIES,
    pennies,
)

Functions = dict[str, Callable[..., object]]
"""Functions that replace those of a module, by their names."""


def broken(
    game: Game,
    module: ModuleType,
    *,
    rules: Functions | None = None,
    notation: Functions | None = None,
    **kernel: Callable[..., object],
) -> Game:
    """Return the game with some functions of its kernel, its rules or its notation replaced."""
    plain: dict[str, Any] = {  # the broken functions have the types of those that they replace, more or less
        name: getattr(function, "py_func", function) for name, function in game.kernel._asdict().items()
    }
    definition = replace(
        game.definition,
        kernel=Kernel(**plain | kernel),
        rules=SimpleNamespace(**{**vars(module), **(rules or {})}),
        notation=SimpleNamespace(**{**vars(module), **notation}) if notation else game.definition.notation,
    )
    return Game(definition, game.options)


def seeing(function: Callable[[Vector, Vector, int, Singles], None]) -> Game:
    """Return pennies with another function for its observation."""
    game = Game(PENNIES.definition, PENNIES.options)
    vars(game)["observation"] = replace(PENNIES.observation, function=function)
    return game


def paying(game: Game, earned: Callable[[Vector, Vector, Floats], int]) -> Game:
    """Return a game whose observation says what seats have been paid so far."""
    changed = Game(game.definition, game.options)
    vars(changed)["observation"] = replace(game.observation, earned=earned)
    return changed


def declaring(
    *,
    fixed: bool = False,
    filled: bool = False,
    cells: tuple[int, ...] = (),
    symmetries: tuple[tuple[int, ...], ...] = (),
    actions: tuple[tuple[int, ...], ...] = (),
) -> Game:
    """Return orion with an observation that declares what is not true of it."""
    loaded = ludarium.load("orion(turn_limit=20)")  # shared with all who load it
    game, seen = Game(loaded.definition, loaded.options), loaded.observation
    parts = tuple(
        replace(part, fixed=fixed, filled=filled) if part.name == "own pieces" else part for part in seen.parts
    )
    vars(game)["observation"] = replace(
        seen, parts=parts, cells=cells or seen.cells, symmetries=symmetries or seen.symmetries, actions=actions
    )
    return game


def with_setup(**changes: object) -> Game:
    """Return pennies with another setup, from which a game can still be played."""

    def setup(options: Mapping[str, Value]) -> Setup:
        fields: dict[str, Any] = changes  # the broken setups have values of other types
        return replace(pennies.setup(options), **fields)

    return broken(PENNIES, pennies, rules={"setup": setup})
