"""The dice of a match, by a name that its record keeps.

`system` draws from the computer's entropy; `seeded(seed=7)` rolls the same numbers for the same turns; `committed` dice
follow from a secret to which the site has committed itself (`match.commitment`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ludarium.core.arguments import check_whole
from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.core.spec import Option, format_spec, parse_options, parse_spec
from ludarium.core.text import shorten

if TYPE_CHECKING:
    from ludarium.match.commitment import Commitment

SYSTEM = "system"
COMMITTED = "committed"
_SEEDS = range(10**9)
_SEED = Option("seed", 0, _SEEDS, "random seed of all rolls")


def seeded(seed: int) -> str:
    """Return the name of the dice with this seed.

    >>> seeded(7)
    'seeded(seed=7)'

    Raises `InvalidOption` for a number that is no seed of dice.
    """
    check_whole("seed", seed, 0, _SEEDS[-1])
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


def throw_turn(dice: str, commitment: Commitment | None, state: State, turns: int, throws: int) -> list[int]:
    """Return the chance actions of a whole turn of chance; after `turns` turns, `throws` of them by chance.

    Raises `ParseError` if the secret of committed dice is not known.
    """
    turn = 1 + (throws if commitment and commitment.shared else turns)
    rng, actions = None if commitment else turn_generator(dice, turns), list[int]()
    while state.actors == (CHANCE,) and (state.in_turn or not actions):
        if commitment:
            actions.append(commitment.throw(state.chance_outcomes(), turn, len(actions) + 1))
        else:
            assert rng is not None
            actions.append(sample_chance(state, rng))
        state = state.play(actions[-1])
    return actions
