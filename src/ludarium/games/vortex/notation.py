"""Vortex as text.

A turn is `first X`, the draw; `roll 4`; or a move, the cells on the mover's own path from which and to which a token
goes: `5-9`, `0-4` from the start, `5x9` where it bumps a rival. A move may be typed as its first cell alone.

A position is `0,0,3,25/0,0,0,5 X 12 4`: every player's tokens, 0 at the start; whose turn it is, `-` before the draw;
the number of the turn; the roll, once it is made.
"""

import re
from collections.abc import Sequence

import numpy as np

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.text import shorten
from ludarium.games.vortex import kernel
from ludarium.games.vortex.kernel import DIE, EACH, FIRST, LAST, LIMIT, ROLL, SEATS, TOKENS, TURNS
from ludarium.games.vortex.rules import NAMES, bumped, explain, tokens

_MOVE = re.compile(r"([0-9]{1,2})(?:[-x]([0-9]{1,2}))?")
_NUMBER = re.compile(r"[0-9]{1,6}")


def action_name(t: Vector, v: Vector, seat: int, action: int) -> str:
    """The draw as `first X`, a roll as `roll 4`, a move as `5-9`, or `5x9` where it bumps."""
    if seat == CHANCE:
        return f"first {NAMES[action]}" if v[FIRST] < 0 else f"roll {action}"
    return f"{action}{'-' if bumped(t, v, seat, action) is None else 'x'}{action + v[ROLL]}"


def format_turn(t: Vector, v: Vector, walk: Sequence[int]) -> str:
    """The turn, which is one action."""
    seat = CHANCE if v[ROLL] == 0 else int(kernel.mover(t, v))
    return action_name(t, v, seat, walk[0]) if walk else ""


def parse_turn(t: Vector, v: Vector, text: str) -> tuple[int, ...]:
    """The draw, the roll or the move, whichever is due."""
    said = re.sub(r"\s*-\s*", "-", " ".join(text[:100].lower().split()))
    if v[ROLL]:
        return (_parse_move(t, v, said),)
    if v[FIRST] < 0:
        known = {f"first {letter.lower()}": seat for seat, letter in enumerate(NAMES[: t[SEATS]])}
    else:
        known = {f"roll {number}": number for number in range(1, int(t[DIE]) + 1)}
    if said not in known:
        words = list(known)
        due = "the draw of who begins" if v[FIRST] < 0 else "a roll of the die"
        raise ParseError(f"{shorten(text)} is not {due}: expected {words[0]}" + f" to {words[-1]}" * (len(words) > 1))
    return (known[said],)


def _parse_move(t: Vector, v: Vector, said: str) -> int:
    found = _MOVE.fullmatch(said)
    if found is None:
        raise ParseError(f"{shorten(said)} is no move: write the cell of a token and where it goes, as in 0-{v[ROLL]}")
    seat, cell = int(kernel.mover(t, v)), int(found[1])
    if found[2] is not None and int(found[2]) != cell + v[ROLL]:
        raise IllegalMove(f"a roll of {v[ROLL]} moves a token from {cell} to {cell + v[ROLL]}, not to {int(found[2])}")
    if cell not in tokens(t, v, seat) or not kernel.may_move(t, v, seat, cell):
        raise IllegalMove(explain(t, v, seat, cell))
    return cell


def format_position(t: Vector, v: Vector) -> str:
    """The position in one line."""
    rows = ("/".join(",".join(map(str, tokens(t, v, seat))) for seat in range(t[SEATS])),)
    whose = "-" if v[FIRST] < 0 else NAMES[kernel.mover(t, v)]
    return " ".join((*rows, whose, str(v[TURNS] + 1), *([str(v[ROLL])] if v[ROLL] else [])))


def parse_position(t: Vector, text: str) -> Vector:
    """The position that the text names."""
    fields = text.split()
    if not 3 <= len(fields) <= 4:
        expected = "the players' tokens, whose turn it is, the turn's number and perhaps a roll, as in 0,3/0,5 X 12 4"
        raise ParseError(f"{shorten(text)} is no position: expected {expected}")
    v = np.zeros(TOKENS + int(t[SEATS]) * int(t[EACH]), np.int64)
    v[TOKENS:] = _parse_tokens(t, fields[0])
    _check_cells(t, v)
    v[TURNS] = _parse_number(fields[2], 1, int(t[LIMIT] * t[SEATS]) + 1, "turn") - 1
    v[FIRST] = _parse_first(t, fields[1].upper(), int(v[TURNS]))
    if len(fields) == 4:
        v[ROLL] = _parse_number(fields[3], 1, int(t[DIE]), "roll")
        if v[FIRST] < 0 or kernel.over(t, v):
            raise ParseError("there is a roll only when somebody has been drawn to begin and the game is not over")
        if not kernel.can_move(t, v, kernel.mover(t, v)):
            raise ParseError(f"no token can move by {v[ROLL]}, so that turn is over already")
    return v


def _parse_number(text: str, low: int, high: int, what: str) -> int:
    if not _NUMBER.fullmatch(text) or not low <= int(text) <= high:
        raise ParseError(f"{shorten(text)} is no {what}: expected a number from {low} to {high}")
    return int(text)


def _parse_first(t: Vector, whose: str, turns: int) -> int:
    """The seat that began, -1 before the draw."""
    if whose == "-":
        if turns:
            raise ParseError(f"turn {turns + 1} is somebody's: the first player is drawn before turn 1")
        return -1
    seats = int(t[SEATS])
    if whose not in tuple(NAMES[:seats]):
        raise ParseError(f"{shorten(whose)} is nobody here: expected {', '.join(NAMES[:seats])} or -")
    return (NAMES.index(whose) + turns) % seats


def _parse_tokens(t: Vector, text: str) -> list[int]:
    rows = [row.split(",") for row in text.split("/")]
    seats, each, last = int(t[SEATS]), int(t[EACH]), int(t[LAST])
    if [len(row) for row in rows] != [each] * seats:
        expected = f"{seats} groups parted by /, each of {each} cells parted by commas"
        raise ParseError(f"{shorten(text)} is not where the tokens are: expected {expected}")
    return [cell for row in rows for cell in sorted(_parse_number(word, 0, last, "cell") for word in row)]


def _check_cells(t: Vector, v: Vector) -> None:
    """Raise `ParseError` where two tokens stand that may not stand together."""
    for seat in range(t[SEATS]):
        own = tokens(t, v, seat)
        for place, cell in enumerate(own):
            if cell not in (0, t[LAST]) and cell in own[:place]:
                raise ParseError(f"{NAMES[seat]} has two tokens on {cell}, where one can stand")
            if (rival := kernel.facing(t, v, seat, cell)) >= 0:
                raise ParseError(f"{NAMES[seat]} on {cell} and a token of {NAMES[rival]}'s stand on the same cell")
