"""Laws of what a game can be: it fits the machine, and hides nothing; `docs/reference/limits.md` says why."""

from typing import Any

import numpy as np

from ludarium.core.kernel import Vector
from ludarium.core.observe import observe
from ludarium.laws.law import Law, must
from ludarium.laws.sample import Sample

MOST_SEATS = 62
"""The actors of a step are bits of a signed word of 64 bits, the first of which is chance."""
MOST_IDS = 1_000_000
"""Searches and learners reserve a number for each id of an action."""


def the_setup_is_within_the_limits(sample: Sample) -> None:
    """Vectors are flat int64, seats have distinct names and are at most 62, and ids are at most a million."""
    game = sample.game
    _must_be_a_vector("the constants", game.setup.tables)
    _must_be_a_vector("the initial position", game.setup.start)
    names = game.setup.seat_names
    must(1 <= len(names) <= MOST_SEATS, f"there are {len(names)} seats: expected 1 to {MOST_SEATS}")
    must(len(set(names)) == len(names), f"two seats have the same name: {', '.join(names)}")
    must(all(name.isprintable() and name.strip() for name in names), f"not all names of seats can be read: {names}")
    for what, number, least in (
        ("num_actions", game.num_actions, 1),
        ("max_chance_outcomes", game.max_chance_outcomes, 0),
    ):
        must(least <= number <= MOST_IDS, f"{what} is {number}: expected {least} to {MOST_IDS}")
    must(game.max_steps >= 1, f"max_steps is {game.max_steps}: expected at least 1")


def no_seat_sees_what_another_does_not(sample: Sample) -> None:
    """Two states that look different to one seat look different to every seat: nothing can be hidden."""
    for seat in range(1, sample.game.seats):
        for one, other in ((0, seat), (seat, 0)):
            seen: dict[bytes, bytes] = {}
            for state in sample.states:
                here, there = observe(state, one).tobytes(), observe(state, other).tobytes()
                hidden = f"seat {one} does not see what seat {other} sees, and no state can hide it"
                must(seen.setdefault(here, there) == there, hidden, state)


def _must_be_a_vector(what: str, values: Vector | Any) -> None:  # Any: a package may give anything
    flat = isinstance(values, np.ndarray) and values.ndim == 1 and values.dtype == np.int64
    must(flat and len(values) > 0, f"{what} are not a flat array of int64 numbers: {values!r:.60}")


LAWS = (Law(the_setup_is_within_the_limits), Law(no_seat_sees_what_another_does_not))
