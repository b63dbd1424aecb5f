"""Bids: both seats bid one of their cards at once for a prize; the higher card takes it, and equal cards leave it.

The prizes are worth as many points as there are cards, then one less, and so on; every card is bid once, and who has
more points wins. Position `v`: rounds played, the cards bid by seats 0 and 1 as bits, their points. Constants `t`: how
many cards. A turn is `1 0`, a position `1:2:1:4:0`.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import Game, State
from ludarium.core.kernel import ACTORS, APPLY, LEGAL, RESULTS, Floats, Kernel, Vector, rule
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, never_in_turn, no_chance


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    return 0b110 if v[0] < t[0] else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    count = 0
    for card in range(t[0]):
        if v[1 + seat] >> card & 1 == 0:
            out[count] = card
            count += 1
    return count


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    for seat in range(2):
        v[1 + seat] |= 1 << actions[seat]
        if actions[seat] > actions[1 - seat]:
            v[3 + seat] += t[0] - v[0]
    v[0] += 1


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    out[0], out[1] = v[3], v[4]
    if v[0] < t[0]:
        return 0
    return int(v[3] >= v[4]) | int(v[4] >= v[3]) << 1


KERNEL = Kernel(actors, legal, no_chance, apply, results)
in_turn = never_in_turn


def setup(options: Mapping[str, Value]) -> Setup:
    cards = int(options["cards"])
    return Setup(np.array([cards]), np.zeros(5, np.int64), ("one", "other"), cards, cards)


def explain(state: State, seat: int, action: int) -> str:
    return "this card has been bid"


def ending(state: State) -> str:
    return "" if state.actors else "all cards are bid"


def action_name(state: State, seat: int, action: int) -> str:
    return str(action)


def format_turn(state: State, actions: Sequence[int]) -> str:
    return " ".join(map(str, actions))


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def format_position(state: State) -> str:
    return ":".join(map(str, state.vector))


def parse_position(game: Game, text: str) -> State:
    return game.state(np.array([int(number) for number in text.split(":")], np.int64))


def game() -> Game:
    return make_game(__name__, KERNEL, (Option("cards", 5, range(2, 20), "Cards of every seat"),))
