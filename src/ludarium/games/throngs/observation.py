"""The observation of Throngs: planes of rows and columns as in the names of the sites, row 1 and column a first.

The neighbours of a site are beside it in its row, in the rows before and after it, and on one of the diagonals.
"""

from collections.abc import Iterator
from math import sqrt

from ludarium.boards.symmetry import symmetries
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
    POINTS,
    REPLY,
    SECOND,
    SETS,
    SITES,
    STAGE,
    STALE,
    TRAVEL,
    TURN,
    WIDTH,
)
from ludarium.games.throngs.kernel import place as site_of

OWN, OTHER, HELD, STATED = 1, 2, 3, 4
"""The planes of sites after that of the board; from STATED on each plane is filled with one number."""


def describe(t: Vector) -> Observation:
    """Describe the planes; their size depends on the board."""
    rows, columns = t[-int(t[SITES]) - 2 : -int(t[SITES])].tolist()
    parts = (
        Part("board", "1 on sites", whole=True, fixed=True),
        Part("own stones", "1 on the seat's stones", whole=True),
        Part("other stones", "1 on the opponent's stones", whole=True),
        Part("in hand", "1 on the stone in hand", whole=True),
        Part("travel", "steps that the stone in hand may travel, divided by 7", filled=True),
        Part("may stay", "1 if the stone in hand may stay where it is", whole=True, filled=True),
        Part("to move", "1 if the seat is to move", whole=True, filled=True),
        Part("second", "1 in the second move of a turn", whole=True, filled=True),
        Part("own counter", "the seat's counter of §5, from 0 at -1 to 1 at 4 and above", filled=True),
        Part("other counter", "the opponent's counter, likewise", filled=True),
        Part("passes", "passes in a row, divided by 4", filled=True),
        Part("own points", "the seat's points, divided by the number of sites", filled=True),
        Part("other points", "the opponent's points, likewise", filled=True),
        Part("pie", "progress of the pie: 1/4 for each stone placed, 1 after the reply", filled=True),
        Part("turns", "turns played, divided by `turn_limit`", filled=True),
    )
    sites = t[-int(t[SITES]) :].tolist()
    lattice = [divmod(place, columns) for place in sites]
    turns = symmetries([(column - row / 2, row * sqrt(3) / 2) for row, column in lattice])
    rest = range(len(sites), len(sites) + 3)  # to pass, to accept and to swap
    return Observation(
        observe, parts, (rows, columns), cells=tuple(sites), symmetries=tuple(spread(turns, sites, rows * columns)),
        actions=tuple((*turn, *rest) for turn in turns),
    )  # fmt: skip


def spread(turns: tuple[tuple[int, ...], ...], sites: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of the sites as symmetries of the cells of a plane; cells without a site stay."""
    for turn in turns:
        cells = list(range(size))
        for site, to in enumerate(turn):
            cells[sites[site]] = sites[to]
        yield tuple(cells)


@rule()
def fill(out, plane, size, number):
    """Fill a plane with a number."""
    view = out[plane * size : (plane + 1) * size]
    for i in range(size):
        view[i] = number


@rule()
def draw(t, v, seat, out, plane):
    """Fill the planes of sites: the board, the stones of both seats, and the stone in hand."""
    sites = t[SITES]
    places = t[len(t) - sites :]
    out[: STATED * plane] = 0
    for site in range(sites):
        out[places[site]] = 1
    for first in range(0, sites, BITS):
        word = SETS + WIDTH * (first // BITS)
        for number in range(2):
            stones, view = v[word + (seat ^ number)], out[(OWN + number) * plane : (OWN + number + 1) * plane]
            while stones:
                view[places[first + site_of(stones & -stones)]] = 1
                stones &= stones - 1
    if v[HAND] >= 0:
        out[HELD * plane + places[v[HAND]]] = 1


@rule(OBSERVE)
def observe(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Fill the planes in the order of `describe`."""
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
        v[POINTS + seat] / sites,
        v[POINTS + 1 - seat] / sites,
        v[STAGE] / PLAY,
        v[TURN] / t[LIMIT],
    ):
        fill(out, at, plane, number)
        at += 1
