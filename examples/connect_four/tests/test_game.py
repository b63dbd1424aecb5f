"""What a complete game needs; a failing test says what is missing."""

import re
from functools import cache
from pathlib import Path

import ludarium
import pytest
from ludarium import levels, make_bot, verify
from ludarium.authoring import LAWS, Law, Option, Sample, check, readme

GAME = ludarium.load("connect_four")
MARK = "To be written"
GOLDEN = Path(__file__).parent / "golden.txt"


ENDS = ["connect_four(columns=4,rows=4)", "connect_four(columns=8,rows=8)"]


@cache
def sample() -> Sample:
    """The random games on which all laws are tested."""
    return Sample.draw(GAME, seed=1, games=3)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_law(law: Law) -> None:
    law.test(sample())


@pytest.mark.parametrize("spec", ENDS)
def test_laws_hold_at_the_ends_of_every_option(spec: str) -> None:
    check(spec, games=1)


def test_the_rules_page_is_written() -> None:
    missing = [line for line in readme(GAME.definition).splitlines() if MARK in line]
    assert not missing, f"src/connect_four/README.md is to be written; {len(missing)} lines say what"


@pytest.mark.parametrize("fact", ["designer", "category", "source"])
def test_facts_are_written(fact: str) -> None:
    assert getattr(GAME.definition.facts, fact) != MARK, f"src/connect_four/__init__.py: the {fact} is to be written"


def test_the_tagline_is_written() -> None:
    assert MARK not in GAME.definition.tagline, "src/connect_four/__init__.py: the tagline is to be written"


def test_every_paragraph_has_a_test() -> None:
    tests = (Path(__file__).parent / "test_rules.py").read_text("utf-8")
    numbers = re.findall(r"^### §([0-9]+) ", readme(GAME.definition), re.MULTILINE)
    assert numbers, "src/connect_four/README.md: there is no paragraph such as ### §1"
    missing = [number for number in numbers if f"def test_{number}_" not in tests]
    assert not missing, f"tests/test_rules.py: there is no test of §{', §'.join(missing)}"


@pytest.mark.parametrize("option", GAME.definition.options, ids=lambda option: option.name)
def test_the_rules_page_has_every_option(option: Option) -> None:
    values = option.values
    assert isinstance(values, range | tuple)
    spread = f"{values[0]} to {values[-1]}" if isinstance(values, range) else ", ".join(map(str, values))
    assert f"| `{option.name}` | {spread} | {option.default} | {option.help} |" in readme(GAME.definition)


def test_the_rules_page_has_the_table_of_the_observation() -> None:
    said = "print(ludarium.load('connect_four').observation) says what is to stand in src/connect_four/README.md"
    assert str(GAME.observation) in readme(GAME.definition), said


@pytest.mark.parametrize("level", levels(GAME))
def test_every_level_plays(level: str) -> None:
    state = GAME.initial()
    assert make_bot(level, GAME, 1).choose(state, state.actors[0]) in state.legal()


def test_a_golden_game_was_read() -> None:
    assert GOLDEN.exists(), (
        "tests/golden.txt is to be written: let two bots play with "
        "ludarium match connect_four easy hard --games 1 --out DIR, read that game turn by turn, and keep it here"
    )
    assert verify(ludarium.Record.parse(GOLDEN.read_text("utf-8"))).over
