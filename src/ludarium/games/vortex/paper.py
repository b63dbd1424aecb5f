"""The paper on which Vortex is drawn: where cells, yards and lines are, and the shapes that several parts draw."""

import math
from dataclasses import dataclass

from ludarium.boards.spirals import Spiral, Square
from ludarium.core.kernel import CHANCE
from ludarium.games.vortex import kernel
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import CORNERS
from ludarium.scenes.parts import quadrant
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Stamp

WIDTH, MARGIN, TOP = 720, 28, 144
YARD = 324, 100
_SIGNS = (
    "M-{0}-{0}L{0} {0}M-{0} {0}L{0}-{0}",
    "M{0} 0A{0} {0} 0 1 1-{0} 0A{0} {0} 0 1 1 {0} 0Z",
    "M-{0}-{0}L0 {0}L{0}-{0}",
    "M-{0}-{0}V{0}M{0}-{0}V{0}M-{0} 0H{0}",
)
"""The letters of the seats as paths around the centre."""


@dataclass(frozen=True)
class PlacedToken:
    """A token: a constant `name`, its place in the yard, and its cell on its seat's path, `number`."""

    name: str
    seat: int
    place: int
    number: int


class BoardPaper:
    """A picture and the geometry of its drawing; cells are numbered as the board numbers them."""

    def __init__(self, picture: Picture) -> None:
        self.state, self.viewers, self.viewer = picture.state, picture.viewers, picture.viewer
        self.t, self.v = self.state.game.tables, self.state.vector
        self.seats, self.each = self.state.game.seats, int(self.t[kernel.EACH])
        self.board: Spiral = BOARDS[str(self.state.game.options["board"])]
        self.corners = CORNERS[self.seats]
        self.roll = int(self.v[kernel.ROLL])
        self.moves = [
            (seat, action) for seat in self.state.actors if seat != CHANCE for action in self.state.legal(seat)
        ]
        self.mover = self.state.actors[0] if self.moves else None
        self.size = min(150.0, (WIDTH - 2 * MARGIN) / (2 * self.board.reach))
        below = TOP + 2 * self.size * self.board.reach
        self.height = below + (136 if max(self.corners) > 1 else 30)
        self.middle = WIDTH / 2, (TOP + below) / 2
        rows = (self.board.characters(cell)[0] for cell in range(1, self.board.last + 1))
        self.legend = max(rows) + 2

    @property
    def is_square(self) -> bool:
        """Whether the cells are squares."""
        return isinstance(self.board, Square)

    @property
    def alone(self) -> float:
        """The radius of a token that is alone on a cell."""
        return min(34, (0.27 if self.is_square else 0.235) * self.size)

    def cell(self, seat: int, number: int) -> int:
        """Return the cell with this number on the seat's path."""
        return self.board.on_path(self.corners[seat], number)

    def number(self, cell: int) -> int:
        """Return the number of a cell for the person who looks."""
        return self.board.seen(cell, self.corners[self.viewer])

    def named(self, seat: int, number: int) -> str:
        """Return the name of a cell of a seat's path, as the person who looks sees it."""
        if number in (0, self.board.last):
            return "the centre" if number else "the start"
        return str(self.number(self.cell(seat, number)))

    def at(self, cell: int) -> tuple[float, float]:
        """Return the centre of a cell."""
        x, y = self.board.place(cell)
        return self.middle[0] + self.size * x, self.middle[1] + self.size * y

    def beside(self, cell: int, wide: float, high: float) -> tuple[float, float]:
        """Return a place for a label of this size beside the token on a cell, away from the cell's number.

        It leaves the letter of the token free.
        """
        (x, y), right, down = self.at(cell), 0.9, 1.1
        if not self.is_square:
            angle = math.atan2(y - self.middle[1], x - self.middle[0])
            right, down = -math.sin(angle) - 0.7 * math.cos(angle), math.cos(angle) - 0.7 * math.sin(angle)
        far, letter = self.alone, 0.5 * self.alone
        while math.hypot(max(0, abs(right * far) - wide / 2), max(0, abs(down * far) - high / 2)) < letter:
            far += 1
        return min(x + right * far, WIDTH - 9 - wide / 2), y + down * far

    def yard(self, corner: int) -> tuple[float, float]:
        """Return the centre of the yard in a corner of the board."""
        wide, high = YARD
        x = WIDTH - MARGIN - wide / 2 if corner in (1, 2) else MARGIN + wide / 2
        return x, self.height - 24 - high / 2 if corner > 1 else 24 + high / 2

    def in_yard(self, seat: int, along: float, down: float) -> tuple[float, float]:
        """Return a place in a seat's yard: `along` from its outer end, `down` from its middle."""
        x, y = self.yard(self.corners[seat])
        return (x + YARD[0] / 2 - along if self.corners[seat] in (1, 2) else x - YARD[0] / 2 + along), y + down

    def outer(self, seat: int) -> str:
        """Return the look of words that begin at the outer end of a seat's yard."""
        return "from-right" if self.corners[seat] in (1, 2) else "from-left"

    def spot(self, seat: int, place: int) -> tuple[float, float]:
        """Return where a seat's token waits in its yard."""
        return self.in_yard(seat, 46 + 50 * place, 17)

    def rest(self, seat: int, place: int) -> tuple[float, float]:
        """Return the place of a seat's token in the eye."""
        far, apart = 0.4 * self.size, 0.2 * self.size
        (right, down), (beside, below) = (
            quadrant((0, 1, 3, 2)[self.corners[seat]], far, far),
            quadrant(place, apart, apart),
        )
        return self.middle[0] + right + beside, self.middle[1] + down + below

    def line(self, seat: int, begin: float, end: float) -> str:
        """Return the line along a seat's path between two numbers, around the middle; from 0 it leaves the yard."""
        line = self.board.line(self.corners[seat], max(1, begin), end, self.size)
        if begin:
            return line
        x, y = self.board.place(self.cell(seat, 1))
        edge = self.yard(self.corners[seat])[1] + (YARD[1] / 2 if y < 0 else -YARD[1] / 2) - self.middle[1]
        return f"M{self.size * x:.1f} {edge:.1f}L{line[1:]}"

    def facing(self, seat: int, number: float) -> tuple[tuple[float, float], float]:
        """Return the place of a number on a seat's path around the middle, and the direction of the path there."""
        quarter, near = self.corners[seat], (math.floor(number - 0.25), math.ceil(number + 0.25))
        (x, y), (to_x, to_y) = (self.board.between(quarter, min(max(1, end), self.board.last)) for end in near)
        at_x, at_y = self.board.between(quarter, number)
        return (self.size * at_x, self.size * at_y), math.atan2(to_y - y, to_x - x)

    def stamp(self, text: str, *cells: int, right: int = 0) -> Stamp:
        """Return characters of the text picture at a cell, or between two, or `right` columns further on."""
        row, column = (sum(along) // len(cells) for along in zip(*map(self.board.characters, cells), strict=True))
        return Stamp(row, column + right, text)


def letter_path(seat: int, radius: float) -> str:
    """Return the path of a seat's letter, for a token of this radius."""
    return _SIGNS[seat].format(f"{0.42 * radius:.3g}")


def chevron(x: float, y: float, angle: float, size: float) -> str:
    """Return a chevron at a place that points in a direction."""
    along, aside = (size * math.cos(angle), size * math.sin(angle)), (-size * math.sin(angle), size * math.cos(angle))
    ends = [(x - along[0] * 0.6 + sign * aside[0], y - along[1] * 0.6 + sign * aside[1]) for sign in (-1, 1)]
    (a, b), (c, d) = ends
    return f"M{a:.1f} {b:.1f}L{x + along[0] * 0.6:.1f} {y + along[1] * 0.6:.1f}L{c:.1f} {d:.1f}"
