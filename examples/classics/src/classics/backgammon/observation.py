"""The observation of Backgammon: the points of both seats, the seat's own first, the bar, what is off, and the dice.

A point has four numbers for each seat, as in G. Tesauro's TD-Gammon: a checker alone, a blocked point and a third
checker are each a matter of its own, and further ones are counted.
"""

from ludarium.authoring import OBSERVE, Observation, Part, Singles, Vector, rule

from classics.backgammon.kernel import BAR, CHECKERS, LARGE, LEFT, OFF, POINTS, SEAT, SIZE, SMALL

_EACH = 4
_POINTS = _EACH * (BAR - 1)
_MANY = CHECKERS - _EACH + 1


def describe(t: Vector) -> Observation:
    """Describe the numbers; increase `version` whenever they change."""
    checkers = "for each point from 1 to 24: 1 for one checker or more, two, three; those beyond three, divided by 12"
    parts = (
        Part("own points", checkers, _POINTS),
        Part("other points", "the same for the other seat, as it counts the points", _POINTS),
        Part("own bar", "1 for one checker or more, two; those beyond two, divided by 13", 3),
        Part("other bar", "the same for the other seat", 3),
        Part("off", "checkers that are off, the seat's first, divided by 15", 2),
        Part("dice", "1 for each face from 1 to 6 that is left to play", 6, whole=True),
        Part("moves", "1 for one move left or more, two, three, four", 4, whole=True),
        Part("to move", "1 if the seat is to roll or to move", whole=True),
    )
    return Observation(observe, parts)


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the numbers in the order of `describe`."""
    at = 0
    for ahead in range(2):
        first = POINTS + SIZE * ((seat + ahead) % 2)
        for point in range(1, BAR):
            count = v[first + point]
            out[at] = count > 0
            out[at + 1] = count > 1
            out[at + 2] = count > 2
            out[at + 3] = max(count - 3, 0) / _MANY
            at += _EACH
    for ahead in range(2):
        count = v[POINTS + SIZE * ((seat + ahead) % 2) + BAR]
        out[at] = count > 0
        out[at + 1] = count > 1
        out[at + 2] = max(count - 2, 0) / 13
        out[2 * _POINTS + 6 + ahead] = v[POINTS + SIZE * ((seat + ahead) % 2) + OFF] / CHECKERS
        at += 3
    at += 2
    for face in range(1, 7):
        out[at + face - 1] = v[LEFT] > 0 and (v[LARGE] == face or v[SMALL] == face)
    at += 6
    for left in range(4):
        out[at + left] = v[LEFT] > left
    out[at + 4] = v[SEAT] == seat
