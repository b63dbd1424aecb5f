"""What is on the rules page of Multiplication Ludo alone is so, too: its rulings and its figures."""

import re

import numpy as np
import pytest

from ludarium.core.rules_page import readme
from ludarium.games.ludo import DEFINITION, rules
from tests.games.ludo import test_bots, test_notation, test_rules

PAGE = readme(DEFINITION)


def test_every_paragraph_and_ruling_has_a_test() -> None:
    tests = [name for module in (test_rules, test_notation, test_bots) for name in vars(module)]
    paragraphs = {name.split("_")[1] for name in tests if re.match(r"test_\d+_", name)}
    rulings = {name.split("_")[2] for name in tests if name.startswith("test_ruling_")}
    assert paragraphs == set(re.findall(r"^### §(\d+) ", PAGE, re.MULTILINE))
    listed = PAGE[PAGE.index("## Rulings") : PAGE.index("## Options")]
    assert rulings == set(re.findall(r"^(\d+)\. ", listed, re.MULTILINE))


def test_the_last_marker_takes_as_long_as_the_page_says() -> None:
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


def test_the_best_place_to_wait_is_10() -> None:
    known = rules.board(120, 6)
    ways = {place: sum(place * roll in known.penultimate for roll in range(2, 7)) for place in known.positions}
    assert ways.pop(10) == 4
    assert max(ways.values()) == 2
