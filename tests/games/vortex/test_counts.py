"""How many ways the first steps of Vortex can go, counted by the slow twin; the kernel must count the same."""

import pytest

import ludarium
from tests.games.test_counts import NAMES, cases, count
from tests.games.vortex.twin import LETTERS, Twin

DEPTHS = (1, 2, 3, 4, 5)


@pytest.mark.parametrize(NAMES, cases("vortex"))
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
