"""How many ways the first steps of Orion can go, counted by the slow twin; the kernel must count the same."""

import copy

import pytest

import ludarium
from tests.games.orion.twin import SLOTS, Twin
from tests.games.test_counts import NAMES, cases


@pytest.mark.parametrize(NAMES, cases("orion"))
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
