"""Positions of Multiplication Ludo that are set up by touching: markers, who moves, and the roll.

A marker that is put on a place comes from those of its player on 1; one that is taken away, or whose place another
player's marker takes, goes back there.
"""

from collections.abc import Iterator

from ludarium.core.errors import IllegalMove
from ludarium.core.game import Game, State
from ludarium.core.notation import format_numbers
from ludarium.games.ludo.kernel import DIE, GOAL, LIMIT, MOVER, NOBODY, ROLL, TURN
from ludarium.games.ludo.rules import NAMES, board, markers

HELP = "A marker comes from those of its player on 1, and goes back there when it is taken away."


def things(game: Game) -> dict[str, str]:
    """Return a marker of each player."""
    return {name: f"{name}'s marker" for name in NAMES[: game.seats]}


def held(state: State) -> dict[str, tuple[str, ...]]:
    """Return the markers on each place but 1, where the others wait."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(_places(state), ())
    for seat, name in enumerate(NAMES[: state.game.seats]):
        for number in markers(state.game.tables, state.vector, seat):
            if number != 1:
                found[_place(state, seat, number)] += (name,)
    return found


def put(state: State, place: str, thing: str) -> str:
    """Return the position with one marker more on a place, or one less."""
    t, v = state.game.tables, state.vector
    rows = [[*markers(t, v, seat)] for seat in range(state.game.seats)]
    kind, name = place.split("-")
    number = int(t[GOAL]) if kind == "home" else int(name)
    owner = thing or "".join(held(state)[place][-1:])
    if kind == "home" and owner not in ("", name):
        raise IllegalMove(f"only markers of {name} go there: {owner} has a place of its own on {number}")
    for seat, row in enumerate(rows):
        if kind == "cell" and NAMES[seat] != owner:
            rows[seat] = [1 if one == number else one for one in row]
    if owner:
        own, before, after = rows[NAMES.index(owner)], *((1, number) if thing else (number, 1))
        if before not in own:
            raise IllegalMove(f"all markers of {owner} are on the board: take one away first")
        own[own.index(before)] = after
    return _text(state, rows)


def turns(state: State) -> dict[str, str]:
    """Return the position with each player to roll, or to move after each roll, and before the draw in turn 1."""
    t, v = state.game.tables, state.vector
    turn = min(int(v[TURN]) + 1, int(t[LIMIT]))
    rows = str(state).split()[0]
    if _is_won(state, [markers(t, v, seat) for seat in range(state.game.seats)]):
        return {}
    found = {f"{name} to roll": f"{rows} {name} - {turn}" for name in NAMES[: state.game.seats]}
    for name in NAMES[: state.game.seats]:
        for roll in range(2, int(t[DIE]) + 1):
            found[f"{name} to move by {roll}"] = f"{rows} {name} {roll} {turn}"
    return found | {"The draw of who begins": f"{rows} - - 1"}


def _text(state: State, rows: list[list[int]]) -> str:
    """Return the position with other places: a game that is won has no mover, and one that goes on has one."""
    t, v = state.game.tables, state.vector
    turn, line = int(v[TURN]) + 1, format_numbers(rows)
    if _is_won(state, rows):
        return f"{line} - - {max(2, turn)}"
    if v[MOVER] == NOBODY and turn == 1:
        return f"{line} - - 1"
    mover = NAMES[0 if v[MOVER] == NOBODY else v[MOVER]]
    return f"{line} {mover} {v[ROLL] or '-'} {min(turn, int(t[LIMIT]))}"


def _is_won(state: State, rows: list[list[int]]) -> bool:
    return any(set(row) == {int(state.game.tables[GOAL])} for row in rows)


def _places(state: State) -> Iterator[str]:
    t = state.game.tables
    yield from (f"cell-{place}" for place in board(int(t[GOAL]), int(t[DIE])).positions[1:-1])
    yield from (f"home-{name}" for name in NAMES[: state.game.seats])


def _place(state: State, seat: int, number: int) -> str:
    return f"home-{NAMES[seat]}" if number == state.game.tables[GOAL] else f"cell-{number}"
