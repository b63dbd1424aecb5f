"""The themes of duels, each of which differs from the others in some theme."""

from collections.abc import Sequence

import pytest

import ludarium
from ludarium.core.game import State
from ludarium.games.grid.themes import THEMES, duel_themes
from ludarium.puzzles import duels
from ludarium.puzzles.file import shipped
from ludarium.puzzles.puzzle import DuelProof


def played(number: int) -> tuple[Sequence[State], int]:
    """Return the states of a shipped duel, as its answer plays it, and the seat that solves it."""
    puzzle = shipped("grid")[number - 1]
    assert isinstance(puzzle.proof, DuelProof)
    state = puzzle.state()
    return duels.play(state, puzzle.seat, puzzle.accept[0], puzzle.proof).states(state), puzzle.seat


def by_hand(position: str, *turns: str) -> list[State]:
    """Return the states of a position and after each of some turns."""
    found = [ludarium.load("grid(width=12,height=6)").parse_position(position)]
    for turn in turns:
        found.append(found[-1].move(turn))
    return found


SEEN = [
    (
        by_hand(".g5.r3/////G10 e/w 2", "e/w", "e/w"),
        {"hunting walkers", "from a single city", "a quick end"},
    ),
    (
        by_hand(".g9R2/////G10 e/w 2", "e/w"),
        {"storming the only city", "from a single city", "a quick end"},
    ),
    (
        by_hand("g9.R2.g9.R2/////G10.2G10 e/w 2", "e/w", "e/w"),
        {"storming several cities", "a quick end"},
    ),
    (
        by_hand(".g9R2.3r1/////G10 n/w 2", "n/e", "e/e", "n/e"),
        {"storming the only city", "walkers outlive their city", "from a single city", "a quick end"},
    ),
]
"""States, some of which end before the rival is beaten, and the themes that begin to show."""


@pytest.mark.parametrize(("states", "expected"), SEEN)
def test_a_duel_has_the_themes_whose_rules_hold(states: Sequence[State], expected: set[str]) -> None:
    assert {*duel_themes(states, 0)} - {"one change of direction", "many changes of direction"} == expected


def test_changes_of_direction_are_those_between_turns() -> None:
    begin = "g2.8r2/////G10 e/w 2"
    for turns, theme in (("ee", ""), ("en", "one change of direction"), ("enen", "many changes of direction")):
        changes = {*duel_themes(by_hand(begin, *(f"{way}/w" for way in turns)), 0)} & {
            "one change of direction",
            "many changes of direction",
        }
        assert changes == {*filter(None, [theme])}


def test_a_city_that_the_answer_builds_is_a_theme() -> None:
    assert "building a city" in duel_themes(by_hand("g5g5.8r2/////G10 w/w 2", "w/w"), 0)
    assert "building a city" not in duel_themes(by_hand("g5g4.8r2/////G10 w/w 2", "w/w"), 0)


def test_every_theme_of_a_shipped_duel_follows_from_its_answer() -> None:
    found = set[str]()
    for number in range(1, len(shipped("grid")) + 1, 7):
        themes = duel_themes(*played(number))
        assert themes == shipped("grid")[number - 1].themes
        found |= {*themes}
    assert found <= {*THEMES}
    assert len(found) > len(THEMES) / 2
