"""Long work on a cluster of two workers: the same results as on one machine, also if a worker is killed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import ludarium
from ludarium.learn import session
from ludarium.learn.learner import Learner
from ludarium.learn.meeting import Meeting
from ludarium.learn.trial_score import TrialScore
from ludarium.puzzles.making import Limits, make
from ludarium.puzzles.positions import self_play
from ludarium.puzzles.puzzle import Puzzle
from ludarium.search.learned import read_player
from ludarium.solve.race.blocks import Layers
from ludarium.solve.tablefile import read_header
from ludarium.tournament.executors import open_workers
from tests.cli.conftest import Run
from tests.cluster import cluster, kill_a_worker, there
from tests.conftest import EXACT_LUDO

if TYPE_CHECKING:
    from distributed import LocalCluster

__all__ = ["cluster", "there"]  # the fixtures

SMALL = "vortex(board=square3,tokens=2)"


def test_puzzles_are_the_same_and_are_proved_again(there: str, ludarium_command: Run, tmp_path: Path) -> None:
    words = ("puzzles", SMALL, "--count", 3, "--seed", 3, "--player", "random", "--out")
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    assert ludarium_command(*words, alone, "--executor", "processes:1").exit_code == 0
    assert ludarium_command(*words, together, "--executor", there).exit_code == 0
    assert len(alone.read_bytes().splitlines()) == 4
    assert together.read_bytes() == alone.read_bytes()
    proved = ludarium_command("puzzles", "vortex", "--verify", together, "--executor", there)
    assert proved.stdout == f"{together}: 3 puzzles, none wrong\n"


def test_a_learner_whose_games_are_played_elsewhere_is_the_same_also_if_a_worker_is_killed(
    cluster: LocalCluster, there: str, ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "decide", decide)
    words = ("learn", "vortex(tokens=1)", "--games", 400, "--hidden", 8, "--ahead", 4, "--out")
    alone, together = tmp_path / "alone.player", tmp_path / "together.player"
    assert ludarium_command(*words, alone, "--executor", "processes:1").exit_code == 0
    learn, rounds = Learner.learn, list[int]()

    def killing(learner: Learner) -> float:
        rounds.append(learner.rounds)
        if learner.rounds == 3:
            kill_a_worker(cluster)
        return learn(learner)

    monkeypatch.setattr(Learner, "learn", killing)
    assert ludarium_command(*words, together, "--executor", there).exit_code == 0
    assert max(rounds) > 4
    one, other = (read_player(path) for path in (alone, together))
    assert (one.weights == other.weights).all()
    assert one.about.made["games"] == other.about.made["games"] >= 400


def decide(meeting: Meeting, learned: object, specs: tuple[str, str], *rest: object) -> Iterator[TrialScore]:
    """Decide the match at the end, which takes its time, beforehand."""
    yield TrialScore(specs[1], meeting.even, games=10, rounds=5, points=9.0)


def test_layers_of_a_race_are_the_same_also_if_a_worker_is_killed(
    cluster: LocalCluster, there: str, ludarium_command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, together = tmp_path / "alone.table", tmp_path / "together.table"
    words = ("solve", EXACT_LUDO, "--check", 0, "--out")
    assert ludarium_command(*words, alone).exit_code == 0
    check, checked = Layers.check, list[Layers]()

    def killing(layers: Layers) -> None:
        if not checked:
            kill_a_worker(cluster)
        checked.append(layers)
        check(layers)

    monkeypatch.setattr(Layers, "check", killing)
    assert ludarium_command(*words, together, "--executor", there).exit_code == 0
    assert len(checked) > 1
    one, other = ({**read_header(path)[0], "seconds": 0} for path in (alone, together))
    assert one["arrays"]  # with the sum of each
    assert one == other


def test_many_records_are_reviewed_as_each_alone(
    cluster: LocalCluster, there: str, ludarium_command: Run, ludo_table: Path, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(6)]
    for number, path in enumerate(files):
        path.write_text(str(ludarium.play_match(EXACT_LUDO, ["random", "random"], seed=number)), "utf-8")
    exact = ("--table", ludo_table)
    alone = [ludarium_command("review", path, *exact).stdout for path in files]
    assert len(set(alone)) == len(files)
    expected = "".join(f"{path}:\n{said}" for path, said in zip(files, alone, strict=True))
    assert ludarium_command("review", *files, *exact, "--workers", 1).stdout == expected
    kill_a_worker(cluster)  # while the records are reviewed, or just before
    assert ludarium_command("review", *files, *exact, "--executor", there).stdout == expected


def test_a_killed_worker_costs_no_puzzle(cluster: LocalCluster, there: str) -> None:
    game = ludarium.load(SMALL)
    games = [partial(self_play, game, ("random",), 3, number) for number in range(30)]
    found = list[Puzzle]()
    with open_workers(there) as (executor, count):
        for puzzle in make(game, games, 8, Limits(), seed=5, executor=executor, workers=count):
            if not found:
                kill_a_worker(cluster)
            found.append(puzzle)
    assert len(found) == 8
    assert found == list(make(game, games, 8, Limits(), seed=5))
