"""Push your luck, alone: eight times the seat throws a die of four or banks what it has thrown; a 1 loses that.

Position v: choices made, whether the die rolls, points not yet banked, points in the bank.
Constants t: the target, whether the points are paid; else a game is won or lost. The seat wins with the target.
A position is `3:0:5:4`, a turn is `throw`, `bank` or a number on the die.
"""

from collections.abc import Mapping

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import Game, State
from ludarium.core.kernel import (
    ACTORS,
    APPLY,
    CHANCE_OUTCOMES,
    LEGAL,
    PAYOFFS,
    RESULTS,
    Floats,
    Kernel,
    Vector,
    pay_points,
    rule,
    share_equally,
)
from ludarium.core.payoffs import PayoffRange
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, never_in_turn
from tests.tiny.words import Words

CHOICES, FACES = 8, 4


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    if v[1]:
        return 1
    return 2 if v[0] < CHOICES else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    count = FACES if seat < 0 else 2
    for action in range(count):
        out[action] = action
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    for face in range(FACES):
        out[face] = 1.0 / FACES
    return FACES


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    if v[1]:
        v[2] = v[2] + actions[0] + 1 if actions[0] else 0
        v[1] = 0
    else:
        v[0] += 1
        if actions[0]:
            v[3] += v[2]
            v[2] = 0
        else:
            v[1] = 1


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    out[0] = v[3]
    return int(v[3] >= t[0] and v[0] == CHOICES and v[1] == 0)


@rule(PAYOFFS)
def payoffs(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    if t[1]:
        pay_points(t, v, winners, out)
    else:
        share_equally(t, v, winners, out)


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results, payoffs)
in_turn = never_in_turn


def can_occur(t: Vector, v: Vector) -> bool:
    return len(v) == 4 and v[0] <= CHOICES and v[1] <= min(v[0], 1) and v[2] + v[3] <= FACES * (CHOICES - 1)


def setup(options: Mapping[str, Value]) -> Setup:
    paid = options["paid"] == "points"
    tables = np.array([options["target"], paid])
    declared = PayoffRange(0, FACES * (CHOICES - 1)) if paid else None
    return Setup(tables, np.zeros(4, np.int64), ("you",), 2, 2 * CHOICES, FACES, declared)


def explain(state: State, seat: int, action: int) -> str:
    return "throw or bank"


def ending(state: State) -> str:
    t, v = state.game.tables, state.vector
    return "" if v[0] < CHOICES or v[1] else f"{v[3]} points, {t[0]} are needed"


OPTIONS = (
    Option("target", 10, range(1, 25), "Points to win"),
    Option("paid", "points", ("points", "win"), "What is played for"),
)


def game(**instead: Value) -> Game:
    words = Words(("throw", "bank"), tuple("1234"), can_occur)
    return make_game(__name__, KERNEL, OPTIONS, words, **instead)
