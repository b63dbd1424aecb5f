"""How many ways the first steps of Multiplication Ludo can go, counted by the kernel and by the slow twin."""

import copy
import json
from pathlib import Path

import pytest

import ludarium
from ludarium.search.perft import perft
from tests.games.ludo.twin import Twin

COUNTS = [
    pytest.param(*case.values(), id=f"{case['game']} {case['position']}")
    for case in json.loads(Path("tests/counts/ludo.json").read_text())
]
"""A game, the position it begins in, and in how many ways the next one to five steps can go."""


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_kernel_counts_as_committed(spec: str, position: str, counts: list[int]):
    state = ludarium.load(spec).read(position)
    assert [perft(state, depth) for depth in range(1, 6)] == counts


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_twin_counts_as_committed(spec: str, position: str, counts: list[int]):
    options = ludarium.load(spec).options
    places, mover, roll, turn = position.split()
    positions = {
        f"{player}{number}": int(place)
        for player, row in zip("ABCD", places.split("/"), strict=False)
        for number, place in enumerate(row.split(","), 1)
    }
    twin = Twin(
        **options, positions=positions, mover=mover.strip("-"), roll=int(roll.replace("-", "0")), turns=int(turn) - 1
    )
    assert [count(twin, depth) for depth in range(1, 6)] == counts


def count(twin: Twin, depth: int) -> int:
    ways = twin.legal()
    if depth == 1:
        return len(ways)
    total = 0
    for way in ways:
        after = copy.copy(twin)
        after.positions = dict(twin.positions)
        after.play(way)
        total += count(after, depth - 1)
    return total
