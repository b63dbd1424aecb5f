"""Where a match's dice come from, by name, so that its record can say so.

`system` is the computer's own entropy; `seeded(seed=7)` throws the same dice again for the same turns.
"""

import numpy as np

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.rng import generator
from ludarium.core.spec import Option, format_spec, parse_options, parse_spec
from ludarium.core.text import shorten

SYSTEM = "system"
_SEED = Option("seed", 0, range(10**9), "the number that all throws follow from")


def seeded(seed: int) -> str:
    """The name of the dice that follow from a seed.

    >>> seeded(7)
    'seeded(seed=7)'
    """
    return format_spec("seeded", {"seed": seed})


def source(dice: str, turn: int) -> np.random.Generator:
    """The dice of this name for one turn of a match; what was thrown before makes no difference.

    Raises `ParseError` or `InvalidOption`.
    """
    name, given = parse_spec(dice)
    if name == "seeded":
        return generator(int(parse_options(name, (_SEED,), given)["seed"]), turn)
    if name == SYSTEM and not given:
        return generator(None)
    raise ParseError(f"{shorten(dice)} are no dice: there are {SYSTEM} and {seeded(7)}")


def throw(state: State, dice: np.random.Generator) -> int:
    """One of nature's actions, each by its odds."""
    chance_outcomes = state.chance_outcomes()
    return int(dice.choice(list(chance_outcomes), p=list(chance_outcomes.values())))
