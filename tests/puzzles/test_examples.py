"""Puzzles of games in packages of their own, without a limit of turns: those that are made, and those that ship."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from ludarium.puzzles.file import NAME, PuzzleFile, read
from tests.installed import python_path, several_commands

EXAMPLES = ("connect_four", "hex")
LEAST = 200
LAW = """
import json, sys
from ludarium.puzzles.check import faults
from ludarium.puzzles.file import shipped
name, replayed = sys.argv[1], int(sys.argv[2])
found = [faults(puzzle, replays=number % replayed == 0) for number, puzzle in enumerate(shipped(name))]
print(json.dumps(found))
"""
"""What a process in which the package is found says of its puzzles."""
FEWEST, MOST = 5, 2 / 3
"""Puzzles that each theme has at least, and the part of all that it has at most."""
REPLAYED = 10
"""Of so many puzzles one has the game of its source played again."""


def shipped(name: str) -> PuzzleFile:
    """Return the file of puzzles of an example."""
    return read(Path("examples", name, "src", name, NAME).read_text("utf-8"))


@pytest.mark.parametrize(
    ("name", "spec"), [("connect_four", "connect_four(columns=5,rows=4)"), ("hex", "hex(size=4,swap=off)")]
)
def test_wins_of_a_game_without_a_limit_of_turns_are_proved(name: str, spec: str, tmp_path: Path) -> None:
    out = tmp_path / "made.jsonl"
    made, proved = several_commands(Path("examples", name), tmp_path)(
        ["puzzles", spec, "--count", "2", "--seed", "1", "--player", "random", "--player", "easy", "--out", str(out)],
        ["puzzles", name, "--verify", str(out)],
    )
    assert made.stdout == f"{out}: 2 puzzles of {name}\n"
    assert proved.stdout == f"{out}: 2 puzzles, none wrong\n"
    puzzles = [json.loads(line) for line in out.read_text("utf-8").splitlines()[1:]]
    assert all(puzzle["proof"]["turns"] == 0 and puzzle["proof"]["replies"] for puzzle in puzzles)


MISSED = """
import json
from ludarium.core.registry import load
from ludarium.puzzles import wins
from ludarium.puzzles.check import faults
from ludarium.puzzles.making import first_rating
from ludarium.puzzles.proofs import themes_of
from ludarium.puzzles.puzzle import Puzzle, Source
game = load("connect_four(columns=5,rows=4)")
state, drawn = game.parse_position("5/5/1OO2/1XX2 x"), game.initial()
small, whole = (wins.whole_prover(game, most) for most in (1000, 1_000_000))
found, rating = wins.examine(state, 0, whole, 0), first_rating((True, True, True))
themes = themes_of(state, 0, found.accept[0], found.proof)
said = {}
for last in ("hard", "champion"):
    tried = {"easy": True, "medium": True, last: True}
    puzzle = Puzzle(game.spec, str(state), 0, found.accept, found.proof, themes, Source(played=4), rating, tried)
    said[last] = faults(puzzle, replays=False)
print(json.dumps({
    "small": small is None,
    "found": [wins.examine(state, 0, one, 0, ("hard",)) is not None for one in (whole, wins.Prover(game, 50_000))],
    "missed": [wins.is_missed(one, one.actors[0], whole, ()) for one in (state, drawn)],
    **said,
}))
"""
"""What a process in which the package is found says of a win that the bot hard finds."""


def test_a_win_that_hard_finds_is_left_out_and_planted_it_is_named(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": python_path(Path("examples", "connect_four"), tmp_path)}
    done = subprocess.run([sys.executable, "-c", MISSED], check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["small"]  # with so few positions its beginning is not proved
    assert said["found"] == [False, False]
    assert said["missed"] == [True, False]  # by nobody: a position that is won, and one that is not
    assert said["hard"] == []
    assert said["champion"] == ["the bot hard finds a right turn"]


@pytest.mark.long
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_puzzle_of_an_example_is_proved_again(name: str, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": python_path(Path("examples", name), tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LAW, name, str(REPLAYED)], check=False, capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert len(found) == len(shipped(name).puzzles)
    assert not {number: faults for number, faults in enumerate(found, 1) if faults}


@pytest.mark.parametrize("name", EXAMPLES)
def test_puzzles_of_an_example_differ_and_some_solver_misses_each(name: str) -> None:
    header, puzzles = shipped(name)
    assert len(puzzles) >= LEAST
    assert all(command.startswith("ludarium puzzles ") and "--seed" in command for command in header.commands)
    assert len({(puzzle.game, puzzle.position) for puzzle in puzzles}) == len(puzzles)
    assert all(puzzle.tried and puzzle.themes and puzzle.rating != (0.0, 0.0) for puzzle in puzzles)
    assert not [number for number, puzzle in enumerate(puzzles, 1) if all(puzzle.tried.values())]
    assert len({puzzle.rating for puzzle in puzzles}) > 1
    counts = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    assert not {theme: count for theme, count in counts.items() if not FEWEST <= count <= MOST * len(puzzles)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_law_asks_hard_of_every_puzzle_of_an_example(name: str) -> None:
    assert {tuple(puzzle.tried) for puzzle in shipped(name).puzzles} == {("easy", "medium", "champion")}
