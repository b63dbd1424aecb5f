"""The board of Vortex as a picture: the places on the paper, the rings with their gates, and the cells."""

import math
from collections.abc import Collection, Iterator

from ludarium.boards.spirals import Spiral, Square
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.games.vortex import kernel
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import CORNERS, NAMES
from ludarium.scenes.parts import board, disc, quadrant
from ludarium.scenes.scene import Element, Stamp

CELL, MARGIN, STRIP, YARD = 100, 24, 116, 196
ALONE, HOME = 26.0, 10.0
"""The radius of a token that is alone on a cell, and of one in the centre."""
_SHIELD = "M0-40C10-34 20-31 30-30V2C30 20 14 32 0 40C-14 32-30 20-30 2V-30C-20-31-10-34 0-40Z"
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
        self.follows = max(0, int(kernel.mover(self.t, self.v)))  # whose path is shown
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

    def rest(self, seat: int, place: int) -> tuple[float, float]:
        """Return the place of a seat's token in the centre."""
        (right, down), (beside, below) = quadrant((0, 1, 3, 2)[self.corners[seat]], 44, 44), quadrant(place, 21, 21)
        return self.middle[0] + right + beside, self.middle[1] + down + below

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
    """Draw the cells with their numbers on the mover's path; mark those in `passed`, the ends of the last move."""
    board, corner = paper.board, paper.corners[paper.follows]
    starts = {paper.cell(seat, 1): seat for seat in range(paper.state.game.seats)}
    for cell in range(1, board.last + 1):
        at, safe, number = paper.at(cell), cell in board.safe, board.seen(cell, corner)
        sign = NAMES[starts[cell]].lower() if cell in starts else "*" if safe else "."
        label = f"cell {number}" + ", safe" * safe
        if cell == board.last:
            sign, label = "@", "the centre"
        look = " ".join(["last"] * (cell in passed) + [f"deep-{board.ring(cell)}"] * (board.ring(cell) > 0))
        stamps = (paper.stamp(sign, cell),)
        yield Element(f"cell-{cell}", "ground", *at, board.shape(cell), look=look, label=label, stamps=stamps)
        if safe:
            yield Element(f"safe-{cell}", "ground", *at, glyph=_SHIELD)
        if cell in starts:
            yield Element(f"start-{cell}", "ground", *at, glyph=letter_path(starts[cell], ALONE))
    yield from _path(paper)


def _path(paper: Paper) -> Iterator[Element]:
    """Draw the path of the player who moves as a ribbon, and number its cells."""
    board, seat = paper.board, paper.follows
    trail = board.trail(paper.corners[seat])
    yield Element(f"path-{NAMES[seat]}", "ground", *paper.middle, glyph=trail, look=f"ribbon seat-{seat}")
    for number in range(1, board.last):
        x, y = paper.at(paper.cell(seat, number))
        right, down = (-32, -34) if isinstance(board, Square) else (0, -26)
        yield Element(f"number-{number}", "label", x + right, y + down, look="quiet coordinate", text=str(number))
    for seat in range(paper.state.game.seats):
        for place in range(int(paper.t[kernel.EACH])):
            yield Element(f"rest-{NAMES[seat]}{place + 1}", "ground", *paper.rest(seat, place), disc(HOME), look="dim")
