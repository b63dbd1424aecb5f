"""How many ways the first steps of Multiplication Ludo can go, counted by the twin; the kernel must count the same."""

import pytest

import ludarium
from tests.games.ludo.twin import Twin
from tests.games.test_counts import NAMES, cases, count


@pytest.mark.parametrize(NAMES, cases("ludo"))
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
