"""A race that counts more against a rival on its start: a seat runs a step, or hits, and a hit may miss.

Position v: turns made, whether a coin is tossed for a hit, the places of both seats. The first on place 3 wins.
A run moves one place; a hit, by a coin, sends the rival back to 0 and moves one place, or does nothing.
Constants t: what a win against a rival on place 0 counts, and the limit of turns, after which nobody has won.
A position is `3:0:1:2`, a turn is `run`, `hit`, or of chance `miss` and `strike`.
"""

import sys
from collections.abc import Mapping
from types import ModuleType

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import Game, State
from ludarium.core.kernel import (
    ACTORS,
    APPLY,
    CHANCE_OUTCOMES,
    EVALUATE,
    LEGAL,
    PAYOFFS,
    RESULTS,
    Floats,
    Kernel,
    Vector,
    rule,
)
from ludarium.core.payoffs import PayoffRange
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, never_in_turn
from tests.tiny.words import Words

GOAL, LIMIT = 3, 12


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    if v[2] == GOAL or v[3] == GOAL:
        return 0
    if v[1]:
        return 1
    return 2 << (v[0] & 1) if v[0] < LIMIT else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 0, 1
    return 2


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    out[0] = out[1] = 0.5
    return 2


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    seat = v[0] & 1
    if v[1] == 0 and actions[0]:
        v[1] = 1
        return
    if v[1] == 0 or actions[0]:
        v[2 + seat] += 1
    if v[1] and actions[0]:
        v[3 - seat] = 0
    v[0] += 1
    v[1] = 0


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    out[0], out[1] = v[2], v[3]
    return int(v[2] == GOAL) | int(v[3] == GOAL) << 1


@rule(PAYOFFS)
def payoffs(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    count = t[0] if v[2] == 0 or v[3] == 0 else 1
    out[0] = count * ((winners & 1) - (winners >> 1))
    out[1] = -out[0]


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Who is ahead expects a part of a win, and more against a rival on its start."""
    out[0] = (v[2] - v[3]) / GOAL * (t[0] if v[2] == 0 or v[3] == 0 else 1) / 2
    out[1] = -out[0]
    return 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results, payoffs)
in_turn = never_in_turn
_bots = sys.modules[f"{__name__}.bots"] = ModuleType(f"{__name__}.bots")
vars(_bots)["evaluate"] = evaluate


def can_occur(t: Vector, v: Vector) -> bool:
    return (
        len(v) == 4
        and bool(v[0] <= LIMIT and v[1] < 2 and max(v[2], v[3]) <= GOAL and not v[2] == v[3] == GOAL)
        and (not v[1] or (v[0] < LIMIT and max(v[2], v[3]) < GOAL))
    )


def setup(options: Mapping[str, Value]) -> Setup:
    count = int(options["gammon"])
    declared = PayoffRange(-count, count, total=0)
    return Setup(np.array([count]), np.zeros(4, np.int64), ("x", "o"), 2, 2 * LIMIT, 2, declared)


def explain(state: State, seat: int, action: int) -> str:
    return "run or hit"


def ending(state: State) -> str:
    v = state.vector
    if max(v[2], v[3]) == GOAL:
        return "a gammon" if min(v[2], v[3]) == 0 else "a seat is on the goal"
    return "a draw: the turn limit was reached" if v[0] == LIMIT else ""


def game(**instead: Value) -> Game:
    words = Words(("run", "hit"), ("miss", "strike"), can_occur)
    return make_game(__name__, KERNEL, (Option("gammon", 2, range(1, 9), "What a gammon counts"),), words, **instead)
