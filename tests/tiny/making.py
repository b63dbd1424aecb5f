"""Making a tiny game from one file, which is its kernel, rules and notation."""

import sys

from ludarium.core.definition import Facts, GameDefinition
from ludarium.core.game import Game
from ludarium.core.kernel import Kernel
from ludarium.core.spec import Option


def make_game(module: str, kernel: Kernel, options: tuple[Option, ...]) -> Game:
    """Return the game whose rules and notation are in the module, with default options."""
    here = sys.modules[module]
    facts = Facts(designer="nobody", year=2026, category="test", source="the tests")
    definition = GameDefinition(module, "A tiny game", here.__doc__ or "", facts, options, here, kernel, here)
    return Game(definition, {option.name: option.default for option in options})
