"""Matching pennies: both seats show heads (0) or tails (1) at once; equal pennies give seat 0 a point, others seat 1.

Position `v`: 0 rounds played, 1 points of seat 0, 2 points of seat 1. Constants `t`: 0 rounds of the game.
A position is `2:1-1`, a turn is `heads tails`.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import ACTORS, APPLY, LEGAL, RESULTS, Floats, Kernel, Vector, rule
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, never_in_turn, no_chance

SIDES = ("heads", "tails")


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    return 0b110 if v[0] < t[0] else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 0, 1
    return 2


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    v[0] += 1
    v[1 if actions[0] == actions[1] else 2] += 1


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    out[0], out[1] = v[1], v[2]
    if v[0] < t[0]:
        return 0
    return int(v[1] >= v[2]) | int(v[2] >= v[1]) << 1


KERNEL = Kernel(actors, legal, no_chance, apply, results)
in_turn = never_in_turn


def setup(options: Mapping[str, Value]) -> Setup:
    return Setup(np.array([options["rounds"]]), np.zeros(3, np.int64), ("even", "odd"), 2, int(options["rounds"]))


def explain(state: State, seat: int, action: int) -> str:
    return "show heads or tails"


def ending(state: State) -> str:
    t, v = state.game.tables, state.vector
    return "all rounds are played" if v[0] == t[0] else ""


def action_name(state: State, seat: int, action: int) -> str:
    return SIDES[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    return " ".join(SIDES[action] for action in actions)


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    sides = text.lower().split()
    if len(sides) != 2 or not set(sides) <= set(SIDES):
        raise ParseError("expected two sides, as in heads tails")
    return tuple(SIDES.index(side) for side in sides)


def format_position(state: State) -> str:
    v = state.vector
    return f"{v[0]}:{v[1]}-{v[2]}"


def parse_position(game: Game, text: str) -> State:
    t = game.tables
    found = re.fullmatch(r"([0-9]{1,3}):([0-9]{1,3})-([0-9]{1,3})", text.strip(), re.ASCII)
    v = np.array([int(number) for number in found.groups()] if found else [-1, 0, 0], np.int64)
    if not 0 <= v[0] <= t[0] or v[1] + v[2] != v[0]:
        raise ParseError("expected the rounds played and the points, as in 2:1-1")
    return game.state(v)


def game(rounds: int = 3) -> Game:
    return make_game(__name__, KERNEL, (Option("rounds", 3, range(1, 100), "Rounds of the game"),), rounds=rounds)
