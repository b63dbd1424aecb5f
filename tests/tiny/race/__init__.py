"""A race: chance rolls 1, 2 or 3 (1 half of the time), the seat stays or runs; the first on the goal wins.

Position v: turns played, the roll (0 before it), the place of every seat. In t: the goal, the turn limit, the seats.
Chance's action n is a roll of n + 1; a seat's 0 is to stay, 1 to run, which may not carry it past the goal.
A position is `3:2:5-1` (turn, roll, places), a turn is `roll 2`, `stay` or `run`.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import ACTORS, APPLY, CHANCE, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, never_in_turn

NAMES = ("hare", "tortoise", "fox", "badger", "hedgehog", "mole")


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    if v[0] == t[1]:
        return 0
    for seat in range(t[2]):
        if v[2 + seat] == t[0]:
            return 0
    return 1 if v[1] == 0 else 2 << v[0] % t[2]


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 0, 1
    if seat < 0:
        out[2] = 2
        return 3
    return 2 if v[2 + seat] + v[1] <= t[0] else 1


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    out[0], out[1], out[2] = 0.5, 0.25, 0.25
    return 3


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    if v[1] == 0:
        v[1] = actions[0] + 1
    else:
        v[2 + v[0] % t[2]] += actions[0] * v[1]
        v[0] += 1
        v[1] = 0


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    winners = 0
    for seat in range(t[2]):
        out[seat] = v[2 + seat]
        winners |= int(v[2 + seat] == t[0]) << seat
    return winners


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
in_turn = never_in_turn


def setup(options: Mapping[str, Value]) -> Setup:
    goal, seats = int(options["goal"]), int(options["seats"])
    turns = 2 * seats * goal
    return Setup(np.array([goal, turns, seats]), np.zeros(2 + seats, np.int64), NAMES[:seats], 2, 2 * turns, 3)


def explain(state: State, seat: int, action: int) -> str:
    return "a run may not go past the goal"


def ending(state: State) -> str:
    t, v = state.game.tables, state.vector
    if t[0] in v[2:]:
        return "somebody is on the goal"
    return "a draw: the turn limit was reached" if v[0] == t[1] else ""


def action_name(state: State, seat: int, action: int) -> str:
    return f"roll {action + 1}" if seat < 0 else ("stay", "run")[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    return action_name(state, state.actors[0], actions[0]) if actions else ""


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    words = ("roll 1", "roll 2", "roll 3") if state.actors == (CHANCE,) else ("stay", "run")
    said = " ".join(text.lower().split())
    if said not in words:
        raise ParseError("expected one of " + ", ".join(words))
    return (words.index(said),)


def format_position(state: State) -> str:
    v = state.vector
    return f"{v[0]}:{v[1]}:{'-'.join(map(str, v[2:]))}"


def parse_position(game: Game, text: str) -> State:
    t = game.tables
    found = re.fullmatch(rf"[0-9]{{1,3}}:[0-3](?:[:-][0-9]{{1,3}}){{{t[2]}}}", text.strip(), re.ASCII)
    v = np.array(re.findall("[0-9]+", text) if found else [-1, *[0] * (1 + t[2])]).astype(np.int64)
    over = v[0] == t[1] or t[0] in v[2:]
    if not 0 <= v[0] <= t[1] or v[2:].max() > t[0] or [*v[2:]].count(t[0]) > 1 or (over and v[1]):
        raise ParseError("expected turn, roll and places, as in 3:2:5-1")
    return game.state(v)


def game() -> Game:
    return make_game(
        __name__,
        KERNEL,
        (
            Option("goal", 6, range(2, 20), "Distance to the goal"),
            Option("seats", 2, range(2, 7), "Number of runners"),
        ),
    )
