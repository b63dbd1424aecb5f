"""How many ways the first steps of Vortex can go, counted by the kernel and by the slow twin."""

import copy
import json
from pathlib import Path

import pytest

import ludarium
from ludarium.search.perft import perft
from tests.games.vortex.twin import LETTERS, Twin

DEPTHS = (1, 2, 3, 4, 5)
COUNTS = [
    pytest.param(*case.values(), id=f"{case['game']} {case['position']}")
    for case in json.loads(Path("tests/counts/vortex.json").read_text())
]
"""A game, the position it begins in, and in how many ways the next one to five steps can go."""


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_kernel_counts_as_committed(spec: str, position: str, counts: list[int]):
    state = ludarium.load(spec).read(position)
    assert [perft(state, depth) for depth in DEPTHS] == counts


@pytest.mark.parametrize(("spec", "position", "counts"), COUNTS)
def test_the_twin_counts_as_committed(spec: str, position: str, counts: list[int]):
    board, *sizes = (ludarium.load(spec).options[name] for name in ("board", "players", "die", "tokens", "turn_limit"))
    rows, whose, turn, *roll = position.split()
    twin = Twin(str(board), *map(int, sizes), tokens=[[int(s) for s in row.split(",")] for row in rows.split("/")])
    if whose != "-":
        twin.mover = LETTERS.index(whose)
        rounds, had = divmod(int(turn) - 1, twin.players)
        turns = [rounds] * twin.players
        for step in range(1, had + 1):
            turns[(twin.mover + step) % twin.players] += 1
        twin.turns, twin.roll = turns, int(roll[0]) if roll else None
    assert [count(twin, depth) for depth in DEPTHS] == counts


def count(twin: Twin, depth: int) -> int:
    ways = twin.legal()
    if depth == 1:
        return len(ways)
    total = 0
    for way in ways:
        after = copy.deepcopy(twin)
        after.play(way)
        total += count(after, depth - 1)
    return total
