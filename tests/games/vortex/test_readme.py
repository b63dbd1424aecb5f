"""The rules page says what the code does: its examples run as doctests, and its tables and paragraphs are held here."""

import inspect
import re

import ludarium
from ludarium.boards.spirals import Square
from ludarium.games.vortex import KIT, bots, kernel, rules

PAGE = KIT.readme


def rows(first: str) -> list[list[str]]:
    """The rows of the table whose heading begins like this, as texts without marks of code."""
    table = PAGE[PAGE.index(first) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.strip("|").split("|")] for row in table]


def test_every_paragraph_that_the_code_cites_is_on_the_page():
    titled = re.findall(r"^### §(\d+) ", PAGE, re.MULTILINE)
    assert titled == [str(number) for number in range(1, 10)]
    for module in (kernel, rules):
        assert set(re.findall(r"§(\d+)", inspect.getsource(module))) <= set(titled)


def test_the_table_of_options_is_the_game_s():
    declared = []
    for option in KIT.options:
        values = option.values
        text = f"{values[0]} to {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
        declared.append([option.name, text, str(option.default), option.help])
    assert rows("| option |") == declared


def test_the_table_of_levels_is_the_game_s():
    assert [level for level, _ in rows("| level |")] == list(bots.LEVELS)


def test_the_facts_are_the_game_s():
    facts = dict(rows("| | |"))
    kept = KIT.facts
    assert [facts[name] for name in ("Designer", "Year", "Category", "Source")] == [
        kept.designer,
        str(kept.year),
        kept.category,
        kept.source,
    ]
    assert facts["Similar"].lower().split(", ") == list(kept.similar)
    players = next(option for option in KIT.options if option.name == "players").values
    assert facts["Players"] == f"{players[0]} to {players[-1]}"
    assert PAGE.startswith(f"# {KIT.title}\n\n{KIT.tagline}\n")


def test_the_numbered_board_is_the_first_player_s_path():
    numbered = [list(map(int, row)) for row in rows("| | | | | |")]
    board = Square(5)
    assert all(numbered[row][column] == cell for cell in range(1, 26) for row, column in [board.cell(cell)])


def test_both_boards_are_shown():
    assert {ludarium.load(spec).options["board"] for spec in re.findall(r'"(vortex[^"]*)"', PAGE)} == {
        "square5", "round2"
    }  # fmt: skip
