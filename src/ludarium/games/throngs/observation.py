"""What a learner sees of Throngs: rows and columns as sites are named, row 1 and column a first.

The neighbours of a site lie beside it in its row, in the rows before and after it, and on one of the diagonals.
"""

from ludarium.core.kernel import OBSERVE, Singles, Vector, rule
from ludarium.core.observation import Observation, Part
from ludarium.games.throngs.kernel import (
    BITS,
    COUNTER,
    FIRST,
    FURTHEST,
    HAND,
    HOW,
    LIMIT,
    MOVED,
    PASSES,
    PLAY,
    REPLY,
    SCORE,
    SECOND,
    SETS,
    SITES,
    STAGE,
    STALE,
    TRAVEL,
    TURN,
    WIDTH,
)

OWN, OTHER, HELD, STATED = 1, 2, 3, 4
"""Planes of sites after that of the board; from STATED on a plane is one number."""


def describe(t: Vector) -> Observation:
    """The planes, whatever the options; their size follows from the board."""
    rows, columns = t[-int(t[SITES]) - 2 : -int(t[SITES])].tolist()
    parts = (
        Part("board", "where there is a site", whole=True),
        Part("own stones", "the seat's", whole=True),
        Part("other stones", "the opponent's", whole=True),
        Part("in hand", "the stone that is being moved", whole=True),
        Part("travel", "how many steps it may go, as a part of 7"),
        Part("may stay", "whether it may also be left where it is", whole=True),
        Part("to move", "whether it is the seat's move", whole=True),
        Part("second", "whether it is the second move of the turn", whole=True),
        Part("own counter", "the seat's counter of moves without an addition, 0 at -1 and 1 from 4 on"),
        Part("other counter", "the opponent's"),
        Part("passes", "those in a row, as a part of 4"),
        Part("own score", "the sites that count for the seat, as a part of the board"),
        Part("other score", "those that count for the opponent"),
        Part("pie", "how far the pie has come: a quarter for each stone, 1 when the reply is given"),
        Part("turns", "those that were played, as a part of `turn_limit`"),
    )
    return Observation(observe, parts, (rows, columns))


@rule()
def fill(out, plane, size, number):
    """Set a whole plane to a number."""
    view = out[plane * size : (plane + 1) * size]
    for i in range(size):
        view[i] = number


@rule()
def draw(t, v, seat, out, plane):
    """The planes of sites: the board, the stones of both, the stone in hand."""
    sites = t[SITES]
    out[: STATED * plane] = 0
    for site in range(sites):
        place = t[len(t) - sites + site]
        word = SETS + WIDTH * (site // BITS)
        bit = site % BITS
        out[place] = 1
        out[OWN * plane + place] = v[word + seat] >> bit & 1
        out[OTHER * plane + place] = v[word + 1 - seat] >> bit & 1
        out[HELD * plane + place] = v[HAND] == site


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """The planes in the order in which they are described."""
    sites, at = t[SITES], STATED
    plane = t[len(t) - sites - 2] * t[len(t) - sites - 1]
    draw(t, v, seat, out, plane)
    mover = (v[TURN] + v[FIRST]) & 1 if v[STAGE] == PLAY else v[STAGE] // REPLY
    for number in (
        v[TRAVEL] / FURTHEST,
        1.0 if v[HAND] >= 0 and v[HOW] != MOVED else 0.0,
        1.0 if mover == seat else 0.0,
        v[SECOND] / 1,
        (min(v[COUNTER + seat], STALE) + 1) / (STALE + 1),
        (min(v[COUNTER + 1 - seat], STALE) + 1) / (STALE + 1),
        v[PASSES] / 4,
        v[SCORE + seat] / sites,
        v[SCORE + 1 - seat] / sites,
        v[STAGE] / PLAY,
        v[TURN] / t[LIMIT],
    ):
        fill(out, at, plane, number)
        at += 1
