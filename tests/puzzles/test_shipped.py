"""The law of puzzles: every one that comes with a game is proved again."""

from collections import Counter

import pytest

import ludarium
from ludarium.core.registry import definition
from ludarium.puzzles import wins
from ludarium.puzzles.check import MOST_SEARCHED, faults
from ludarium.puzzles.file import read, shipped, shipped_text
from ludarium.puzzles.making import solves

REPLAYED = 10
"""Of so many puzzles one has the game of its source played again; `ludarium puzzles --verify` plays those of all."""
LEAST = 200
"""Puzzles that come with each game, none of which all solvers find."""
FEWEST, MOST = 5, 2 / 3
"""Puzzles that each theme has at least, and the part of all that it has at most, where a game finds its own themes."""
WITH_PUZZLES = ("grid", "ludo", "orion", "throngs", "vortex")


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_every_shipped_puzzle_is_proved_again(name: str) -> None:
    puzzles = shipped(name)
    assert puzzles
    wrong = {
        number: found
        for number, puzzle in enumerate(puzzles)
        if (found := faults(puzzle, replays=number % REPLAYED == 0))
    }
    assert not wrong


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_shipped_puzzles_name_their_commands_and_differ(name: str) -> None:
    header, puzzles = read(shipped_text(definition(name).package))
    assert header.commands
    assert all(command.startswith("ludarium puzzles ") and "--seed" in command for command in header.commands)
    assert len({(puzzle.game, puzzle.position) for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle.tried and puzzle.themes and puzzle.rating != (0.0, 0.0) for puzzle in puzzles)
    assert len({puzzle.rating for puzzle in puzzles}) > 1


@pytest.mark.parametrize("name", WITH_PUZZLES)
def test_no_shipped_puzzle_is_found_by_all_its_solvers(name: str) -> None:
    puzzles = shipped(name)
    assert len(puzzles) >= LEAST
    assert not [number for number, puzzle in enumerate(puzzles, 1) if all(puzzle.tried.values())]


@pytest.mark.parametrize("name", [name for name in WITH_PUZZLES if definition(name).optional_module("themes")])
def test_themes_tell_shipped_puzzles_apart(name: str) -> None:
    puzzles = shipped(name)
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    assert {*counts} == {*definition(name).module("themes").THEMES}
    assert not {theme: count for theme, count in counts.items() if not FEWEST <= count <= MOST * len(puzzles)}


def test_the_greedy_bot_misses_every_win_of_orion() -> None:
    found = list[int]()
    for number, puzzle in enumerate(shipped("orion"), 1):
        state = puzzle.state()
        if not wins.misses(state, puzzle.seat, wins.Prover(state.game, MOST_SEARCHED), "greedy"):
            found.append(number)
    assert not found


@pytest.mark.parametrize("bot", ["greedy", "alphabeta(depth=1)"])
def test_no_obvious_step_solves_a_puzzle_of_throngs(bot: str) -> None:
    tried = enumerate(shipped("throngs"), 1)
    assert not [number for number, puzzle in tried if any(solves(puzzle, bot, seed) for seed in wins.SEEDS)]


def test_every_game_of_this_package_has_puzzles() -> None:
    ours = [name for name in ludarium.game_names() if definition(name).package.startswith("ludarium.")]
    assert tuple(ours) == WITH_PUZZLES


def test_a_game_without_a_file_has_none(tiny: None) -> None:
    assert shipped("race") == ()
