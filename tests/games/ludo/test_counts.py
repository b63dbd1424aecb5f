"""How many ways the first steps of Multiplication Ludo can go, counted by its slow twin."""

import pytest

import ludarium
from tests.counts.counting import cases, count
from tests.games.ludo.twin import Twin


@pytest.mark.parametrize(("spec", "position", "counts"), cases("ludo"))
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
    assert [count(twin, depth) for depth in range(1, len(counts) + 1)] == counts
