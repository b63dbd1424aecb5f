"""One heap, two against two: the seats take 1 to 3 stones in turn; who takes the last wins with the seat opposite.

Position v: stones left, the seat to move. A position is `7:2`, a turn is `one`, `two` or `three`.
"""

from collections.abc import Mapping

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import Game, State
from ludarium.core.kernel import ACTORS, APPLY, LEGAL, RESULTS, Floats, Kernel, Vector, rule
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, never_in_turn, no_chance
from tests.tiny.words import Words

SEATS = ("north", "east", "south", "west")


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    return 2 << v[1] if v[0] else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    count = min(3, int(v[0]))
    for action in range(count):
        out[action] = action
    return count


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    v[0] -= actions[0] + 1
    v[1] = (v[1] + 1) % 4


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    for seat in range(4):
        out[seat] = v[0] == 0 and (v[1] + 3) % 4 == seat
    if v[0]:
        return 0
    return 0b1010 if v[1] % 2 == 0 else 0b0101


KERNEL = Kernel(actors, legal, no_chance, apply, results)
in_turn = never_in_turn


def can_occur(t: Vector, v: Vector) -> bool:
    return len(v) == 2 and bool(v[0] <= t[0] and v[1] < 4)


def setup(options: Mapping[str, Value]) -> Setup:
    heap = int(options["heap"])
    return Setup(np.array([heap]), np.array([heap, 0]), SEATS, 3, heap, teams=(0, 1, 0, 1))


def explain(state: State, seat: int, action: int) -> str:
    return "there are not so many stones"


def ending(state: State) -> str:
    v = state.vector
    return "" if v[0] else f"{SEATS[(v[1] + 3) % 4]} takes the last stone"


def game() -> Game:
    words = Words(("one", "two", "three"), (), can_occur)
    return make_game(__name__, KERNEL, (Option("heap", 10, range(1, 30), "Stones"),), words)
