"""What the tiny games have in common: each is one file, kernel, rules and notation together."""

import sys

from ludarium.core.definition import Facts, GameDefinition
from ludarium.core.game import Game
from ludarium.core.kernel import Kernel
from ludarium.core.spec import Option


def make_game(module: str, kernel: Kernel, options: tuple[Option, ...]) -> Game:
    """The game whose rules and notation are in the module, with its options as usual."""
    here = sys.modules[module]
    facts = Facts(designer="nobody", year=2026, category="test", source="the tests")
    definition = GameDefinition(module, "A tiny game", here.__doc__ or "", facts, options, here, kernel, here)
    return Game(definition, {option.name: option.default for option in options})
