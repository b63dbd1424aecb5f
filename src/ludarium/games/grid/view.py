"""The picture of Grid Game: walkers and cities in a shape for each army, and a compass for each seat.

In text a walker is `g3`, a city `G10`, a rock `##`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ludarium.core.game import State
from ludarium.games.grid.kernel import DIRECTION, EAST, HEIGHT, LOST, NORTH, ROCKS_LEFT, SEATS, SOUTH, TURN, WEST, WIDTH
from ludarium.games.grid.rules import BLANK, COMPASS, NAMES, ROCKY, Cell, board
from ludarium.games.grid.score_view import ARMY, BAR, GRAPH, History, armies, bar, graph
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Scene, Stamp, Touch

_CELL, _MARGIN, _GAP = 32, 16, 12
_TWO_DIGITS = 10
_WIDEST = 80
"""The largest size of an arrow of a compass."""
_STEPS = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}

_WALKERS = (
    "M13.5 0A13.5 13.5 0 1 1-13.5 0A13.5 13.5 0 1 1 13.5 0Z",
    "M0-15.5L15.5 0L0 15.5L-15.5 0Z",
    "M0-15.5L15.5 13H-15.5Z",
    "M-6-13.5H6L13.5-6V6L6 13.5H-6L-13.5 6V-6Z",
)
"""A circle, a diamond, a triangle, an octagon."""
_CITIES = (
    "M-15 15V-15H-9V-11H-4V-15H4V-11H9V-15H15V15Z",
    "M-15 15V-15L-7.5-10L0-15L7.5-10L15-15V15Z",
    "M-15 15V-8L0-15.5L15-8V15Z",
    "M-15 15V-2A15 13.5 0 0 1 15-2V15Z",
)
"""Walls with battlements, with points, with a gable, with a dome."""
_ROCK, _CRACK = "M-14 10L-11-7L-2-14L11-9L14 4L8 13L-8 14Z", "M-11-7L0-3L11-9M0-3L-2 13"


@dataclass(frozen=True)
class GridPicture(Picture):
    """What is carried forward: the history of strengths, and how far each seat's walkers have gone.

    The `drift` of a seat is the columns and rows that a walker has moved if nothing has held it up.

    A walker's id is the cell where it would have started if nothing had held it up, so that it keeps its id while it
    moves; a walker that is held up takes the id of those that join it.
    """

    drift: tuple[tuple[int, int], ...]
    history: History


def begin(state: State) -> GridPicture:
    """Return the picture of a first state, whose cells name the walkers."""
    return GridPicture(state, ((0, 0),) * state.game.seats, History((_strengths(state),)))


def advance(picture: GridPicture, state: State, step: Sequence[int]) -> GridPicture:
    """Move every army in its direction."""
    drift = [*picture.drift]
    for seat, action in zip(picture.state.actors, step, strict=True):
        if seat >= 0:
            drift[seat] = drift[seat][0] + _STEPS[action][0], drift[seat][1] + _STEPS[action][1]
    return GridPicture(state, tuple(drift), picture.history.grown(_strengths(state)))


def _strengths(state: State) -> tuple[int, ...]:
    return tuple(army.strength for army in armies(_rows(state), state.game.seats))


def scene(picture: GridPicture) -> Scene:
    """Draw the board, and below it the score, each seat's compass with the strength of its army, and the history."""
    state = picture.state
    board_width, height = (_CELL * int(state.game.tables[size]) + 2 * _MARGIN for size in (WIDTH, HEIGHT))
    width = max(board_width, ARMY * state.game.seats + 2 * _MARGIN)
    aside = (width - board_width) / 2  # a narrow board is in the middle
    arrow = min(_WIDEST, (width - 2 * _GAP) / (3.5 * state.game.seats - 0.5))
    found, compasses = armies(_rows(state), state.game.seats), height + BAR
    on_board = (*_ground(state, board_width, height), *_rocks(state), *_pieces(picture))
    elements = (
        *(replace(element, x=element.x + aside) for element in on_board),
        *bar(found, _MARGIN, width - _MARGIN, height + 4),
        *_compasses(state, width, compasses + 1.5 * arrow, arrow),
        *graph(state, picture.history, _MARGIN, width - _MARGIN, compasses + 3 * arrow + _GAP),
    )
    touches = (Touch(seat, action, (_handle(seat, action),)) for seat in state.actors if seat >= 0 for action in _STEPS)
    return Scene(width, compasses + 3 * arrow + _GAP + GRAPH, elements, tuple(touches), caption=_caption(state))


def _ground(state: State, width: int, height: int) -> Iterator[Element]:
    yield Element("board", "ground", 0, 0, _box(4, 4, width - 4, height - 4), look="board")
    inside = _box(_MARGIN, _MARGIN, width - _MARGIN, height - _MARGIN)
    columns = (f"M{x} {_MARGIN}V{height - _MARGIN}" for x in range(_MARGIN + _CELL, width - _MARGIN, _CELL))
    lines = (f"M{_MARGIN} {y}H{width - _MARGIN}" for y in range(_MARGIN + _CELL, height - _MARGIN, _CELL))
    dots = tuple(Stamp(row, 0, "  ." * state.game.tables[WIDTH]) for row in range(state.game.tables[HEIGHT]))
    yield Element("field", "ground", 0, 0, inside, "".join((*columns, *lines)), look="fine", stamps=dots)


def _box(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{left:g} {top:g}H{right:g}V{bottom:g}H{left:g}Z"


def _at(column: int, row: int) -> tuple[float, float]:
    """Return the centre of a cell in the picture."""
    return _MARGIN + _CELL * (column + 0.5), _MARGIN + _CELL * (row + 0.5)


@lru_cache(maxsize=1)
def _rows(state: State) -> list[list[Cell]]:
    """Return the contents of every cell; cached, because several parts of a picture need them."""
    return board(state.game.tables, state.vector)


def _rocks(state: State) -> Iterator[Element]:
    for row, cells in enumerate(_rows(state)):
        for column, cell in enumerate(cells):
            if cell == ROCKY:
                name, stamps = f"rock-{column}-{row}", (Stamp(row, 3 * column + 1, "##"),)
                yield Element(name, "cell", *_at(column, row), _ROCK, _CRACK, label="rock", stamps=stamps)


def _pieces(picture: GridPicture) -> list[Element]:
    """Return the pieces in the order of their ids, which does not change from picture to picture."""
    found, drift = [], picture.drift
    for row, cells in enumerate(_rows(picture.state)):
        for column, (what, value) in enumerate(cells):
            if (what, value) in (BLANK, ROCKY):
                continue
            seat, city = [name[0] for name in NAMES].index(what.lower()), what.isupper()
            x, y = (column, row) if city else (column - drift[seat][0], row - drift[seat][1])
            name = f"{'city' if city else 'walker'}-{seat}-{x}-{y}"
            label = f"{NAMES[seat]} {'city' if city else 'walker'} of {value}, column {column}, row {row}"
            stamps = (Stamp(row, 3 * column, f"{what}{value}".rjust(3)),)
            path = (_CITIES if city else _WALKERS)[seat]
            look, text = f"seat-{seat}" + " narrow" * (value >= _TWO_DIGITS), str(value)
            found.append(
                Element(
                    name, "piece", *_at(column, row), path, look=look, text=text, label=label, stamps=stamps
                )
            )  # fmt: skip
    return sorted(found, key=lambda element: element.id)


def _compasses(state: State, width: float, y: float, size: float) -> Iterator[Element]:
    half, seats = size / 2 - 2, state.game.seats
    box, arrow = _box(-half, -half, half, half), f"M0 {half / 2:g}V{-half / 2:g}M{-half / 3:g} {-half / 6:g}L0 "
    arrow += f"{-half / 2:g}L{half / 3:g} {-half / 6:g}"
    tip = f"M0 {-1.4 * half:g}L{0.4 * half:g} {-half:g}H{-0.4 * half:g}Z"
    for seat, name in enumerate(NAMES[:seats]):
        x = width / 2 + (seat - (seats - 1) / 2) * 3.5 * size
        heading, look = int(state.vector[DIRECTION + seat]), f"seat-{seat}"
        strength = str(int(state.points[seat]))
        yield Element(f"army-{seat}", "piece", x, y, box, look=look, text=strength, label=_army(state, seat))
        yield Element(f"sign-{seat}", "piece", x - size, y - size, _WALKERS[seat], look=look, text=name[0])
        if heading != LOST:
            yield Element(f"heading-{seat}", "piece", x, y, tip, angle=90 * heading, look=look)
        for action, (dx, dy) in _STEPS.items():
            at, label = (x + dx * size, y + dy * size), f"{name}: {COMPASS[action]}"
            yield Element(_handle(seat, action), "handle", *at, box, arrow, 90 * action, look="own", label=label)


def _handle(seat: int, action: int) -> str:
    return f"{COMPASS[action]}-{seat}"


def _army(state: State, seat: int) -> str:
    """Describe an army in words, as in `green 34 with 2 cities`."""
    return f"{NAMES[seat]} {armies(_rows(state), state.game.seats)[seat]}"


def _caption(state: State) -> str:
    turn, coming = int(state.vector[TURN]), int(state.vector[ROCKS_LEFT])
    armies = ", ".join(_army(state, seat) for seat in range(int(state.game.tables[SEATS])))
    if state.actors:
        return f"Turn {turn}: {armies}" + f"; {coming} rocks are to be placed" * (coming > 0)
    who = f"{NAMES[state.winners[0]]} won " if len(state.winners) == 1 else ""
    return f"{who}{state.ending}: {armies}"
