"""The rules page says what the code does: its examples run as doctests, and its tables and paragraphs are held here."""

import inspect
import re

import numpy as np
import pytest

import ludarium
from ludarium.games.ludo import KIT, kernel, rules
from tests.games.ludo import test_notation, test_rules

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


def test_every_paragraph_and_ruling_has_a_test():
    tests = [name for module in (test_rules, test_notation) for name in vars(module)]
    paragraphs = {name.split("_")[1] for name in tests if re.match(r"test_\d+_", name)}
    rulings = {name.split("_")[2] for name in tests if name.startswith("test_ruling_")}
    assert paragraphs == set(re.findall(r"^### §(\d+) ", PAGE, re.MULTILINE))
    listed = PAGE[PAGE.index("## Rulings") : PAGE.index("## Options")]
    assert rulings == set(re.findall(r"^(\d+)\. ", listed, re.MULTILINE))


def test_the_table_of_options_is_the_game_s():
    declared = []
    for option in KIT.options:
        values = option.values
        text = f"{values[0]} to {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
        declared.append([option.name, text, str(option.default), option.help])
    assert rows("| option |") == declared


def test_the_facts_are_the_game_s():
    facts = dict(rows("| | |"))
    known = KIT.facts
    assert [facts["Designer"], facts["Year"], facts["Category"], facts["Source"]] == [
        known.designer, str(known.year), known.category, known.source,
    ]  # fmt: skip
    assert facts["Similar"].lower().split(", ") == list(known.similar)
    players = ludarium.load("ludo").kit.options[0].values
    assert facts["Players"] == f"{players[0]} to {players[-1]}"
    assert PAGE.startswith(f"# {KIT.title}\n\n{KIT.tagline}\n")


def test_the_last_marker_takes_as_long_as_the_page_says():
    """Alone it must take every roll: what it needs from each position solves a system of equations."""
    places = rules.board(120, 6).positions[:-1]
    chain = np.eye(len(places))
    for row, place in enumerate(places):
        for to in (place, *(place * roll if place * roll <= 120 else 1 for roll in range(2, 7))):
            if to != 120:
                chain[row, places.index(to)] -= 1 / 6
    turns = dict(zip(places, np.linalg.solve(chain, np.ones(len(places))), strict=True))
    assert turns[1] == pytest.approx(44, abs=0.5)
    assert turns[20] == pytest.approx(34, abs=0.5)
    assert "it needs 44 turns on average from 1, and still 34 from 20" in PAGE


def test_10_is_the_best_place_to_wait():
    known = rules.board(120, 6)
    ways = {place: sum(place * roll in known.penultimate for roll in range(2, 7)) for place in known.positions}
    assert ways.pop(10) == 4
    assert max(ways.values()) == 2
