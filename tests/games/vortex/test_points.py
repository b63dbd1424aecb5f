"""Points in Vortex: a test for each thing that paragraphs 7 and 8 of the rules page say."""

import pytest

import ludarium
from ludarium.games.vortex.kernel import CONSTANT, REAL, threats
from ludarium.games.vortex.options import BOARDS
from ludarium.games.vortex.rules import points
from tests.games.vortex.positions import ALONE, at


def test_7_a_token_is_worth_ten_for_a_cell_and_nothing_at_the_start() -> None:
    assert at("vortex(tokens=2)", "0,15/0,0 X 1").points == (150, 0)


def test_7_a_token_in_the_centre_is_worth_its_cell_and_never_at_risk() -> None:
    for name, board in BOARDS.items():
        game = ludarium.load(f"vortex(board={name},tokens=1)")
        assert game.parse_position(f"{board.last}/{board.last - 1} X 1").points[0] == 10 * board.last


@pytest.mark.parametrize(("cell", "behind"), [(5, 8), (9, 12), (13, 16)])
def test_7_a_token_on_a_safe_cell_is_never_at_risk(cell: int, behind: int) -> None:
    """H is a cell behind X on the safe one, and two behind on the next."""
    spec = "vortex(players=4,tokens=1)"
    assert at(spec, f"{cell}/0/0/{behind} X 1").points[0] == 10 * cell
    assert at(spec, f"{cell + 1}/0/0/{behind} X 1").points[0] < 10 * cell


def test_7_scores_are_whole_numbers_and_a_half_counts_as_one() -> None:
    """The source's 22.5, 22.5 and 20."""
    state = at("vortex(players=3,die=12)", "0,0,0,3/0,0,0,3/0,0,0,3 X 1")
    assert state.points == (23, 23, 20)


def test_8_every_roll_of_a_rival_that_could_land_on_a_token_costs_its_part() -> None:
    """The source's 60, 50 and 40: X on 6; O on 14 and on 13 is 4 and 5 behind, since O's 14 is X's 6."""
    spec = "vortex(tokens=2)"
    assert at(spec, "0,6/0,0 X 1").points[0] == 60
    assert at(spec, "0,6/0,10 X 1").points[0] == 50
    assert at(spec, "0,6/9,10 X 1").points[0] == 40


def test_8_several_tokens_at_the_start_are_one_threat() -> None:
    two, four = at("vortex(tokens=1)", "11/0 X 1"), at("vortex", "0,0,0,11/0,0,0,0 X 1")
    assert two.points[0] == four.points[0] == 92  # 110 less a sixth is 91.67


def test_8_the_loss_is_at_most_the_whole_value() -> None:
    """X's 11 is O's 7, V's 3 and H's 15: four threats, and a die of two sides."""
    assert at("vortex(players=4,tokens=2,die=2)", "0,11/5,6/0,1/0,13 X 1").points[0] == 0


@pytest.mark.parametrize(
    ("spec", "position", "expected"),
    [
        ("vortex(players=3,die=12)", "0,0,0,3/0,0,0,3/0,0,0,3", (23, 23, 20)),
        (ALONE, "18/5", (180, 50)),
    ],
)
def test_8_the_source_s_positions_on_real_cells(spec: str, position: str, expected: tuple[int, ...]) -> None:
    state = at(spec, f"{position} X 1")
    assert points(state.game.tables, state.vector) == state.points == expected


@pytest.mark.parametrize(
    ("spec", "position", "expected"),
    [
        ("vortex(players=3,die=12)", "0,0,0,3/0,0,0,3/0,0,0,3", (23, 23, 20)),
        (ALONE, "18/5", (150, 50)),
        ("vortex(tokens=2)", "0,6/9,10", (40, 173)),
    ],
)
def test_8_with_a_constant_offset_they_are_the_source_s(spec: str, position: str, expected: tuple[int, ...]) -> None:
    state = at(spec, f"{position} X 1")
    assert points(state.game.tables, state.vector, offset="constant") == expected


@pytest.mark.parametrize("board", BOARDS)
def test_8_a_constant_offset_changes_nothing_in_the_outer_ring(board: str) -> None:
    game = ludarium.load(f"vortex(board={board},players=4,die=12,tokens=1)")
    for cell in range(1, BOARDS[board].rings[0] + 1):
        vector = game.parse_position("0/0/0/0 X 1").vector
        counts = [threats(game.tables, vector, 0, cell, rows) for rows in (REAL, CONSTANT)]
        assert counts[0] == counts[1]
