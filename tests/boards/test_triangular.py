"""The triangular grid: points, names, neighbours and lines."""

from itertools import pairwise
from math import dist, isclose

import pytest

from ludarium.boards.triangular import TriangularGrid

BOARDS = [TriangularGrid("a-c a-d b-e"), TriangularGrid("b a,c a-b,d-e c"), TriangularGrid("a")]


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_every_site_has_a_name_of_its_own(board: TriangularGrid) -> None:
    assert len(set(board.names)) == board.sites == len(board.points) == sum(board.widths)
    assert [board.numbers[name] for name in board.names] == list(range(board.sites))


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_neighbours_are_the_sites_one_step_away(board: TriangularGrid) -> None:
    for site in range(board.sites):
        near = {other for other in range(board.sites) if isclose(dist(board.centre(site), board.centre(other)), 1)}
        assert set(board.neighbours[site]) == near
        assert len(board.neighbours[site]) == len(near)


@pytest.mark.parametrize("board", BOARDS, ids=repr)
def test_lines_are_straight_and_end_where_a_point_is_missing(board: TriangularGrid) -> None:
    for site in range(board.sites):
        for line in board.lines[site]:
            (x, y), (x1, y1) = board.centre(site), board.centre(line[0])
            for steps, other in enumerate(line, 1):
                expected = (x + steps * (x1 - x), y + steps * (y1 - y))
                assert all(map(isclose, board.centre(other), expected))
            beyond = (x + (len(line) + 1) * (x1 - x), y + (len(line) + 1) * (y1 - y))
            assert all(dist(board.centre(other), beyond) > 0.5 for other in range(board.sites))


def test_rows_are_drawn_from_the_bottom_to_the_top() -> None:
    board = BOARDS[0]
    assert [board.centre(site)[1] > board.centre(other)[1] for site, other in pairwise((0, 3, 7))] == [True, True]
    assert min(x for x, _ in map(board.centre, range(board.sites))) == 0
