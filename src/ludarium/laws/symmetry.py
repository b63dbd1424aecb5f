"""The law of the symmetries that an observation declares: learners teach a network every position in all of them."""

from itertools import product
from math import prod

import numpy as np

from ludarium.core.game import State
from ludarium.core.kernel import Vector
from ludarium.core.observe import observe
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law
from ludarium.laws.sample import Sample

_SYMMETRIES, _TRIED = 3, 2000
"""How many symmetries are tested, and positions of each in which the mirror image is looked for."""


def symmetries_of_the_observation_are_those_of_the_rules(sample: Sample) -> None:
    """The image of a game under a symmetry of the observation can be played, too, with the same end and payoffs.

    It is tested on some symmetries that leave the first position as it is: a second game follows the first in the
    mirror, step by step, while the positions to look through are few.
    """
    start, dice = sample.game.initial(), sample.dice(4)
    declared = [sample.game.observation.moved(symmetry) for symmetry in sample.game.observation.symmetries]
    testable = [moved for moved in declared if _is_mirrored(moved, start, start)]
    for number in dice.permutation(len(testable))[:_SYMMETRIES]:
        here, there, tried = start, start, 0
        while here.actors and tried < _TRIED:
            choices = [there.legal(seat) for seat in there.actors]
            if prod(map(len, choices)) > _TRIED:
                break
            after = here.play_unchecked(*(int(dice.choice(here.legal(seat))) for seat in here.actors))
            for step in product(*choices):
                tried += 1
                mirrored = there.play_unchecked(*step)
                if _is_mirrored(testable[number], after, mirrored):
                    break
            else:
                raise LawBroken(f"a symmetry of the observation is none of the rules: nothing mirrors {after}", here)
            here, there = after, mirrored


def _is_mirrored(moved: Vector, state: State, other: State) -> bool:
    """Return whether every seat sees the one position as the other in the mirror, and both have the same result."""
    inputs = np.array(state.game.observation.inputs)
    return (
        state.actors == other.actors
        and state.payoffs == other.payoffs
        and all(
            np.array_equal(observe(state, seat).ravel()[inputs], observe(other, seat).ravel()[moved[inputs]])
            for seat in range(state.game.seats)
        )
    )


LAWS = (Law(symmetries_of_the_observation_are_those_of_the_rules),)
