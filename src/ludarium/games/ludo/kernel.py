"""Multiplication Ludo's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`, for m markers of each seat:

    index         field   meaning
    0             RESULT  0 while the game goes on, 1 to 4 for a win of seat 0 to 3, DRAWN
    1             MOVER   seat to move; NOBODY before the draw and after the end
    2             ROLL    roll of the mover, 0 before it
    3             TURN    turns played
    4 + m*s + i   PLACES  where marker i of seat s is: 1 is the start, the goal is where it is retired

So with two seats and four markers each:

    RESULT MOVER ROLL TURN | A1 A2 A3 A4 | B1 B2 B3 B4

Constants `t`:

    index   field    meaning
    0       SEATS    option players
    1       MARKERS  option markers
    2       GOAL     option goal
    3       DIE      option die
    4       LIMIT    option turn_limit, in turns of all players together
    5 + p   EFFORT   thousandths of rolls that a marker on p needs to reach the goal; for bots and observations

A turn is a roll and a move, two steps; a roll of 1 is the whole turn, one step.
Actions of chance: the seat that begins, or the roll less 1. Actions of a seat: the marker that it moves, 0 to 3.
"""

import numpy as np

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

RESULT, MOVER, ROLL, TURN, PLACES = 0, 1, 2, 3, 4
SEATS, MARKERS, GOAL, DIE, LIMIT, EFFORT = 0, 1, 2, 3, 4, 5

NOBODY = -1
DRAWN = 5
"""The result of a game that has reached the turn limit."""


@rule()
def chances(t, v):
    """Return the number of outcomes of chance: §1 the players, before the draw; §2 then the faces of the die."""
    return t[DIE] if v[MOVER] != NOBODY else t[SEATS]


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1, §2: chance draws who begins and rolls the die; then the mover moves."""
    if v[RESULT]:
        return 0
    return 2 << v[MOVER] if v[ROLL] else 1


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§3: the markers that are not retired; for chance, all outcomes."""
    count = 0
    if seat < 0:
        count = chances(t, v)
        for action in range(count):
            out[action] = action
        return count
    own = PLACES + seat * t[MARKERS]
    for marker in range(t[MARKERS]):
        out[count] = marker
        count += v[own + marker] != t[GOAL]
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """§1, §2: all outcomes have the same probability."""
    count = chances(t, v)
    for action in range(count):
        out[action] = 1.0 / count
    return count


@rule()
def pass_on(t, v):
    """End the turn: §1 the next player follows, unless §7 the game is won or §8 the turn limit is reached."""
    v[ROLL] = 0
    v[TURN] += 1
    if v[RESULT] == 0 and v[TURN] == t[LIMIT]:
        v[RESULT] = DRAWN
    following = v[MOVER] + 1
    v[MOVER] = NOBODY if v[RESULT] else following if following < t[SEATS] else 0


@rule()
def bump(v, first, last, place):
    """§6: send the markers on this position back to 1, among those at the indices from first to last."""
    for marker in range(first, last):
        if v[marker] == place:
            v[marker] = 1


@rule()
def retired(t, v, seat):
    """§5: return how many of a seat's markers are on the goal."""
    own, count = PLACES + seat * t[MARKERS], 0
    for marker in range(own, own + t[MARKERS]):
        count += v[marker] == t[GOAL]
    return count


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: draw who begins; §2: roll; §3 to §7: or move a marker."""
    action = actions[0]
    if v[MOVER] == NOBODY:
        v[MOVER] = action
    elif v[ROLL]:
        own = PLACES + v[MOVER] * t[MARKERS]
        place = v[own + action] * v[ROLL]
        if place > t[GOAL]:  # §4
            place = 1
        v[own + action] = place
        if place == t[GOAL]:
            if retired(t, v, v[MOVER]) == t[MARKERS]:  # §7
                v[RESULT] = v[MOVER] + 1
        elif place > 1:
            bump(v, PLACES, own, place)
            bump(v, own + t[MARKERS], PLACES + t[SEATS] * t[MARKERS], place)
        pass_on(t, v)
    elif action:
        v[ROLL] = action + 1
    else:  # §2: a one forfeits the turn
        pass_on(t, v)


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§5: points are the retired markers; §7: the winner has retired all of them."""
    for seat in range(t[SEATS]):
        out[seat] = retired(t, v, seat)
    return 1 << v[RESULT] - 1 if 0 < v[RESULT] < DRAWN else 0


def board_key(t: Vector, v: Vector) -> Vector:
    """Return the part of a position that is equal where the board is: the mover, the roll and the markers."""
    return np.append(v[[MOVER, ROLL]], v[PLACES:])


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
