"""A vault, opened together: two seats turn a dial in turn by 0, 1 or 2; both win if the last turn shows the number.

Position v: turns made, what the dial shows. Constants t: the number.
A position is `3:4`, a turn is `wait`, `one` or `two`.
"""

from collections.abc import Mapping

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import Game, State
from ludarium.core.kernel import (
    ACTORS,
    APPLY,
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
from tests.tiny.making import make_game, never_in_turn, no_chance
from tests.tiny.words import Words

TURNS = 6


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    return 2 << (v[0] & 1) if v[0] < TURNS else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    for action in range(3):
        out[action] = action
    return 3


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    v[0] += 1
    v[1] += actions[0]


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    out[0] = out[1] = -abs(v[1] - t[0])
    return 3 if v[0] == TURNS and v[1] == t[0] else 0


@rule(PAYOFFS)
def payoffs(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    out[0] = out[1] = winners > 0


KERNEL = Kernel(actors, legal, no_chance, apply, results, payoffs)
in_turn = never_in_turn


def can_occur(t: Vector, v: Vector) -> bool:
    return len(v) == 2 and bool(v[0] <= TURNS and v[1] <= 2 * v[0])


def setup(options: Mapping[str, Value]) -> Setup:
    tables, start = np.array([options["number"]]), np.zeros(2, np.int64)
    return Setup(tables, start, ("left", "right"), 3, TURNS, payoff_range=PayoffRange(0, 1), teams=(0, 0))


def explain(state: State, seat: int, action: int) -> str:
    return "wait, one or two"


def ending(state: State) -> str:
    t, v = state.game.tables, state.vector
    if v[0] < TURNS:
        return ""
    return "the vault is open" if v[1] == t[0] else "the vault stays shut"


def game() -> Game:
    option = Option("number", 11, range(2 * TURNS + 1), "Number that opens the vault")
    return make_game(__name__, KERNEL, (option,), Words(("wait", "one", "two"), (), can_occur))
