"""Backgammon as text: a turn is `6-4`, or moves such as `13/7 8/4`; a position is its points, the bar and the turn.

A roll has the larger die first, the first roll who begins, too: `X 6-4`. A move names the points as the mover counts
them. A position has the points as X counts them, with numbers for empty ones: `O2,4,X5,1,X3,3,O5,X5,3,O3,1,O5,4,X2`;
the checkers of X and O on the bar; who is to roll or move, or `-`; the dice left, `-`, `6-4`, `6`, `3x4`; the turn.
"""

import re
from collections.abc import Sequence

import numpy as np
from ludarium.authoring import (
    CHANCE,
    Game,
    IllegalMove,
    ParseError,
    State,
    Vector,
    format_names,
    parse_choice,
    parse_names,
    parse_number,
    parse_numbers,
    shorten,
    split_fields,
)

from classics.backgammon import kernel
from classics.backgammon.kernel import (
    BAR,
    CHECKERS,
    LARGE,
    LEFT,
    LIMIT,
    NOBODY,
    OFF,
    POINTS,
    SEAT,
    SIZE,
    SMALL,
    TURN,
    UNEQUAL,
)
from classics.backgammon.rules import NAMES, ROLLS, move_name

_MOVE = re.compile(r"(?:bar|[0-9]{1,2})/(?:off|[0-9]{1,2})", re.ASCII | re.IGNORECASE)
_EXPECTED = "points, bar, mover, dice and turn, as in O2,4,X5,1,X3,3,O5,X5,3,O3,1,O5,4,X2 0,0 X 6-4 1"


def action_name(state: State, seat: int, action: int) -> str:
    """Return a roll as `6-4`, or as `X 6-4` if it is the first, and a move as `13/7`."""
    if seat != CHANCE:
        return move_name(state, action)
    if state.vector[SEAT] == NOBODY:
        who, roll = divmod(action, UNEQUAL)
        return f"{NAMES[who]} {ROLLS[roll][0]}-{ROLLS[roll][1]}"
    return "{}-{}".format(*ROLLS[action])


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return a turn as the names of its actions."""
    return format_names(state, actions)


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn; one that is not legal here is explained."""
    try:
        return parse_names(state, text, words=_words)
    except ParseError:
        if state.actors and state.actors[0] != CHANCE and all(map(_MOVE.fullmatch, text.split() or [""])):
            dice = _dice(state.vector)
            raise IllegalMove(f"{shorten(text)} is not a turn of {dice}: no die that is left goes so far") from None
        raise


def _words(state: State, seat: int) -> list[str]:
    """Return the names of all actions of a seat or of chance, legal here or not."""
    if seat == CHANCE:
        return [action_name(state, seat, roll) for roll in range(2 * UNEQUAL if state.vector[SEAT] == NOBODY else 21)]
    return [move_name(state, action) for action in range(state.game.num_actions)]


def format_position(state: State) -> str:
    """Return the points, the bar, who is to move, the dice and the number of the turn."""
    v, points, empty = state.vector, list[str](), 0
    for point in range(1, BAR):
        held = [(name, v[at]) for name, at in zip(NAMES, _places(point), strict=True) if v[at]]
        if held and empty:
            points.append(str(empty))
        empty = 0 if held else empty + 1
        points += [f"{name}{count}" for name, count in held]
    if empty:
        points.append(str(empty))
    bar = f"{v[POINTS + BAR]},{v[POINTS + SIZE + BAR]}"
    return f"{','.join(points)} {bar} {(*NAMES, '-')[v[SEAT]]} {_dice(v)} {v[TURN] + 1}"


def _places(point: int) -> tuple[int, int]:
    """Return where a position has the checkers of both seats on a point as X counts it."""
    return POINTS + point, POINTS + SIZE + BAR - point


def _dice(v: Vector) -> str:
    if not v[LEFT]:
        return "-"
    if v[SMALL]:
        return f"{v[LARGE]}-{v[SMALL]}"
    return str(v[LARGE]) if v[LEFT] == 1 else f"{v[LARGE]}x{v[LEFT]}"


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    points, bar, mover, dice, turn = split_fields(text, _EXPECTED, 5)
    v = np.zeros(POINTS + 2 * SIZE, np.int64)
    _put_points(v, points)
    ((v[POINTS + BAR], v[POINTS + SIZE + BAR]),) = parse_numbers(bar, 1, 2, "a number of checkers", 0, CHECKERS)
    for seat, first in enumerate((POINTS, POINTS + SIZE)):
        v[first + OFF] = CHECKERS - v[first:].sum() if seat else CHECKERS - v[first : first + SIZE].sum()
        if v[first + OFF] < 0:
            raise ParseError(f"{shorten(text)} has more than {CHECKERS} checkers of {NAMES[seat]}")
    if v[POINTS + OFF] == v[POINTS + SIZE + OFF] == CHECKERS:
        raise ParseError(f"{shorten(text)} has two winners: expected checkers of one player at least")
    v[SEAT] = parse_choice(mover, "a player", (*NAMES, "-"))
    v[TURN] = parse_number(turn, "a turn", 1, int(game.tables[LIMIT]) + 1) - 1
    over = not game.state(v).actors
    _put_dice(v, dice)
    if v[LEFT] and (over or v[SEAT] == NOBODY or not kernel.can_move(v, int(v[SEAT]))):
        raise ParseError(f"{shorten(text)} has dice that cannot be played: expected - for the dice")
    return game.state(v)


def _put_points(v: Vector, text: str) -> None:
    """Put the checkers of a text on the points."""
    point = 1
    for word in text.split(",")[:BAR]:
        found = re.fullmatch(r"([XO]?)([1-9][0-9]?)", word, re.ASCII | re.IGNORECASE)
        if not found:
            raise ParseError(f"{shorten(word)} is not a point: expected X or O and how many, or how many are empty")
        count = int(found[2])
        if found[1] and point < BAR:
            v[_places(point)[NAMES.index(found[1].upper())]] = count
        point += 1 if found[1] else count
    if point != BAR:
        raise ParseError(f"{shorten(text)} has not {BAR - 1} points: expected {_EXPECTED}")


def _put_dice(v: Vector, text: str) -> None:
    """Put the dice that are left of a text into the position."""
    found = re.fullmatch(r"([1-6])(?:-([1-6])|x([2-4]))?", text, re.ASCII)
    if found:
        v[LARGE], v[SMALL], v[LEFT] = int(found[1]), int(found[2] or 0), int(found[3] or 1 + bool(found[2]))
    if v[SMALL] >= v[LARGE] if found else text != "-":
        raise ParseError(f"{shorten(text)} are no dice: expected -, or what is left to play, as in 6-4, 6 or 3x4")
