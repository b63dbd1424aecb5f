"""Making a tiny game from one file, which is its kernel, rules and notation."""

import sys
from typing import cast

from ludarium.core.definition import Facts, GameDefinition, Notation
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE_OUTCOMES, Floats, Kernel, Vector, rule
from ludarium.core.spec import Option, Value


@rule(CHANCE_OUTCOMES)
def no_chance(t: Vector, v: Vector, out: Floats) -> int:
    """The outcomes of a game without chance."""
    return 0


def never_in_turn(state: State) -> bool:
    """Whether a turn goes on, in a game whose turns have one step."""
    return False


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
