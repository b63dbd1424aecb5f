"""The picture of Grid Game: the score, the field with walkers and cities in a shape for each army, and the compasses.

In text a walker is `g3`, a city `G10`, a rock `##`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from ludarium.core.game import State
from ludarium.core.text import counted, near_limit
from ludarium.games.grid import compass_view
from ludarium.games.grid.kernel import (
    BOARD,
    DIRECTION,
    HEIGHT,
    INTERVAL,
    LIMIT,
    LOST,
    OWN,
    ROCKS_LEFT,
    SEATS,
    SETS,
    TURN,
    WIDTH,
)  # fmt: skip
from ludarium.games.grid.rules import NAMES, ROCKY, STEPS, Cell, board
from ludarium.games.grid.score_view import CITIES, WALKERS, WIDE, History, armies, graph, head, score
from ludarium.games.grid.sights import Box, Piece, boxes, land, losses, marching, pieces
from ludarium.scenes.finale import land as filling
from ludarium.scenes.parts import rounded
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Finale, Focus, Highlight, Scene, Stamp, Touch

_UNIT, _FRAME, _HIGHEST, _GAP = 32, 16, 620, 20
_CELL, _PLACE = "M-.5-.5H.5V.5H-.5Z", "M-16-16H16V16H-16Z"
"""The size of a cell for which pieces are drawn, the frame, the greatest height of a field, the gap between parts."""
_TWO_DIGITS, _SMALLEST = 10, 0.76
_DENSE, _PACKED = 45, 24
"""Cells in which numbers are less than about 9 px high on a screen 375 px wide, and on any screen."""
_ROCK, _CRACK = "M-14 10L-11-7L-2-14L11-9L14 4L8 13L-8 14Z", "M-11-7L0-3L11-9M0-3L-2 13"
_TAIL = "M-8 9L0 27L8 9Z"
_LOSS = rounded(20, 13, 6.5)


@dataclass(frozen=True)
class GridPicture(Picture):
    """The state that pictures carry forward: the history of strengths, what each seat sees, and its walkers' ways.

    The `drift` of a seat is the columns and rows that a walker has moved if nothing has held it up.

    A walker's id is the cell where it would have started if nothing had held it up, so that it keeps its id while it
    moves; a walker that is held up takes the id of those that join it.
    """

    drift: tuple[tuple[int, int], ...]
    history: History
    boxes: tuple[Box | None, ...]


def begin(state: State) -> GridPicture:
    """Return the picture of a first state, whose cells name the walkers."""
    seats = state.game.seats
    return GridPicture(state, ((0, 0),) * seats, History((_strengths(state),)), _boxes(state, (None,) * seats))


def advance(picture: GridPicture, state: State, step: Sequence[int]) -> GridPicture:
    """Move every army in its direction."""
    drift = [*picture.drift]
    for seat, action in zip(picture.state.actors, step, strict=True):
        if seat >= 0:
            drift[seat] = drift[seat][0] + STEPS[action][0], drift[seat][1] + STEPS[action][1]
    boxes = _boxes(state, picture.boxes) if state.actors else (None,) * len(drift)  # all is seen at the end
    return GridPicture(state, tuple(drift), picture.history.grown(_strengths(state)), boxes)


def _strengths(state: State) -> tuple[int, ...]:
    return tuple(map(int, state.points))


def _boxes(state: State, before: Sequence[Box | None]) -> tuple[Box | None, ...]:
    sets = state.vector[BOARD:].reshape(-1, SETS)[1:-1, OWN : OWN + state.game.seats]
    return boxes(sets.T >> 1, _size(state)[0], before)


def _size(state: State) -> tuple[int, int]:
    """Return the columns and the rows of the board."""
    return int(state.game.tables[WIDTH]), int(state.game.tables[HEIGHT])


@dataclass(frozen=True)
class _Field:
    """The place of the field in the picture."""

    columns: int
    rows: int
    cell: float
    left: float
    top: float

    @classmethod
    def of(cls, state: State) -> "_Field":
        (columns, rows), across = _size(state), WIDE - 2 * _FRAME
        cell = min(across / columns, _HIGHEST / rows)
        top = head(state.game.seats) + _FRAME
        return cls(columns, rows, cell, (WIDE - cell * columns) / 2, top)

    @property
    def bottom(self) -> float:
        """The lower edge of the frame."""
        return self.top + self.cell * self.rows + _FRAME

    @property
    def dense(self) -> str:
        """The looks of pieces whose numbers are too small for a phone, and for any screen, where no script zooms."""
        return " dense" * (self.cell < _DENSE) + " packed" * (self.cell < _PACKED)

    def at(self, column: float, row: float) -> tuple[float, float]:
        """Return the centre of a cell in the picture."""
        return self.left + self.cell * (column + 0.5), self.top + self.cell * (row + 0.5)


def scene(picture: GridPicture) -> Scene:
    """Draw the score, the field, and below it the compasses with the history of the armies."""
    state, field = picture.state, _Field.of(picture.state)
    seats, drawn_seats = state.game.seats, _shown(picture)
    size = compass_view.radius(len(drawn_seats))
    middle, beside = field.bottom + _GAP + size, compass_view.beside(len(drawn_seats))
    headings = [int(state.vector[DIRECTION + seat]) for seat in range(seats)]
    elements = (
        *score(armies(_pieces_of(state), seats), [None if way == LOST else way for way in headings]),
        *_ground(field),
        *_land(state, field),
        *_rocks(state, field),
        *_fights(state, field),
        *_pieces(picture, field),
        *compass_view.compasses(state, drawn_seats, middle),
        *_history(picture, middle, size),
    )
    handles = (
        (seat, action, (compass_view.handle(seat, action),))
        for seat in state.actors
        if seat in drawn_seats
        for action in range(len(STEPS))
    )
    height = middle + size + (10 if beside else 180)
    (left, right), top = (beside, middle - 44) if beside else ((30.0, WIDE - 30), middle + size + 54)
    room = left, top, right - left, height - 10 - top  # that of the graph
    focus = Focus(field.left, field.top, field.cell, field.columns, field.rows, picture.boxes, room)
    return Scene(WIDE, height, elements, tuple(Touch(*one) for one in handles), caption=_caption(state), focus=focus)


def _shown(picture: GridPicture) -> list[int]:
    """Return the seats whose compasses are drawn: those of the person who looks, or all of them for an onlooker."""
    return sorted(picture.viewers) or [*range(picture.state.game.seats)]


def _history(picture: GridPicture, middle: float, size: float) -> Iterator[Element]:
    """Draw when walkers appear, and the graph: beside one or two compasses, or below several."""
    state, beside = picture.state, compass_view.beside(len(_shown(picture)))
    wait = -int(state.vector[TURN]) % int(state.game.tables[INTERVAL])
    when = f"in {counted(wait, 'turn')}" if wait else "this turn"
    left, right = beside or (30.0, WIDE - 30)
    lines = ("new walkers", when) if beside else (f"new walkers {when}",)
    look = "remark between" if len(_shown(picture)) == 2 else "remark"
    top = middle - size + 40 if beside else middle + size + 24
    for number, line in enumerate(lines if state.actors else ()):
        yield Element(f"spawn-{number}", "label", (left + right) / 2, top + 40 * number, text=line, look=look)
    seats, room = state.game.seats, (top + 110, size - 30) if beside else (top + 62, 60)
    yield from graph(picture.history, int(state.vector[TURN]), seats, left + 24, right, *room)


def _ground(field: _Field) -> Iterator[Element]:
    columns, rows = field.columns, field.rows
    wide, high = (field.cell * size + 2 * _FRAME for size in (columns, rows))
    shape, x, y = rounded(wide, high, 18), WIDE / 2, (field.top + field.bottom - _FRAME) / 2
    yield Element("board-edge", "ground", x, y + 8, shape, look="frame under")
    yield Element("board", "ground", x, y, shape, look="frame")
    dots = tuple(Stamp(row, 0, "  ." * columns) for row in range(rows))
    lines = "".join(f"M{row % 2} {row + 0.5}H{columns}" for row in range(rows))
    yield Element(
        "field", "ground", field.left, field.top, f"M0 0H{columns}V{rows}H0Z", lines, look="on-field checks",
        stamps=dots, scale=field.cell,
    )  # fmt: skip


def cell_handles(state: State) -> Iterator[Element]:
    """Yield every cell of the field, to be touched where positions are set up."""
    field = _Field.of(state)
    for column, row in product(range(field.columns), range(field.rows)):
        name, at, scale = f"cell-{column}-{row}", field.at(column, row), field.cell / _UNIT
        yield Element(name, "handle", *at, _PLACE, look="on-field", scale=scale)


def _land(state: State, field: _Field) -> Iterator[Element]:
    for seat, reach, path in land(_pieces_of(state), field.columns, field.rows):
        look = f"land on-field spread seat-{seat}"
        yield Element(f"land-{seat}-{reach}", "mark", field.left, field.top, path, look=look, scale=field.cell)


@lru_cache(maxsize=2)
def _rows(state: State) -> list[list[Cell]]:
    """Return the contents of every cell; cached, because several parts of a picture need them."""
    return board(state.game.tables, state.vector)


@lru_cache(maxsize=2)
def _pieces_of(state: State) -> list[Piece]:
    """Return all pieces; cached, too."""
    return pieces(_rows(state))


def _rocks(state: State, field: _Field) -> Iterator[Element]:
    for row, cells in enumerate(_rows(state)):
        for column, cell in enumerate(cells):
            if cell == ROCKY:
                name, stamps = f"rock-{column}-{row}", (Stamp(row, 3 * column + 1, "##"),)
                yield Element(
                    name, "cell", *field.at(column, row), _ROCK, _CRACK, look="on-field rock", label="rock",
                    stamps=stamps, scale=field.cell / _UNIT,
                )  # fmt: skip


def _fights(state: State, field: _Field) -> Iterator[Element]:
    """Shade the cells of pieces that will be hurt."""
    for column, row in losses(_pieces_of(state)) if state.actors else ():
        name, at = f"fight-{column}-{row}", field.at(column, row)
        yield Element(name, "mark", *at, _CELL, look="on-field fight hint", scale=field.cell)


def _pieces(picture: GridPicture, field: _Field) -> Iterator[Element]:
    """Draw the pieces in the order of their ids, which does not change from picture to picture."""
    state, drift, unit = picture.state, picture.drift, field.cell / _UNIT
    tails, found, below = [], [], []
    hurt, most = losses(_pieces_of(state)) if state.actors else {}, float(int(state.game.options["city_at"]) - 1)
    for seat, column, row, value, city in _pieces_of(state):
        x, y = (column, row) if city else (column - drift[seat][0], row - drift[seat][1])
        what, at, loss = "city" if city else "walker", field.at(column, row), hurt.get((column, row), 0)
        name = f"{what}-{seat}-{x}-{y}"
        label = f"{NAMES[seat]} {what} of {value}, column {column}, row {row}" + f", loses {loss}" * (loss > 0)
        letter = NAMES[seat][0].upper() if city else NAMES[seat][0]
        stamps = (Stamp(row, 3 * column, f"{letter}{value}".rjust(3)),)
        size = unit if city else unit * (_SMALLEST + (1 - _SMALLEST) * min(1.0, (value - 1) / max(1.0, most - 1)))
        look = f"on-field solid {what} seat-{seat}" + " narrow" * (value >= _TWO_DIGITS) + field.dense
        path = (CITIES if city else WALKERS)[seat]
        found.append(Element(name, "piece", *at, path, "", 0, look, str(value), label, stamps, scale=size))
        heading = int(state.vector[DIRECTION + seat])
        if not city and heading != LOST:
            tails.append(
                Element(
                    f"tail-{name}",
                    "mark",
                    *at,
                    _TAIL,
                    angle=90 * heading,
                    look=f"on-field tail seat-{seat}",
                    scale=size,
                )
            )
        if loss:
            corner = at[0] + 0.34 * field.cell, at[1] - 0.36 * field.cell
            text = f"\N{MINUS SIGN}{loss}"
            below.append(
                Element(
                    f"loss-{name}",
                    "label",
                    *corner,
                    _LOSS,
                    look=f"on-field loss hint{field.dense}",
                    text=text,
                    scale=unit,
                )
            )
    for part in (tails, found, below):
        yield from sorted(part, key=lambda element: element.id)


def finale(picture: GridPicture) -> Finale:
    """Return the land of the last armies, which spreads over the field from their pieces, and these pieces."""
    state, field, winners = picture.state, _Field.of(picture.state), picture.state.winners
    own = {(one.column, one.row): one.seat for one in _pieces_of(state) if one.seat in winners}
    paths: dict[tuple[int, int], str] = {}
    nearest = _nearest(own, field) if own else {}
    for column, row in product(range(field.columns), range(field.rows)):
        away, seat = nearest.get((column, row), (0.0, winners[0]))
        paths[round(away), seat] = f"{paths.get((round(away), seat), '')}M{column} {row}h1v1h-1z"
    spread = (
        one
        for (_, seat), path in sorted(paths.items())
        for one in filling([(field.left, field.top, path)], seat, "field-won", field.cell)
    )
    found = [one for one in _pieces(picture, field) if {f"seat-{seat}" for seat in winners} & {*one.look.split()}]
    rocks = [one.id for one in _rocks(state, field)]
    parts = ["sign", "heading", "army", "called", "city-sign", "walker-sign", "city-count", "walker-count", "share"]
    kept = [f"{part}-{seat}" for part in parts for seat in winners] + [one.id for one in found]
    pieces_ = tuple(one.id for one in found if one.role == "piece")
    return Finale(winners, pieces_, tuple(spread), next(iter([*rocks, *kept[-1:]]), ""), (*rocks, *kept))


def _nearest(own: Mapping[tuple[int, int], int], field: _Field) -> dict[tuple[int, int], tuple[float, int]]:
    """Return for each cell the distance to the nearest of these pieces, and its seat; of several the first seat."""
    pieces = np.array([(column, row, seat) for (column, row), seat in own.items()])
    cells = np.array([*product(range(field.columns), range(field.rows))])
    squares = ((cells[:, None, :] - pieces[None, :, :2]) ** 2).sum(axis=2)
    square, seat = np.divmod((len(NAMES) * squares + pieces[:, 2]).min(axis=1), len(NAMES))
    found = zip(map(tuple, cells.tolist()), zip(np.sqrt(square).tolist(), seat.tolist(), strict=True), strict=True)
    return dict(found)


def highlights(picture: GridPicture) -> Iterator[Highlight]:
    """Yield for each quarter of a compass where walkers would stand, and what names itself: pieces and strengths."""
    state, field = picture.state, _Field.of(picture.state)
    spawning = int(state.vector[TURN]) % int(state.game.tables[INTERVAL]) == 0
    for seat in (seat for seat in state.actors if seat >= 0):
        for action, step in enumerate(STEPS) if seat in _shown(picture) else ():
            notes = (
                Element(
                    "",
                    "piece",
                    *field.at(*end),
                    WALKERS[seat],
                    look=f"on-field note march seat-{seat}",
                    scale=0.9 * field.cell / _UNIT,
                )
                for end in sorted(marching(_rows(state), seat, step, spawning))
            )
            yield Highlight(compass_view.handle(seat, action), (), tuple(notes))
    for element in _pieces(picture, field):
        if element.role == "piece":
            yield Highlight(element.id)
    yield from (Highlight(f"army-{seat}") for seat in range(state.game.seats))


def _caption(state: State) -> str:
    coming, left = int(state.vector[ROCKS_LEFT]), int(state.game.tables[LIMIT] - state.vector[TURN])
    found = armies(_pieces_of(state), int(state.game.tables[SEATS]))
    said = ", ".join(f"{name} {army.strength}" for name, army in zip(NAMES, found, strict=False))
    if state.actors:
        begins = int(state.vector[TURN]) == 0 and not coming
        task = "Each army chooses a direction. " if begins else ""  # is read before the numbers
        rocks = f"; {coming} rocks are to be placed" if coming else ""
        return f"{task}Strength with cities: {said}{rocks}{near_limit(left)}"
    who = f"{NAMES[state.winners[0]]} won: " if len(state.winners) == 1 else ""
    return f"{who}{state.ending}. Strength with cities: {said}"
