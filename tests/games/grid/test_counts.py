"""How many ways the first steps of Grid Game can go, counted by the slow twin; the kernel must count the same."""

import copy
from itertools import product

import pytest

import ludarium
from ludarium.core.state import State
from ludarium.games.grid import rules
from tests.games.grid.twin import Piece, Twin
from tests.games.test_counts import NAMES, cases


@pytest.mark.parametrize(NAMES, [case for case in cases("grid") if "rocks" not in str(case.id)])
def test_the_twin_counts_as_committed(spec: str, position: str, counts: list[int]):
    twin = twin_of(ludarium.load(spec).read(position))
    assert [count(twin, depth) for depth in (1, 2, 3)] == counts[:3]


def twin_of(state: State) -> Twin:
    """The twin in the same position."""
    options = [int(state.game.options[name]) for name in ("width", "height", "spawn_interval", "city_at", "turn_limit")]
    pieces = {
        (x, y): Piece("gryb".index(what.lower()), value, what.isupper())
        for y, row in enumerate(rules.board(state.game.tables, state.vector))
        for x, (what, value) in enumerate(row)
        if value
    }
    _, directions, turn = str(state).split()
    return Twin(*options, pieces, [None if way == "x" else way for way in directions.split("/")], turn=int(turn))


def count(twin: Twin, depth: int) -> int:
    if twin.over:
        return 0
    if depth == 1:
        return 4 ** len(twin.alive)
    total = 0
    for ways in product("nesw", repeat=len(twin.alive)):
        after = copy.copy(twin)
        after.directions = list(twin.directions)
        after.play(dict(zip(twin.alive, ways, strict=True)))
        total += count(after, depth - 1)
    return total
