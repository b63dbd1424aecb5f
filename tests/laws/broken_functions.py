"""Functions that break a law, each in one way: they replace those of a tiny game's kernel, rules or notation."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Singles, Vector
from ludarium.core.spec import Value
from tests.tiny import (
    gammon,
    pairs,
    pennies,
    race,
    stones,
)


def sees_too_much(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[:] = 0
    out[-1] = 2


def sees_parts(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[:] = 0.5


def sees_little(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[0] = seat


def descending(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 1, 0
    return 2


def no_way_on(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    return 0 if v[0] == 1 else pennies.legal(t, v, seat, out)


def too_high(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    out[0], out[1] = 0, 2
    return 2


def no_done(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """Heap c, once begun with five stones, cannot be left and cannot be finished."""
    if v[4] == 3:
        out[0] = 2
        return int(v[2] > 4)
    return stones.legal(t, v, seat, out)


def forever(t: Vector, v: Vector, actions: Vector) -> None:
    v[0] = 0


def beside(t: Vector, v: Vector, actions: Vector) -> None:
    pennies.apply(t, v, actions)
    whole = v.base
    if isinstance(whole, np.ndarray) and whole.size > v.size:
        whole[:] = 0


def touchy(t: Vector, v: Vector) -> int:
    v[1] += 1
    return pennies.actors(t, v)


def forgetful(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    return 2


def lopsided(t: Vector, v: Vector, out: Floats) -> int:
    race.chance_outcomes(t, v, out)
    out[2] = 0.5
    return 3


def never_three(t: Vector, v: Vector, out: Floats) -> int:
    out[0], out[1], out[2] = 0.5, 0.5, 0.0
    return 3


def loser_wins(t: Vector, v: Vector, out: Floats) -> int:
    winners = pennies.results(t, v, out)
    return winners ^ 3 if winners in (1, 2) else winners


def early_winner(t: Vector, v: Vector, out: Floats) -> int:
    pennies.results(t, v, out)
    return 1


def largest_is_not_one(options: Mapping[str, Value]) -> Setup:
    return stones.setup({"largest": 5 // (int(options["largest"]) - 1)})


def without_chance(options: Mapping[str, Value]) -> Setup:
    return replace(race.setup(options), num_actions=3, max_chance_outcomes=0)


def with_ids_of_chance_alone(options: Mapping[str, Value]) -> Setup:
    return replace(race.setup(options), num_actions=1)


def sees_its_own_points_alone(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    out[:] = 0
    out[0] = v[1 + seat]


def rolls_forgotten(state: State) -> str:
    v = state.vector
    return f"{v[0]}:0:{v[2]}-{v[3]}"


def ragged(state: State) -> str:
    return race.format_position(state) + " "


def in_numbers(state: State, actions: Sequence[int]) -> str:
    return " ".join(str(action) for action in actions)


def never_empty(state: State, actions: Sequence[int]) -> str:
    return stones.format_turn(state, actions) or "-"


def trusting(game: Game, text: str) -> State:
    return game.state(np.array([int(word) for word in text.replace("-", ":").split(":")]))


def too_lenient(game: Game, text: str) -> State:
    try:
        return race.parse_position(game, text)
    except ParseError:
        return game.state(np.array([-len(text), 0, 0, 0]))


def by_first_letter(state: State, text: str) -> tuple[int, ...]:
    return ("abc".index(text[0]),)


def in_two_lines(state: State, text: str) -> tuple[int, ...]:
    raise ParseError("no\nturn")


def paid_too_much(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    gammon.payoffs(t, v, winners, out)
    out *= 3


def only_winners_are_paid(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    gammon.payoffs(t, v, winners, out)
    out[:] = np.maximum(out, 0)


def never_a_number(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    out[0] = np.nan


def to_the_left(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    out[0], out[1] = 1, 0


def swapped(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    gammon.payoffs(t, v, winners, out)
    v[2], v[3] = v[3], v[2] + 1


def alone(t: Vector, v: Vector, out: Floats) -> int:
    pairs.results(t, v, out)
    return 0 if v[0] else 1 << (v[1] + 3) % 4


def one_team_too_few(options: Mapping[str, Value]) -> Setup:
    return replace(pairs.setup(options), teams=(0, 1, 0))
