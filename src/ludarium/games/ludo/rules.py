"""Multiplication Ludo's rules that need no compiling: the setup, facts about positions, and messages to players."""

from collections.abc import Mapping
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.spec import Value
from ludarium.games.ludo import kernel
from ludarium.games.ludo.kernel import DIE, GOAL, LIMIT, MARKERS, MOVER, PLACES, RESULT, SEATS

NAMES = "ABCD"
"""The names of the seats; A's markers are A1, A2, ..."""


class LudoBoard(NamedTuple):
    """The positions that a marker can stand on, in ascending order, and those from which it can reach the goal.

    From a factor position a marker can reach the goal without going back to 1, from a penultimate position in one
    roll. From any other position except 1 it can only bump or go back to 1.
    """

    positions: tuple[int, ...]
    factors: frozenset[int]
    penultimate: frozenset[int]


@cache
def board(goal: int, die: int) -> LudoBoard:
    """Compute the board for a goal and a die.

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
    return LudoBoard(tuple(sorted(positions)), frozenset(factors), penultimate)


def landing(t: Vector, place: int, roll: int) -> int:
    """§3, §4: return where a marker on this position lands with this roll."""
    product = place * roll
    return product if product <= t[GOAL] else 1


@cache
def efforts(goal: int, die: int) -> dict[int, float]:
    """Return the expected rolls from each position to the goal, for a marker that waits for the rolls that help it.

    >>> efforts(120, 6)[60], efforts(120, 6)[1] > efforts(120, 6)[10] > efforts(120, 6)[20]
    (6.0, True)

    As in Dijkstra's algorithm, positions are final in ascending order; waiting for one of n good rolls takes die / n.
    """
    final: dict[int, float] = {}
    good = dict.fromkeys(board(goal, die).positions, (0, 0.0))
    queue = [(0.0, goal)]
    while queue:
        effort, place = heappop(queue)
        if place in final:
            continue
        final[place] = effort
        for roll in range(2, die + 1):
            for before in good if place == 1 else (place // roll,) if place % roll == 0 else ():
                arrives = before * roll == place or (place == 1 and before * roll > goal)
                if before in final or not arrives:
                    continue
                count, total = good[before]
                good[before] = count + 1, total + effort
                heappush(queue, ((die + total + effort) / (count + 1), before))
    return final


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Multiplication Ludo with these options."""
    seats, markers, goal, die, turns = (int(value) for value in options.values())
    effort = np.zeros(goal + 1, np.int64)
    for place, rolls in efforts(goal, die).items():
        effort[place] = round(1000 * rolls)
    tables = np.array([seats, markers, goal, die, turns * seats, *effort], np.int64)
    start = np.array([0, kernel.NOBODY, 0, 0, *[1] * (seats * markers)], np.int64)
    return Setup(
        tables,
        start,
        tuple(NAMES[:seats]),
        num_actions=markers,
        max_steps=2 * turns * seats + 1,
        max_chance_outcomes=max(seats, die),
    )


def in_turn(state: State) -> bool:
    """Return False: the draw, a roll and a move are recorded as turns of one step each."""
    return False


def markers(t: Vector, v: Vector, seat: int) -> list[int]:
    """Return the positions of a seat's markers."""
    own = PLACES + seat * int(t[MARKERS])
    found: list[int] = v[own : own + t[MARKERS]].tolist()
    return found


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    t, v = state.game.tables, state.vector
    if seat == CHANCE:
        if v[MOVER] >= 0:
            return f"there is no roll {action + 1}: the die has the faces 1 to {t[DIE]}"
        return f"there is no player {action + 1}: the players are {', '.join(NAMES[: t[SEATS]])}"
    if action >= t[MARKERS]:
        return f"{NAMES[seat]} has no marker {action + 1}: each player has {t[MARKERS]}"
    return f"{NAMES[seat]}{action + 1} is retired: it has landed on {t[GOAL]} and moves no more"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    t, v = state.game.tables, state.vector
    if v[RESULT] == kernel.DRAWN:
        return f"a draw: every player has had {t[LIMIT] // t[SEATS]} turns"
    if v[RESULT]:
        which = f"all {t[MARKERS]} markers" if t[MARKERS] > 1 else "the marker"
        return f"{which} of {NAMES[v[RESULT] - 1]} on {t[GOAL]}"
    return ""
