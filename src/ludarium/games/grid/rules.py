"""Grid Game's rules that need no compiling: the setup, access to the board, and messages to players."""

from collections.abc import Mapping
from functools import cache

import numpy as np

from ludarium.core.definition import Setup
from ludarium.core.game import State
from ludarium.core.kernel import Vector
from ludarium.core.spec import Value
from ludarium.games.grid import kernel
from ludarium.games.grid.kernel import CITY, DIRECTION, EAST, HEIGHT, LOST, OWN, ROCK, TURN, WEST, WIDTH

NAMES = ("green", "red", "yellow", "blue")
COMPASS = ("north", "east", "south", "west")
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""What a direction of the compass adds to a column and a row."""
BLANK, ROCKY = ("", 0), ("#", 0)
"""The contents of an empty cell and of a rock."""
CITY_HEALTH = 10
ON_TIME = "the largest army at the turn limit"
_PLACES = np.arange(kernel.SETS)
FACING = (EAST, WEST, WEST, EAST)

Cell = tuple[str, int]
"""The contents of a cell: the owner's initial (a capital for a city) with the value, or `BLANK` or `ROCKY`."""


def setup(options: Mapping[str, Value]) -> Setup:
    """Set up Grid Game with these options."""
    players, width, height, interval, city_at, rocks, limit = (int(value) for value in options.values())
    full = (1 << width) - 1 << 1
    planes = (full if (16 - city_at) >> bit & 1 else 0 for bit in range(4))
    tables = np.array([players, width, height, interval, limit, rocks, full, *planes], np.int64)
    start = blank(tables)
    for seat, (column, row) in enumerate(corners(width, height)[:players]):
        start[DIRECTION + seat] = FACING[seat]
        put(start, row, column, (NAMES[seat][0].upper(), CITY_HEALTH))
    start[kernel.ROCKS_LEFT] = min(
        rocks, sum(int(kernel.free(tables, start, row + 1)).bit_count() for row in range(height))
    )
    return Setup(
        tables,
        start,
        NAMES[:players],
        num_actions=len(COMPASS),
        max_steps=limit + int(start[kernel.ROCKS_LEFT]),
        max_chance_outcomes=width * height if rocks else 0,
    )


def corners(width: int, height: int) -> tuple[tuple[int, int], ...]:
    """§1: the columns and rows of the first cities, two cells from the edges; green and red in opposite corners."""
    east, south = width - 3, height - 3
    return (2, 2), (east, south), (east, 2), (2, south)


def blank(t: Vector) -> Vector:
    """Return an empty board with its frame of rock, on which every seat has lost."""
    size = int(t[HEIGHT]) + 2
    v = np.zeros(kernel.BOARD + kernel.SETS * size, np.int64)
    v[DIRECTION : DIRECTION + 4] = LOST
    whole = (1 << int(t[WIDTH]) + 2) - 1
    for row in range(size):
        v[kernel.place(ROCK, row)] = whole if row in (0, size - 1) else whole & ~int(t[kernel.FULL])
    return v


def put(v: Vector, row: int, column: int, cell: Cell) -> None:
    """Write the contents of an empty cell."""
    what, value = cell
    bit = 2 << column
    for plane in range(4):
        v[kernel.place(plane, row + 1)] |= bit * (value >> plane & 1)
    if cell == ROCKY:
        v[kernel.place(ROCK, row + 1)] |= bit
    elif cell != BLANK:
        seat = [name[0] for name in NAMES].index(what.lower())
        v[kernel.place(OWN + seat, row + 1)] |= bit
        v[kernel.place(CITY, row + 1)] |= bit * what.isupper()


def board(t: Vector, v: Vector) -> list[list[Cell]]:
    """Return the contents of every cell, row by row."""
    sets = v[kernel.BOARD :].reshape(-1, kernel.SETS)[1:-1]
    bits = sets[:, None, :] >> np.arange(1, int(t[WIDTH]) + 1)[:, None] & 1
    return [[_cell(word) for word in row] for row in (bits << _PLACES).sum(axis=2).tolist()]


@cache
def _cell(word: int) -> Cell:
    """Return the contents of a cell that is in the sets of these bits."""
    value = word & 15
    owner = "".join(name[0] for seat, name in enumerate(NAMES) if word >> OWN + seat & 1)
    return ROCKY if word >> ROCK & 1 else (owner.upper() if word >> CITY & 1 else owner, value)


def in_turn(state: State) -> bool:
    """Return False: a turn is one step."""
    return False


def default_action(state: State, seat: int) -> int:
    """§2: the default is the seat's present direction."""
    v = state.vector
    return int(v[DIRECTION + seat])


def explain(state: State, seat: int, action: int) -> str:
    """Explain in a sentence why this action is not legal here."""
    t = state.game.tables
    if seat >= 0:
        return f"{NAMES[seat]} must choose north, east, south or west"
    row, column = divmod(action, int(t[WIDTH]))
    return f"no rock can be placed on {column},{row}: the cell is not empty, or a piece is next to it"


def ending(state: State) -> str:
    """Return how the game ended; empty while it goes on."""
    t, v = state.game.tables, state.vector
    if kernel.actors(t, v):
        return ""
    left = int(kernel.left_in(t, v))
    if left & (left - 1):
        return "a tie: the largest armies are equal at the turn limit" if _tied(state) else ON_TIME
    return "nobody else has a piece left" if left else "a draw: nobody has a piece left"


def former_endings(state: State) -> tuple[str, ...]:
    """Return how records before version 0.4 say how the game ended: with a turn, counted from 0 or from 1."""
    t, v = state.game.tables, state.vector
    left, turn = int(kernel.left_in(t, v)), int(v[TURN])
    if left & (left - 1):
        tie = f"a tie: the largest armies are equal after turn {turn}"
        return (tie if _tied(state) else f"on time, after turn {turn}",)
    return (f"outright, in turn {turn - 1}" if left else f"a draw: nobody had a piece left in turn {turn - 1}",)


def _tied(state: State) -> bool:
    return int(kernel.results(state.game.tables, state.vector, np.zeros(state.game.seats))).bit_count() > 1


def reported_turns(t: Vector, v: Vector) -> int:
    """§9: the length of a game by the source's convention, which counts the turns of an outright win from 0."""
    return int(v[TURN]) - (int(kernel.left_in(t, v)).bit_count() < 2)


def points(t: Vector, v: Vector) -> tuple[int, ...]:
    """§11: every seat's tournament points: an outright win 3, a win on time 2, a draw 1."""
    winners = int(kernel.results(t, v, np.zeros(t[kernel.SEATS])))
    left = int(kernel.left_in(t, v))
    each = 3 if left.bit_count() == 1 else 2 if winners.bit_count() == 1 else 1
    return tuple(each if winners >> seat & 1 or not winners else 0 for seat in range(t[kernel.SEATS]))
