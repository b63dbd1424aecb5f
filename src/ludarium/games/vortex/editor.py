"""Positions of Vortex that are set up by touching: tokens, who moves, and the roll.

A token that is put on a cell comes from those of its player at the start; one that is taken away, or whose cell a
rival's token takes, goes back there. Players share the safe cells and the centre.
"""

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.notation import format_numbers
from ludarium.games.vortex.kernel import DIE, LIMIT, SEATS, TURNS
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import CORNERS, NAMES, tokens

HELP = "A token comes from those of its player at the start, and goes back there when it is taken away."


def things(game: Game) -> dict[str, str]:
    """Return a token of each player."""
    return {name: f"{name}'s token" for name in NAMES[: game.seats]}


def held(state: State) -> dict[str, tuple[str, ...]]:
    """Return the tokens on each cell; the others wait at the start."""
    board, corners = BOARDS[str(state.game.options["board"])], CORNERS[state.game.seats]
    found: dict[str, tuple[str, ...]] = {f"cell-{cell}": () for cell in range(1, board.last + 1)}
    for seat, name in enumerate(NAMES[: state.game.seats]):
        for number in tokens(state.game.tables, state.vector, seat):
            if number:
                found[f"cell-{board.on_path(corners[seat], int(number))}"] += (name,)
    return found


def put(state: State, place: str, thing: str) -> str:
    """Return the position with one token more on a cell, or one less; a roll that moves nothing is dropped."""
    board, corners = BOARDS[str(state.game.options["board"])], CORNERS[state.game.seats]
    rows = [[int(number) for number in tokens(state.game.tables, state.vector, seat)] for seat in range(len(corners))]
    cell = int(place.removeprefix("cell-"))
    numbers = [board.seen(cell, corner) for corner in corners]
    owner = thing or "".join(held(state)[place][-1:])
    for seat, row in enumerate(rows):
        if thing and NAMES[seat] != owner and cell not in board.safe and cell != board.last:
            rows[seat] = [0 if one == numbers[seat] else one for one in row]
    if owner:
        seat = NAMES.index(owner)
        before, after = (0, numbers[seat]) if thing else (numbers[seat], 0)
        if before not in rows[seat]:
            raise IllegalMove(f"all tokens of {owner} are on the board: take one away first")
        rows[seat][rows[seat].index(before)] = after
    _, mover, turn, *roll = str(state).split()
    line = f"{format_numbers(sorted(row) for row in rows)} {mover} {turn}"
    return " ".join([line, *roll]) if roll and _stands(state.game, " ".join([line, *roll])) else line


def turns(state: State) -> dict[str, str]:
    """Return the position with each player to roll, or to move after each roll that moves one, and before the draw."""
    t, v, names = state.game.tables, state.vector, NAMES[: state.game.seats]
    rows, turn = str(state).split()[0], min(int(v[TURNS]) + 1, int(t[LIMIT] * t[SEATS]))
    found = {f"{name} to roll": f"{rows} {name} {turn}" for name in names}
    for name in names:
        for roll in range(1, int(t[DIE]) + 1):
            text = f"{rows} {name} {turn} {roll}"
            if _stands(state.game, text):
                found[f"{name} to move by {roll}"] = text
    return found | {"The draw of who begins": f"{rows} - 1"}


def _stands(game: Game, text: str) -> bool:
    """Return whether the rules can have a position."""
    try:
        game.parse_position(text)
    except ParseError:
        return False
    return True
