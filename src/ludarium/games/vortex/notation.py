"""Vortex as text.

A turn is `first X` (the draw), `roll 4`, or a move from one cell of the mover's own path to another: `5-9`, `0-4` from
the start, `5x9` if it bumps a rival. The first cell of a move is enough.

A position is `0,0,3,25/0,0,0,5 X 12 4`: the tokens of each player (0 at the start), the mover (`-` before the draw),
the number of the turn and, after the roll, the roll.
"""

import re
from collections.abc import Sequence

import numpy as np

from ludarium.core.definition import name_places
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Vector
from ludarium.core.notation import format_names, format_numbers, parse_number, parse_numbers, split_fields
from ludarium.core.text import in_tense, shorten
from ludarium.games.vortex import kernel
from ludarium.games.vortex.kernel import DIE, EACH, FIRST, LAST, LIMIT, ROLL, SEATS, TOKENS, TURNS
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import CORNERS, NAMES, bumped, explain, tokens

_MOVE = re.compile(r"([0-9]{1,2})(?:[-x]([0-9]{1,2}))?")


def action_name(state: State, seat: int, action: int) -> str:
    """Return the draw as `first X`, a roll as `roll 4`, a move as `5-9`, or as `5x9` if it bumps a rival."""
    t, v = state.game.tables, state.vector
    if seat == CHANCE:
        return f"first {NAMES[action]}" if v[FIRST] < 0 else f"roll {action}"
    return f"{action}{'-' if bumped(t, v, seat, action) is None else 'x'}{action + v[ROLL]}"


def format_turn(state: State, actions: Sequence[int]) -> str:
    """Return the turn, which is one action."""
    return format_names(state, actions)


def tell_turn(state: State, actions: Sequence[int]) -> str:
    """Return what a move did, in words."""
    return in_tense(_words(state, actions), past=True)


def advise_turn(state: State, seat: int, actions: Sequence[int]) -> str:
    """Return what a move would do, in words."""
    return in_tense(_words(state, actions), past=False)


def _words(state: State, actions: Sequence[int]) -> str:
    t, v = state.game.tables, state.vector
    (cell,), seat = actions, int(kernel.mover(t, v))
    to, rival = cell + int(v[ROLL]), bumped(t, v, seat, cell)
    where = "the centre" if to == t[LAST] else f"{{{seat}@{to}}}"
    moved = f"moved|move a token from {{{seat}@{cell}}} to {where}" if cell else f"brought|bring a token in, to {where}"
    return moved + ("" if rival is None else f" and bumped|bump {{{rival}'s}} token")


def tell_roll(state: State) -> str:
    """Return what is to be done with the roll.

    >>> import ludarium
    >>> tell_roll(ludarium.load("vortex").parse_position("5,0,0,0/4,0,0,0 X 3 4"))
    'Move a token by 4'
    """
    return f"Move a token by {state.vector[ROLL]}"


def tell_lost_roll(state: State, roll: int) -> str:
    """Return why no token can be moved after a roll.

    >>> import ludarium
    >>> tell_lost_roll(ludarium.load("vortex").parse_position("17,22,25,25/4,0,0,0 X 9"), 5)
    'a token needs the exact number for the centre, and two of one player cannot share a cell'
    """
    t, v = state.game.tables, state.vector
    exact = "a token needs the exact number for the centre"  # the foremost one does, as no other stands before it
    shares = min(tokens(t, v, int(kernel.mover(t, v)))) + roll <= t[LAST]
    return exact + (", and two of one player cannot share a cell" if shares else "")


def place_name(state: State, seat: int, place: int, reader: int) -> str:
    """Return the number that a cell of a seat's path has on the reader's path, as the board shows it to the reader.

    >>> import ludarium
    >>> place_name(ludarium.load("vortex").initial(), 1, 5, 0), place_name(ludarium.load("vortex").initial(), 1, 5, 1)
    ('13', '5')
    """
    corners = CORNERS[state.game.seats]
    board = BOARDS[str(state.game.options["board"])]
    return str(board.seen(board.on_path(corners[seat], place), corners[reader]))


def turn_in_places(state: State, actions: Sequence[int]) -> str:
    """Return a move with its cells as places of the mover; the start and the centre have one name for all.

    >>> import ludarium
    >>> turn_in_places(ludarium.load("vortex").parse_position("5,0,0,0/4,0,0,0 X 3 4"), (5,))
    '{0@5}-{0@9}'
    """
    last, seat = int(state.game.tables[LAST]), int(kernel.mover(state.game.tables, state.vector))
    name = action_name(state, seat, actions[0])
    return re.sub("[0-9]+", lambda cell: cell[0] if int(cell[0]) in (0, last) else f"{{{seat}@{cell[0]}}}", name)


def list_turn(state: State, actions: Sequence[int]) -> str:
    """Return a move in a few words, with its cells as places of the mover.

    >>> import ludarium
    >>> state = ludarium.load("vortex").parse_position("21,5,0,0/0,0,0,0 X 3 4")
    >>> [list_turn(state, (cell,)) for cell in (0, 5, 21)]
    ['in, to {0@4}', '{0@5} to {0@9}', '{0@21} to centre']
    """
    t, v = state.game.tables, state.vector
    (cell,), seat = actions, int(kernel.mover(t, v))
    to, bumps = cell + int(v[ROLL]), bumped(t, v, seat, cell) is not None
    where = "centre" if to == t[LAST] else f"{{{seat}@{to}}}"
    return (f"{{{seat}@{cell}}} to {where}" if cell else f"in, to {where}") + ", bump" * bumps


def legend(game: Game) -> str:
    """Return what the numbers of cells and the points are.

    >>> import ludarium
    >>> legend(ludarium.load("vortex"))[:53]
    'Cells are numbered as on your board. Points: 10 for e'
    """
    points = "Points: 10 for each cell moved, less a part for each roll that could bump the token"
    aside = "" if game.options["objective"] == "points" else "; they do not decide who wins, and are named at a yard"
    return f"Cells are numbered as on your board. {points}{aside}."


def parse_turn(state: State, text: str) -> tuple[int, ...]:
    """Parse the draw, the roll or the move, whichever is due, into its one action."""
    t, v = state.game.tables, state.vector
    plain = re.sub(r"\s*-\s*", "-", " ".join(text[:100].lower().split()))
    if v[ROLL]:
        return (_parse_move(state, plain, text),)
    if v[FIRST] < 0:
        known = {f"first {letter}": seat for seat, letter in enumerate(NAMES[: t[SEATS]])}
    else:
        known = {f"roll {number}": number for number in range(1, int(t[DIE]) + 1)}
    words = list(known)
    names = [word.lower() for word in words]
    if plain not in names:
        due = "the draw of who begins" if v[FIRST] < 0 else "a roll of the die"
        raise ParseError(f"{shorten(text)} is not {due}: expected {words[0]}" + f" to {words[-1]}" * (len(words) > 1))
    return (known[words[names.index(plain)]],)


def _parse_move(state: State, plain: str, text: str) -> int:
    t, v = state.game.tables, state.vector
    found = _MOVE.fullmatch(plain)
    if found is None:
        expected = f"the cell of a token and the cell where it goes, as in 0-{v[ROLL]}"
        raise ParseError(f"{shorten(text.strip())} is not a move: expected {expected}")
    seat, cell = int(kernel.mover(t, v)), int(found[1])
    if found[2] is not None and int(found[2]) != cell + v[ROLL]:
        raise IllegalMove(f"a roll of {v[ROLL]} moves a token from {cell} to {cell + v[ROLL]}, not to {found[2]}")
    if cell not in tokens(t, v, seat) or not kernel.may_move(t, v, seat, cell):
        why = explain(state, seat, cell)
        raise IllegalMove(name_places(state.game.notation, state, why, seat))
    return cell


def format_position(state: State) -> str:
    """Return the position as one line of text."""
    t, v = state.game.tables, state.vector
    rows = format_numbers(tokens(t, v, seat) for seat in range(t[SEATS]))
    whose = "-" if v[FIRST] < 0 else NAMES[kernel.mover(t, v)]
    return " ".join((rows, whose, str(v[TURNS] + 1), *([str(v[ROLL])] if v[ROLL] else [])))


def parse_position(game: Game, text: str) -> State:
    """Parse a position; raise `ParseError` where the text is not one."""
    t = game.tables
    expected = "tokens, mover, number of the turn and, after the roll, the roll, as in 0,3/0,5 X 12 4"
    fields = split_fields(text, expected, 3, 4)
    v = np.zeros(TOKENS + int(t[SEATS]) * int(t[EACH]), np.int64)
    rows = parse_numbers(fields[0], int(t[SEATS]), int(t[EACH]), "a cell", 0, int(t[LAST]))
    v[TOKENS:] = [cell for row in rows for cell in sorted(row)]
    _check_cells(t, v)
    v[TURNS] = parse_number(fields[2], "a turn", 1, int(t[LIMIT] * t[SEATS]) + 1) - 1
    v[FIRST] = _parse_first(t, fields[1], int(v[TURNS]))
    if len(fields) == 4:
        v[ROLL] = parse_number(fields[3], "a roll", 1, int(t[DIE]))
        if v[FIRST] < 0 or kernel.over(t, v):
            when = "before the draw" if v[FIRST] < 0 else "after the end of the game"
            raise ParseError(f"{shorten(fields[3])} cannot be a roll {when}: expected no roll")
        if not kernel.can_move(t, v, kernel.mover(t, v)):
            raise ParseError(f"no token can move by {v[ROLL]}, so the turn is over: expected no roll")
    return game.state(v)


def _parse_first(t: Vector, mover: str, turns: int) -> int:
    """Return the seat that began, -1 before the draw."""
    if mover == "-":
        if turns:
            raise ParseError(f"'-' is not to move in turn {turns + 1}: expected a player, because - is for the draw")
        return -1
    seats = int(t[SEATS])
    if mover.upper() not in tuple(NAMES[:seats]):
        raise ParseError(f"{shorten(mover)} is not a player: expected {', '.join(NAMES[:seats])} or -")
    return (NAMES.index(mover.upper()) + turns) % seats


def _check_cells(t: Vector, v: Vector) -> None:
    """Raise `ParseError` where two tokens share a cell that holds one."""
    for seat in range(t[SEATS]):
        own = tokens(t, v, seat)
        for place, cell in enumerate(own):
            if cell not in (0, t[LAST]) and cell in own[:place]:
                raise ParseError(f"{NAMES[seat]} has two tokens on {cell}: expected at most one on a cell")
            if (rival := kernel.facing(t, v, seat, cell)) >= 0:
                raise ParseError(f"tokens of {NAMES[seat]} and {NAMES[rival]} are both on cell {cell} of {NAMES[seat]}")
