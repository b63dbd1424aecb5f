"""The effects of the options of a game, in random games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

import numpy as np

from ludarium.analysis.measuring.estimates import Estimate, mean_of, score_of
from ludarium.analysis.simulation import Simulation
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import Floats
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.core.spec import Option, Value, format_spec
from ludarium.search.survey import survey

_SPREAD = 4
"""The number of values that are tried of an option that is a range of numbers."""


class Effect(NamedTuple):
    """Random games with one option changed, or with none: their turns, first seat's score, draws and branching."""

    option: str
    value: Value
    turns: Estimate
    first: Estimate
    drawn: Estimate
    branching: float


def alternatives(option: Option, current: Value) -> list[Value]:
    """Return other values of an option to try: all that are listed, or some of a range, its ends among them.

    >>> import ludarium
    >>> option, *_ = ludarium.load("ludo").definition.options
    >>> option.name, alternatives(option, 2)
    ('players', [3, 4])
    """
    match option.values:
        case range() as numbers:
            places = np.linspace(0, len(numbers) - 1, _SPREAD).round().astype(int)
            values: list[Value] = [numbers[place] for place in np.unique(places).tolist()]
        case tuple() as listed if not hasattr(listed, "_fields"):
            values = [*listed]
        case _:  # an interval of real numbers, or an opening
            values = []
    return [value for value in values if value != current]


class Variant(NamedTuple):
    """A game with one option changed, or with none, which is called ""."""

    option: str
    value: Value
    game: Game


def variants(game: Game) -> Iterator[Variant]:
    """Yield a game as it is, then with each of its options changed alone.

    Values that do not fit the other options are left out.
    """
    yield Variant("", "", game)
    for option in game.definition.options:
        for value in alternatives(option, game.options[option.name]):
            with suppress(LudariumError):  # these options do not go together
                yield Variant(option.name, value, load(format_spec(game.name, game.options | {option.name: value})))


def effect(variant: Variant, games: int, seed: int) -> Effect:
    """Play random games of a variant and return what they show."""
    option, value, game = variant
    made = Simulation(game, ("random",) * game.seats, seed, survey(game.initial(), games, generator(seed)))
    drawn = ~(made.verdicts == 1).any(axis=1)
    turns, first = mean_of(made.numbers.counts[:, 3]), score_of(first_parts(made))
    return Effect(option, value, turns, first, score_of(drawn.astype(float)), made.branching)


def first_parts(made: Simulation) -> Floats:
    """Return the payoff of the seat that chose first, as a part of its range; not of games in which several did."""
    alone = [bits.bit_length() - 2 if bits.bit_count() == 1 else -1 for bits in made.numbers.counts[:, 2].tolist()]
    seats = np.array(alone)
    rows = np.flatnonzero(seats >= 0)
    return made.parts[rows, seats[rows]]  # type: ignore[no-any-return]  # NumPy types an element as Any
