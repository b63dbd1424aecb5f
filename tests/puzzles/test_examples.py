"""Puzzles of games in packages of their own, without a limit of turns."""

import json
from pathlib import Path

import pytest

from tests.installed import several_commands


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
