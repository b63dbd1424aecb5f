"""How many ways the first steps of Orion can go, counted by its slow twin."""

import pytest

import ludarium
from tests.counts.counting import cases, count
from tests.games.orion.twin import SLOTS, Twin


@pytest.mark.parametrize(("spec", "position", "counts"), cases("orion"))
def test_the_twin_counts_as_committed(spec: str, position: str, counts: list[int]):
    rows, _, turn = position.split()
    line = "".join("." * int(cell) if cell.isdigit() else cell for cell in rows.replace("/", ""))
    pieces = {slot: cell for slot, cell in zip(SLOTS, line, strict=True) if cell != "."}
    twin = Twin(clicks=int(ludarium.load(spec).options["clicks"]), pieces=pieces, turn=int(turn))
    assert [count(twin, depth) for depth in range(1, len(counts) + 1)] == counts
