"""Positions of Throngs that are set up by touching: stones, who moves, and which move of the turn it is.

A position of which a stone was changed has no counters and no passes any more; those of another turn are typed.
"""

from ludarium.core.game import Game, State
from ludarium.core.notation import format_rows, parse_rows
from ludarium.games.throngs.kernel import COUNTER, LIMIT, PASSES, PIE, PLAY, SECOND, STAGE, TURN, mover
from ludarium.games.throngs.rules import BOARDS, NAMES

HELP = "Touch a stone again to take it away."


def things(game: Game) -> dict[str, str]:
    """Return the stones."""
    return {"b": "Black's stone", "w": "White's stone"}


def held(state: State) -> dict[str, tuple[str, ...]]:
    """Return the stone on each site; while one travels, those before the move."""
    names = BOARDS[int(state.game.options["board"])].names
    return {f"site-{name}": tuple(cell.strip(".")) for name, cell in zip(names, _cells(state), strict=True)}


def put(state: State, place: str, thing: str) -> str:
    """Return the position with a stone on a site, or with none if it is there already."""
    board, cells = BOARDS[int(state.game.options["board"])], [*_cells(state)]
    site = board.numbers[place.removeprefix("site-")]
    cells[site] = "." if cells[site] == thing else thing or "."
    v = state.vector
    playing = v[STAGE] == PLAY
    seat, move = (int(mover(v)), f"{v[TURN] + 1}.{v[SECOND] + 1}") if playing else (0, "1.1")
    return f"{format_rows(cells, board.widths)} {'bw'[seat]} {move} -:- 0"


def turns(state: State) -> dict[str, str]:
    """Return the position with each seat at each move of a turn: the next turn, if this one is the other seat's."""
    t, v = state.game.tables, state.vector
    playing, limit = v[STAGE] == PLAY, int(t[LIMIT])
    rows = str(state).split()[0]
    now = min(int(v[TURN]), limit - 1) if playing else 0
    found = {}
    for seat, name in enumerate(NAMES):
        turn = now if t[PIE] or now % 2 == seat else now + 1 if now + 1 < limit else now - 1
        for second, which in enumerate(("first", "second")):
            most = 2 * turn + second
            counters = ":".join("-" if v[COUNTER + s] < 0 else str(min(most, v[COUNTER + s])) for s in range(2))
            passes = min(most, int(v[PASSES]))
            text = f"{rows} {'bw'[seat]} {turn + 1}.{second + 1} {counters} {passes}"
            found[f"{name} to move, {which} move"] = text
    return found


def _cells(state: State) -> str:
    widths = BOARDS[int(state.game.options["board"])].widths
    return parse_rows(str(state).split()[0], widths, "bw", "rows of sites")
