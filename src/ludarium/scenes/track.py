"""Tracks: numbered cells in rows, what stands on them, and the die beside them, as drawings and as text.

A view gives the cells by their ids, and says by the ids of cells where its pieces are; the track draws both. In text a
cell is a box of two lines: its heading, and the pieces on it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ludarium.scenes.parts import board, die, looks, quadrant, rounded
from ludarium.scenes.scene import Element, Role, Stamp

_WIDE, _HIGH, _MARGIN = 100, 108, 24
_TEXT_WIDE, _TEXT_HIGH = 7, 3


class Cell(NamedTuple):
    """A cell of a track.

    | field           | meaning                                                                       |
    |-----------------|-------------------------------------------------------------------------------|
    | `column`, `row` | where it is, from the top left                                                |
    | `text`          | its heading, such as its number                                               |
    | `label`         | what it is in words                                                           |
    | `owner`         | the letter of the seat that alone uses it                                     |
    | `hint`          | a character of the text picture for a hint                                    |
    | `tip`           | the hint in the drawing                                                       |
    | `dim`           | whether it matters less: it has no fill                                       |
    """

    column: int
    row: int
    text: str
    label: str
    owner: str = ""
    hint: str = ""
    tip: str = ""
    dim: bool = False


@dataclass(frozen=True)
class Track:
    """The cells of a track by their ids, in so many columns and rows."""

    columns: int
    rows: int
    cells: Mapping[str, Cell]

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height of the picture."""
        return 2 * _MARGIN + _WIDE * self.columns, 2 * _MARGIN + _HIGH * self.rows

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Return the centre of a place in the picture."""
        return _MARGIN + _WIDE * (column + 0.5), _MARGIN + _HIGH * (row + 0.5)

    def centre(self, cell: str) -> tuple[float, float]:
        """Return the centre of a cell in the picture."""
        found = self.cells[cell]
        return self.at(found.column, found.row)

    def stamp(self, column: int, row: int, right: int, text: str) -> Stamp:
        """Return characters on the line for pieces of a place in the text picture."""
        return Stamp(_TEXT_HIGH * row + 2, _TEXT_WIDE * column + right, text)

    def ground(self, places: Mapping[str, str], last: Collection[str] = ()) -> Iterator[Element]:
        """Yield the board and the cells; their labels name the pieces that stand on them, given as piece and cell."""
        yield board(*self.size)
        for name, cell in self.cells.items():
            (x, y), held = self.centre(name), [piece for piece, place in places.items() if place == name]
            label, look = f"{cell.label}: {', '.join(held) or 'empty'}", looks(last=name in last, dim=cell.dim)
            stamps = _boxed(cell.column, cell.row, f"{cell.text + cell.hint:<5}{cell.owner}")
            shape, up = rounded(92, 100, 8), 37
            yield Element(name, "ground", x, y, shape, look=look, label=label, stamps=stamps)
            yield Element(f"{name}-number", "label", x - 40 + 7 * len(cell.text), y - up, text=cell.text)
            if cell.owner:
                yield Element(f"{name}-owner", "label", x + 32, y - up, text=cell.owner)
            if cell.tip:
                yield Element(f"{name}-hint", "label", x + 29, y - up, look="hint", text=cell.tip)

    def spot(self, cell: str, corner: int) -> tuple[float, float]:
        """Return where a piece stands: in one of the four corners of a cell, below the heading."""
        (x, y), (right, down) = self.centre(cell), quadrant(corner, 42, 36)
        return x + right, y + down + 12

    def marked(self, cell: str, piece: str, right: int = 0) -> tuple[Stamp, ...]:
        """Return the stamps of a piece such as `B2`: its letter, and its number in a column of its own."""
        place = self.cells[cell]
        letter, number = piece[0], int(piece[1:])
        return tuple(
            self.stamp(place.column, place.row, 1 + right + skip, text)
            for skip, text in ((0, letter), (number, str(number)))
        )

    def die(self, rolls: int, roll: int, mover: str, look: str) -> Iterator[Element]:
        """Yield the die in the top right corner, below its mover's letter; it is blank before the roll.

        `rolls` counts the rolls so far, so that every roll is seen. Without a mover the die lies in the ground.
        """
        column, role = self.columns - 1, _ROLES[bool(mover)]
        (x, y), label = self.at(column, 0), f"the die: {roll}" if roll else "the die, not yet rolled"
        stamps = (*_boxed(column, 0, f"die  {mover}"), self.stamp(column, 0, 3, str(roll or "?") if mover else " "))
        yield die(f"die-{rolls}", (x, y + 4), roll, look=look, label=label, role=role, stamps=stamps)
        yield Element("die-owner", "label", x, y - 40, text=mover)


_ROLES: tuple[Role, Role] = ("ground", "piece")
"""The roles of a die without and with a mover."""


def _boxed(column: int, row: int, head: str) -> tuple[Stamp, ...]:
    """Return a box of the text picture with a heading and a line for pieces."""
    wide, edge = _TEXT_WIDE - 1, f"+{'-' * (_TEXT_WIDE - 1)}+"
    lines = (edge, f"|{head:<{wide}}|", f"|{'':{wide}}|", edge)
    return tuple(Stamp(_TEXT_HIGH * row + down, _TEXT_WIDE * column, line) for down, line in enumerate(lines))
