"""The law of the symmetries that an observation declares: learners teach a network every position in all of them."""

from collections.abc import Iterable, Sequence
from itertools import product, repeat
from math import prod
from operator import contains
from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.observe import observe
from ludarium.core.text import shorten
from ludarium.laws.broken import LawBroken
from ludarium.laws.law import Law
from ludarium.laws.sample import Sample

_SYMMETRIES, _TRIED = 3, 2000
"""How many symmetries are tested, and positions of each in which the mirror image is looked for."""
_Step = tuple[int, ...]


def symmetries_of_the_observation_are_those_of_the_rules(sample: Sample) -> None:
    """The image of a game under a symmetry of the observation can be played, too, with the same end and payoffs.

    It is tested on some symmetries that leave the first position as it is: a second game follows the first in the
    mirror, step by step, by the images of the actions; where the observation does not name them, they are looked for
    while the positions to look through are few.
    """
    start, dice, seen = sample.game.initial(), sample.dice(4), sample.game.observation
    images = [*map(_Image, map(seen.moved, seen.symmetries), seen.actions or repeat(()))]
    _check_actions(sample.game)
    testable = [image for image in images if image.mirrors(start, start)]
    for number in dice.permutation(len(testable))[:_SYMMETRIES]:
        here, there, tried = start, start, 0
        while here.actors and tried < _TRIED:
            step = tuple(int(dice.choice(here.legal(seat))) for seat in here.actors)
            steps = testable[number].steps(step, there)
            if steps is None:
                break
            after = here.play_unchecked(*step)
            for mirror in steps:
                tried += 1
                mirrored = there.play_unchecked(*mirror)
                if testable[number].mirrors(after, mirrored):
                    break
            else:
                raise LawBroken(f"a symmetry of the observation is none of the rules: nothing mirrors {after}", here)
            here, there = after, mirrored


class _Image(NamedTuple):
    """A symmetry: the place that every place of the observation moves to, and the action that every action becomes."""

    moved: Vector
    actions: Sequence[int]

    def steps(self, step: _Step, there: State) -> Iterable[_Step] | None:
        """Return the steps among which the image of a step must be; None if they are too many."""
        choices = [there.legal(seat) for seat in there.actors]
        if self.actions and there.actors != (CHANCE,):
            image = tuple(self.actions[action] for action in step)
            return [image] if all(map(contains, choices, image)) else ()
        return product(*choices) if prod(map(len, choices)) <= _TRIED else None

    def mirrors(self, state: State, other: State) -> bool:
        """Return whether every seat sees the one position as the other in the mirror, with the same result."""
        inputs = np.array(state.game.observation.inputs)
        return (
            state.actors == other.actors
            and state.payoffs == other.payoffs
            and all(
                np.array_equal(observe(state, seat).ravel()[inputs], observe(other, seat).ravel()[self.moved[inputs]])
                for seat in range(state.game.seats)
            )
        )


def _check_actions(game: Game) -> None:
    """Raise `LawBroken` unless the actions that are declared for a symmetry are all actions, once each."""
    seen, every = game.observation, list(range(game.num_actions))
    if seen.actions and len(seen.actions) != len(seen.symmetries):
        raise LawBroken(f"the observation has {len(seen.symmetries)} symmetries, and actions for {len(seen.actions)}")
    if wrong := next((actions for actions in seen.actions if sorted(actions) != every), None):
        raise LawBroken(f"a symmetry has the actions {shorten(str(wrong))}: expected 0 to {every[-1]}, once each")


LAWS = (Law(symmetries_of_the_observation_are_those_of_the_rules),)
