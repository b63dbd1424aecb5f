"""Vortex's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`, for k tokens of each seat:

    index        field   meaning
    0            FIRST   seat that began, -1 before the draw
    1            TURNS   turns taken
    2            ROLL    roll of the mover, 0 before it
    3 + k*s + i  TOKENS  cells of the tokens of seat s, in ascending order, because tokens are alike

The cell of a token is its number on its player's own path: 0 at the start, then 1, 2, ... to LAST, the centre. The
first player's path on the square of five by five:

     1  2  3  4  5
    16 17 18 19  6       the other paths are quarter turns of it, so cell c of one player is cell
    15 24 25 20  7       t[SEEN + WIDTH * a + c] of a rival who starts a quarters further on
    14 23 22 21  8
    13 12 11 10  9

Constants `t`:

    index                 field    meaning
    0                     LAST     number of the centre
    1                     DIE      option die
    2                     SEATS    option players
    3                     EACH     option tokens
    4                     LIMIT    option turn_limit
    5                     PAID     1 if the winner's score is played for, 0 for the win alone
    6 + 4s + q            AHEAD    quarters by which seat q starts ahead of seat s
    22 + c                SHELTER  1 where no token is bumped on cell c
    104 + 82(rows+a) + c  SEEN     number that a rival who starts a quarters ahead has for cell c

`rows` is REAL for the board, or CONSTANT for the source's figures, which use the outer ring's offset in all rings.

Actions of a seat: c moves its token on cell c. Actions of chance: s draws seat s to begin; after the draw, r rolls r.

Size: all rules of the game.
"""

import numpy as np

from ludarium.core.kernel import (
    ACTORS,
    APPLY,
    CHANCE_OUTCOMES,
    LEGAL,
    PAYOFFS,
    RESULTS,
    Floats,
    Kernel,
    Vector,
    rule,
    share_equally,
)

FIRST, TURNS, ROLL, TOKENS = 0, 1, 2, 3
LAST, DIE, SEATS, EACH, LIMIT, PAID, AHEAD, SHELTER = 0, 1, 2, 3, 4, 5, 6, 22
WIDTH = 82
SEEN = SHELTER + WIDTH
REAL, CONSTANT = 0, 4


@rule()
def mover(t, v):
    """§1: return the seat whose turn it is; the turn passes to the seat that starts one place back."""
    return (v[FIRST] - v[TURNS]) % t[SEATS]


@rule()
def at_home(t, v):
    """§6: return the seats with all tokens in the centre; bit s is seat s."""
    seats = 0
    for seat in range(t[SEATS]):
        if v[TOKENS + seat * t[EACH]] == t[LAST]:
            seats |= 1 << seat
    return seats


@rule()
def over(t, v):
    """§6: return whether all have had as many turns, and a seat is at home or the limit is reached."""
    if v[TURNS] % t[SEATS]:
        return False
    return v[TURNS] >= t[LIMIT] * t[SEATS] or at_home(t, v) != 0


@rule()
def find(t, v, seat, cell):
    """Return the index in `v` of the seat's first token on this cell, 0 if there is none."""
    first = TOKENS + seat * t[EACH]
    for place in range(first, first + t[EACH]):
        if v[place] == cell:
            return place
    return 0


@rule()
def may_move(t, v, seat, cell):
    """§3, §5: return whether a token may move from this cell: not past the centre, and not onto an own token."""
    target = cell + v[ROLL]
    return target == t[LAST] or (target < t[LAST] and find(t, v, seat, target) == 0)


@rule()
def can_move(t, v, seat):
    """§2: return whether any token may move."""
    first, able = TOKENS + seat * t[EACH], 0
    for place in range(first, first + t[EACH]):
        able += may_move(t, v, seat, v[place])
    return able > 0


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: chance draws who begins; §2: and rolls the die at the start of every turn."""
    if over(t, v):
        return 0
    if v[FIRST] < 0 or v[ROLL] == 0:
        return 1
    return 2 << mover(t, v)


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: the cells of tokens that may move; for chance, all outcomes."""
    if seat < 0:
        drawn = v[FIRST] >= 0
        count = t[DIE] if drawn else t[SEATS]
        for number in range(count):
            out[number] = number + drawn
        return count
    first, count = TOKENS + seat * t[EACH], 0
    for place in range(first, first + t[EACH]):
        cell = v[place]
        if (place == first or cell != v[place - 1]) and may_move(t, v, seat, cell):
            out[count] = cell
            count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """§1, §2: all outcomes have the same probability."""
    count = t[SEATS] if v[FIRST] < 0 else t[DIE]
    for number in range(count):
        out[number] = 1.0 / count
    return count


@rule()
def shift(t, v, seat, place, to):
    """Move the seat's token at this index of `v` to another cell, and keep its tokens in ascending order."""
    first = TOKENS + seat * t[EACH]
    while place + 1 < first + t[EACH] and v[place + 1] < to:
        v[place] = v[place + 1]
        place += 1
    while place > first and v[place - 1] > to:
        v[place] = v[place - 1]
        place -= 1
    v[place] = to


@rule()
def facing(t, v, seat, cell):
    """§4: return the rival whose token is bumped if the seat's token lands on this cell, -1 if there is none."""
    if t[SHELTER + cell] == 0:
        for rival in range(t[SEATS]):
            if rival != seat and find(t, v, rival, t[SEEN + WIDTH * t[AHEAD + 4 * seat + rival] + cell]):
                return rival
    return -1


@rule()
def advance(t, v, seat, cell):
    """§2: move the seat's token on this cell by the roll; §4: and bump the rival's token on which it lands."""
    target = cell + v[ROLL]
    rival = facing(t, v, seat, target)
    shift(t, v, seat, find(t, v, seat, cell), target)
    if rival >= 0:
        shift(t, v, rival, find(t, v, rival, t[SEEN + WIDTH * t[AHEAD + 4 * seat + rival] + target]), 0)


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§1: draw who begins; §2: roll or move; a roll with which no token can move ends the turn."""
    action = actions[0]
    if v[FIRST] < 0:
        v[FIRST] = action
        return
    seat = mover(t, v)
    if v[ROLL]:
        advance(t, v, seat, action)
    else:
        v[ROLL] = action
        if can_move(t, v, seat):
            return
    v[TURNS] += 1
    v[ROLL] = 0


@rule()
def threats(t, v, seat, cell, rows):
    """§8: return the number of pairs of a rival and a roll that could bump a token on this cell, at most the die's."""
    if t[SHELTER + cell]:
        return 0
    count = 0
    for rival in range(t[SEATS]):
        if rival != seat:
            seen = t[SEEN + WIDTH * (rows + t[AHEAD + 4 * seat + rival]) + cell]
            first = TOKENS + rival * t[EACH]
            for place in range(first, first + t[EACH]):
                behind = seen - v[place]
                if 0 < behind <= t[DIE] and (place == first or v[place] != v[place - 1]):
                    count += 1
    return min(count, t[DIE])


@rule()
def count_points(t, v, seat, rows):
    """§7, §8: return the seat's points: ten for each cell, less the threatened part, rounded half up."""
    first, parts = TOKENS + seat * t[EACH], 0
    for place in range(first, first + t[EACH]):
        cell = v[place]
        parts += 10 * cell * (t[DIE] - threats(t, v, seat, cell, rows))
    return (2 * parts + t[DIE]) // (2 * t[DIE])


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§7: every seat's points; §6: the winners are the seats at home when the game is over."""
    for seat in range(t[SEATS]):
        out[seat] = count_points(t, v, seat, REAL)
    return at_home(t, v) if over(t, v) else 0


@rule(PAYOFFS)
def payoffs(t: Vector, v: Vector, winners: int, out: Floats) -> None:
    """§9: winners share the win, or each is paid by everybody ten times the lead in points."""
    if t[PAID] == 0:
        share_equally(t, v, winners, out)
        return
    most, winning, leads = 10.0 * t[LAST] * t[EACH], 0, 0.0
    for seat in range(t[SEATS]):
        winning += winners >> seat & 1
        leads += most - out[seat]
    for seat in range(t[SEATS]):
        if winning == 0:
            out[seat] = 0.0
        elif winners >> seat & 1:
            out[seat] = 10.0 * leads
        else:
            out[seat] = -10.0 * winning * (most - out[seat])


def board_key(t: Vector, v: Vector) -> Vector:
    """Return the part of a position that is equal where the board is: the mover, the roll and the tokens."""
    return np.append(mover(t, v), v[ROLL:])


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results, payoffs)
