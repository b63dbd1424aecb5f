"""The board of Multiplication Ludo for paper: all positions from 1 to the goal, as the source describes it.

The positions are in rows of ten, for goals above 150 in rows of twenty. Every cell has a line for the markers of each
player, because position 1 and the goal may hold the markers of all.
"""

from collections.abc import Iterator

from ludarium.core.game import State
from ludarium.games.ludo.kernel import GOAL
from ludarium.games.ludo.rules import NAMES, markers
from ludarium.scenes.scene import Element, Scene, Stamp

_WIDE, _HEAD, _LINE, _MARGIN = 96, 40, 30, 24
"""The width of a cell, the heights of its number and of a player's line, and the margin of the picture."""
_TEXT_WIDE = 7
_PLATE = "M-28-13H28A13 13 0 0 1 28 13H-28A13 13 0 0 1-28-13Z"
_MOST_IN_TENS = 150


def sheet(state: State) -> Scene:
    """Draw every position, with the markers that stand on it."""
    seats, goal = state.game.seats, int(state.game.tables[GOAL])
    columns = 10 if goal <= _MOST_IN_TENS else 20
    rows, high = 1 + (goal - 1) // columns, _HEAD + _LINE * seats
    elements = tuple(
        element for place in range(1, goal + 1) for element in _cell(state, place, *divmod(place - 1, columns))
    )
    return Scene(2 * _MARGIN + _WIDE * columns, 2 * _MARGIN + high * rows, elements)


def _cell(state: State, place: int, row: int, column: int) -> Iterator[Element]:
    """Yield a cell, its number, and a plate for every player with markers in it."""
    seats = state.game.seats
    x, y, high = _MARGIN + _WIDE * (column + 0.5), _MARGIN + (_HEAD + _LINE * seats) * row, _HEAD + _LINE * seats
    line, start = (seats + 2) * row, _TEXT_WIDE * column
    text = ["+------+", f"|{place:<6}|", *["|      |"] * seats, "+------+"]
    stamps = tuple(Stamp(line + down, start, part) for down, part in enumerate(text))
    box = f"M{-_WIDE / 2:g} 0H{_WIDE / 2:g}V{high}H{-_WIDE / 2:g}Z"
    yield Element(f"cell-{place}", "ground", x, y, box, look="board", label=f"position {place}", stamps=stamps)
    yield Element(f"cell-{place}-number", "label", x, y + _HEAD / 2, text=str(place))
    for seat in range(seats):
        places = markers(state.game.tables, state.vector, seat)
        if place in places:
            name = NAMES[seat] + "".join(str(number) for number, at in enumerate(places, 1) if at == place)
            down, stamp = y + _HEAD + _LINE * (seat + 0.5) - 2, Stamp(line + 2 + seat, start + 1, name)
            yield Element(
                f"markers-{place}-{NAMES[seat]}", "piece", x, down, _PLATE,
                look=f"seat-{seat}", text=name, label=f"{name} on {place}", stamps=(stamp,),
            )  # fmt: skip
