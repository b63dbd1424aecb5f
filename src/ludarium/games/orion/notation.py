"""Orion as text.

A turn is `a+b-`, `b--c+` or `pass`: a rotor and a sign for each click; another sign clicks the same rotor again.

A position is `OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 1`, fields separated by spaces:

    rows     rows of slots from the top, alternately level and upright, with numbers for empty slots
    mover    x or o
    turn     number of the turn, from 1
    2:aE,bN  within a turn only: the clicks left, and the pieces that every click has carried
    ~...     the position before each turn played, which §5 and §8 need: 16 characters each on five rows of five rotors

Without the last field the position begins without a past.
"""

import base64
import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby

import numpy as np

from ludarium.boards.rotors import RotorLattice
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.notation import format_rows, parse_rows, split_fields
from ludarium.core.text import counted, in_tense, shorten
from ludarium.games.orion import kernel
from ludarium.games.orion.kernel import CARRIED, END, LEFT, PAST, RESULT, SINCE, TURN, O, X
from ludarium.games.orion.rules import NAMES, board_of, explain, in_turn, pieces_of, slots_of, word_of

_CLICKS = re.compile(r"([a-y])([+-]+)")
_TURN = re.compile(r"(?:[a-y][+-]+)+")
_WAYS = "clockwise", "anticlockwise"
_TIMES = "", "", " twice"
_INSIDE = re.compile(r"([1-6]):([a-y][NWES](?:,[a-y][NWES]){0,3})")


def action_name(state: State, seat: int, action: int) -> str:
    """Return a click as `a+`, the end of a turn as `done`, or as `pass` where no click was made."""
    if action == state.game.tables[END]:
        return "done" if in_turn(state) else "pass"
    return board_of(state.game).letters[action >> 1] + "+-"[action & 1]


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn in its shortest form."""
    end, letters = int(state.game.tables[END]), board_of(state.game).letters
    clicks = [action for action in actions if action != end]
    if not clicks:
        return action_name(state, 0, end) if actions else ""
    text = ""
    for click, run in groupby(clicks):
        letter, sign, times = letters[click >> 1], "+-"[click & 1], len(list(run))
        text += sign * times if text[-2:-1] == letter and text[-1] == sign else letter + sign * times
    return text


def legend(game: Game) -> str:
    """Return what the letters and the signs of a turn mean.

    >>> import ludarium
    >>> legend(ludarium.load("orion"))
    'a+ turns rotor a clockwise, a- anticlockwise; a++ does it twice.'
    """
    twice = "; a++ does it twice" if int(game.options["clicks"]) > 1 else ""
    return f"a+ turns rotor a clockwise, a- anticlockwise{twice}."


def tell_turn(state: State, actions: Sequence[int]) -> str:
    """Return in words which rotors a player turned.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> tell_turn(start, start.parse_turn("u+")), tell_turn(start, start.parse_turn("pass"))
    ('turned rotor u clockwise', 'passed')
    """
    return in_tense(_words(state, actions), past=True)


def advise_turn(state: State, seat: int, actions: Sequence[int]) -> str:
    """Return in words which rotors to turn.

    >>> import ludarium
    >>> late = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
    >>> state = ludarium.load("orion").parse_position(late)
    >>> advise_turn(state, 0, state.parse_turn("u++v-"))
    'turn rotor u clockwise twice, then v anticlockwise'
    """
    return in_tense(_words(state, actions), past=False)


def _words(state: State, actions: Sequence[int]) -> str:
    end, letters = int(state.game.tables[END]), board_of(state.game).letters
    runs = ((click, len(list(run))) for click, run in groupby(action for action in actions if action != end))
    words = [
        f"{letters[click >> 1]} {_WAYS[click & 1]}{_TIMES[times] if times < len(_TIMES) else f' {times} times'}"
        for click, times in runs
    ]
    if words:
        return f"turned|turn rotor {', then '.join(words)}"
    return "ended|end the turn" if in_turn(state) else "passed|pass"


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse a turn into its clicks, and its end where clicks are left."""
    plain = re.sub(r"\s+", "", text[:200]).lower()
    end, letters = int(state.game.tables[END]), board_of(state.game).letters
    if plain in ("pass", "done"):
        return (end,)
    if len(text) > 200 or not _TURN.fullmatch(plain):
        raise ParseError(f"{shorten(text)} is not a turn: expected rotors with + or -, as in a+b-, or pass")
    missing = next((m[1] for m in _CLICKS.finditer(plain) if m[1] not in letters), "")
    if missing:
        raise ParseError(f"{shorten(text)} is not a turn: there is no rotor {missing}, only a to {letters[-1]}")
    clicks = [2 * letters.index(m[1]) + (sign == "-") for m in _CLICKS.finditer(plain) for sign in m[2]]
    left = int(state.vector[LEFT])
    if len(clicks) > left:
        allowed = "this turn has {} left" if in_turn(state) else "this turn allows {}"
        raise IllegalMove(f"{shorten(text.strip())} has {counted(len(clicks), 'click')}: {allowed.format(left)}")
    _check(state, clicks)
    return (*clicks, end) if len(clicks) < left else tuple(clicks)


def _check(state: State, clicks: Sequence[int]) -> None:
    """Raise `IllegalMove` for the first click that the rules do not allow, or where the turn may not end."""
    seat, left = state.actors[0], int(state.vector[LEFT])
    for number, click in enumerate(clicks):
        if click not in state.legal(seat):
            name = action_name(state, seat, click)
            raise IllegalMove(f"click {number + 1}, {name}, is not allowed: {explain(state, seat, click)}")
        state = state.play_unchecked(click)
    end = int(state.game.tables[END])
    if len(clicks) < left and end not in state.legal(seat):
        raise IllegalMove(f"the turn may not end here: {explain(state, seat, end)}")


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v, board = state.game.tables, state.vector, board_of(state.game)
    turn, since = int(v[TURN]), int(v[SINCE])
    fields = [_format_rows(board, int(v[X]), int(v[O])), NAMES[turn & 1].lower(), str(turn + 1)]
    inside = in_turn(state)
    if inside:
        fields.append(f"{v[LEFT]}:" + ",".join(board.names[slot] for slot in slots_of(board, int(v[CARRIED]))))
    past = [_format_chunk(board, t, v, k) for k in range(since, turn + inside)]
    return " ".join(fields + (["~" + "".join(past)] if past else []))


def parse_position(game: Game, text: str) -> State:
    """Parse a position, with the earlier positions that the text contains; raise `ParseError` where it is not one."""
    t, board = game.tables, board_of(game)
    fields = split_fields(text, "rows of slots, x or o, and the number of the turn, as in 5/2X3/... x 1", 3, 4, 5)
    x, o = _parse_rows(board, fields[0])
    turn = _parse_turn_number(t, fields[1], fields[2])
    past = _parse_past(board, fields.pop()) if fields[-1].startswith("~") else []
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
        _parse_inside(game, v, x, o, inside)
    else:
        v[X], v[O], v[TURN] = x, o, turn
        kernel.begin(t, v)
    return game.state(v)


def _parse_inside(game: Game, v: Vector, x: int, o: int, inside: str) -> None:
    """Set `v`, which is at the start of a turn, to a position within the turn."""
    t, board = game.tables, board_of(game)
    found = _INSIDE.fullmatch(inside)
    named = [board.slot(name) for name in found[2].split(",")] if found else []
    slots = {slot for slot in named if slot is not None}
    carried = word_of(board, slots)
    own = o if v[TURN] & 1 else x
    if found is None or carried & ~own or len(slots) != len(named) or int(found[1]) >= v[LEFT]:
        expected = "the clicks left and the mover's pieces that every click carried, as in 2:aE,bN"
        raise ParseError(f"{shorten(inside)} is not possible within a turn: expected {expected}")
    v[X], v[O], v[CARRIED], v[LEFT] = x, o, carried, int(found[1])
    if not kernel.legal(t, v, int(v[TURN]) & 1, np.empty(int(t[END]) + 1, np.int64)):
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


def row_widths(board: RotorLattice) -> list[int]:
    """Return the number of slots of each row of the text."""
    return [board.columns + (row % 2) for row in range(2 * board.rows + 1)]


def _format_rows(board: RotorLattice, x: int, o: int) -> str:
    cells = ["."] * board.slots
    for piece, word in (("X", x), ("O", o)):
        for slot in slots_of(board, word):
            cells[slot] = piece
    return format_rows(cells, row_widths(board))


def _parse_rows(board: RotorLattice, text: str) -> tuple[int, int]:
    rows, few = row_widths(board), board.columns
    line = parse_rows(
        text, rows, "XO", f"{len(rows)} rows of alternately {few} and {few + 1} slots, as in {few}/X{few}/..."
    )
    x, o = (word_of(board, (slot for slot, cell in enumerate(line) if cell == piece)) for piece in "XO")
    most = pieces_of(board)
    if max(x.bit_count(), o.bit_count()) > most:
        raise ParseError(f"a player has at most {most} pieces; this board has {x.bit_count()} X and {o.bit_count()} O")
    return x, o


@cache
def _chunk_bytes(board: RotorLattice) -> int:
    """Return the bytes of a remembered position: a multiple of three, since three bytes are four characters."""
    bits = int(3**board.slots - 1).bit_length()
    return -(-bits // 24) * 3


@cache
def _places(board: RotorLattice) -> tuple[int, ...]:
    """Return what the digit of each slot counts in the number of a remembered position."""
    return tuple(3**slot for slot in range(board.slots))


def _format_chunk(board: RotorLattice, t: Vector, v: Vector, turn: int) -> str:
    at = kernel.remembered(t, turn)
    x, o = int(v[at]), int(v[at + 2 * int(t[kernel.HALF])])
    place = _places(board)  # a slot has a digit: 0 empty, 1 X, 2 O
    number = sum(place[slot] for slot in slots_of(board, x)) + 2 * sum(place[slot] for slot in slots_of(board, o))
    return base64.urlsafe_b64encode(number.to_bytes(_chunk_bytes(board), "big")).decode()


def _parse_past(board: RotorLattice, text: str) -> list[tuple[int, int]]:
    body, chunk = text[1:], _chunk_bytes(board) // 3 * 4
    if not body or len(body) % chunk or not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise ParseError(f"{shorten(text)} is not a list of positions: expected ~ and {chunk} characters for each")
    past = []
    for at in range(0, len(body), chunk):
        number = int.from_bytes(base64.urlsafe_b64decode(body[at : at + chunk]), "big")
        if number >= 3**board.slots:
            raise ParseError(f"{shorten(body[at : at + chunk])} encodes no position: expected what is written after ~")
        held: tuple[list[int], ...] = ([], [], [])
        for slot in range(board.slots):
            number, digit = divmod(number, 3)
            held[digit].append(slot)
        past.append((word_of(board, held[1]), word_of(board, held[2])))
    return past
