"""Positions of Orion that are set up by touching: pieces, and who moves.

Such a position remembers no earlier ones, and is at the start of a turn.
"""

from ludarium.core.errors import IllegalMove
from ludarium.core.game import Game, State
from ludarium.core.notation import format_rows, parse_rows
from ludarium.games.orion.kernel import LIMIT, TURN
from ludarium.games.orion.notation import row_widths
from ludarium.games.orion.rules import NAMES, board_of, pieces_of

HELP = "Touch a piece to take it up, and an empty place to put it there."


def things(game: Game) -> dict[str, str]:
    """Return the pieces."""
    return {name: f"{name}'s piece" for name in NAMES}


def held(state: State) -> dict[str, tuple[str, ...]]:
    """Return the piece in each slot."""
    return {
        f"slot-{name}": tuple(cell.strip("."))
        for name, cell in zip(board_of(state.game).names, _cells(state), strict=True)
    }


def put(state: State, place: str, thing: str) -> str:
    """Return the position with a piece in an empty slot, or without the piece of a slot, whosever it is.

    So the first touch is never refused on the first board, which has all pieces.
    """
    board, cells = board_of(state.game), [*_cells(state)]
    slot = board.names.index(place.removeprefix("slot-"))
    if thing and cells[slot] == "." and cells.count(thing) == pieces_of(board):
        raise IllegalMove(f"all {pieces_of(board)} pieces of {thing} are on the board: touch one first, to take it up")
    cells[slot] = thing or "." if cells[slot] == "." else "."
    turn = int(state.vector[TURN])
    return f"{format_rows(cells, row_widths(board))} {NAMES[turn & 1].lower()} {turn + 1}"


def turns(state: State) -> dict[str, str]:
    """Return the position with each seat to move: in the next turn, if this one is the other seat's."""
    limit, rows = int(state.game.tables[LIMIT]), str(state).split()[0]
    now = min(int(state.vector[TURN]), limit - 1)
    found = {}
    for seat, name in enumerate(NAMES):
        turn = now if now % 2 == seat else now + 1 if now + 1 < limit else now - 1
        is_now = turn == state.vector[TURN] and not state.in_turn
        found[f"{name} to move"] = str(state) if is_now else f"{rows} {name.lower()} {turn + 1}"
    return found


def _cells(state: State) -> str:
    return parse_rows(str(state).split()[0], row_widths(board_of(state.game)), "XO", "rows of slots")
