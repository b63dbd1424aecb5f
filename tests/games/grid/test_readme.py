"""The rules page says what the code does: its examples run as doctests, and its tables and paragraphs are held here."""

import inspect
import re

from ludarium.games.grid import KIT, kernel, rules

PAGE = KIT.readme


def rows(first: str) -> list[list[str]]:
    """The rows of the table whose heading begins like this, as texts without marks of code."""
    table = PAGE[PAGE.index(first) :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip().replace("`", "") for cell in row.strip("|").split("|")] for row in table]


def test_every_paragraph_that_the_code_cites_is_on_the_page():
    titled = re.findall(r"^### §(\d+) ", PAGE, re.MULTILINE)
    assert titled == [str(number) for number in range(1, 12)]
    for module in (kernel, rules):
        assert set(re.findall(r"§(\d+)", inspect.getsource(module))) <= set(titled)


def test_the_table_of_options_is_the_game_s():
    declared = [
        [option.name, f"{option.values[0]} to {option.values[-1]}", str(option.default), option.help]
        for option in KIT.options
    ]
    assert rows("| option |") == declared


def test_the_facts_are_the_game_s():
    facts = dict(rows("| | |"))
    assert facts == {
        "Designer": KIT.facts.designer,
        "Year": str(KIT.facts.year),
        "Players": rows("| option |")[0][1],
        "Category": KIT.facts.category,
        "Source": KIT.facts.source,
    }
    assert PAGE.startswith(f"# {KIT.title}\n\n{KIT.tagline}\n")
