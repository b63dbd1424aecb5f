"""Orion's rules as compiled functions; § cites a paragraph of this folder's README.

Position `v`, for turns numbered from 0:

    index                          field     meaning
    0                              X         slots with a piece of X
    1                              O         slots with a piece of O
    2                              CARRIED   slots with a piece of the mover that every click of this turn carried
    3                              LEFT      clicks left in this turn
    4                              TURN      turns played
    5                              SINCE     first turn whose position is remembered
    6                              RESULT    0 while the game goes on, 1 a chain of X, 2 a chain of O, 3 and 4 a draw
    7 + HALF*(i & 1) + (i >> 1)    PAST      X before turn i: the even turns, then the odd turns
    + 2*HALF                                 O before turn i, in the same order

Constants `t`:

    index   field     meaning
    0       CLICKS    option clicks
    1       LIMIT     option turn_limit
    2       REVERSAL  1 where the option reversal is allowed
    3       HALF      half the length of the memory of X's pieces
    4       ROWS      option rows
    5       COLUMNS   option columns
    6       END       the action that ends the turn: twice the number of rotors
    7       EAST      lattice points that have a slot to the east
    8       SOUTH     lattice points that have a slot to the south
    9 + r   ROTOR     north slot of rotor r

A set of slots is one word. The level slot (r, c) is bit 11r + c, the upright slot (r, c) is bit 11r + 5 + c; a smaller
board is the upper left part of this one, so that all boards are shifted by the same constants:

     0   1   2   3   4         rotor with north slot n: the wheel
    5 a 6 b 7 c 8 d 9 e 10          n
     11  12  13  14  15        n+5     n+6
    16 f 17 ...                    n+11

The lattice point (r, c), where slots touch tip to tip, is bit 11r + c of a word of points. So the level slot n joins
the points n and n + 1, and the upright slot n joins the points n - 5 and n + 6.

Actions: 2r turns rotor r clockwise, 2r + 1 anticlockwise, and the next number, 50 on the board of five rows of five,
ends the turn (a pass if it is the turn's first action).
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

X, O, CARRIED, LEFT, TURN, SINCE, RESULT, PAST = 0, 1, 2, 3, 4, 5, 6, 7  # noqa: E741  the players are X and O
CLICKS, LIMIT, REVERSAL, HALF, ROWS, COLUMNS, END, EAST, SOUTH, ROTOR = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9

_MOST = 25
"""The rotors of the largest board."""
DRAWN_BY_REPETITION, DRAWN_BY_LIMIT = 3, 4

_WHEEL = 1 | 1 << 5 | 1 << 6 | 1 << 11
_LEVEL = sum(1 << (11 * row + column) for row in range(6) for column in range(5))
_UPRIGHT = sum(1 << (11 * row + 5 + column) for row in range(5) for column in range(6))
_RANK = 0b111111 << 5
"""The upright slots between the first two rows of points; a chain from top to bottom has a piece in every rank."""


@rule()
def turned(slots, north, back):
    """§3: return the slots after a click of the rotor with this north slot: N to E, E to S, S to W, W to N, or back."""
    wheel = slots >> north
    if back:
        moved = (wheel & 1) << 5 | (wheel & 1 << 5) << 6 | (wheel & 1 << 11) >> 5 | (wheel & 1 << 6) >> 6
    else:
        moved = (wheel & 1) << 6 | (wheel & 1 << 6) << 5 | (wheel & 1 << 11) >> 6 | (wheel & 1 << 5) >> 5
    return slots & ~(_WHEEL << north) | moved << north


@rule()
def chained(t, slots):
    """§6: return whether the pieces form a chain from the top edge to the bottom edge."""
    bottom = 11 * t[ROWS]
    for row in range(0, bottom, 11):
        if slots & (_RANK << row) == 0:
            return False
    level, upright = slots & _LEVEL, (slots & _UPRIGHT) >> 5
    reached, before = 0b111111, 0
    while reached != before:
        before = reached
        reached |= (reached & level) << 1 | (reached >> 1) & level
        reached |= (reached & upright) << 11 | (reached >> 11) & upright
    return reached >> bottom != 0


@rule()
def remembered(t, turn):
    """Return the index in `v` of X's pieces before a turn; O's pieces are 2 * HALF further on.

    The turns of one player are neighbours in memory.
    """
    return PAST + (turn & 1) * t[HALF] + (turn >> 1)


@rule()
def allowance(t, turn):
    """§2: one click in the first turn of the game, two in the second, and so on up to the option `clicks`."""
    return min(turn + 1, t[CLICKS])


@rule()
def guarded(t, v):
    """§5: return whether there is a position that this turn must not restore."""
    turn = v[TURN]
    if t[REVERSAL] or turn - 1 < v[SINCE]:
        return False
    now, then, o = remembered(t, turn), remembered(t, turn - 1), 2 * t[HALF]
    return v[now] != v[then] or v[now + o] != v[then + o]  # ruling 3: a turn that changed nothing is a pass


@rule()
def few(slots):
    """Return whether there are at most four slots, as many as a rotor has."""
    for _ in range(4):
        slots &= slots - 1
    return slots == 0


@rule()
def escapes(t, v, x, o, carried, left):
    """Ruling 5: return whether the clicks left can change this position; four pieces of one seat cannot."""
    for _ in range(left):
        spread = carried
        for r in range(t[END] >> 1):
            north = t[ROTOR + r]
            wheel = _WHEEL << north
            if carried & wheel == 0:
                continue
            if x & wheel != wheel and o & wheel != wheel:
                return True
            spread |= turned(carried & wheel, north, 0) | turned(carried & wheel, north, 1)
        carried = spread
    return False


@rule()
def restores(t, v, north, back):
    """§5: return whether after this click the turn could end only in the forbidden position."""
    then = remembered(t, v[TURN] - 1)
    x, o = turned(v[X], north, back), turned(v[O], north, back)
    if x != v[then] or o != v[then + 2 * t[HALF]]:
        return False
    carried = turned(v[CARRIED] & _WHEEL << north, north, back)
    return not escapes(t, v, x, o, carried, v[LEFT] - 1)


@rule(ACTORS)
def actors(t: Vector, v: Vector) -> int:
    """§1: X has the even turns, O the odd ones."""
    if v[RESULT]:
        return 0
    return 2 << (v[TURN] & 1)


@rule()
def write_near(t, near, rotors, out):
    """Write the clicks of the near rotors: write every rotor and keep the near ones, because branches are slow."""
    count = 0
    for r in range(rotors):
        out[count] = 2 * r
        out[count + 1] = 2 * r + 1
        count += 2 * (near >> t[ROTOR + r] & 1)
    return count


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§3: rotors that hold a piece which all earlier clicks carried; §2: or the end of the turn."""
    carried = v[CARRIED]
    near = carried | carried >> 5 | carried >> 6 | carried >> 11  # the north slots of rotors that hold such a piece
    guard = guarded(t, v)
    apart = 0  # the slots where the position differs from the forbidden one
    if guard:
        then = remembered(t, v[TURN] - 1)
        apart = (v[X] ^ v[then]) | (v[O] ^ v[then + 2 * t[HALF]])
    count = 0
    if guard and few(apart):
        for r in range(t[END] >> 1):
            north = t[ROTOR + r]
            for back in range(2):
                if near >> north & 1 and (apart & ~(_WHEEL << north) or not restores(t, v, north, back)):
                    out[count] = 2 * r + back
                    count += 1
    elif t[END] == 2 * _MOST:
        count = write_near(t, near, _MOST, out)  # a number that the compiler knows: it unrolls the loop
    else:
        count = write_near(t, near, t[END] >> 1, out)
    if not guard or apart:
        out[count] = t[END]
        count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Return 0: Orion has no chance."""
    return 0


@rule()
def judge(t, v):
    """§6 to §8: return the result of the position at the end of a turn."""
    turn = v[TURN]
    mover = (turn & 1) ^ 1
    if chained(t, v[mover]):  # §7: the chain of the player who made the turn counts first
        return mover + 1
    if chained(t, v[mover ^ 1]):
        return (mover ^ 1) + 1
    first = max(v[SINCE], t[CLICKS] - 1)  # ruling 7: with fewer clicks allowed it was another position
    first += (first ^ turn) & 1
    begun, now, o = remembered(t, first), remembered(t, turn), 2 * t[HALF]
    xs, os, times = v[begun:now], v[begun + o : now + o], 0
    for i in range(len(xs)):
        times += (xs[i] == v[X]) & (os[i] == v[O])
    if times >= 2:
        return DRAWN_BY_REPETITION
    return DRAWN_BY_LIMIT if turn >= t[LIMIT] else 0


@rule()
def begin(t, v):
    """Begin turn `v[TURN]`: remember the position, set the result, and give the mover the clicks."""
    turn = v[TURN]
    here = remembered(t, turn)
    v[here], v[here + 2 * t[HALF]] = v[X], v[O]
    v[LEFT] = allowance(t, turn)
    v[CARRIED] = v[turn & 1]
    v[RESULT] = judge(t, v)


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """§3: click a rotor, or end the turn; §2: a turn with no clicks left ends by itself."""
    action = actions[0]
    if action != t[END]:
        north, back = t[ROTOR + (action >> 1)], action & 1
        v[X] = turned(v[X], north, back)
        v[O] = turned(v[O], north, back)
        v[CARRIED] = turned(v[CARRIED] & _WHEEL << north, north, back)
        v[LEFT] -= 1
    if action == t[END] or v[LEFT] == 0:
        v[TURN] += 1
        begin(t, v)


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """§6: the player with the chain has 1 point and wins."""
    result = v[RESULT]
    out[0] = 1.0 if result == 1 else 0.0
    out[1] = 1.0 if result == 2 else 0.0
    return result if result <= 2 else 0


def board_key(t: Vector, v: Vector) -> Vector:
    """Return the part of a position that is equal where the board is: the pieces."""
    return v[:CARRIED]


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
