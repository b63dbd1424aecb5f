"""Vortex's rules, compiled; § are the paragraphs of this folder's README.

A token is where it stands on its player's own path: 0 at the start, then 1, 2, ... to LAST, the centre. The first
player's path on five by five:

     1  2  3  4  5
    16 17 18 19  6       the others are its quarter turns, so a cell that is c on one player's path
    15 24 25 20  7       is t[SEEN + WIDTH * a + c] on that of a rival who starts a quarters further on
    14 23 22 21  8
    13 12 11 10  9

Position v: the seat that began (-1 before the draw), turns taken, the roll (0 before it); then every seat's tokens,
in ascending order, because they are alike.
A seat's action c moves its token on c. Nature's action s draws seat s to begin; later its action r is a roll of r.
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

FIRST, TURNS, ROLL, TOKENS = 0, 1, 2, 3
LAST, DIE, SEATS, EACH, LIMIT, AHEAD, SHELTER = 0, 1, 2, 3, 4, 5, 21
"""In t: the options; at AHEAD + 4s + q the quarters by which q starts ahead of s; then rows of WIDTH for the cells:
at SHELTER whether nobody is bumped there, at SEEN the numbers that rivals have for them."""
WIDTH = 82
SEEN = SHELTER + WIDTH
REAL, CONSTANT = 0, 4
"""Which rows at SEEN: those of the board, or the source's, which carry the outer ring's offset to the inner ones."""


@rule()
def mover(t, v):
    """§1: the seat whose turn it is; after each turn comes the seat that starts one place back."""
    return (v[FIRST] - v[TURNS]) % t[SEATS]


@rule()
def at_home(t, v):
    """§6: the seats with all tokens in the centre, as bits."""
    seats = 0
    for seat in range(t[SEATS]):
        if v[TOKENS + seat * t[EACH]] == t[LAST]:
            seats |= 1 << seat
    return seats


@rule()
def over(t, v):
    """§6: whether all have had equally many turns, and somebody is at home or the limit is reached."""
    if v[TURNS] % t[SEATS]:
        return False
    return v[TURNS] >= t[LIMIT] * t[SEATS] or at_home(t, v) != 0


@rule()
def find(t, v, seat, cell):
    """The place in v of the seat's first token on this cell, 0 where there is none."""
    first = TOKENS + seat * t[EACH]
    for place in range(first, first + t[EACH]):
        if v[place] == cell:
            return place
    return 0


@rule()
def may_move(t, v, seat, cell):
    """§3, §5: whether a token on this cell may move by the roll: not past the centre, nor onto one of its own."""
    target = cell + v[ROLL]
    return target == t[LAST] or (target < t[LAST] and find(t, v, seat, target) == 0)


@rule()
def can_move(t, v, seat):
    """§2: whether any token may move."""
    first, able = TOKENS + seat * t[EACH], 0
    for place in range(first, first + t[EACH]):
        able += may_move(t, v, seat, v[place])
    return able > 0


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: nature draws who begins; §2: then rolls before every turn."""
    if over(t, v):
        return 0
    if v[FIRST] < 0 or v[ROLL] == 0:
        return 1
    return 2 << mover(t, v)


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§2: any token that may move; tokens at the start are one choice."""
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
    """§1, §2: every seat is as likely as another, and so is every side of the die."""
    count = t[SEATS] if v[FIRST] < 0 else t[DIE]
    for number in range(count):
        out[number] = 1.0 / count
    return count


@rule()
def shift(t, v, seat, place, to):
    """Put the seat's token at this place of v onto another cell, and keep its tokens in ascending order."""
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
    """§4: the rival whose token is bumped where one of the seat's lands on this cell, -1 where there is none."""
    if t[SHELTER + cell] == 0:
        for rival in range(t[SEATS]):
            if rival != seat and find(t, v, rival, t[SEEN + WIDTH * t[AHEAD + 4 * seat + rival] + cell]):
                return rival
    return -1


@rule()
def advance(t, v, seat, cell):
    """§2: move the seat's token on this cell by the roll; §4: and bump whom it lands on."""
    target = cell + v[ROLL]
    rival = facing(t, v, seat, target)
    shift(t, v, seat, find(t, v, seat, cell), target)
    if rival >= 0:
        shift(t, v, rival, find(t, v, rival, t[SEEN + WIDTH * t[AHEAD + 4 * seat + rival] + target]), 0)


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """The draw, a roll or a move; §2: a roll with which no token can move ends the turn by itself."""
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
    """§8: the pairs of a rival and a roll that could now bump the seat's token on this cell, at most all rolls."""
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
def worth(t, v, seat, rows):
    """§7, §8: the seat's score, a whole number: ten for a cell, less the threatened part, rounded half up."""
    first, parts = TOKENS + seat * t[EACH], 0
    for place in range(first, first + t[EACH]):
        cell = v[place]
        parts += 10 * cell * (t[DIE] - threats(t, v, seat, cell, rows))
    return (2 * parts + t[DIE]) // (2 * t[DIE])


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§7: every seat's score; §6: the winners are at home when the game is over."""
    for seat in range(t[SEATS]):
        out[seat] = worth(t, v, seat, REAL)
    return at_home(t, v) if over(t, v) else 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
