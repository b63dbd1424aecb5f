"""How many ways the first steps of Grid Game can go, counted by the reference implementation and the kernel."""

import copy
from itertools import product

import pytest

import ludarium
from ludarium.core.game import State
from ludarium.games.grid import rules
from tests.games.grid.reference import Piece, Reference
from tests.games.test_counts import NAMES, cases


@pytest.mark.parametrize(NAMES, [case for case in cases("grid") if "rocks" not in str(case.id)])
def test_the_reference_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    reference = reference_of(ludarium.load(spec).parse_position(position))
    assert [count(reference, depth) for depth in (1, 2, 3)] == counts[:3]


def reference_of(state: State) -> Reference:
    """The reference in the same position."""
    names = ("width", "height", "spawn_interval", "city_at", "turn_limit")
    width, height, interval, city_at, limit = (int(state.game.options[name]) for name in names)
    pieces = {
        (x, y): Piece("gryb".index(what.lower()), value, what.isupper())
        for y, row in enumerate(rules.board(state.game.tables, state.vector))
        for x, (what, value) in enumerate(row)
        if value
    }
    _, directions, turn = str(state).split()
    chosen = [None if way == "x" else way for way in directions.split("/")]
    return Reference(width, height, interval, city_at, limit, pieces, chosen, turn=int(turn))


def count(reference: Reference, depth: int) -> int:
    if reference.over:
        return 0
    if depth == 1:
        return int(4 ** len(reference.alive))
    total = 0
    for ways in product("nesw", repeat=len(reference.alive)):
        after = copy.copy(reference)
        after.directions = list(reference.directions)
        after.play(dict(zip(reference.alive, ways, strict=True)))
        total += count(after, depth - 1)
    return total
