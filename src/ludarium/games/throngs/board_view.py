"""The board of Throngs as a picture: a slab, the net of lines upon it, the names at its rim, and the score above it."""

from collections.abc import Iterator
from functools import cache

from ludarium.boards.triangular import DIRECTIONS, TriangularGrid
from ludarium.core.game import State
from ludarium.core.text import counted
from ludarium.games.throngs.kernel import POINTS
from ludarium.games.throngs.rules import BOARDS, NAMES, goal
from ludarium.scenes.parts import disc, polygon, rounded
from ludarium.scenes.scene import Element

STEP = 100
"""The distance of neighbours in a picture."""
_MARGIN, _HEAD = 92, 132
_THICK, _BAR = 12, 18
_LARGE = 80
"""The sites from which on a board is large."""
_RIM_ROW, _RIM_COLUMN = (-47, 0), (29, 52)
"""Where the name of a row ends, clear of a stone, and where the middle of that of a column is."""
_LETTER = 28
"""The greatest width of a letter of a name, so that no edge of a picture cuts it off."""
SAID = "score", "sign", "goal"
"""The parts of the score that say what they count."""
_FREE = 56
"""A name at the rim is left out where another site is nearer than this."""

Point = tuple[int, int]


def at(board: TriangularGrid, site: int) -> tuple[float, float]:
    """Return the place in the picture of a site."""
    x, y = board.centre(site)
    return _MARGIN + STEP * x, _head(board) + _MARGIN + STEP * y


def size(board: TriangularGrid) -> tuple[float, float]:
    """Return the width and the height of the picture."""
    places = [at(board, site) for site in range(board.sites)]
    return max(x for x, _ in places) + _MARGIN, max(y for _, y in places) + _MARGIN


@cache
def ground(board: TriangularGrid) -> tuple[Element, ...]:
    """Return the slab with its edge, and the net."""
    around = "".join(polygon([at(board, site) for site in loop]) for loop in _loops(board))
    lines = "".join(
        "M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*at(board, one), *at(board, other)) for one, other in _lines(board)
    )
    return (
        Element("board-edge", "ground", 0, _THICK, around, look="slab under"),
        Element("board-rim", "ground", 0, 0, around, look="slab rim"),
        Element("board", "ground", 0, 0, around, look="slab"),
        Element("net", "ground", 0, 0, glyph=lines, look="net"),
    )


@cache
def names(board: TriangularGrid) -> tuple[Element, ...]:
    """Return the numbers of rows beside their first sites, and the letters of columns below their last ones."""
    found = []
    rows = [[s for s, p in enumerate(board.points) if p[1] == row] for row in _rows(board)]
    columns = [[s for s, p in enumerate(board.points) if p[0] == column] for column in _columns(board)]
    for name, sites, (right, down), look in (
        *((str(row + 1), sites, _RIM_ROW, " from-right") for row, sites in enumerate(rows)),
        *((chr(97 + column), sites, _RIM_COLUMN, "") for column, sites in enumerate(columns)),
    ):
        (x, y) = at(board, sites[0])
        place = max(_LETTER * len(name), x + right), y + down
        if not any(_distance(place, at(board, other)) < _FREE for other in range(board.sites) if other != sites[0]):
            found.append(
                Element(f"rim-{name}", "label", *place, text=name, look=f"coordinate rim{look}" + large(board))
            )
    return tuple(found)


def score(state: State) -> Iterator[Element]:
    """Draw the points as two bars that grow towards each other, with a disc of its colour where each of them wins.

    All of them say what they count where they are pointed at.
    """
    board = BOARDS[int(state.game.options["board"])]
    wide = size(board)[0]
    left, right, times = 70.0, wide - 70, _head(board) / _HEAD
    look, y, thick = large(board), 92 * times, _BAR * times
    yield Element("bar", "ground", wide / 2, y, rounded(right - left, thick, thick / 2), look="bar")
    for seat, (end, way) in enumerate(((left, 1), (right, -1))):
        name, number = NAMES[seat], int(state.vector[POINTS + seat])
        part = max(thick, (right - left) * number / board.sites)
        bar = rounded(part, thick, thick / 2, way * part / 2)
        counts = f"{name} has {counted(number, 'point')}, one for each space that counts as its own"
        yield Element(f"score-{seat}", "piece", end, y, bar, look=f"seat-{seat}", label=counts)
        for what, away, text in (("called", 110, name), ("points", 230, str(number))):
            yield Element(f"{what}-{seat}", "label", end + away * way * times, y / 2, text=text, look=what + look)
        place, look_of_sign = (end + 24 * way * times, y / 2), f"seat-{seat} solid"
        yield Element(f"sign-{seat}", "piece", *place, disc(24 * times), look=look_of_sign, label=counts)
        mark = end + way * (right - left) * goal(board.sites) / board.sites
        wins = f"{name} wins when its bar comes here, with {goal(board.sites)} points"
        yield Element(f"goal-{seat}", "piece", mark, y, disc(15 * times), look=f"seat-{seat}", label=wins)
    yield Element("goal", "label", wide / 2, y / 2, text=f"{goal(board.sites)} to win", look="goal" + look)


def _head(board: TriangularGrid) -> float:
    """Return the height of the score, which is larger where the board is: it must be legible on a phone."""
    return _HEAD * (1 if board.sites < _LARGE else 1.4)


def large(board: TriangularGrid) -> str:
    """Return the look of larger letters, for a large board."""
    return " large" * (board.sites >= _LARGE)


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(complex(one[0] - other[0], one[1] - other[1]))


def _rows(board: TriangularGrid) -> range:
    return range(board.points[-1][1] + 1)


def _columns(board: TriangularGrid) -> range:
    return range(max(column for column, _ in board.points) + 1)


def _lines(board: TriangularGrid) -> Iterator[tuple[int, int]]:
    """Yield the two ends of every straight line of sites."""
    sites = {point: site for site, point in enumerate(board.points)}
    for (column, row), site in sites.items():
        for right, up in DIRECTIONS[:3]:
            length = 0
            while (column + (length + 1) * right, row + (length + 1) * up) in sites:
                length += 1
            if length and (column - right, row - up) not in sites:
                yield site, sites[column + length * right, row + length * up]


def _loops(board: TriangularGrid) -> Iterator[list[int]]:
    """Yield the outlines of the union of all triangles and lines between neighbours, as loops of sites."""
    sites = {point: site for site, point in enumerate(board.points)}
    edges = {
        (site, near)
        for point, site in sites.items()
        for direction, step in enumerate(DIRECTIONS)
        if (near := sites.get(_add(point, step))) is not None
        and _add(point, DIRECTIONS[direction - 1]) not in sites  # no triangle lies to the right
    }
    while edges:
        loop = [min(edges)[0]]
        while ends := [other for one, other in edges if one == loop[-1]]:
            edges.remove((loop[-1], min(ends)))
            loop.append(min(ends))
        yield loop[:-1]


def _add(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]
