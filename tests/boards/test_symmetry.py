"""The symmetries of boards."""

from math import sqrt

import pytest

from ludarium.boards.symmetry import symmetries

SQUARE = [(x, y) for y in range(3) for x in range(3)]
RHOMBUS = [(x + y / 2, y * sqrt(3) / 2) for y in range(3) for x in range(3)]
HEXAGON = [(x + y / 2, y * sqrt(3) / 2) for y in range(-2, 3) for x in range(-2, 3) if abs(x + y) < 3]
TRIANGLE = [(x - y / 2, y * sqrt(3) / 2) for y in range(5) for x in range(y + 1)]


@pytest.mark.parametrize(
    ("places", "count"), [(SQUARE, 8), (RHOMBUS, 4), (HEXAGON, 12), (TRIANGLE, 6), (TRIANGLE[1:], 2), ([(4, 4)], 1)]
)
def test_symmetries_form_a_group(places: list[tuple[float, float]], count: int) -> None:
    found = {*symmetries(places), tuple(range(len(places)))}
    assert len(found) == count
    assert {tuple(one[cell] for cell in other) for one in found for other in found} == found


def test_a_board_with_a_loose_cell_has_none() -> None:
    assert symmetries([*SQUARE, (3.5, 1.2)]) == ()
