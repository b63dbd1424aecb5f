"""The picture of Multiplication Ludo: a cell for every position that a marker can stand on, and the die.

Each player has a start (position 1) above the other cells, and a home (the goal) below them. A star in a cell (`!` in
text) is a hint that the goal is one roll away, a cross (`x`) that the goal can no longer be reached; hints have the
look `hint`, so that a page can hide them. Each player's markers have their own shape.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import NamedTuple

from ludarium.core.game import State
from ludarium.games.ludo.kernel import DIE, GOAL, MOVER, NOBODY, ROLL, TURN
from ludarium.games.ludo.rules import NAMES, Board, board, landing, markers
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Role, Scene, Stamp, Touch

_WIDE, _HIGH, _MARGIN = 100, 108, 24
_TEXT_WIDE, _TEXT_HIGH = 7, 3
_CELL = "M-38-50H38A8 8 0 0 1 46-42V42A8 8 0 0 1 38 50H-38A8 8 0 0 1-46 42V-42A8 8 0 0 1-38-50Z"
_DIE = "M-22-30H22A8 8 0 0 1 30-22V22A8 8 0 0 1 22 30H-22A8 8 0 0 1-30 22V-22A8 8 0 0 1-22-30Z"
_SHAPES = (
    "M0-17A17 17 0 1 1 0 17A17 17 0 1 1 0-17Z",
    "M-12-15H12A3 3 0 0 1 15-12V12A3 3 0 0 1 12 15H-12A3 3 0 0 1-15 12V-12A3 3 0 0 1-12-15Z",
    "M-9-17H9L18 0L9 17H-9L-18 0Z",
    "M0-19L19 0L0 19L-19 0Z",
)
_DIGITS = ("M-4-4L1-8V8", "M-5-4A5 5 0 1 1 3.5 0L-5 8H6", "M-5-8H5L-0.5-2A5 5 0 1 1-5.5 5.5", "M3 8V-8L-6 3H7")
_PLACES = ((-21, -6), (21, -6), (-21, 30), (21, 30))
_STAR = "M0-10L2.4-3.2L9.5-3.1L3.8 1.2L5.9 8.1L0 4L-5.9 8.1L-3.8 1.2L-9.5-3.1L-2.4-3.2Z"
_CROSS = "M-5-5L5 5M5-5L-5 5"
_PIP = "m-1.6 0a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0m-2.4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"
_PIPS = ("", "e", "ai", "aei", "acgi", "acegi", "acdfgi")
"""For each number, the pips among the nine places of a die's face, which are lettered row by row."""


class Cell(NamedTuple):
    """A cell: its element's id, its column and row, its position, its owner if it has one, and its hint."""

    id: str
    column: int
    row: int
    place: int
    owner: str = ""
    hint: str = ""

    @property
    def at(self) -> tuple[float, float]:
        """The centre of the cell in the picture."""
        return _MARGIN + _WIDE * (self.column + 0.5), _MARGIN + _HIGH * (self.row + 0.5)


@dataclass(frozen=True)
class _News(Picture):
    """What is carried forward: the last move.

    These are the markers and cells that it changed, its product, and sentences about it and later rolls; `rolls`
    counts all the rolls before the picture.
    """

    markers: frozenset[str] = frozenset()
    cells: frozenset[str] = frozenset()
    product: str = ""
    sentences: tuple[str, ...] = ()
    rolls: int = 0


def begin(state: State) -> _News:
    """Return the picture of a first state."""
    return _News(state)


def advance(picture: _News, state: State, step: Sequence[int]) -> _News:
    """Return the news of a move, or add a roll."""
    vector = picture.state.vector
    if vector[ROLL]:
        return _move(picture, state, step[0])
    if vector[MOVER] == NOBODY:
        return replace(picture, state=state)
    lost = (f"{NAMES[vector[MOVER]]} has rolled a 1 and forfeits the turn.",) if step[0] == 0 else ()
    return replace(picture, state=state, sentences=picture.sentences + lost, rolls=picture.rolls + 1)


def scene(picture: _News) -> Scene:
    """Draw the board, mark what the last move changed, and describe that move in the caption."""
    state, news, t = picture.state, picture, picture.state.game.tables
    known = board(int(t[GOAL]), int(t[DIE]))
    columns, cells = _cells(known, state.game.seats)
    rows = 1 + max(cell.row for cell in cells.values())
    width, height = 2 * _MARGIN + _WIDE * columns, 2 * _MARGIN + _HIGH * rows
    elements = (
        Element("board", "ground", 0, 0, _frame(width, height), look="board"),
        *_ground(state, cells, known, news),
        *_die(state, columns, news.rolls),
        *_product(news, state.game.seats, columns, rows),
        *_pieces(state, cells, news),
    )
    return Scene(width, height, elements, tuple(_touches(state)), caption=" ".join([*news.sentences, _caption(state)]))


def _frame(width: float, height: float) -> str:
    right, bottom = width - 18, height - 18
    return f"M18 4H{right:g}a14 14 0 0 1 14 14V{bottom:g}a14 14 0 0 1-14 14H18a14 14 0 0 1-14-14V18a14 14 0 0 1 14-14Z"


def _cells(known: Board, seats: int) -> tuple[int, dict[str, Cell]]:
    """Return the number of columns, and every cell by its id: starts, positions in ascending order, homes."""
    between, goal = known.positions[1:-1], known.positions[-1]
    columns = max(6, isqrt(len(between)))
    last = 2 + (len(between) - 1) // columns
    cells = [Cell(f"start-{name}", column, 0, 1, name) for column, name in enumerate(NAMES[:seats])]
    for number, place in enumerate(between):
        hint = "!" if place in known.penultimate else "" if place in known.factors else "x"
        cells.append(Cell(f"cell-{place}", number % columns, 1 + number // columns, place, hint=hint))
    cells += [Cell(f"home-{name}", column, last, goal, name) for column, name in enumerate(NAMES[:seats])]
    return columns, {cell.id: cell for cell in cells}


def _where(state: State, seat: int, place: int) -> str:
    """Return the id of the cell for a seat's marker on this position."""
    if place == 1:
        return f"start-{NAMES[seat]}"
    return f"home-{NAMES[seat]}" if place == state.game.tables[GOAL] else f"cell-{place}"


def _markers(state: State) -> Iterator[tuple[int, int, int]]:
    """Yield the seat, the number from 0 and the position of every marker."""
    vector = state.vector
    for seat in range(state.game.seats):
        for marker, place in enumerate(markers(state.game.tables, vector, seat)):
            yield seat, marker, place


def _move(picture: _News, after: State, marker: int) -> _News:
    """Return the news of a move: its product, and what it bumped, retired or sent back."""
    state = picture.state
    t, v = state.game.tables, state.vector
    seat, roll, goal = int(v[MOVER]), int(v[ROLL]), int(t[GOAL])
    place = markers(t, v, seat)[marker]
    product = f"{place} x {roll} = {place * roll}"
    name = f"{NAMES[seat]}{marker + 1}"
    pairs = zip(_markers(state), _markers(after), strict=True)
    bumped = [f"{NAMES[new[0]]}{new[1] + 1}" for old, new in pairs if old != new and new[:2] != (seat, marker)]
    came = f", and back to 1 with {' and '.join(bumped)}" if bumped else ""
    if place * roll >= goal:
        came = ", retired" if place * roll == goal else f", over {goal} and back to 1"
    cells = frozenset({_where(state, seat, place), _where(state, seat, landing(t, place, roll))})
    return _News(after, frozenset({name, *bumped}), cells, product, (f"{name}: {product}{came}.",), picture.rolls)


def _stamps(cell: Cell, head: str) -> tuple[Stamp, ...]:
    """Return a cell of the text picture."""
    row, column = _TEXT_HIGH * cell.row, _TEXT_WIDE * cell.column
    lines = ("+------+", f"|{head:<6}|", "|      |", "+------+")
    return tuple(Stamp(row + down, column, line) for down, line in enumerate(lines))


def _ground(state: State, cells: dict[str, Cell], known: Board, news: _News) -> Iterator[Element]:
    standing: dict[str, list[str]] = {}
    for seat, marker, place in _markers(state):
        standing.setdefault(_where(state, seat, place), []).append(f"{NAMES[seat]}{marker + 1}")
    goal = known.positions[-1]
    hints = {"!": f", one roll from {goal}", "x": f", from which {goal} cannot be reached"}
    for cell in cells.values():
        x, y = cell.at
        whose = f" of {cell.owner}" if cell.owner else ""
        held = ", ".join(standing.get(cell.id, ["empty"]))
        label = f"position {cell.place}{whose}{hints.get(cell.hint, '')}: {held}"
        head = f"{cell.place:<5}{cell.owner}" if cell.owner else f"{cell.place}{cell.hint}"
        look, number = "last" * (cell.id in news.cells), str(cell.place)
        yield Element(cell.id, "ground", x, y, _CELL, look=look, label=label, stamps=_stamps(cell, head))
        yield Element(f"{cell.id}-number", "label", x - 40 + 7 * len(number), y - 37, text=number)
        if cell.owner:
            yield Element(f"{cell.id}-owner", "label", x + 32, y - 37, text=cell.owner)
        if cell.hint:
            glyph = _STAR if cell.hint == "!" else _CROSS
            yield Element(f"{cell.id}-hint", "label", x + 31, y - 36, glyph=glyph, look="hint")


def _die(state: State, columns: int, rolls: int) -> Iterator[Element]:
    """Draw the die in the mover's colour, blank before the roll; every roll is a new element."""
    vector = state.vector
    seat, roll = int(vector[MOVER]), int(vector[ROLL])
    cell = Cell("die", columns - 1, 0, 0)
    x, y = cell.at
    name = NAMES[seat] if seat != NOBODY else ""
    row, column = _TEXT_HIGH * cell.row + 2, _TEXT_WIDE * cell.column + 3
    stamps = (*_stamps(cell, f"die  {name}"), Stamp(row, column, str(roll or "?") if name else " "))
    face = "" if roll < len(_PIPS) else str(roll)
    pips = "" if face else "".join(_pip("abcdefghi".index(letter)) for letter in _PIPS[roll])
    label = f"the die: {roll}" if roll else "the die, not yet rolled"
    role: Role = "piece" if name else "ground"
    look = " ".join([f"seat-{seat}"] * bool(name) + ["die"] * bool(roll))
    yield Element(f"die-{rolls}", role, x, y + 4, _DIE, pips, look=look, text=face, label=label, stamps=stamps)
    yield Element("die-owner", "label", x, y - 40, text=name)


def _pip(place: int) -> str:
    """Return the path of a pip on one of the nine places of a die's face."""
    row, column = divmod(place, 3)
    return f"M{18 * (column - 1)} {18 * (row - 1)}{_PIP}"


def _product(news: _News, seats: int, columns: int, rows: int) -> Iterator[Element]:
    """Write the product of the last move beside the homes."""
    x, y = _MARGIN + _WIDE * (columns + seats) / 2, _MARGIN + _HIGH * (rows - 0.5)
    stamp = Stamp(_TEXT_HIGH * (rows - 1) + 2, _TEXT_WIDE * seats + 3, news.product)
    yield Element("product", "label", x, y, text=news.product, stamps=(stamp,))


def _pieces(state: State, cells: dict[str, Cell], news: _News) -> Iterator[Element]:
    for seat, marker, place in _markers(state):
        cell, name = cells[_where(state, seat, place)], f"{NAMES[seat]}{marker + 1}"
        (x, y), (right, down) = cell.at, _PLACES[marker]
        look = f"seat-{seat}" + " last" * (name in news.markers) + " win" * (seat in state.winners)
        row, column = _TEXT_HIGH * cell.row + 2, _TEXT_WIDE * cell.column + 1
        stamps = (Stamp(row, column, NAMES[seat]), Stamp(row, column + 1 + marker, str(marker + 1)))
        label = f"marker {name} on {place}"
        at = (x + right, y + down)
        yield Element(f"marker-{name}", "piece", *at, _SHAPES[seat], _DIGITS[marker], 0.0, look, "", label, stamps)


def _touches(state: State) -> Iterator[Touch]:
    """Return the touches: a move is chosen by the marker, the cell where it is, or the cell where it would go.

    A cell with several markers stands for the first of them; a cell that a marker can leave is not a target.
    """
    t, v = state.game.tables, state.vector
    for seat in state.actors if v[ROLL] else ():
        places, roll = markers(t, v, seat), int(v[ROLL])
        legal = state.legal(seat)
        cells = {_where(state, seat, places[marker]): marker for marker in reversed(legal)}
        for marker in reversed(legal):
            product = places[marker] * roll
            target = _where(state, seat, product)
            if product <= t[GOAL] and target not in {_where(state, seat, places[other]) for other in legal}:
                cells[target] = marker
        for marker in legal:
            yield Touch(seat, marker, (f"marker-{NAMES[seat]}{marker + 1}",))
        for name, marker in cells.items():
            yield Touch(seat, marker, (name,))


def _caption(state: State) -> str:
    v = state.vector
    if not state.actors:
        won = "".join(f"{NAMES[seat]} has won: " for seat in state.winners)
        return f"{won}{state.ending}, after {v[TURN]} turns"
    if v[MOVER] == NOBODY:
        return "Who begins is drawn"
    name = NAMES[v[MOVER]]
    what = f"{name} has rolled a {v[ROLL]} and moves" if v[ROLL] else f"{name} to roll"
    return f"{what}, turn {v[TURN] + 1}"
