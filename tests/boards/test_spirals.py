"""Spirals on squares and rings."""

import math
import re
from itertools import pairwise

import pytest

from ludarium.boards.spirals import QUARTERS, Round, Spiral, Square

BOARDS: list[Spiral] = [*map(Square, (3, 5, 7, 9)), *map(Round, (2, 3, 4))]
every_board = pytest.mark.parametrize("board", BOARDS, ids=repr)


@every_board
def test_every_path_visits_every_cell_and_ends_in_the_centre(board: Spiral) -> None:
    for quarter in range(QUARTERS):
        path = [board.on_path(quarter, number) for number in range(1, board.last + 1)]
        assert sorted(path) == list(range(1, board.last + 1))
        assert path[-1] == board.last


@every_board
def test_the_paths_are_quarter_turns_of_one_another(board: Spiral) -> None:
    for number in range(1, board.last + 1):
        x, y = board.place(number)
        for quarter in range(1, QUARTERS):
            x, y = -y, x
            assert board.place(board.on_path(quarter, number)) == pytest.approx((x, y), abs=1e-9)


@every_board
def test_a_cell_is_renumbered_from_one_path_to_another(board: Spiral) -> None:
    for quarter in range(QUARTERS):
        for ahead in range(QUARTERS):
            for number in range(1, board.last + 1):
                cell = board.on_path(quarter, number)
                assert board.on_path(quarter + ahead, board.seen(number, ahead)) == cell


@every_board
def test_cells_lie_apart_on_paper_and_in_print(board: Spiral) -> None:
    cells = range(1, board.last + 1)
    places = [board.place(cell) for cell in cells]
    assert min(math.dist(a, b) for k, a in enumerate(places) for b in places[:k]) > 0.65
    assert max(map(abs, sum(places, ()))) <= board.reach - 0.4
    printed = {board.characters(cell) for cell in cells}
    assert len(printed) == board.last
    assert all(row >= 0 and column >= 0 for row, column in printed)
    rows, columns = zip(*printed, strict=True)
    assert {max(rows) + min(rows) - row for row in rows} == set(rows)  # as symmetric as what is drawn
    assert {max(columns) + min(columns) - column for column in columns} == set(columns)


@every_board
def test_a_gate_leads_from_ring_to_ring_where_a_path_steps_in(board: Spiral) -> None:
    assert len(board.gates) == QUARTERS * len(board.rings)
    for outer, inner in board.gates:
        assert board.ring(inner) == board.ring(outer) + 1
    assert (board.last - 1, board.last) in board.gates


@every_board
def test_a_line_goes_along_the_path_without_a_break(board: Spiral) -> None:
    for quarter in range(QUARTERS):
        whole = board.line(quarter, 1, board.last, 100)
        assert whole.count("M") == 1
        assert whole.endswith("L0 0")
        begin, gate = board.between(quarter, 1), board.between(quarter, board.starts[1] - 0.5)
        part = board.line(quarter, 1, board.starts[1] - 0.5, 100)
        assert part.startswith(f"M{round(100 * begin[0], 1):g}")
        assert part.endswith(f"{round(100 * gate[1], 1):g}")


@every_board
def test_every_ring_lies_within_the_one_around_it(board: Spiral) -> None:
    wide = [max(map(float, re.findall(r"-?[0-9.]+", board.rim(ring, 100)))) for ring in range(len(board.rings))]
    assert wide == sorted(wide, reverse=True)
    assert wide[0] <= 100 * board.reach
    assert board.rim(0, 100, 0.2) != board.rim(0, 100)


@pytest.mark.parametrize("side", [3, 5, 7, 9])
def test_on_a_square_a_path_goes_from_neighbour_to_neighbour(side: int) -> None:
    board = Square(side)
    cells = [board.cell(number) for number in range(1, board.last + 1)]
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(cells))
    assert board.last == side * side
    assert sorted(board.safe) == [1, side, 2 * side - 1, 3 * side - 2]
    assert {board.cell(number) for number in board.safe} == {
        (0, 0), (0, side - 1), (side - 1, 0), (side - 1, side - 1)
    }  # fmt: skip


def test_the_first_path_on_five_by_five_is_the_rule_book_s() -> None:
    down = [(row, 4) for row in range(1, 5)]
    back = [(4, column) for column in (3, 2, 1, 0)]
    up = [(row, 0) for row in (3, 2, 1)]
    inner = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (3, 1), (2, 1), (2, 2)]
    path = [(0, column) for column in range(5)] + down + back + up + inner
    assert [Square(5).cell(number) for number in range(1, 26)] == path


def test_on_five_by_five_corners_are_four_cells_apart_outside_and_two_inside() -> None:
    board = Square(5)
    assert [board.seen(cell, ahead) for cell, ahead in ((5, 1), (9, 2), (19, 1), (21, 2))] == [1, 1, 17, 17]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_on_a_round_board_a_path_steps_straight_in(count: int) -> None:
    board = Round(count)
    assert (board.last, board.safe) == (12 * count + 1, frozenset())
    for ring in range(1, count):
        outer, inner = (math.atan2(*board.place(12 * ring + step)) for step in (0, 1))
        assert outer == pytest.approx(inner)
    for number in range(1, board.last - 1):
        assert math.dist(board.place(number), board.place(number + 1)) < 2
