"""Nim, stone by stone: a turn takes stones from one heap, one a step; the seat that takes the last stone wins.

Position v: stones in the heaps a, b and c, the seat to move, the heap of this turn + 1 (0 before its first stone).
Action 0 to 2 takes a stone from that heap, 3 ends the turn; a turn that empties its heap ends by itself.
A position is `1/3/5 x` or, within a turn on heap b, `1/3/5 x b`; a turn is `b2`: two stones from b.
"""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import ACTORS, APPLY, LEGAL, RESULTS, Floats, Kernel, Vector, rule
from ludarium.core.spec import Option, Value
from tests.tiny.making import make_game, no_chance

HEAPS, DONE = "abc", 3


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    return 2 << v[3] if v[0] + v[1] + v[2] else 0


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    count = 0
    for heap in range(3):
        if v[heap] > 0 and (v[4] == 0 or v[4] == heap + 1):
            out[count] = heap
            count += 1
    if v[4]:
        out[count] = 3
        count += 1
    return count


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    action = actions[0]
    if action < 3:
        v[action] -= 1
        v[4] = action + 1
    if action == 3 or v[action] == 0:
        v[3] ^= 1
        v[4] = 0


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    over = v[0] + v[1] + v[2] == 0
    out[0], out[1] = over and v[3] == 1, over and v[3] == 0
    return 2 >> v[3] if over else 0


KERNEL = Kernel(actors, legal, no_chance, apply, results)


def setup(options: Mapping[str, Value]) -> Setup:
    largest = int(options["largest"])
    start = np.array([1, 3, largest, 0, 0])
    return Setup(np.zeros(1, np.int64), start, ("x", "o"), 4, 2 * (4 + largest))


def in_turn(state: State) -> bool:
    v = state.vector
    return bool(v[4])


def explain(state: State, seat: int, action: int) -> str:
    return "take from one heap that has stones; a turn takes one at least"


def ending(state: State) -> str:
    v = state.vector
    return "" if v[:3].any() else "the last stone is taken"


def action_name(state: State, seat: int, action: int) -> str:
    return "done" if action == DONE else HEAPS[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    stones = [action for action in actions if action != DONE]
    return f"{HEAPS[stones[0]]}{len(stones)}" if stones else "done" if actions else ""


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    v = state.vector
    if text.strip() == "done":
        return (DONE,)
    found = re.fullmatch(r"([abc])([1-9])", text.strip(), re.ASCII)
    if found is None:
        raise ParseError("expected a heap and a number of stones, as in b2")
    heap, number = HEAPS.index(found[1]), int(found[2])
    if number > v[heap]:
        raise IllegalMove(f"heap {found[1]} has {v[heap]} stones")
    return (heap,) * number + ((DONE,) if number < v[heap] else ())


def format_position(state: State) -> str:
    v = state.vector
    return f"{v[0]}/{v[1]}/{v[2]} {'xo'[v[3]]}" + (f" {HEAPS[v[4] - 1]}" if v[4] else "")


def parse_position(game: Game, text: str) -> State:
    found = re.fullmatch(r"([0-9])/([0-9])/([0-9]) ([xo])(?: ([abc]))?", text.strip(), re.ASCII)
    if found is None or (found[5] and found[1 + HEAPS.index(found[5])] == "0"):
        raise ParseError("expected three heaps and x or o, as in 1/3/5 x")
    heap = HEAPS.index(found[5]) + 1 if found[5] else 0
    return game.state(np.array([*(int(n) for n in found.groups()[:3]), "xo".index(found[4]), heap]))


def game() -> Game:
    return make_game(__name__, KERNEL, (Option("largest", 5, range(1, 9), "Stones in the third heap"),))
