"""Grid Game as text.

A turn has a letter for each seat, as in `n/e`: north, east, south or west, `-` to keep the direction, and `x` for a
seat that has lost. A rock is the column and the row of its cell, counted from 0, as in `3,7`.

A position is `//.2G10///////.17R10// e/w 0`: the rows from the top, the directions and the number of turns
played.
A row consists of runs; empty cells at its end are left out:

    .17     17 empty cells
    #2      2 rocks
    g3      a green walker of 3
    g1*4    4 green walkers of 1
    R10     a red city of 10

Before the first turn the number of rocks that are still to be placed may follow, as in `#5`.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.notation import parse_number, split_fields
from ludarium.core.text import counted, shorten
from ludarium.games.grid import kernel
from ludarium.games.grid.kernel import DIRECTION, HEIGHT, LIMIT, LOST, ROCKS_LEFT, TURN, WIDTH
from ludarium.games.grid.rules import BLANK, CITY_HEALTH, NAMES, ROCKY, STEPS, Cell, blank, board, default_action, put
from ludarium.games.grid.sights import march

LETTERS = "neswx"
_POINTS = "north", "east", "south", "west"
_MOST_JOINS = 2
_KEPT = "-"
_ROCK = re.compile(r"([0-9]{1,3}),([0-9]{1,3})")
_RUN = re.compile(r"([.#])([0-9]{1,3})?|([A-Za-z])([0-9]{1,3})(?:\*([0-9]{1,3}))?", re.ASCII)
_ROW = re.compile(f"(?:{_RUN.pattern})*", re.ASCII)


def action_name(state: State, seat: int, action: int) -> str:
    """Return a direction as its letter, a rock as its cell."""
    t = state.game.tables
    if seat != CHANCE:
        return LETTERS[action]
    row, column = divmod(action, int(t[WIDTH]))
    return f"{column},{row}"


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return a letter for each seat whose action is given, or a rock."""
    t, v = state.game.tables, state.vector
    if v[ROCKS_LEFT] and actions:
        return action_name(state, CHANCE, actions[0])
    names = iter([LETTERS[action] for action in actions])
    letters = ["x" if _has_lost(v, seat) else next(names, "") for seat in range(t[kernel.SEATS])]
    return "/".join(takewhile(bool, letters)) if actions else ""


def legend(_game: Game) -> str:
    """Return what the letters of a turn mean.

    >>> import ludarium
    >>> legend(ludarium.load("grid"))
    'n north, e east, s south, w west'
    """
    return ", ".join(f"{letter} {point}" for letter, point in zip(LETTERS, _POINTS, strict=False))


def tell_turn(state: State, actions: Sequence[int]) -> str:
    """Return where an army went, in words."""
    return f"went {_POINTS[actions[0]]}"


def advise_turn(state: State, seat: int, actions: Sequence[int]) -> str:
    """Return in words where an army would go, and which walkers would join others; of many the strongest.

    >>> import ludarium
    >>> state = ludarium.load("grid(width=12,height=6)").parse_position("/////g4g6.9R5 e/w 1")
    >>> advise_turn(state, 0, (1,)), advise_turn(state, 0, (3,))
    ('east: 2 walkers go there', "west: {0's} 6 joins the 4")
    """
    (action,) = actions
    going = march(board(state.game.tables, state.vector), seat, STEPS[action])
    if going.joins:
        joined = " and ".join(f"{{{seat}'s}} {one} joins the {other}" for one, other in going.joins[:_MOST_JOINS])
        return f"{_POINTS[action]}: {joined}"
    if not going.walkers:
        return f"{_POINTS[action]}: new walkers will go there"
    count, alone = counted(going.walkers, "walker"), going.walkers == 1
    if not going.moving:
        return f"{_POINTS[action]}: {count} {'stays' if alone else 'stay'}"
    who = count if going.moving == going.walkers else f"{going.moving} of {count}"
    return f"{_POINTS[action]}: {who} {'goes' if alone else 'go'} there"


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a simultaneous turn into a direction for each seat that has not lost, or a rock into its cell."""
    t, v = state.game.tables, state.vector
    plain = re.sub(r"\s+", "", text[:100]).lower()
    if v[ROCKS_LEFT]:
        return (_parse_rock(t, plain, text),)
    seats = int(t[kernel.SEATS])
    letters = plain.split("/")
    if len(text) > 100 or len(letters) != seats or not all(len(one) == 1 and one in LETTERS + _KEPT for one in letters):
        example = "/".join("nesw"[:seats])
        raise ParseError(f"{shorten(text)} is not a turn: expected n, e, s, w or - for each seat, as in {example}")
    actions = []
    for seat, letter in enumerate(letters):
        if _has_lost(v, seat) != (letter == "x") and not (_has_lost(v, seat) and letter == _KEPT):
            expected = "lost: expected x or -" if _has_lost(v, seat) else "not lost: expected n, e, s, w or -, not x"
            raise IllegalMove(f"{NAMES[seat]} has {expected}")
        if not _has_lost(v, seat):
            actions.append(default_action(state, seat) if letter == _KEPT else LETTERS.index(letter))
    return tuple(actions)


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    rows = "/".join(format_row(row) for row in board(t, v))
    directions = "/".join(LETTERS[v[DIRECTION + seat]] for seat in range(t[kernel.SEATS]))
    to_come = f" #{v[ROCKS_LEFT]}" if v[ROCKS_LEFT] else ""
    return f"{rows} {directions} {v[TURN]}{to_come}"


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    t = game.tables
    fields = split_fields(text, "rows, directions and the number of turns played, as in //.2G10/.4R10// e/w 0", 3, 4)
    v = blank(t)
    _parse_rows(t, v, fields[0])
    _parse_directions(t, v, fields[1])
    v[TURN] = parse_number(fields[2], "a number of turns", 0, int(t[LIMIT]))
    if len(fields) == 4:
        _parse_to_come(t, v, fields[3])
    return game.state(v)


def _has_lost(v: Vector, seat: int) -> bool:
    return bool(v[DIRECTION + seat] == LOST)


def _parse_rock(t: Vector, plain: str, text: str) -> int:
    found = _ROCK.fullmatch(plain)
    if len(text) > 100 or found is None or int(found[1]) >= t[WIDTH] or int(found[2]) >= t[HEIGHT]:
        raise ParseError(f"{shorten(text)} is not a cell: expected a column and a row, as in 3,4")
    return int(found[2]) * int(t[WIDTH]) + int(found[1])


def format_row(row: Sequence[Cell]) -> str:
    """Return a row of cells as runs."""
    runs = [(what, value, len(list(run))) for (what, value), run in groupby(row)]
    if runs[-1][:2] == BLANK:
        runs.pop()
    text = ""
    for what, value, many in runs:
        if value:
            text += f"{what}{value}" + f"*{many}" * (many > 1)
        else:
            text += (what or ".") + str(many) * (many > 1)
    return text


def _parse_rows(t: Vector, v: Vector, text: str) -> None:
    rows, width = text.split("/"), int(t[WIDTH])
    if len(rows) != t[HEIGHT]:
        raise ParseError(f"{shorten(text)} is not a board: expected {t[HEIGHT]} rows separated by /")
    for row, line in enumerate(rows):
        if len(line) > 10 * width or not _ROW.fullmatch(line):
            raise ParseError(f"{shorten(line)} is not a row: expected runs of cells, as in .2G10.5g1*3#2")
        column = 0
        for many, cell in _runs(t, line):
            if column + many > width:
                raise ParseError(f"the row {shorten(line)} is longer than {width} cells")
            for place in range(column, column + many):
                put(v, row, place, cell)
            column += many


def _runs(t: Vector, line: str) -> Iterator[tuple[int, Cell]]:
    owners = [name[0] for name in NAMES[: t[kernel.SEATS]]]
    for found in _RUN.finditer(line):
        ground, times, what, number, many = found.groups()
        if ground:
            yield int(times or 1), ROCKY if ground == "#" else BLANK
            continue
        value, most = int(number), CITY_HEALTH if what.isupper() else 15 - _sixteen_less(t)
        if what.lower() not in owners:
            expected = f"{', '.join(owners)} for a walker, or a capital for a city"
            raise ParseError(f"{shorten(found[0])} belongs to no seat: expected {expected}")
        if not 1 <= value <= most:
            kind = "city" if what.isupper() else "walker"
            raise ParseError(f"{shorten(found[0])} is not a piece: a {kind} has a value from 1 to {most}")
        yield int(many or 1), (what, value)


def _sixteen_less(t: Vector) -> int:
    """Return 16 - city_at."""
    return sum(1 << bit for bit in range(4) if t[kernel.CITY_AT + bit])


def _parse_directions(t: Vector, v: Vector, text: str) -> None:
    letters, seats = text.split("/"), int(t[kernel.SEATS])
    if len(letters) != seats or not all(len(one) == 1 and one in LETTERS for one in letters):
        example = "/".join("ewwe"[:seats])
        expected = f"n, e, s, w or x for each of the {seats} seats, as in {example}"
        raise ParseError(f"{shorten(text)} is not a list of directions: expected {expected}")
    for seat, letter in enumerate(letters):
        if letter == "x" and kernel.army(t, v, seat):
            raise ParseError(f"{NAMES[seat]} has pieces, so its direction cannot be x")
        v[DIRECTION + seat] = LETTERS.index(letter)


def _parse_to_come(t: Vector, v: Vector, text: str) -> None:
    free = int(kernel.legal(t, v, CHANCE, np.empty(t[WIDTH] * t[HEIGHT], np.int64)))
    most = min(int(t[kernel.ROCKS]), free)
    if not text.startswith("#") or v[TURN]:
        raise ParseError(
            f"{shorten(text)} cannot end a position: expected rocks to place before the first turn, as in #5"
        )
    v[ROCKS_LEFT] = parse_number(text[1:], "a number of rocks", 0, most)
