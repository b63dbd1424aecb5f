"""How many ways the first steps of Multiplication Ludo can go, counted by the reference and the kernel."""

import pytest

import ludarium
from tests.games.ludo.reference import Reference
from tests.games.test_counts import NAMES, cases, check_reference


@pytest.mark.parametrize(NAMES, cases("ludo"))
def test_the_reference_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    players, markers, goal, die, limit = (int(value) for value in ludarium.load(spec).options.values())
    places, mover, roll, turn = position.split()
    positions = {
        f"{player}{number}": int(place)
        for player, row in zip("ABCD", places.split("/"), strict=False)
        for number, place in enumerate(row.split(","), 1)
    }
    reference = Reference(
        players, markers, goal, die, limit, positions, mover.strip("-"), int(roll.replace("-", "0")), int(turn) - 1
    )
    check_reference(reference, counts)
