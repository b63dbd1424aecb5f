"""The picture of Multiplication Ludo: a cell for every position that a marker can stand on, and the die.

The drawing is a map of factors: a column is a power of two, a row an odd factor, so that multiplying is moving. It has
the positions from which the goal can be reached; the others are beside it, and matter less. Each player has a start
(position 1) above the map, and a home (the goal) below it. A roll in a cell is a hint that it leads to the goal (`!` in
text, which lists all positions in order, and has an `x` where the goal can no longer be reached); hints have the look
`hint`, so that a page can hide them. Each player's markers have their own shape.

Another layout is the table: all positions in order, as in the text.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt

from ludarium.core.game import State
from ludarium.games.ludo.factor_map import FactorMap
from ludarium.games.ludo.kernel import DIE, GOAL, MOVER, NOBODY, ROLL, TURN
from ludarium.games.ludo.rules import NAMES, board, markers
from ludarium.scenes import parts
from ludarium.scenes.picture import Picture
from ludarium.scenes.scene import Element, Scene, Touch
from ludarium.scenes.track import Cell, Track

_SHAPES = (parts.disc(17), parts.rounded(30, 30, 3), "M-9-17H9L18 0L9 17H-9L-18 0Z", "M0-19L19 0L0 19L-19 0Z")
_DIGITS = ("M-4-4L1-8V8", "M-5-4A5 5 0 1 1 3.5 0L-5 8H6", "M-5-8H5L-0.5-2A5 5 0 1 1-5.5 5.5", "M3 8V-8L-6 3H7")


@dataclass(frozen=True)
class _LudoPicture(Picture):
    """What is carried forward: the last move.

    These are the markers and cells that it changed, its product or a lost roll after it, and sentences about both;
    `rolls` counts all the rolls before the picture.
    """

    changed: frozenset[str] = frozenset()
    product: str = ""
    sentences: tuple[str, ...] = ()
    rolls: int = 0


def begin(state: State) -> _LudoPicture:
    """Return the picture of a first state."""
    return _LudoPicture(state)


def advance(picture: _LudoPicture, state: State, step: Sequence[int]) -> _LudoPicture:
    """Return the picture after a move, which tells its product and what it bumped or retired, or after a roll."""
    t, v = state.game.tables, picture.state.vector
    seat, roll, goal = int(v[MOVER]), int(v[ROLL]), int(t[GOAL])
    if not roll:
        drawn = replace(picture, state=state, rolls=picture.rolls + (seat != NOBODY))
        if seat == NOBODY or step[0]:
            return drawn
        lost = f"{NAMES[seat]} rolled 1 and loses the turn."
        return replace(drawn, sentences=(*picture.sentences, lost), product=f"{NAMES[seat]} rolled 1")
    name, place, before, now = (
        f"{NAMES[seat]}{step[0] + 1}",
        markers(t, v, seat)[step[0]],
        _cells(picture.state),
        _cells(state),
    )
    product = f"{place} x {roll} = {place * roll}"
    bumped = [other for other, cell in now.items() if other != name and cell != before[other]]
    came = f", and back to 1 with {' and '.join(bumped)}" if bumped else ""
    if place * roll >= goal:
        came = ", retired" if place * roll == goal else f", over {goal} and back to 1"
    changed = frozenset({name, *bumped, before[name], now[name]})
    return _LudoPicture(state, changed, f"{name}: {product}", (f"{name}: {product}{came}.",), picture.rolls)


def scene(picture: _LudoPicture) -> Scene:
    """Draw the map, mark what the last move changed, and describe that move in the caption."""
    track = _track(picture.state)
    return _scene(picture, track, _headings(picture.state, track))


def _table(picture: _LudoPicture) -> Scene:
    """Draw the positions in order, in the places that they have in the text."""
    track = _track(picture.state)
    cells = {name: cell._replace(place=None) for name, cell in track.cells.items()}
    return _scene(picture, replace(track, cells=cells, drawn=None))


LAYOUTS = {"map": scene, "table": _table}


def _scene(picture: _LudoPicture, track: Track, headings: Iterable[Element] = ()) -> Scene:
    state = picture.state
    mover, roll = int(state.vector[MOVER]), int(state.vector[ROLL])
    name, look = (NAMES[mover], f"seat-{mover}") if mover != NOBODY else ("", "")
    elements = (
        *track.ground(_cells(state), picture.changed),
        *headings,
        *track.die(picture.rolls, roll, name, look),
        _product(picture, track),
        *_pieces(picture, track),
    )
    caption = " ".join([*picture.sentences, _caption(state)])
    return Scene(*track.size, elements, tuple(_touches(state)), caption=caption)


def _track(state: State) -> Track:
    """Return every cell: starts, positions in ascending order, homes."""
    names, known = state.game.setup.seat_names, board(int(state.game.tables[GOAL]), int(state.game.tables[DIE]))
    between, goal = known.positions[1:-1], known.positions[-1]
    columns = max(6, isqrt(len(between)))
    last = 2 + (len(between) - 1) // columns
    drawn = FactorMap.of(known, len(names))
    cells = {}
    for n, name in enumerate(names):
        cells[f"start-{name}"] = Cell(n, 0, "1", f"position 1 of {name}", name, place=drawn.starts[n])
    for number, place in enumerate(between):
        row, column = divmod(number, columns)
        hint, tip, means = "", "", ""
        if place in known.penultimate:
            hint, tip, means = "!", f"×{goal // place}", f", one roll from {goal}"
        elif place not in known.factors:
            hint, means = "x", f", from which {goal} cannot be reached"
        label = f"position {place}{means}"
        cells[f"cell-{place}"] = Cell(
            column, 1 + row, str(place), label, "", hint, tip, drawn.places[place], place not in known.factors
        )
    for n, name in enumerate(names):
        cells[f"home-{name}"] = Cell(n, last, str(goal), f"position {goal} of {name}", name, place=drawn.homes[n])
    return Track(columns, 1 + last, cells, drawn.size)


def _where(state: State, seat: int, place: int) -> str:
    """Return the id of the cell for a seat's marker on this position."""
    if place == 1:
        return f"start-{NAMES[seat]}"
    return f"home-{NAMES[seat]}" if place == state.game.tables[GOAL] else f"cell-{place}"


def _cells(state: State) -> dict[str, str]:
    """Return the id of every marker's cell, by the marker's name."""
    return {
        f"{NAMES[seat]}{number}": _where(state, seat, place)
        for seat in range(state.game.seats)
        for number, place in enumerate(markers(state.game.tables, state.vector, seat), 1)
    }


def _headings(state: State, track: Track) -> Iterator[Element]:
    """Write the factor beside every row of the map and above every column."""
    known = board(int(state.game.tables[GOAL]), int(state.game.tables[DIE]))
    for text, place in FactorMap.of(known, state.game.seats).headings.items():
        yield Element(f"heading-{text}", "label", *track.at(*place), text=text, look="quiet")


def _product(picture: _LudoPicture, track: Track) -> Element:
    """Write the product of the last move: below the die of the map, beside the homes of the table and of the text."""
    seats, row, text = picture.state.game.seats, track.rows - 1, picture.product
    place = (track.drawn[0] - 1.5, 0.5) if track.drawn else ((seats + track.columns - 1) / 2, row)
    return Element("product", "label", *track.at(*place), text=text, stamps=(track.stamp(seats, row, 3, text),))


def _pieces(picture: _LudoPicture, track: Track) -> Iterator[Element]:
    for name, cell in _cells(picture.state).items():
        seat, number = NAMES.index(name[0]), int(name[1:])
        look = f"seat-{seat}" + " last" * (name in picture.changed) + " win" * (seat in picture.state.winners)
        label, stamps = f"marker {name} on {track.cells[cell].text}", track.marked(cell, name)
        at, shape, digit = track.spot(cell, number - 1), _SHAPES[seat], _DIGITS[number - 1]
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
        won = "".join(f"{NAMES[seat]} won: " for seat in state.winners)
        return f"{won}{state.ending}, after {v[TURN]} turns"
    if v[MOVER] == NOBODY:
        return "Drawing who begins"
    name = NAMES[v[MOVER]]
    what = f"{name} rolled {v[ROLL]} and is to move" if v[ROLL] else f"{name} to roll"
    return f"{what}, turn {v[TURN] + 1}"
