"""Orion's rules, compiled; § are the paragraphs of this folder's README.

A set of slots is one word. The level slot (r, c) is bit 11r + c, the upright slot (r, c) is bit 11r + 5 + c:

     0   1   2   3   4         rotor with north slot n: the wheel
    5 a 6 b 7 c 8 d 9 e 10          n
     11  12  13  14  15        n+5     n+6
    16 f 17 ...                    n+11

The lattice point (r, c), where slots touch tip to tip, is bit 11r + c of a word of points, so the level slot n joins
the points n and n + 1, and the upright slot n the points n - 5 and n + 6.

Position v: X's pieces, O's pieces, the mover's pieces that every click of this turn carried, clicks left, turns
played, the first turn whose position is remembered, the result; then the position before every turn.
Action 2r turns rotor r clockwise, 2r + 1 anticlockwise, 50 ends the turn (a pass, where it is the first).
"""

from ludarium.core.kernel import ACTORS, APPLY, CHANCE_OUTCOMES, LEGAL, RESULTS, Floats, Kernel, Vector, rule

X, O, CARRIED, LEFT, TURN, SINCE, RESULT, PAST = 0, 1, 2, 3, 4, 5, 6, 7  # noqa: E741  the players are X and O
CLICKS, LIMIT, REVERSAL, HALF, ROTOR = 0, 1, 2, 3, 4
"""In t: the options; half the length of the memory of X's pieces; then every rotor's north slot."""

DONE = 50
ROTORS = 25
DRAWN_BY_REPETITION, DRAWN_BY_LIMIT = 3, 4
"""Results; 1 is a chain of X's, 2 one of O's."""

_WHEEL = 1 | 1 << 5 | 1 << 6 | 1 << 11
_LEVEL = sum(1 << (11 * row + column) for row in range(6) for column in range(5))
_UPRIGHT = sum(1 << (11 * row + 5 + column) for row in range(5) for column in range(6))
_RANK = 0b111111 << 5
"""The upright slots between two rows of points; every chain from top to bottom passes each of the five."""


@rule()
def turned(slots, north, back):
    """The slots after a click of the rotor whose north slot is given: N to E, E to S, S to W, W to N, or back."""
    wheel = slots >> north
    if back:
        moved = (wheel & 1) << 5 | (wheel & 1 << 5) << 6 | (wheel & 1 << 11) >> 5 | (wheel & 1 << 6) >> 6
    else:
        moved = (wheel & 1) << 6 | (wheel & 1 << 6) << 5 | (wheel & 1 << 11) >> 6 | (wheel & 1 << 5) >> 5
    return slots & ~(_WHEEL << north) | moved << north


@rule()
def chained(slots):
    """§6: whether the pieces make a chain from the top edge to the bottom edge."""
    for row in range(5):
        if slots & (_RANK << 11 * row) == 0:
            return False
    level, upright = slots & _LEVEL, (slots & _UPRIGHT) >> 5
    reached, before = 0b111111, 0
    while reached != before:
        before = reached
        reached |= (reached & level) << 1 | (reached >> 1) & level
        reached |= (reached & upright) << 11 | (reached >> 11) & upright
    return reached >> 55 != 0


@rule()
def remembered(t, turn):
    """Where v keeps X's pieces as they stood before a turn; O's are 2 * HALF further on.

    A player's own turns lie side by side.
    """
    return PAST + (turn & 1) * t[HALF] + (turn >> 1)


@rule()
def allowance(t, turn):
    """§2: one click in the first turn of the game, two in the second, and so on up to the option."""
    return min(turn + 1, t[CLICKS])


@rule()
def guarded(t, v):
    """§5: whether there is a position that this turn must not restore."""
    turn = v[TURN]
    if t[REVERSAL] or turn - 1 < v[SINCE]:
        return False
    now, then, o = remembered(t, turn), remembered(t, turn - 1), 2 * t[HALF]
    return v[now] != v[then] or v[now + o] != v[then + o]  # after a pass, whatever made it, nothing is forbidden


@rule()
def few(slots):
    """Whether there are no more than the four slots of a wheel."""
    for _ in range(4):
        slots &= slots - 1
    return slots == 0


@rule()
def escapes(t, v, x, o, carried, left):
    """Whether clicks that are left can change this position at all: they can't in orbits of one colour."""
    for _ in range(left):
        spread = carried
        for r in range(ROTORS):
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
    """§5: whether this click would leave no end to the turn but the forbidden position."""
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


@rule(LEGAL)
def legal(t: Vector, v: Vector, seat: int, out: Vector) -> int:
    """§3: rotors whose orbit holds a piece that all the earlier clicks carried; §2: or no further click."""
    carried = v[CARRIED]
    near = carried | carried >> 5 | carried >> 6 | carried >> 11  # the north slots of rotors that hold one of them
    guard = guarded(t, v)
    apart = 0  # the slots in which the position differs from the forbidden one
    if guard:
        then = remembered(t, v[TURN] - 1)
        apart = (v[X] ^ v[then]) | (v[O] ^ v[then + 2 * t[HALF]])
    count = 0
    if guard and few(apart):
        for r in range(ROTORS):
            north = t[ROTOR + r]
            for back in range(2):
                if near >> north & 1 and (apart & ~(_WHEEL << north) or not restores(t, v, north, back)):
                    out[count] = 2 * r + back
                    count += 1
    else:  # no click can restore the position: write every rotor, keep the near ones; without branches it is fastest
        for r in range(ROTORS):
            out[count] = 2 * r
            out[count + 1] = 2 * r + 1
            count += 2 * (near >> t[ROTOR + r] & 1)
    if not guard or apart:
        out[count] = DONE
        count += 1
    return count


@rule(CHANCE_OUTCOMES)
def chance_outcomes(t: Vector, v: Vector, out: Floats) -> int:
    """Nature has no part in Orion."""
    return 0


@rule()
def judge(t, v):
    """§6 to §8: the result of the position before the turn that would come next."""
    turn = v[TURN]
    mover = (turn & 1) ^ 1
    if chained(v[mover]):  # §7: the mover's chain counts first
        return mover + 1
    if chained(v[mover ^ 1]):
        return (mover ^ 1) + 1
    first = max(v[SINCE], t[CLICKS] - 1)  # §8: with fewer clicks allowed it was another position
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
    """Begin the turn that v[TURN] names: remember the position, judge it, give the player the clicks."""
    turn = v[TURN]
    here = remembered(t, turn)
    v[here], v[here + 2 * t[HALF]] = v[X], v[O]
    v[LEFT] = allowance(t, turn)
    v[CARRIED] = v[turn & 1]
    v[RESULT] = judge(t, v)


@rule(APPLY)
def apply(t: Vector, v: Vector, actions: Vector) -> None:
    """One click, or the end of the turn; a turn whose clicks are used up ends by itself."""
    action = actions[0]
    if action != DONE:
        north, back = t[ROTOR + (action >> 1)], action & 1
        v[X] = turned(v[X], north, back)
        v[O] = turned(v[O], north, back)
        v[CARRIED] = turned(v[CARRIED] & _WHEEL << north, north, back)
        v[LEFT] -= 1
    if action == DONE or v[LEFT] == 0:
        v[TURN] += 1
        begin(t, v)


@rule(RESULTS)
def results(t: Vector, v: Vector, out: Floats) -> int:
    """One point to the player with the chain."""
    result = v[RESULT]
    out[0] = 1.0 if result == 1 else 0.0
    out[1] = 1.0 if result == 2 else 0.0
    return result if result <= 2 else 0


KERNEL = Kernel(actors, legal, chance_outcomes, apply, results)
