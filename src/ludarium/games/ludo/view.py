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
from ludarium.games.ludo.rules import NAMES, board, landing, markers
from ludarium.scenes import parts
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Role, Scene, Stamp, Touch

_WIDE, _HIGH, _MARGIN = 100, 108, 24
_TEXT_WIDE, _TEXT_HIGH = 7, 3
_SHAPES = (parts.disc(17), parts.rounded(30, 30, 3), "M-9-17H9L18 0L9 17H-9L-18 0Z", "M0-19L19 0L0 19L-19 0Z")
_DIGITS = ("M-4-4L1-8V8", "M-5-4A5 5 0 1 1 3.5 0L-5 8H6", "M-5-8H5L-0.5-2A5 5 0 1 1-5.5 5.5", "M3 8V-8L-6 3H7")
_STAR = "M0-10L2.4-3.2L9.5-3.1L3.8 1.2L5.9 8.1L0 4L-5.9 8.1L-3.8 1.2L-9.5-3.1L-2.4-3.2Z"
_CROSS = "M-5-5L5 5M5-5L-5 5"
_ROLES: tuple[Role, Role] = ("ground", "piece")
"""The roles of the die before the draw and after it."""


class _Cell(NamedTuple):
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

    def boxed(self, head: str) -> tuple[Stamp, ...]:
        """Return the cell of the text picture."""
        return parts.boxed(_TEXT_HIGH * self.row, _TEXT_WIDE * self.column, _TEXT_WIDE - 1, head)

    def stamp(self, right: int, text: str) -> Stamp:
        """Return characters inside the cell of the text picture."""
        return Stamp(_TEXT_HIGH * self.row + 2, _TEXT_WIDE * self.column + right, text)


@dataclass(frozen=True)
class _LudoPicture(Picture):
    """What is carried forward: the last move.

    These are the markers and cells that it changed, its product, and sentences about it and later rolls; `rolls`
    counts all the rolls before the picture.
    """

    changed: frozenset[str] = frozenset()
    product: str = ""
    sentences: tuple[str, ...] = ()
    rolls: int = 0


def begin(state: State) -> _LudoPicture:
    """Return the picture of a first state."""
    return _LudoPicture(state)


def advance(picture: _LudoPicture, state: State, step: Sequence[int]) -> _LudoPicture:
    """Return the news of a move (its product, and what it bumped, retired or sent back), or add a roll."""
    t, v = state.game.tables, picture.state.vector
    seat, roll, goal = int(v[MOVER]), int(v[ROLL]), int(t[GOAL])
    if not roll:
        lost = (f"{NAMES[seat]} has rolled a 1 and forfeits the turn.",) if seat != NOBODY and step[0] == 0 else ()
        rolls = picture.rolls + (seat != NOBODY)
        return replace(picture, state=state, sentences=picture.sentences + lost, rolls=rolls)
    name, before = f"{NAMES[seat]}{step[0] + 1}", _markers(picture.state)
    place = before[name][1]
    product = f"{place} x {roll} = {place * roll}"
    bumped = [other for other, now in _markers(state).items() if other != name and now != before[other]]
    came = f", and back to 1 with {' and '.join(bumped)}" if bumped else ""
    if place * roll >= goal:
        came = ", retired" if place * roll == goal else f", over {goal} and back to 1"
    cells = {_where(state, seat, place), _where(state, seat, landing(t, place, roll))}
    return _LudoPicture(
        state, frozenset({name, *bumped, *cells}), product, (f"{name}: {product}{came}.",), picture.rolls
    )


def scene(picture: _LudoPicture) -> Scene:
    """Draw the board, mark what the last move changed, and describe that move in the caption."""
    state = picture.state
    columns, cells = _cells(state)
    rows = 1 + max(cell.row for cell in cells.values())
    width, height = 2 * _MARGIN + _WIDE * columns, 2 * _MARGIN + _HIGH * rows
    elements = (
        parts.board(width, height),
        *_ground(picture, cells),
        *_die(picture, _Cell("die", columns - 1, 0, 0)),
        *_product(picture, columns, rows),
        *_pieces(picture, cells),
    )
    caption = " ".join([*picture.sentences, _caption(state)])
    return Scene(width, height, elements, tuple(_touches(state)), caption=caption)


def _cells(state: State) -> tuple[int, dict[str, _Cell]]:
    """Return the number of columns, and every cell by its id: starts, positions in ascending order, homes."""
    names, known = state.game.setup.seat_names, board(int(state.game.tables[GOAL]), int(state.game.tables[DIE]))
    between, goal = known.positions[1:-1], known.positions[-1]
    columns = max(6, isqrt(len(between)))
    last = 2 + (len(between) - 1) // columns
    cells = [_Cell(f"start-{name}", column, 0, 1, name) for column, name in enumerate(names)]
    for number, place in enumerate(between):
        hint = "!" if place in known.penultimate else "" if place in known.factors else "x"
        cells.append(_Cell(f"cell-{place}", number % columns, 1 + number // columns, place, hint=hint))
    cells += [_Cell(f"home-{name}", column, last, goal, name) for column, name in enumerate(names)]
    return columns, {cell.id: cell for cell in cells}


def _where(state: State, seat: int, place: int) -> str:
    """Return the id of the cell for a seat's marker on this position."""
    if place == 1:
        return f"start-{NAMES[seat]}"
    return f"home-{NAMES[seat]}" if place == state.game.tables[GOAL] else f"cell-{place}"


def _markers(state: State) -> dict[str, tuple[int, int]]:
    """Return the seat and the position of every marker, by its name."""
    t, v = state.game.tables, state.vector
    return {
        f"{NAMES[seat]}{number}": (seat, place)
        for seat in range(state.game.seats)
        for number, place in enumerate(markers(t, v, seat), 1)
    }


def _ground(picture: _LudoPicture, cells: dict[str, _Cell]) -> Iterator[Element]:
    state, goal = picture.state, picture.state.game.tables[GOAL]
    standing: dict[str, list[str]] = {}
    for name, (seat, place) in _markers(state).items():
        standing.setdefault(_where(state, seat, place), []).append(name)
    hints = {"!": f", one roll from {goal}", "x": f", from which {goal} cannot be reached"}
    for cell in cells.values():
        (x, y), number = cell.at, str(cell.place)
        whose, held = f" of {cell.owner}" if cell.owner else "", ", ".join(standing.get(cell.id, ["empty"]))
        label = f"position {number}{whose}{hints.get(cell.hint, '')}: {held}"
        stamps = cell.boxed(f"{number:<5}{cell.owner}" if cell.owner else f"{number}{cell.hint}")
        look = parts.looks(last=cell.id in picture.changed)
        yield Element(cell.id, "ground", x, y, parts.rounded(92, 100, 8), look=look, label=label, stamps=stamps)
        yield Element(f"{cell.id}-number", "label", x - 40 + 7 * len(number), y - 37, text=number)
        if cell.owner:
            yield Element(f"{cell.id}-owner", "label", x + 32, y - 37, text=cell.owner)
        if cell.hint:
            glyph = _STAR if cell.hint == "!" else _CROSS
            yield Element(f"{cell.id}-hint", "label", x + 31, y - 36, glyph=glyph, look="hint")


def _die(picture: _LudoPicture, cell: _Cell) -> Iterator[Element]:
    """Draw the die in the mover's colour, blank before the roll."""
    seat, roll, (x, y) = int(picture.state.vector[MOVER]), int(picture.state.vector[ROLL]), cell.at
    name, look = (NAMES[seat], f"seat-{seat}") if seat != NOBODY else ("", "")
    stamps = (*cell.boxed(f"die  {name}"), cell.stamp(3, str(roll or "?") if name else " "))
    label, role = f"the die: {roll}" if roll else "the die, not yet rolled", _ROLES[bool(name)]
    yield parts.die(f"die-{picture.rolls}", (x, y + 4), roll, look=look, label=label, role=role, stamps=stamps)
    yield Element("die-owner", "label", x, y - 40, text=name)


def _product(picture: _LudoPicture, columns: int, rows: int) -> Iterator[Element]:
    """Write the product of the last move beside the homes."""
    cell, seats = _Cell("product", 0, rows - 1, 0), picture.state.game.seats
    x, y = _MARGIN + _WIDE * (columns + seats) / 2, cell.at[1]
    stamps = (cell.stamp(_TEXT_WIDE * seats + 3, picture.product),)
    yield Element(cell.id, "label", x, y, text=picture.product, stamps=stamps)


def _pieces(picture: _LudoPicture, cells: dict[str, _Cell]) -> Iterator[Element]:
    state = picture.state
    for name, (seat, place) in _markers(state).items():
        cell, number = cells[_where(state, seat, place)], int(name[1:])
        (x, y), (right, down) = cell.at, parts.quadrant(number - 1, 42, 36)
        look = f"seat-{seat}" + " last" * (name in picture.changed) + " win" * (seat in state.winners)
        stamps = (cell.stamp(1, NAMES[seat]), cell.stamp(1 + number, str(number)))
        at, label = (x + right, y + down + 12), f"marker {name} on {place}"
        shape, digit = _SHAPES[seat], _DIGITS[number - 1]
        yield Element(f"marker-{name}", "piece", *at, shape, digit, 0.0, look, "", label, stamps)


def _touches(state: State) -> Iterator[Touch]:
    """Yield the touches; a marker that would go back to 1 has no target."""
    t, v = state.game.tables, state.vector
    for seat in state.actors if v[ROLL] else ():
        moves = {}
        for marker in state.legal(seat):
            place = markers(t, v, seat)[marker]
            product = place * int(v[ROLL])
            target = _where(state, seat, product) if product <= t[GOAL] else ""
            moves[marker] = f"marker-{NAMES[seat]}{marker + 1}", _where(state, seat, place), target
        yield from parts.move_touches(seat, moves)


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
