"""How many can play a game, whatever its options."""

from functools import cache

from ludarium.core.definition import GameDefinition
from ludarium.core.game import Game
from ludarium.core.spec import Value


@cache
def seat_range(definition: GameDefinition) -> range:
    """Return the numbers of seats that a game can have: each option at its ends, the others at their defaults.

    >>> from ludarium.core.registry import definition
    >>> seat_range(definition("vortex")), len(seat_range(definition("orion")))
    (range(1, 5), 1)
    """
    defaults: dict[str, Value] = {option.name: option.default for option in definition.options}
    ends = [
        {**defaults, option.name: option.parse(str(value))}
        for option in definition.options
        for value in (option.values[0], option.values[-1])
    ]
    numbers = {Game(definition, options).seats for options in (defaults, *ends)}
    return range(min(numbers), max(numbers) + 1)


def format_seats(seats: range) -> str:
    """Return how many can play, in words.

    >>> format_seats(range(1, 5)), format_seats(range(2, 3))
    ('1 to 4', '2')
    """
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else f"{seats[0]}"
