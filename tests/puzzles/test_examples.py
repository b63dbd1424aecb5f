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
FEWEST, MOST = 5, 0.7
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
