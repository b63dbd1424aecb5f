"""How many ways the first steps of Grid Game can go, counted by the kernel and by the slow twin."""

import copy
import json
from itertools import product
from pathlib import Path

import pytest

import ludarium
from ludarium.core.state import State
from ludarium.games.grid import rules
from ludarium.search.perft import perft
from tests.games.grid.twin import Piece, Twin

CASES = json.loads(Path("tests/counts/grid.json").read_text())
COUNTS = [pytest.param(*case.values(), id=f"{case['game']} {case['position']}") for case in CASES]
"""A game, the position it begins in, and in how many ways the next one to four steps can go."""


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_kernel_counts_as_committed(spec: str, position: str, counts: list[int]):
    state = ludarium.load(spec).read(position)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == counts


@pytest.mark.parametrize(("spec", "position", "counts"), [case for case in COUNTS if "rocks" not in str(case.id)])
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
