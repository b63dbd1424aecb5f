"""The dice of a match, by a name that its record keeps.

`system` draws from the computer's entropy; `seeded(seed=7)` rolls the same numbers for the same turns.
"""

import numpy as np

from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.rng import generator
from ludarium.core.spec import Option, format_spec, parse_options, parse_spec
from ludarium.core.text import shorten

SYSTEM = "system"
_SEED = Option("seed", 0, range(10**9), "random seed of all rolls")


def seeded(seed: int) -> str:
    """Return the name of the dice with this seed.

    >>> seeded(7)
    'seeded(seed=7)'
    """
    return format_spec("seeded", {"seed": seed})


def turn_generator(dice: str, turn: int) -> np.random.Generator:
    """Return the random generator of the named dice for one turn; earlier rolls make no difference.

    Raises `ParseError` or `InvalidOption`.
    """
    name, given = parse_spec(dice)
    if name == "seeded":
        return generator(int(parse_options(name, (_SEED,), given)["seed"]), turn)
    if name == SYSTEM and not given:
        return generator(None)
    raise ParseError(f"{shorten(dice)} is not a kind of dice: expected {SYSTEM} or {seeded(7)}")


def sample_chance(state: State, rng: np.random.Generator) -> int:
    """Draw one of the chance actions by their probabilities."""
    outcomes = state.chance_outcomes()
    return int(rng.choice(list(outcomes), p=list(outcomes.values())))
