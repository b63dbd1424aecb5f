"""Backgammon's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`:

    index       field  meaning
    0           SEAT   seat to roll or to move, NOBODY before the first roll
    1           LARGE  die left to play, the larger of two; 0 before a roll
    2           SMALL  the smaller of two dice left; 0 if there is one, or a double
    3           LEFT   moves left: 1 or 2, of a double up to 4; 0 before a roll
    4           TURN   turns played
    5 + 26s + p POINTS checkers of seat s on its point p: OFF is 0, BAR is 25

Each seat counts the points as its checkers have to go, so point p of one seat is point 25 - p of the other:

    13 14 15 16 17 18 | 19 20 21 22 23 24
    12 11 10  9  8  7 |  6  5  4  3  2  1   home

Constants `t`:

    index   field    meaning
    0       LIMIT    option turn_limit
    1       GAMMONS  what a win can be worth: 3, or 1 without gammons
    2 + 2r  ROLLS    larger and smaller die of roll r; the last six are doubles

A turn is a roll and up to four moves; a turn without a legal move ends with the roll.
Actions of chance: the roll; of the first one, UNEQUAL * seat + roll, which tells who begins, too.
Actions of a seat: FROM * die + point - 1, where die is 0 for LARGE and 1 for SMALL, moves a checker from this point.
"""

import numpy as np
from ludarium.authoring import (
    ACTORS,
    APPLY,
    CHANCE_OUTCOMES,
    LEGAL,
    PAYOFFS,
    RESULTS,
    Floats,
    Kernel,
    Vector,
    fill,
    rule,
)

SEAT, LARGE, SMALL, LEFT, TURN, POINTS = 0, 1, 2, 3, 4, 5
LIMIT, GAMMONS, ROLLS = 0, 1, 2
NOBODY = 2
OFF, HOME, BAR, SIZE = 0, 6, 25, 26
CHECKERS, FROM = 15, 25
UNEQUAL, ALL_ROLLS = 15, 21


@rule()
def rearmost(v: Vector, own: int) -> int:
    """Return the rearmost point with a checker of the seat whose points begin at `own`; OFF if all are off."""
    for point in range(BAR, OFF, -1):
        if v[own + point]:
            return point
    return OFF


@rule()
def can_go(v: Vector, other: int, rear: int, point: int, die: int) -> bool:
    """§2, §3, §5: whether a checker on a point may go so far, if none is on the bar but perhaps itself."""
    to = point - die
    if to > OFF:
        return bool(v[other + BAR - to] < 2)
    return rear <= HOME and (to == OFF or point == rear)


@rule()
def can_play(v: Vector, seat: int, point: int, die: int) -> bool:
    """§2, §3, §5: whether the seat has a checker on a point that may go so far."""
    own, other = POINTS + SIZE * seat, POINTS + SIZE * (1 - seat)
    if v[own + point] == 0 or (v[own + BAR] and point != BAR):
        return False
    return can_go(v, other, rearmost(v, own), point, die)


@rule()
def can_follow(v: Vector, seat: int, point: int, die: int, following: int) -> bool:
    """§4: whether after a move by one die the other can be played."""
    own, other = POINTS + SIZE * seat, POINTS + SIZE * (1 - seat)
    if v[own + BAR] - (point == BAR):
        return bool(v[other + following] < 2)
    to, rear = max(point - die, OFF), OFF
    for place in range(BAR, OFF, -1):
        if v[own + place] - (place == point) + (place == to):
            rear = max(rear, place)
            if can_go(v, other, rear, place, following):
                return True
    return False


@rule()
def freedom(v: Vector, seat: int, die: int) -> int:
    """Return how many checkers can go so far on the board, the bar aside."""
    own, other, count = POINTS + SIZE * seat, POINTS + SIZE * (1 - seat) + BAR + die, 0
    for point in range(die + 1, BAR):
        count += v[own + point] * (v[other - point] < 2)
    return count


@rule()
def list_moves(v: Vector, seat: int, which: int, follows: bool, out: Vector, count: int) -> int:
    """List the moves by a die after `count` others; with `follows`, only those after which the other can be played."""
    own, other = POINTS + SIZE * seat, POINTS + SIZE * (1 - seat)
    die, following, rear = v[LARGE + which], v[LARGE + 1 - which], rearmost(v, own)
    for point in range(BAR if rear == BAR else 1, rear + 1):
        if v[own + point] and can_go(v, other, rear, point, die):
            twice = which and point <= die and can_go(v, other, rear, point, following)  # borne off by either: §5
            if not twice and (not follows or can_follow(v, seat, point, die, following)):
                out[count] = FROM * which + point - 1
                count += 1
    return count


@rule()
def can_move(v: Vector, seat: int) -> bool:
    """Return whether any die that is left can be played."""
    own, other = POINTS + SIZE * seat, POINTS + SIZE * (1 - seat)
    rear = rearmost(v, own)
    for point in range(rear, OFF, -1):
        if v[own + point]:
            if can_go(v, other, rear, point, v[LARGE]):
                return True
            if v[SMALL] and can_go(v, other, rear, point, v[SMALL]):
                return True
            if point == BAR:  # §3
                return False
    return False


@rule()
def is_over(t: Vector, v: Vector) -> bool:
    """§6: all checkers of a seat are off, or the limit of turns is reached."""
    return bool(v[POINTS] == CHECKERS or v[POINTS + SIZE] == CHECKERS or v[TURN] == t[LIMIT])


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: chance rolls, then the seat moves."""
    if is_over(t, v):
        return 0
    return 2 << v[SEAT] if v[LEFT] else 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§4: moves by either die after which the other can be played; if there are none, by the larger, or the smaller."""
    if seat < 0:
        count = 2 * UNEQUAL if v[SEAT] == NOBODY else ALL_ROLLS
        for roll in range(count):
            out[roll] = roll
        return count
    if v[SMALL] == 0:
        return list_moves(v, seat, 0, False, out, 0)
    barred = v[POINTS + SIZE * seat + BAR] > 0
    follows = barred or freedom(v, seat, v[LARGE]) < 2 or freedom(v, seat, v[SMALL]) < 2  # else all moves do
    count = list_moves(v, seat, 0, follows, out, 0)
    count = list_moves(v, seat, 1, follows, out, count)
    if count == 0:
        count = list_moves(v, seat, 0, False, out, 0)
    if count == 0:
        count = list_moves(v, seat, 1, False, out, 0)
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """§1: two dice; the first roll has two different ones."""
    if v[SEAT] == NOBODY:
        for roll in range(2 * UNEQUAL):
            out[roll] = 1.0 / (2 * UNEQUAL)
        return 2 * UNEQUAL
    for roll in range(ALL_ROLLS):
        out[roll] = 2.0 / 36.0 if roll < UNEQUAL else 1.0 / 36.0
    return ALL_ROLLS


@rule()
def roll_dice(t: Vector, v: Vector, roll: int) -> None:
    """§1: the dice of a roll; a double is four moves."""
    if v[SEAT] == NOBODY:
        v[SEAT] = roll // UNEQUAL
        roll %= UNEQUAL
    large, small = t[ROLLS + 2 * roll], t[ROLLS + 2 * roll + 1]
    v[LARGE] = large
    v[SMALL] = 0 if small == large else small
    v[LEFT] = 4 if small == large else 2


@rule()
def move(v: Vector, seat: int, which: int, point: int) -> None:
    """§2, §3: move a checker, and send a single one of the other seat to the bar."""
    own, other = POINTS + SIZE * seat, POINTS + SIZE * (1 - seat)
    to = max(point - v[LARGE + which], OFF)
    v[own + point] -= 1
    v[own + to] += 1
    if to > OFF and v[other + BAR - to]:
        v[other + BAR - to] = 0
        v[other + BAR] += 1
    v[LEFT] -= 1
    if v[SMALL]:
        if which == 0:
            v[LARGE] = v[SMALL]
        v[SMALL] = 0


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: roll, or move; the turn ends where no move is left or legal."""
    if v[LEFT] == 0:
        roll_dice(t, v, actions[0])
    else:
        move(v, v[SEAT], actions[0] // FROM, actions[0] % FROM + 1)
    seat = v[SEAT]
    if v[LEFT] == 0 or not can_move(v, seat):
        fill(v[LARGE:TURN], 0)
        v[TURN] += 1
        v[SEAT] = 1 - seat


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§6: points are the checkers that are off; who has all off wins."""
    out[0], out[1] = v[POINTS], v[POINTS + SIZE]
    return int(v[POINTS] == CHECKERS) | int(v[POINTS + SIZE] == CHECKERS) << 1


@rule(PAYOFFS)
def payoffs(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    """§6: a win counts 1, a gammon 2, a backgammon 3."""
    out[0] = out[1] = 0.0
    if winners:
        seat = winners - 1
        other = POINTS + SIZE * (1 - seat)
        won = 1
        if v[other + OFF] == 0:
            won = 3 if rearmost(v, other) > BAR - 1 - HOME else 2
        out[seat] = min(won, t[GAMMONS])
        out[1 - seat] = -out[seat]


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results, payoffs)


def board_key(t: Vector, v: Vector) -> Vector:
    """Return the part of a position that is equal where the board is: the mover, the dice and the checkers."""
    return np.append(v[:TURN], v[POINTS:])
