"""Multiplication Ludo's rules, the part that needs no speed: the setting-up, what positions are worth, what is said."""

from collections.abc import Mapping
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.spec import Value
from ludarium.games.ludo import kernel
from ludarium.games.ludo.kernel import GOAL, LIMIT, MARKERS, MOVER, PLACES, RESULT, SEATS

NAMES = "ABCD"
"""The players; A's markers are A1, A2, ..."""


class Board(NamedTuple):
    """The positions that a marker can stand on, ascending, and what they are good for.

    From a factor position the goal can still be reached without going back to 1; from a penultimate one it takes one
    roll. On any other position, save 1, a marker can only bump or be sent back.
    """

    positions: tuple[int, ...]
    factors: frozenset[int]
    penultimate: frozenset[int]


@cache
def board(goal: int, die: int) -> Board:
    """The board for a goal and a die.

    >>> sorted(board(120, 6).penultimate), len(board(120, 6).positions)
    ([20, 24, 30, 40, 60], 36)
    """
    rolls = range(2, die + 1)
    positions, factors = {1}, {goal}
    for place in range(2, goal + 1):
        if any(place % roll == 0 and place // roll in positions for roll in rolls):
            positions.add(place)
    for place in sorted(positions - {1}, reverse=True):
        if any(place * roll in factors for roll in rolls):
            factors.add(place)
    penultimate = frozenset(place for place in factors if any(place * roll == goal for roll in rolls))
    return Board(tuple(sorted(positions)), frozenset(factors), penultimate)


def landing(t: Vector, place: int, roll: int) -> int:
    """§4: where a marker comes to from a position."""
    product = place * roll
    return product if product <= t[GOAL] else 1


@cache
def efforts(goal: int, die: int) -> dict[int, float]:
    """How many rolls a marker needs from each position to the goal, if it may wait for those that bring it nearer.

    >>> efforts(120, 6)[60], efforts(120, 6)[1] > efforts(120, 6)[10] > efforts(120, 6)[20]
    (6.0, True)

    Positions are settled in the order of their efforts: to wait for any of n good rolls takes die / n rolls.
    """
    settled: dict[int, float] = {}
    good = dict.fromkeys(board(goal, die).positions, (0, 0.0))
    queue = [(0.0, goal)]
    while queue:
        effort, place = heappop(queue)
        if place in settled:
            continue
        settled[place] = effort
        for roll in range(2, die + 1):
            for before in good if place == 1 else (place // roll,) if place % roll == 0 else ():
                arrives = before * roll == place or (place == 1 and before * roll > goal)
                if before in settled or not arrives:
                    continue
                count, total = good[before]
                good[before] = count + 1, total + effort
                heappush(queue, ((die + total + effort) / (count + 1), before))
    return settled


def setup(options: Mapping[str, Value]) -> Setup:
    """Multiplication Ludo with these options."""
    seats, markers, goal, die, turns = (int(value) for value in options.values())
    effort = np.zeros(goal + 1, np.int64)
    for place, rolls in efforts(goal, die).items():
        effort[place] = round(1000 * rolls)
    tables = np.array([seats, markers, goal, die, turns * seats, *effort], np.int64)
    start = np.array([0, kernel.NOBODY, 0, 0, *[1] * (seats * markers)], np.int64)
    return Setup(tables, start, tuple(NAMES[:seats]), num_actions=max(seats, die), max_steps=2 * turns * seats + 1)


def in_turn(t: Vector, v: Vector) -> bool:
    """A roll is recorded by itself, and so is the move that it asks for: nothing is ever half done."""
    return False


def markers(t: Vector, v: Vector, seat: int) -> list[int]:
    """Where a player's markers stand."""
    own = PLACES + seat * int(t[MARKERS])
    found: list[int] = v[own : own + t[MARKERS]].tolist()
    return found


def explain(t: Vector, v: Vector, seat: int, action: int) -> str:
    """Why this action is not legal here."""
    if seat == CHANCE:
        what = "roll" if v[MOVER] >= 0 else "player"
        return f"there is no {what} {action + 1}: the {'die' if v[MOVER] >= 0 else 'game'} has {kernel.chances(t, v)}"
    if action >= t[MARKERS]:
        return f"{NAMES[seat]} has no marker {action + 1}: a player has {t[MARKERS]}"
    return f"{NAMES[seat]}{action + 1} is retired: it has landed on {t[GOAL]} and moves no more"


def ending(t: Vector, v: Vector) -> str:
    """How the game ended."""
    if v[RESULT] == kernel.DRAWN:
        return f"a draw: every player has had {t[LIMIT] // t[SEATS]} turns"
    if v[RESULT]:
        which = f"all {t[MARKERS]} markers" if t[MARKERS] > 1 else "the marker"
        return f"{which} of {NAMES[v[RESULT] - 1]} on {t[GOAL]}"
    return ""
