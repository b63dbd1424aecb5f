"""Making a tiny game from one file, which is its kernel, rules and notation."""

import sys
from typing import cast

from ludarium.core.definition import Facts, GameDefinition, Notation
from ludarium.core.game import Game, State
from ludarium.core.kernel import Kernel
from ludarium.core.spec import Option, Value


def make_game(
    module: str,
    kernel: Kernel,
    options: tuple[Option, ...],
    notation: Notation[Game, State] | None = None,
    **instead: Value,
) -> Game:
    """Return the game whose rules are in the module, and its notation, too, unless it is given.

    Options have their defaults, except those in `instead`.
    """
    here = sys.modules[module]
    facts = Facts(designer="nobody", year=2026, category="test", source="the tests")
    definition = GameDefinition(
        module,
        "A tiny game",
        here.__doc__ or "",
        facts,
        options,
        here,
        kernel,
        notation or cast(Notation[Game, State], here),
    )
    return Game(definition, {option.name: option.default for option in options} | instead)
