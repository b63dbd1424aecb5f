"""The boards are those of the program: sites, coordinates, neighbours, lines, labels and first stones."""

from math import isclose, sqrt

import pytest

from ludarium.games.throngs.rules import BOARDS, FIRST_STONES
from tests.games.throngs.recorded import topology


@pytest.mark.parametrize("sites", BOARDS)
def test_the_board_is_the_recorded_one(sites: int) -> None:
    board, theirs = BOARDS[sites], topology()[str(sites)]
    assert list(board.names) == [site["label"] for site in theirs["sites"]]
    assert [set(near) for near in board.neighbours] == [set(site["neighbours"]) for site in theirs["sites"]]
    lines = [{tuple(line) for line in site["lines"]} for site in theirs["sites"]]
    assert [set(line) for line in board.lines] == lines


@pytest.mark.parametrize("sites", BOARDS)
def test_sites_lie_where_the_program_has_them(sites: int) -> None:
    board, theirs = BOARDS[sites], topology()[str(sites)]["sites"]
    left, last = min(site["x"] for site in theirs), theirs[-1]["y"]
    for site, expected in enumerate(theirs):
        x, y = board.centre(site)
        assert isclose(x, expected["x"] - left, abs_tol=1e-5)
        assert isclose(y, last - expected["y"], abs_tol=1e-5)
        assert isclose(y, (board.points[-1][1] - board.points[site][1]) * sqrt(3) / 2)


@pytest.mark.parametrize("sites", BOARDS)
def test_the_first_stones_are_the_recorded_ones(sites: int) -> None:
    theirs = topology()[str(sites)]
    for colour, names in zip(("black", "white"), FIRST_STONES[sites], strict=True):
        assert [BOARDS[sites].numbers[name] for name in names] == theirs[colour]
