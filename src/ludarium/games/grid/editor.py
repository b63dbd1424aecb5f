"""Positions of Grid Game that are set up by touching: rocks, walkers, cities, and the directions.

The number of the turn, by which walkers appear, is typed; rocks that are still to be placed are left out.
"""

from dataclasses import replace
from itertools import product

from ludarium.core.game import Game, State
from ludarium.games.grid.kernel import CITY_AT, LIMIT, LOST, TURN
from ludarium.games.grid.notation import LETTERS, format_row
from ludarium.games.grid.rules import BLANK, CITY_HEALTH, COMPASS, FACING, NAMES, ROCKY, Cell, board
from ludarium.games.grid.view import cell_handles
from ludarium.scenes.scene import Scene

HELP = "Touch a walker again to make it stronger, a city again to make it weaker."


def things(game: Game) -> dict[str, str]:
    """Return a walker and a city of each seat, and a rock."""
    kinds = ((name, kind) for name in NAMES[: game.seats] for kind in ("walker", "city"))
    return {_letter(name, kind): f"{name.capitalize()} {kind}" for name, kind in kinds} | {"#": "Rock"}


def held(state: State) -> dict[str, tuple[str, ...]]:
    """Return what is on each cell, as often as its value says."""
    return {
        f"cell-{column}-{row}": ("#",) if cell == ROCKY else (cell[0],) * cell[1]
        for row, cells in enumerate(_board(state))
        for column, cell in enumerate(cells)
    }


def put(state: State, place: str, thing: str) -> str:
    """Return the position with a new piece on a cell, with the next value of the one that is there, or with none."""
    cells = [[*row] for row in _board(state)]
    column, row = map(int, place.split("-")[1:])
    what, value = cells[row][column]
    if thing in ("", "#"):
        cells[row][column] = BLANK if what == thing or not thing else ROCKY
    elif thing.isupper():
        cells[row][column] = thing, value - 1 if what == thing and value > 1 else CITY_HEALTH
    else:
        most = 15 - sum(1 << bit for bit in range(4) if state.game.tables[CITY_AT + bit])
        cells[row][column] = thing, value + 1 if what == thing and value < most else 1
    return _text(state, cells, _ways(state))


def turns(state: State) -> dict[str, str]:
    """Return the position with every combination of directions of the seats that have pieces."""
    cells, ways = _board(state), _ways(state)
    some = [range(len(COMPASS)) if _plays(cells, seat) else (LOST,) for seat in range(len(ways))]
    return {
        ", ".join(f"{NAMES[seat]} {'lost' if way == LOST else COMPASS[way]}" for seat, way in enumerate(chosen)): _text(
            state, cells, list(chosen)
        )
        for chosen in product(*some)
    }


def drawn(scene: Scene, state: State) -> Scene:
    """Return the picture with its cells, below the pieces."""
    at = 1 + next(number for number, element in enumerate(scene.elements) if element.id == "field")
    return replace(scene, elements=(*scene.elements[:at], *cell_handles(state), *scene.elements[at:]))


def _letter(name: str, kind: str) -> str:
    return name[0].upper() if kind == "city" else name[0]


def _board(state: State) -> list[list[Cell]]:
    return board(state.game.tables, state.vector)


def _ways(state: State) -> list[int]:
    return [LETTERS.index(letter) for letter in str(state).split()[1].split("/")]


def _plays(cells: list[list[Cell]], seat: int) -> bool:
    return any(what.lower() == NAMES[seat][0] for row in cells for what, _ in row)


def _text(state: State, cells: list[list[Cell]], ways: list[int]) -> str:
    """Return the position with other pieces: a seat without any has no direction, and a new one faces the middle."""
    now = [LOST if not _plays(cells, seat) else FACING[seat] if way == LOST else way for seat, way in enumerate(ways)]
    rows = "/".join(map(format_row, cells))
    return (
        f"{rows} {'/'.join(LETTERS[way] for way in now)} {min(int(state.vector[TURN]), state.game.tables[LIMIT] - 1)}"
    )
