"""A small Backgammon: two dice, five checkers a seat on twelve points, hits, blocked points, and bearing off.

A roll is one of 21; each die moves one checker, doubles count twice, and a die that cannot be played is lost. A checker
goes from its own point 1 to 12, and off from the last four. A point with two checkers of the rival is blocked, a single
one is hit and goes to the bar, from which it must come in before others move. Who has all checkers off wins.

Position v: turns made, the seat that is to roll or move, two dice (0 if played), then for each seat its checkers on the
bar, on its points 1 to 12, and off. A position is these numbers with colons; a turn is words such as `a3` (the first
die moves from point 3), `b0` (the second one enters from the bar) or `lost`, and of chance `4-1`.
"""

import sys
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

import numpy as np

from ludarium.core.definition import Facts, GameDefinition, Setup
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule
from ludarium.core.notation import format_names, parse_names, parse_number
from ludarium.core.spec import Value

POINTS, CHECKERS, LIMIT = 12, 5, 200
BAR, OFF, HOME, SIZE = 0, POINTS + 1, POINTS - 3, POINTS + 2
TURNS, SEAT, DICE, BOARD = 0, 1, 2, 4
FROM = POINTS + 1
LOST = 2 * FROM
_ROLLS = tuple(f"{high}-{low}" for low, high in combinations_with_replacement(range(1, 7), 2))
_MOVES = (*(f"{die}{point}" for die in "ab" for point in range(FROM)), "lost")
_START = {1: 2, 5: 2, 7: 1}


@rule()
def own(seat: int, point: int) -> int:
    """Return the index of a seat's point in the position."""
    return BOARD + SIZE * seat + point


@rule()
def last(v: Vector, seat: int) -> int:
    """Return the seat's rearmost point with a checker."""
    for point in range(OFF + 1):
        if v[own(seat, point)]:
            return point
    return OFF


@rule()
def can_move(v: Vector, seat: int, point: int, die: int) -> bool:
    """Return whether the seat's checker on a point may go so far."""
    if v[own(seat, point)] == 0 or (v[own(seat, BAR)] and point != BAR):
        return False
    to = point + die
    if to >= OFF:
        rear = last(v, seat)
        return bool(rear >= HOME and (to == OFF or point == rear))
    return bool(v[own(1 - seat, OFF - to)] < 2)


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """Return who acts: chance where no die is left, else the seat; nobody once all checkers of one are off."""
    if v[own(0, OFF)] == CHECKERS or v[own(1, OFF)] == CHECKERS or v[TURNS] >= LIMIT:
        return 0
    return 2 << v[SEAT] if v[DICE] or v[DICE + 1] else 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """Fill in the rolls, or the moves of the dice that are left."""
    count = 0
    if seat < 0:
        for roll in range(21):
            out[roll] = roll
        return 21
    for which in range(2):
        die = v[DICE + which]
        if die == 0 or (which == 1 and die == v[DICE]):
            continue
        for point in range(FROM):
            if can_move(v, seat, point, die):
                out[count] = which * FROM + point
                count += 1
    if count == 0:
        out[0] = LOST
        count = 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in the odds of two dice."""
    roll = 0
    for low in range(1, 7):
        for high in range(low, 7):
            out[roll] = (1.0 if low == high else 2.0) / 36.0
            roll += 1
    return 21


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """Roll, or move a checker by a die."""
    seat, action = v[SEAT], actions[0]
    if v[DICE] == 0 and v[DICE + 1] == 0:
        roll = 0
        for low in range(1, 7):
            for high in range(low, 7):
                if roll == action:
                    v[DICE], v[DICE + 1] = low, high
                roll += 1
        return
    if action == LOST:
        v[DICE] = v[DICE + 1] = 0
    else:
        which, point = action // FROM, action % FROM
        to = min(point + v[DICE + which], OFF)
        v[own(seat, point)] -= 1
        v[own(seat, to)] += 1
        if to < OFF and v[own(1 - seat, OFF - to)]:
            v[own(1 - seat, OFF - to)] -= 1
            v[own(1 - seat, BAR)] += 1
        v[DICE + which] = 0
    if v[DICE] == 0 and v[DICE + 1] == 0:
        v[TURNS] += 1
        v[SEAT] = 1 - seat


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in the checkers that are off, and return who has all off."""
    out[0], out[1] = v[own(0, OFF)], v[own(1, OFF)]
    return int(v[own(0, OFF)] == CHECKERS) | int(v[own(1, OFF)] == CHECKERS) << 1


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)


def can_occur(t: Vector, v: Vector) -> bool:
    """Return whether this is a position."""
    if len(v) != BOARD + 2 * SIZE or v[TURNS] > LIMIT or v[SEAT] > 1 or max(v[DICE], v[DICE + 1]) > 6:
        return False
    boards = v[BOARD:].reshape(2, SIZE)
    shared = (boards[0, 1:OFF] > 0) & (boards[1, 1:OFF][::-1] > 0)
    both_off = bool((boards[:, OFF] == CHECKERS).all())
    return bool((boards.sum(axis=1) == CHECKERS).all() and not shared.any() and not both_off)


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up the checkers."""
    start = np.zeros(BOARD + 2 * SIZE, np.int64)
    for seat in (0, 1):
        for point, count in _START.items():
            start[own(seat, point)] = count
    return Setup(np.zeros(1, np.int64), start, ("x", "o"), LOST + 1, 3 * LIMIT + 3, 21)


def in_turn(state: State) -> bool:
    """A turn has begun when one of the two dice is played."""
    v = state.vector
    return bool(state.actors) and (v[DICE] > 0) != (v[DICE + 1] > 0)


def explain(state: State, seat: int, action: int) -> str:
    """Explain why a move is not legal."""
    return "no checker of yours can go so far from there"


def ending(state: State) -> str:
    """Return how the game ended."""
    return "" if state.actors else "all checkers are off" if state.winners else "a draw: the turn limit was reached"


def action_name(state: State, seat: int, action: int) -> str:
    """Return the word of a roll or a move."""
    return _ROLLS[action] if seat < 0 else _MOVES[action]


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return a turn as words."""
    return format_names(state, actions)


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn."""
    return parse_names(state, text, words=_MOVES)


def format_position(state: State) -> str:
    """Return the numbers of a position."""
    return ":".join(map(str, state.vector))


def parse_position(game: Game, text: str) -> State:
    """Parse the numbers of a position."""
    fields = text.strip().split(":")
    v = np.array([parse_number(field, "a number of a position", 0, LIMIT) for field in fields], np.int64)
    if not can_occur(game.tables, v):
        raise ParseError("expected the numbers of a position, with colons between them")
    return game.state(v)


def game() -> Game:
    """Return the game, which is not installed."""
    here = sys.modules[__name__]
    facts = Facts(designer="nobody", year=2026, category="race", source="the studies")
    made = GameDefinition(__name__, "Small Backgammon", here.__doc__ or "", facts, (), here, KERNEL, here)
    return Game(made, {})
