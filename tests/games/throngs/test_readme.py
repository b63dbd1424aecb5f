"""The rules page says what the code does: its examples run as doctests, and its tables and paragraphs are held here."""

import inspect
import re

import ludarium
from ludarium.games.throngs import KIT, kernel, rules

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


def test_the_facts_are_the_game_s():
    facts = dict(rows("| | |"))
    expected = KIT.facts.designer, str(KIT.facts.year), KIT.facts.category, KIT.facts.source
    assert (facts["Designer"], facts["Year"], facts["Category"], facts["Source"]) == expected
    assert facts["Players"] == str(ludarium.load("throngs").seats)
    assert PAGE.startswith(f"# {KIT.title}\n\n{KIT.tagline}\n")
