"""Backgammon's rules that need no compiling: the setup, and messages to players."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
from ludarium.authoring import CHANCE, PayoffRange, Setup, State, Value

from classics.backgammon import kernel
from classics.backgammon.kernel import BAR, FROM, HOME, LARGE, LEFT, NOBODY, OFF, POINTS, SEAT, SIZE, SMALL

NAMES = ("X", "O")
START = {6: 5, 8: 3, 13: 5, 24: 2}
ROLLS = [*((large, small) for small, large in combinations(range(1, 7), 2)), *((die, die) for die in range(1, 7))]
"""The dice of each roll, the larger first; the doubles come last."""


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up the game with these options."""
    limit, most = int(options["turn_limit"]), 3 if options["gammons"] == "on" else 1
    start = np.zeros(POINTS + 2 * SIZE, np.int64)
    start[SEAT] = NOBODY
    for point, count in START.items():
        start[[POINTS + point, POINTS + SIZE + point]] = count
    return Setup(
        np.array([limit, most, *(die for roll in ROLLS for die in roll)], np.int64),
        start,
        NAMES,
        num_actions=2 * FROM,
        max_steps=5 * limit,
        max_chance_outcomes=2 * kernel.UNEQUAL,
        payoff_range=PayoffRange(-most, most, total=0),
    )


def in_turn(state: State) -> bool:
    """Return whether a checker has moved, and another is to move by a die that is left."""
    left, small = state.vector[LEFT], state.vector[SMALL]
    return bool(state.actors) and 0 < left < 4 and small == 0


def place(point: int) -> str:
    """Return the name of a point as its seat counts it."""
    return {OFF: "off", BAR: "bar"}.get(point, str(point))


def move_name(state: State, action: int) -> str:
    """Return a move as in `13/7`; empty if there is no die for it."""
    which, point = action // FROM, action % FROM + 1
    die = int(state.vector[LARGE + which])
    return f"{place(point)}/{place(max(point - die, OFF))}" if die else ""


def explain(state: State, seat: int, action: int) -> str:
    """Return why this action is not legal here."""
    if seat == CHANCE:
        return "the first roll has two different dice" if state.vector[SEAT] == NOBODY else "there are 21 rolls"
    v, point, name = state.vector, action % FROM + 1, move_name(state, action)
    own, die = POINTS + SIZE * seat, int(v[LARGE + action // FROM])
    if not v[own + point]:
        return f"{name} is not allowed: {NAMES[seat]} has no checker on {place(point)}"
    if v[own + BAR] and point != BAR:
        return f"{name} is not allowed: a checker on the bar comes in first"
    if not kernel.can_play(v, seat, point, die):
        if point > die:
            return f"{name} is not allowed: two checkers of {NAMES[1 - seat]} or more are on {place(point - die)}"
        home = kernel.rearmost(v, own) <= HOME
        why = "the die is too large while others are behind" if home else "all checkers must be home first"
        return f"{name} is not allowed: {why}"
    if any(state.action_name(other, seat) == name for other in state.legal(seat)):
        return f"{name} is played by the larger die, which comes to the same"
    return f"{name} is not allowed: both dice must be played if they can be, else the larger if it can be"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    if state.actors:
        return ""
    if not state.winners:
        return "a draw: the turn limit was reached"
    (seat,) = state.winners
    return f"{NAMES[seat]} wins {('a game', 'a gammon', 'a backgammon')[int(max(state.payoffs or ())) - 1]}"
