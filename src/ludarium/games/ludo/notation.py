"""Multiplication Ludo as text.

A turn of nature's is `first B` or `roll 5`. A move is `B2 12x5=60`: the marker, and the product. Enough of it may be
left out: `B2`, `60`, `12x5` and `12x5=60` are read as well, and of markers on one position the first is moved.

A position is `1,1,12,60/1,5,120,120 B 5 17`: where the markers of each player stand, who is to move, with which roll,
and the number of the turn; `-` where nobody is to move (before the draw, and at the end) or nothing is rolled.
"""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.text import shorten
from ludarium.games.ludo import kernel
from ludarium.games.ludo.kernel import DIE, DRAWN, GOAL, LIMIT, MARKERS, MOVER, NOBODY, ROLL, SEATS, TURN
from ludarium.games.ludo.rules import NAMES, board, explain, markers

_FIRST = re.compile(r"(?:first\s+)?([A-D])", re.IGNORECASE | re.ASCII)
_ROLL = re.compile(r"(?:roll\s+)?([0-9]{1,3})", re.IGNORECASE | re.ASCII)
_MOVE = re.compile(
    r"(?:(?P<seat>[A-D])(?P<marker>[1-9])(?:\s+|$))?"
    r"(?:(?P<place>[0-9]{1,5})\s*[x*\u00d7]\s*(?P<roll>[0-9]{1,3})(?:\s*=\s*(?P<equals>[0-9]{1,5}))?"
    r"|(?P<product>[0-9]{1,5}))?",
    re.IGNORECASE | re.ASCII,
)
_LONGEST = 100


def action_name(t: Vector, v: Vector, seat: int, action: int) -> str:
    """Nature's action as `first A` or `roll 5`, a move as `A1 4x5=20`."""
    if seat == CHANCE:
        return f"roll {action + 1}" if v[MOVER] != NOBODY else f"first {NAMES[action]}"
    place, roll = markers(t, v, seat)[action], int(v[ROLL])
    return f"{NAMES[seat]}{action + 1} {place}x{roll}={place * roll}"


def format_turn(t: Vector, v: Vector, walk: Sequence[int]) -> str:
    """The turn, which is one action."""
    return action_name(t, v, int(v[MOVER]) if v[ROLL] else CHANCE, walk[0]) if walk else ""


def parse_turn(t: Vector, v: Vector, text: str) -> tuple[int, ...]:
    """The one action that the text names."""
    form, expected = (
        (_MOVE, f"a product or a marker, as in {action_name(t, v, int(v[MOVER]), 0)}")
        if v[ROLL]
        else (_ROLL, "a roll, as in roll 5")
        if v[MOVER] != NOBODY
        else (_FIRST, "the player who begins, as in first A")
    )
    said = text.strip()
    found = form.fullmatch(said) if 0 < len(said) <= _LONGEST else None
    if found is None:
        raise ParseError(f"{shorten(text)} is no turn: expected {expected}")
    if form is _MOVE:
        return (_read_move(t, v, found.groupdict()),)
    action = NAMES.index(found[1].upper()) if form is _FIRST else int(found[1]) - 1
    if not 0 <= action < kernel.chances(t, v):
        raise IllegalMove(explain(t, v, CHANCE, action))
    return (action,)


def _read_move(t: Vector, v: Vector, said: dict[str, str | None]) -> int:
    """The marker that is meant: the first one that fits all that was said."""
    seat, roll = int(v[MOVER]), int(v[ROLL])
    places = markers(t, v, seat)
    if said["seat"] and said["seat"].upper() != NAMES[seat]:
        raise IllegalMove(f"{NAMES[seat]} is to move, not {said['seat'].upper()}")
    meant = int(said["marker"]) - 1 if said["marker"] else None
    if meant is not None and (meant >= len(places) or places[meant] == t[GOAL]):
        raise IllegalMove(explain(t, v, seat, meant))
    if said["roll"] and int(said["roll"]) != roll:
        raise IllegalMove(f"the roll is a {roll}, not a {int(said['roll'])}")
    place = int(said["place"]) if said["place"] else None
    claimed = said["equals"] or said["product"]
    product = int(claimed) if claimed else None
    if place is not None and product is not None and place * roll != product:
        raise IllegalMove(f"{place} x {roll} is not {product}")
    for marker, here in enumerate(places):
        fits = meant in (None, marker) and place in (None, here) and product in (None, here * roll)
        if fits and here != t[GOAL]:
            return marker
    wanted = f"stands on {place}" if place is not None else f"comes to {product} with a {roll}"
    if meant is not None:
        raise IllegalMove(f"{NAMES[seat]}{meant + 1} is on {places[meant]}: it is not one that {wanted}")
    listed = ", ".join(str(here) for here in sorted(set(places)) if here != t[GOAL])
    raise IllegalMove(f"no marker of {NAMES[seat]}'s {wanted}: those in the game are on {listed}")


def format_position(t: Vector, v: Vector) -> str:
    """The position in one line."""
    rows = "/".join(",".join(map(str, markers(t, v, seat))) for seat in range(t[SEATS]))
    mover = NAMES[v[MOVER]] if v[MOVER] != NOBODY else "-"
    return f"{rows} {mover} {v[ROLL] or '-'} {v[TURN] + 1}"


def parse_position(t: Vector, text: str) -> Vector:
    """The position that the text names."""
    fields = text.split()
    if len(fields) != 4:
        raise ParseError(f"{shorten(text)} is no position: it has markers, mover, roll and turn, as in 1,5/1,20 A 4 9")
    places = _read_places(t, fields[0])
    turn = _number(fields[3], 1, int(t[LIMIT]) + 1, "the number of a turn") - 1
    home = [seat for seat, row in enumerate(places) if set(row) == {int(t[GOAL])}]
    if len(home) > 1 or (home and turn == 0):
        raise ParseError("nobody has won before the first turn, and only one player wins")
    result = home[0] + 1 if home else DRAWN if turn == t[LIMIT] else 0
    mover, roll = NOBODY, 0
    if fields[1] != "-":
        mover = NAMES.find(fields[1].upper())
        if len(fields[1]) != 1 or not 0 <= mover < t[SEATS]:
            raise ParseError(f"{shorten(fields[1])} is not to move: expected one of {', '.join(NAMES[: t[SEATS]])}")
    if fields[2] != "-":
        roll = _number(fields[2], 2, int(t[DIE]), "a roll to move with")
    if mover != NOBODY if result else mover == NOBODY and turn > 0:
        raise ParseError("somebody is to move from the draw of who begins to the end of the game, and at no other time")
    if roll and mover == NOBODY:
        raise ParseError(f"there is a roll of {roll}, and nobody to move")
    return np.array([result, mover, roll, turn, *(place for row in places for place in row)], np.int64)


def _read_places(t: Vector, text: str) -> list[list[int]]:
    """Where the markers of each player stand."""
    seats, count, goal = int(t[SEATS]), int(t[MARKERS]), int(t[GOAL])
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != seats or any(len(row) != count for row in rows):
        raise ParseError(f"{shorten(text)} is no board: expected {seats} players, each with {count} markers")
    places = [[_number(place, 1, goal, "a position") for place in row] for row in rows]
    known = set(board(goal, int(t[DIE])).positions)
    taken: dict[int, int] = {}
    for seat, place in _standing(places):
        if place not in known:
            raise ParseError(f"no marker comes to {place}: rolls of 2 to {t[DIE]} do not multiply to it")
        if place not in (1, goal) and taken.setdefault(place, seat) != seat:
            raise ParseError(f"{NAMES[taken[place]]} and {NAMES[seat]} cannot both stand on {place}")
    return places


def _standing(places: list[list[int]]) -> Iterator[tuple[int, int]]:
    """Every marker's player and position."""
    for seat, row in enumerate(places):
        for place in row:
            yield seat, place


def _number(text: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text) or not low <= int(text) <= high:
        raise ParseError(f"{shorten(text)} is not {what}: expected a number from {low} to {high}")
    return int(text)
