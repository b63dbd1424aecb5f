"""What is on the rules page of Vortex alone is so, too: its levels and its boards."""

import re

import ludarium
from ludarium.boards.spirals import Square
from ludarium.core.rules_page import readme
from ludarium.games.vortex import DEFINITION, bots
from tests.games.test_readme import rows

PAGE = readme(DEFINITION)


def test_the_table_of_levels_is_the_game_s() -> None:
    assert [level for level, _ in rows(DEFINITION, "| level |")] == list(bots.LEVELS)


def test_the_numbered_board_is_the_first_player_s_path() -> None:
    numbered = [list(map(int, row)) for row in rows(DEFINITION, "| | | | | |")]
    board = Square(5)
    assert all(numbered[row][column] == cell for cell in range(1, 26) for row, column in [board.cell(cell)])


def test_both_boards_are_shown() -> None:
    assert {ludarium.load(spec).options["board"] for spec in re.findall(r"^```example (.*)", PAGE, re.MULTILINE)} == {
        "square5", "round2"
    }  # fmt: skip
