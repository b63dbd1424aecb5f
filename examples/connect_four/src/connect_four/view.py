"""The picture of Connect Four: an upright board, a disc for each stone; touching any cell of a column plays there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludarium.authoring import Element, Picture, Scene, Stamp, State, Touch, parts

from connect_four.kernel import ROWS, STONES
from connect_four.rules import NAMES, cell_name, lines, size, stones

_STEP, _MARGIN = 100, 110
_CELL, _STONE = parts.rounded(92, 92, 12), parts.disc(38)
_SIGNS = ("M-13-13L13 13M13-13L-13 13", parts.disc(15))


@dataclass(frozen=True)
class _FourPicture(Picture):
    """What is carried forward: the cell of the last stone."""

    last: int = -1


def begin(state: State) -> _FourPicture:
    """Return the picture of a first state."""
    return _FourPicture(state)


def advance(picture: _FourPicture, state: State, step: Sequence[int]) -> _FourPicture:
    """Note where the stone has come to lie."""
    before, after = picture.state.vector, state.vector
    changed = int(before[STONES] ^ after[STONES] | before[STONES + 1] ^ after[STONES + 1])
    return _FourPicture(state, (changed & -changed).bit_length() - 1)


def scene(picture: _FourPicture) -> Scene:
    """Draw the board, its stones, and the fours that have won."""
    state = picture.state
    t = state.game.tables
    columns, rows = size(t)
    width, height = (2 * _MARGIN + _STEP * (length - 1) for length in (columns, rows))
    ground = parts.board(width, height)
    elements = (ground, *_coordinates(columns, rows), *_cells(state), *_stones(picture), *_fours(state))
    touches = tuple(
        Touch(seat, column, (f"cell-{cell_name(t, column * rows + row)}",))
        for seat in state.actors
        for column in state.legal(seat)
        for row in range(rows)
    )
    caption = f"{NAMES[state.actors[0]]} to move" if state.actors else _result(state)
    return Scene(width, height, elements, touches, caption=caption)


def _at(state: State, cell: int) -> tuple[float, float]:
    """Return the place of a cell in the picture."""
    rows = int(state.game.tables[ROWS])
    column, row = divmod(cell, rows)
    return _MARGIN + _STEP * column, _MARGIN + _STEP * (rows - 1 - row)


def _stamp(state: State, cell: int, text: str) -> tuple[Stamp, ...]:
    rows = int(state.game.tables[ROWS])
    column, row = divmod(cell, rows)
    return (Stamp(rows - 1 - row, 2 * column + 2, text),)


def _coordinates(columns: int, rows: int) -> Iterator[Element]:
    """Name the columns below the board, and number the rows from the bottom."""
    for column in range(columns):
        letter, at = "abcdefgh"[column], (_MARGIN + _STEP * column, _MARGIN + _STEP * (rows - 0.24))
        stamps = (Stamp(rows, 2 * column + 2, letter),)
        yield Element(f"column-{letter}", "label", *at, text=letter, look="coordinate", stamps=stamps)
    for row in range(rows):
        beside = (_MARGIN - 0.76 * _STEP, _MARGIN + _STEP * (rows - 1 - row))
        stamps = (Stamp(rows - 1 - row, 0, str(row + 1)),)
        yield Element(f"row-{row + 1}", "label", *beside, text=str(row + 1), look="coordinate", stamps=stamps)


def _cells(state: State) -> Iterator[Element]:
    t = state.game.tables
    for cell, stone in enumerate(stones(t, state.vector)):
        name = cell_name(t, cell)
        label = f"cell {name}, {'empty' if stone == '.' else stone}"
        yield Element(f"cell-{name}", "cell", *_at(state, cell), _CELL, label=label, stamps=_stamp(state, cell, "."))


def _stones(picture: _FourPicture) -> Iterator[Element]:
    state = picture.state
    t = state.game.tables
    for cell, stone in enumerate(stones(t, state.vector)):
        if stone != ".":
            seat = NAMES.index(stone)
            look, at = f"seat-{seat}" + " last" * (cell == picture.last), _at(state, cell)
            look += " win" * any(cell in line for line in lines(state))
            stamps = _stamp(state, cell, stone)
            yield Element(f"stone-{cell_name(t, cell)}", "piece", *at, _STONE, _SIGNS[seat], look=look, stamps=stamps)


def _fours(state: State) -> Iterator[Element]:
    """§3: draw a ribbon along every four of the winner."""
    ends = [(*_at(state, line[0]), *_at(state, line[-1])) for line in lines(state)]
    if ends:
        path = "".join(f"M{x:g} {y:g}L{end_x:g} {end_y:g}" for x, y, end_x, end_y in ends)
        yield Element("fours", "mark", 0, 0, glyph=path, look=f"win seat-{state.winners[0]}")


def _result(state: State) -> str:
    return f"{NAMES[state.winners[0]]} has won with {state.ending}" if state.winners else state.ending
