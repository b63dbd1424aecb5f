"""What a learner sees of Orion: the lattice of slots and points as planes.

The lattice point (r, c) lies in row 2r and column 2c of a plane, the slots between the points, and a rotor amid its
four slots, so that the slot with the number s in the kernel's drawing is place 2s + 1 of a plane:

    .  0  .  1  .  2 ...
    5  a  6  b  7  c ...
    . 11  . 12  . 13 ...
"""

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part
from ludarium.games.orion.kernel import CARRIED, CLICKS, HALF, LEFT, LIMIT, PAST, REVERSAL, SINCE, TURN, O, X

SIDE, SLOTS = 11, 60
PLANE = SIDE * SIDE


def describe(t: Vector) -> Observation:
    """The planes, whatever the options."""
    parts = (
        Part("own pieces", "the seat's pieces", whole=True),
        Part("other pieces", "the opponent's pieces", whole=True),
        Part("carried", "pieces of the player to move that every click of this turn carried", whole=True),
        Part("forbidden", "pieces in the position that this turn must not restore: 1 own, -1 other", 1, -1, 1, True),
        Part("clicks left", "in this turn, as a part of the option `clicks`"),
        Part("came up", "how often the position before this turn had come up before; 1 is twice"),
        Part("turns", "those that were played, as a part of the option `turn_limit`"),
    )
    return Observation(observe, parts, (SIDE, SIDE))


@rule()
def draw(out, plane, slots, others):
    """Set a plane to 1 on a set of slots, to -1 on another, and to 0 elsewhere."""
    view = out[plane * PLANE : (plane + 1) * PLANE]
    for slot in range(SLOTS):
        view[2 * slot] = 0
        view[2 * slot + 1] = (slots >> slot & 1) - (others >> slot & 1)
    view[PLANE - 1] = 0


@rule()
def fill(out, plane, number):
    """Set a whole plane to a number."""
    view = out[plane * PLANE : (plane + 1) * PLANE]
    for i in range(PLANE):
        view[i] = number


@rule()
def position(t, turn):
    """Where v remembers X's pieces before a turn; O's lie 2 * HALF further on."""
    return PAST + (turn & 1) * t[HALF] + (turn >> 1)


@rule()
def times_before(t, v):
    """How often the position before this turn came up before, in turns with the same player and as many clicks."""
    turn, o = v[TURN], 2 * t[HALF]
    now, first = position(t, turn), max(v[SINCE], t[CLICKS] - 1)
    begun = position(t, first + ((first ^ turn) & 1))
    alike, times = 0, 0
    for then in range(begun, now):
        alike += v[then] == v[now]
    if alike:  # which is rare, and so half of the memory need not be read
        for then in range(begun, now):
            times += v[then] == v[now] and v[then + o] == v[now + o]
    return times


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """The planes in the order in which they are described."""
    draw(out, 0, v[X + seat], 0)
    draw(out, 1, v[O - seat], 0)
    draw(out, 2, v[CARRIED], 0)
    now, then, o = position(t, v[TURN]), position(t, v[TURN] - 1), 2 * t[HALF]
    guarded = t[REVERSAL] == 0 and v[TURN] > v[SINCE] and (v[now] != v[then] or v[now + o] != v[then + o])
    draw(out, 3, v[then + o * seat] if guarded else 0, v[then + o * (1 - seat)] if guarded else 0)
    fill(out, 4, v[LEFT] / t[CLICKS])
    fill(out, 5, times_before(t, v) / 2)
    fill(out, 6, v[TURN] / t[LIMIT])
