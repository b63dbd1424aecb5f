"""How many ways the first steps of Orion can go, counted by the kernel and by the slow twin."""

import copy
import json
from pathlib import Path

import pytest

import ludarium
from ludarium.search.perft import perft
from tests.games.orion.twin import SLOTS, Twin

COUNTS = [
    pytest.param(*case.values(), id=f"{case['game']} {case['position']}")
    for case in json.loads(Path("tests/counts/orion.json").read_text())
]
"""A game, the position it begins in, and in how many ways the next one to four steps can go."""


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_kernel_counts_as_committed(spec: str, position: str, counts: list[int]):
    state = ludarium.load(spec).read(position)
    assert [perft(state, depth) for depth in (1, 2, 3, 4)] == counts


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_twin_counts_as_committed(spec: str, position: str, counts: list[int]):
    rows, _, turn = position.split()
    line = "".join("." * int(cell) if cell.isdigit() else cell for cell in rows.replace("/", ""))
    pieces = {slot: cell for slot, cell in zip(SLOTS, line, strict=True) if cell != "."}
    twin = Twin(clicks=int(ludarium.load(spec).options["clicks"]), pieces=pieces, turn=int(turn))
    assert [count(twin, depth) for depth in (1, 2, 3, 4)] == counts


def count(twin: Twin, depth: int) -> int:
    ways = twin.legal
    if depth == 1:
        return len(ways)
    total = 0
    for way in ways:
        after = copy.copy(twin)
        after.starts = list(twin.starts)
        after.play(way)
        total += count(after, depth - 1)
    return total
