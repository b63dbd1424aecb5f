"""Orion as text.

A turn is `a+b-`, `b--c+` or `pass`: a rotor and a sign for each click; another sign clicks the same rotor again.

A position is `OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 1`, fields separated by spaces:

    rows     rows of slots from the top, alternately level and upright, with numbers for empty slots
    mover    x or o
    turn     number of the turn, from 1
    2:aE,bN  within a turn only: the clicks left, and the pieces that every click has carried
    ~...     the position before each turn played, 16 characters each, which §5 and §8 need

Without the last field the position begins without a past.
"""

import base64
import re
from collections.abc import Sequence
from itertools import groupby

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.notation import format_rows, parse_rows, split_fields
from ludarium.core.text import counted, shorten
from ludarium.games.orion import kernel
from ludarium.games.orion.kernel import CARRIED, DONE, LEFT, PAST, RESULT, SINCE, TURN, O, X
from ludarium.games.orion.rules import BOARD, NAMES, explain, in_turn

_CLICKS = re.compile(r"([a-y])([+-]+)")
_TURN = re.compile(r"(?:[a-y][+-]+)+")
_ROWS = [BOARD.columns + (row % 2) for row in range(2 * BOARD.rows + 1)]
_PIECES = 16
_CHUNK = 16
_POWERS = [3**slot for slot in range(BOARD.slots)]


def action_name(state: State, seat: int, action: int) -> str:
    """Return a click as `a+`, the end of a turn as `done`, or as `pass` where no click was made."""
    if action == DONE:
        return "done" if in_turn(state) else "pass"
    return BOARD.letters[action >> 1] + "+-"[action & 1]


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn in its shortest form."""
    clicks = [action for action in actions if action != DONE]
    if not clicks:
        return action_name(state, 0, DONE) if actions else ""
    runs = ((click, len(list(run))) for click, run in groupby(clicks))
    text = ""
    for click, times in runs:
        letter, sign = BOARD.letters[click >> 1], "+-"[click & 1]
        text += sign * times if text[-2:-1] == letter and text[-1] == sign else letter + sign * times
    return text


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn into its clicks, and its end where clicks are left."""
    plain = re.sub(r"\s+", "", text[:200]).lower()
    if plain in ("pass", "done"):
        return (DONE,)
    if len(text) > 200 or not _TURN.fullmatch(plain):
        raise ParseError(f"{shorten(text)} is not a turn: expected rotors with + or -, as in a+b-, or pass")
    clicks = [2 * BOARD.letters.index(m[1]) + (sign == "-") for m in _CLICKS.finditer(plain) for sign in m[2]]
    left = int(state.vector[LEFT])
    if len(clicks) > left:
        allowed = "this turn has {} left" if in_turn(state) else "this turn allows {}"
        raise IllegalMove(f"{shorten(text.strip())} has {counted(len(clicks), 'click')}: {allowed.format(left)}")
    _check(state, clicks)
    return (*clicks, DONE) if len(clicks) < left else tuple(clicks)


def _check(state: State, clicks: Sequence[int]) -> None:
    """Raise `IllegalMove` for the first click that the rules do not allow, or where the turn may not end."""
    seat, left = state.actors[0], int(state.vector[LEFT])
    for number, click in enumerate(clicks):
        if click not in state.legal(seat):
            name = action_name(state, seat, click)
            raise IllegalMove(f"click {number + 1}, {name}, is not allowed: {explain(state, seat, click)}")
        state = state.play_unchecked(click)
    if len(clicks) < left and DONE not in state.legal(seat):
        raise IllegalMove(f"the turn may not end here: {explain(state, seat, DONE)}")


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    turn, since = int(v[TURN]), int(v[SINCE])
    fields = [_format_rows(int(v[X]), int(v[O])), NAMES[turn & 1].lower(), str(turn + 1)]
    inside = in_turn(state)
    if inside:
        fields.append(f"{v[LEFT]}:" + ",".join(BOARD.names[slot] for slot in _slots(int(v[CARRIED]))))
    past = [_format_chunk(t, v, k) for k in range(since, turn + inside)]
    return " ".join(fields + (["~" + "".join(past)] if past else []))


def parse_position(game: Game, text: str) -> State:
    """Parse a position, with the earlier positions that the text contains; raise `ParseError` where it is not one."""
    t = game.tables
    fields = split_fields(text, "rows of slots, x or o, and the number of the turn, as in 5/2X3/... x 1", 3, 4, 5)
    x, o = _parse_rows(fields[0])
    turn = _parse_turn_number(t, fields[1], fields[2])
    past = _parse_past(fields.pop()) if fields[-1].startswith("~") else []
    inside = fields[3] if len(fields) == 4 else ""
    if len(fields) > 4 or (inside and not past):
        expected = "within a turn the clicks left, as in 2:aE,bN, and the positions before the turns, after ~"
        raise ParseError(f"{shorten(text)} is not a position: expected {expected}")
    since = turn + bool(inside) - len(past)
    if since < 0:
        raise ParseError(f"the position remembers {counted(len(past), 'turn')}, but only {turn} have been played")
    v = np.zeros(PAST + 4 * int(t[kernel.HALF]), np.int64)
    v[SINCE] = since
    for k, (x_then, o_then) in enumerate(past, since):
        if (x_then.bit_count(), o_then.bit_count()) != (x.bit_count(), o.bit_count()):
            raise ParseError(
                f"the position before turn {k + 1} has other numbers of pieces: none ever leaves the board"
            )
        v[X], v[O], v[TURN] = x_then, o_then, k
        kernel.begin(t, v)
        if v[RESULT]:
            raise ParseError(f"the game was over before turn {k + 1}, so it cannot have gone on")
    if inside:
        _parse_inside(t, v, x, o, inside)
    else:
        v[X], v[O], v[TURN] = x, o, turn
        kernel.begin(t, v)
    return game.state(v)


def _parse_inside(t: Vector, v: Vector, x: int, o: int, inside: str) -> None:
    """Set `v`, which is at the start of a turn, to a position within the turn."""
    found = re.fullmatch(r"([1-6]):([a-y][NWES](?:,[a-y][NWES]){0,3})", inside)
    slots = [BOARD.slot(name) for name in found[2].split(",")] if found else []
    carried = sum(1 << slot for slot in slots if slot is not None)
    own = o if v[TURN] & 1 else x
    if found is None or carried & ~own or len(set(slots)) != len(slots) or int(found[1]) >= v[LEFT]:
        expected = "the clicks left and the mover's pieces that every click carried, as in 2:aE,bN"
        raise ParseError(f"{shorten(inside)} is not possible within a turn: expected {expected}")
    v[X], v[O], v[CARRIED], v[LEFT] = x, o, carried, int(found[1])
    if not kernel.legal(t, v, int(v[TURN]) & 1, np.empty(DONE + 1, np.int64)):
        raise ParseError(f"the turn cannot be completed from {shorten(inside)}: expected a position that allows an end")


def _parse_turn_number(t: Vector, seat: str, number: str) -> int:
    limit = int(t[kernel.LIMIT])
    if seat.upper() not in NAMES:
        raise ParseError(f"{shorten(seat)} is not a player: expected x or o")
    if not re.fullmatch(r"[0-9]{1,5}", number) or not 1 <= int(number) <= limit + 1:
        raise ParseError(f"{shorten(number)} is not the number of a turn: expected 1 to {limit + 1}")
    turn = int(number) - 1
    if NAMES[turn & 1] != seat.upper():
        raise ParseError(f"{seat} is not to move in turn {number}: X has the odd turns and O the even ones")
    return turn


def _format_rows(x: int, o: int) -> str:
    return format_rows(["X" if x >> slot & 1 else "O" if o >> slot & 1 else "." for slot in range(BOARD.slots)], _ROWS)


def _parse_rows(text: str) -> tuple[int, int]:
    line = parse_rows(text, _ROWS, "XO", "11 rows of alternately 5 and 6 slots, as in 5/2X3/OO3/...")
    x, o = (sum(1 << slot for slot, cell in enumerate(line) if cell == piece) for piece in "XO")
    if max(x.bit_count(), o.bit_count()) > _PIECES:
        raise ParseError(
            f"a player has at most {_PIECES} pieces; this board has {x.bit_count()} X and {o.bit_count()} O"
        )
    return x, o


def _format_chunk(t: Vector, v: Vector, turn: int) -> str:
    at = kernel.remembered(t, turn)
    x, o = int(v[at]), int(v[at + 2 * int(t[kernel.HALF])])
    number = int(f"{x:b}", 3) + 2 * int(f"{o:b}", 3)  # a slot has a digit: 0 empty, 1 X, 2 O
    return base64.urlsafe_b64encode(number.to_bytes(12, "big")).decode()


def _parse_past(text: str) -> list[tuple[int, int]]:
    body = text[1:]
    if not body or len(body) % _CHUNK or not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise ParseError(f"{shorten(text)} is not a list of positions: expected ~ and {_CHUNK} characters for each")
    past = []
    for at in range(0, len(body), _CHUNK):
        number = int.from_bytes(base64.urlsafe_b64decode(body[at : at + _CHUNK]), "big")
        if number >= 3**BOARD.slots:
            raise ParseError(f"{shorten(body[at : at + _CHUNK])} encodes no position: expected what is written after ~")
        trits = [number // power % 3 for power in _POWERS]
        past.append(
            (sum(1 << s for s, p in enumerate(trits) if p == 1), sum(1 << s for s, p in enumerate(trits) if p == 2))
        )
    return past


def _slots(word: int) -> list[int]:
    return [slot for slot in range(BOARD.slots) if word >> slot & 1]
