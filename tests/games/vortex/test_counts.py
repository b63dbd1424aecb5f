"""How many ways the first steps of Vortex can go, counted by its slow twin."""

import pytest

import ludarium
from tests.counts.counting import cases, count
from tests.games.vortex.twin import LETTERS, Twin


@pytest.mark.parametrize(("spec", "position", "counts"), cases("vortex"))
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
    assert [count(twin, depth) for depth in range(1, len(counts) + 1)] == counts
