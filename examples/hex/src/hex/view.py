"""The picture of Hex: a hexagon for each cell, edges in the colours of their seats, and a disc for each stone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludarium.authoring import Element, Picture, Scene, Stamp, State, Touch, hexagonal, parts

from hex.kernel import LINKED, PLACE, SIZE, may_swap
from hex.rules import NAMES, names, stones

_STEP, _MARGIN = 100, 190
_RIM, _NAME_AWAY = 0.95, 1.25
"""The distance of the edges and of the names from the outer cells, in cells."""
_CELL = "M0-56L48.5-28V28L0 56L-48.5 28V-28Z"
_STONE = parts.disc(38)
_EDGE_SIGNS = ("M-9-9L9 9M9-9L-9 9", "M10 0A10 10 0 1 1-10 0A10 10 0 1 1 10 0Z")
_SIGNS = ("M-13-13L13 13M13-13L-13 13", "M15 0A15 15 0 1 1-15 0A15 15 0 1 1 15 0Z")


@dataclass(frozen=True)
class _HexPicture(Picture):
    """What is carried forward: the name of the stone in each cell, the last turn's cell, and the turns so far."""

    stones: Mapping[int, str]
    last: int = -1
    turns: int = 0


def begin(state: State) -> _HexPicture:
    """Return the picture of a first state, whose cells name the stones."""
    cells, lie = names(_size(state)), stones(state.game.tables, state.vector)
    return _HexPicture(state, {cell: f"stone-{name}" for cell, name in enumerate(cells) if lie[cell] != "."})


def advance(picture: _HexPicture, state: State, step: Sequence[int]) -> _HexPicture:
    """Add a stone, named by the number of its turn, or swap: the first stone goes to the mirrored cell."""
    (cell,), size, turns = step, _size(state), picture.turns + 1
    if cell < size * size:
        return _HexPicture(state, {**picture.stones, cell: f"turn-{turns}"}, cell, turns)
    ((first, name),) = picture.stones.items()
    mirrored = first % size * size + first // size
    return _HexPicture(state, {mirrored: name}, mirrored, turns)


def scene(picture: _HexPicture) -> Scene:
    """Draw the board, and mark the stone of the last turn and the chain that ended the game."""
    state, size = picture.state, _size(picture.state)
    elements = (*_ground(size), *_cells(state), *_chain(state), *_stones(picture))
    cells = names(size)
    touches = tuple(
        Touch(seat, action, (f"cell-{cells[action]}",))
        for seat in state.actors
        for action in state.legal(seat)
        if action < len(cells)
    )
    return Scene(*_extent(size), elements, touches, caption=_caption(state))


def _size(state: State) -> int:
    return int(state.game.tables[SIZE])


def _at(row: float, column: float) -> tuple[float, float]:
    """Return the place in the picture of a place on the board."""
    x, y = hexagonal.place(row, column)
    return _MARGIN + _STEP * x, _MARGIN + _STEP * y


def _extent(size: int) -> tuple[float, float]:
    """Return the width and the height of the picture."""
    right, down = _at(size - 1, size - 1)
    return right + _MARGIN, down + _MARGIN


def _ground(size: int) -> Iterator[Element]:
    width, height = _extent(size)
    table = parts.rounded(width - 8, height - 8, 14, width / 2, height / 2)
    yield Element("table", "ground", 0, 0, table, look="board")
    corners, middle = _corners(size, _RIM), _at((size - 1) / 2, (size - 1) / 2)
    for side, edge in enumerate(("top", "right", "bottom", "left")):
        path = parts.polygon([corners[side], corners[side - 3], middle])
        yield Element(f"edge-{edge}", "ground", 0, 0, path, look=f"seat-{side % 2}")
    yield Element("board", "ground", 0, 0, parts.polygon(_corners(size, 0.5)))
    near, far, half = -0.76, size - 0.24, (size - 1) / 2
    for side, (row, column) in enumerate(((near, half + 0.88), (half, far), (far, half - 0.88), (half, near))):
        look, sign = f"seat-{side % 2}", _EDGE_SIGNS[side % 2]
        yield Element(f"sign-{side}", "label", *_at(row, column), glyph=sign, look=look)
    cells = names(size)
    for place in range(size):
        letter, number = cells[place][0], str(place + 1)
        across, beside = _at(-_NAME_AWAY, place), _at(place, -_NAME_AWAY)
        yield Element(
            f"column-{letter}",
            "label",
            *across,
            text=letter,
            look="coordinate",
            stamps=(Stamp(0, 2 * place + 3, letter),),
        )
        yield Element(
            f"row-{number}",
            "label",
            *beside,
            text=number,
            look="coordinate",
            stamps=(Stamp(place + 1, place, f"{number:>2}"),),
        )


def _corners(size: int, beyond: float) -> list[tuple[float, float]]:
    """Return the corners of an outline at this distance from the outer cells, clockwise from the top left."""
    far = size - 1 + beyond
    return [_at(-beyond, -beyond), _at(-beyond, far), _at(far, far), _at(far, -beyond)]


def _stamp(cell: int, size: int, text: str) -> tuple[Stamp, ...]:
    row, column = divmod(cell, size)
    return (Stamp(row + 1, row + 2 * column + 4, text),)


def _cells(state: State) -> Iterator[Element]:
    size, held = _size(state), stones(state.game.tables, state.vector)
    for cell, name in enumerate(names(size)):
        label = f"cell {name}, {'empty' if held[cell] == '.' else held[cell]}"
        at = _at(*divmod(cell, size))
        yield Element(f"cell-{name}", "cell", *at, _CELL, label=label, stamps=_stamp(cell, size, "."))


def _chain(state: State) -> Iterator[Element]:
    """§4: draw a ribbon along the chain that links the winner's edges."""
    size = _size(state)
    for seat in state.winners:
        bits = state.vector[state.game.tables[PLACE:]] >> 3 * seat & LINKED
        chain = {divmod(cell, size) for cell in range(size * size) if bits[cell] == LINKED}
        links = [((r, c), (r + down, c + right)) for r, c in sorted(chain) for down, right in hexagonal.DIRECTIONS[:3]]
        ends = [(_at(*one), _at(*other)) for one, other in links if other in chain]
        path = "".join(f"M{x:.1f} {y:.1f}L{end_x:.1f} {end_y:.1f}" for (x, y), (end_x, end_y) in ends)
        yield Element("chain", "mark", 0, 0, glyph=path, look=f"win seat-{seat}")


def _stones(picture: _HexPicture) -> Iterator[Element]:
    """Draw the stones; each keeps its id from picture to picture, even when it is swapped."""
    state, last = picture.state, picture.last
    size, held = _size(state), stones(state.game.tables, state.vector)
    for cell, name in picture.stones.items():
        seat, at = NAMES.index(held[cell]), _at(*divmod(cell, size))
        linked = seat in state.winners and state.vector[state.game.tables[PLACE] + cell] >> 3 * seat & LINKED == LINKED
        look = f"seat-{seat}" + " last" * (cell == last) + " win" * bool(linked)
        yield Element(name, "piece", *at, _STONE, _SIGNS[seat], look=look, stamps=_stamp(cell, size, held[cell]))


def _caption(state: State) -> str:
    if not state.actors:
        return f"{NAMES[state.winners[0]]} has won by {state.ending}"
    swap = ", or to swap" * bool(may_swap(state.game.tables, state.vector))
    return f"{NAMES[state.actors[0]]} to move{swap}"
