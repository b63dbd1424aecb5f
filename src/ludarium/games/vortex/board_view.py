"""The board of Vortex as a picture: the places on the paper, the rings with their gates, and the cells."""

import math
from collections.abc import Collection, Iterator

from ludarium.boards.spirals import Spiral, Square
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import CORNERS, NAMES
from ludarium.scenes.parts import board, disc, rounded
from ludarium.scenes.scene import Element, Stamp

CELL, MARGIN, STRIP, YARD = 100, 24, 116, 196
ALONE = 26.0
"""The radius of a token that is alone on a cell."""
_SQUARE = rounded(92, 92, 6)
_HAVEN = "M0-40L40 0L0 40L-40 0Z"
_CHEVRON = "M-9-5L0 5L9-5"
_SIGNS = (
    "M-{0}-{0}L{0} {0}M-{0} {0}L{0}-{0}",
    "M{0} 0A{0} {0} 0 1 1-{0} 0A{0} {0} 0 1 1 {0} 0Z",
    "M-{0}-{0}L0 {0}L{0}-{0}",
    "M-{0}-{0}V{0}M{0}-{0}V{0}M-{0} 0H{0}",
)
"""The letters of the players as paths around the centre."""


class Paper:
    """A state and the geometry of its picture; cells are numbered as the board numbers them."""

    def __init__(self, state: State) -> None:
        self.state, self.t, self.v = state, state.game.tables, state.vector
        self.board: Spiral = BOARDS[str(state.game.options["board"])]
        self.corners = CORNERS[state.game.seats]
        self.moves = [(seat, action) for seat in state.actors if seat != CHANCE for action in state.legal(seat)]
        self.mover = state.actors[0] if self.moves else None
        size = 2 * CELL * self.board.reach
        self.width = max(size, 2 * YARD) + 2 * MARGIN
        self.height = size + STRIP * (1 + (max(self.corners) > 1)) + 2 * MARGIN
        self.middle = self.width / 2, MARGIN + STRIP + size / 2
        rows = (self.board.characters(cell)[0] for cell in range(1, self.board.last + 1))
        self.legend = max(rows) + 2

    def cell(self, seat: int, number: int) -> int:
        """Return the cell with this number on the seat's path."""
        return self.board.on_path(self.corners[seat], number)

    def at(self, *cells: int) -> tuple[float, float]:
        """Return the centre of a cell, or the point between two."""
        x, y = (sum(along) / len(cells) for along in zip(*map(self.board.place, cells), strict=True))
        return self.middle[0] + CELL * x, self.middle[1] + CELL * y

    def yard(self, seat: int, right: float, down: float) -> tuple[float, float]:
        """Return a place in a seat's yard, given from its top left corner."""
        x = self.width - MARGIN - YARD if self.corners[seat] in (1, 2) else MARGIN
        y = self.height - MARGIN - STRIP + 14 if self.corners[seat] > 1 else MARGIN
        return x + right, y + down

    def stamp(self, text: str, *cells: int, right: int = 0) -> Stamp:
        """Return characters of the text picture at a cell, or between two, or `right` columns further on."""
        row, column = (sum(along) // len(cells) for along in zip(*map(self.board.characters, cells), strict=True))
        return Stamp(row, column + right, text)


def letter_path(seat: int, radius: float) -> str:
    """Return the path of a seat's letter, for a token of this radius."""
    return _SIGNS[seat].format(f"{0.42 * radius:g}")


def ground(paper: Paper) -> Iterator[Element]:
    """Draw the frame, the walls between the rings, and the gates."""
    yield board(paper.width, paper.height)
    walls = "".join(paper.board.wall(ring) for ring in range(len(paper.board.rings)))
    yield Element("walls", "ground", *paper.middle, glyph=walls, look="board", stamps=tuple(_frames(paper.board)))
    for number, gate in enumerate(paper.board.gates):
        (x, y), (to_x, to_y) = map(paper.board.place, gate)
        angle = math.degrees(math.atan2(to_y - y, to_x - x)) - 90
        stamp = paper.stamp("v<^>"[round(angle / 90) % 4], *gate)
        stamps = (stamp,) if isinstance(paper.board, Square) else ()
        yield Element(f"gate-{number}", "ground", *paper.at(*gate), glyph=_CHEVRON, angle=angle, stamps=stamps)


def _frames(board: Spiral) -> Iterator[Stamp]:
    """Return the walls of a square board for the text picture; round boards have none."""
    if not isinstance(board, Square):
        return
    for ring in range(len(board.rings) + 1):
        top, left = 2 * ring, 6 * ring
        bottom, right = 2 * board.side - top, 6 * board.side - left
        for row in range(top, bottom + 1):
            ends, between = ("+", "-") if row in (top, bottom) else ("|", "")
            line = between * (right - left - 1)
            yield from (Stamp(row, left, ends + line), Stamp(row, right, ends))


def cells(paper: Paper, passed: Collection[int]) -> Iterator[Element]:
    """Draw the cells, and mark those in `passed`, the ends of the last move."""
    board, square = paper.board, isinstance(paper.board, Square)
    starts = {paper.cell(seat, 1): seat for seat in range(paper.state.game.seats)}
    shape, corner = _SQUARE if square else disc(33), paper.corners[paper.mover or 0]
    for cell in range(1, board.last + 1):
        at, safe, look = paper.at(cell), cell in board.safe, "last" * (cell in passed)
        sign = NAMES[starts[cell]].lower() if cell in starts else "*" if safe else "."
        label = f"cell {board.seen(cell, corner)}" + ", safe" * safe
        if cell == board.last:
            sign, label, shape = "@", "the centre", shape if square else disc(52)
        yield Element(f"cell-{cell}", "ground", *at, shape, look=look, label=label, stamps=(paper.stamp(sign, cell),))
        if safe:
            yield Element(f"safe-{cell}", "ground", *at, glyph=_HAVEN)
        if cell in starts:
            yield Element(f"start-{cell}", "ground", *at, glyph=letter_path(starts[cell], ALONE))
    yield Element("eye", "ground", *paper.middle, glyph=disc(45))
