"""The options of a game that change its seats, which a form shows above them."""

from functools import cache

from ludarium.core.registry import definition, load
from ludarium.core.spec import Directions, Option, Value


@cache
def seat_options(game: str) -> frozenset[str]:
    """Return the names of the options that change the seats of a game.

    >>> seat_options("vortex"), seat_options("orion")
    (frozenset({'players'}), frozenset())
    """
    options = definition(game).options
    return frozenset(option.name for option in options if len({_seats(game, option, at) for at in _ends(option)}) > 1)


def _ends(option: Option) -> list[Value]:
    """Return the values that tell whether an option changes something: all words, or the ends of a range."""
    if isinstance(option.values, range):
        return [option.values[0], option.values[-1]]
    return [] if isinstance(option.values, Directions) else [*option.values]


def _seats(game: str, option: Option, value: Value) -> tuple[str, ...]:
    return load(f"{game}({option.name}={value})").setup.seat_names
