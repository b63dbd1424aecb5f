"""Executors: workers that are missing, that die, and that have another version."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ludarium.analysis.measuring.measures import measure
from ludarium.analysis.simulation import simulate
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.registry import load
from ludarium.study.counts import Counts
from ludarium.study.journal import Runner, StudyJournal
from ludarium.study.parts import Study
from ludarium.tournament import executors
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import Inline, LostWorkers, open_workers
from ludarium.tournament.tournament import Tournament
from tests.cluster import cluster, kill_a_worker, there

if TYPE_CHECKING:
    from distributed import LocalCluster

__all__ = ["cluster", "there"]  # the fixtures

CONFIG = TournamentConfig.make(
    game="orion(turn_limit=40)", players=["random", "mcts(simulations=100)"], games=20, seed=3
)


def records(cup: Tournament) -> list[str]:
    return [result.record for _, result in cup.played()]


@pytest.fixture(scope="module")
def expected() -> list[str]:
    cup = Tournament(CONFIG)
    for _ in cup.play():
        pass
    return records(cup)


def test_a_simulation_and_measures_are_the_same_on_a_cluster(there: str) -> None:
    game, players = load("orion(turn_limit=10)"), ["easy", "random"]
    with open_workers(there) as (executor, count):
        simulated = simulate(game, players, 6, seed=1, executor=executor)
        measures = measure(game, 2, "easy", seed=1, executor=executor, workers=count)
    assert simulated.games().equals(simulate(game, players, 6, seed=1).games())
    assert measures.json() == measure(game, 2, "easy", seed=1).json()


def test_a_study_of_a_game_is_the_same_on_a_cluster(there: str, tmp_path: Path) -> None:
    game, counts = load("vortex(board=square3,tokens=2)"), Counts(2, 2, 2, 0, 300, 2, 20)

    def study(folder: Path, executor: Executor | None = None, workers: int = 1) -> str:
        made = Study(game, "mcts(simulations=4)", counts, 1, folder)
        with StudyJournal(folder, game, made.player, 1) as journal:
            assert len([*made.run(Runner(journal, executor, workers), lambda name: None)]) == 7
        return made.json()

    with open_workers(there) as (executor, count):
        studied = study(tmp_path / "cluster", executor, count)
    assert studied == study(tmp_path / "here")


def test_a_worker_with_another_version_is_refused(there: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.tournament.executors.__version__", "0.0.9")
    with (
        pytest.raises(LudariumError, match=r"has Ludarium .*, and this is 0\.0\.9: install the same"),
        open_workers(there),
    ):
        pass


def test_a_cluster_gives_the_same_games_and_a_killed_worker_costs_only_time(
    cluster: LocalCluster, there: str, expected: list[str]
) -> None:
    cup, killed = Tournament(CONFIG), False
    with open_workers(there) as (executor, count):
        assert count == 2
        for _ in cup.play(executor, count):
            if not killed and len(cup.results) >= 5:
                kill_a_worker(cluster)
                killed = True
    assert killed
    assert records(cup) == expected


def test_a_cluster_without_workers_is_refused() -> None:
    from distributed import LocalCluster  # here, as above

    with LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty:
        address = empty.scheduler_address.removeprefix("tcp://")
        with pytest.raises(LudariumError, match="has no workers; start one"), open_workers(f"dask://{address}"):
            pass


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nobody.invalid:8786"])
def test_a_cluster_that_does_not_answer_is_named_in_a_sentence(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "_PATIENCE", 0.5)
    with (
        pytest.raises(LudariumError, match=r"^no Dask scheduler answers at ") as error,
        open_workers(f"dask://{address}"),
    ):
        pass
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "address", ["", "127.0.0.1", "127.0.0.1:x", "127.0.0.1:0", "127.0.0.1:65536", f"127.0.0.1:{9**20}"]
)
def test_an_invalid_address_is_refused_without_a_connection(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("distributed.Client", None)
    with pytest.raises(ParseError, match=f"^'{address}' is not a cluster address"), open_workers(f"dask://{address}"):
        pass


def test_a_process_that_is_killed_is_an_error() -> None:
    with pytest.raises(LostWorkers, match="was killed"), open_workers("processes", 2) as (executor, _):
        executor.submit(signal.raise_signal, signal.SIGKILL).result()


def test_workers_end_when_the_process_that_feeds_them_is_killed(tmp_path: Path) -> None:
    code = (
        "import os, time\n"
        "from ludarium.tournament.executors import open_workers\n"
        "if __name__ == '__main__':\n"
        "    with open_workers('processes', 2) as (executor, _):\n"
        "        print(executor.submit(os.getpid).result(), flush=True)\n"
        "        time.sleep(600)\n"
    )
    script = tmp_path / "feeds.py"
    script.write_text(code, "utf-8")
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE) as feeding:
        assert feeding.stdout is not None
        worker = int(feeding.stdout.readline())
        feeding.kill()
        try:
            feeding.communicate(timeout=300)  # the pipe ends with the last process that holds it
        except subprocess.TimeoutExpired:
            os.kill(worker, signal.SIGKILL)
            raise


def test_an_immediate_failure_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError):
        Inline().submit(divmod, 1, 0).result()


@pytest.mark.parametrize(("name", "count"), [("threads:3", None), ("threads:3", 3), ("processes:3", None)])
def test_a_name_says_how_many_workers_there_are(name: str, count: int | None) -> None:
    with open_workers(name, count) as workers:
        assert workers.number == 3


@pytest.mark.parametrize(
    ("name", "count", "said"),
    [
        ("processes:", None, "'processes:' has no number of workers: expected one as in processes:4"),
        ("processes:-1", None, "has no number of workers"),
        ("threads:²", None, "has no number of workers"),
        (f"threads:{9**20}", None, "has no number of workers"),
        ("threads:0", None, "workers"),
        ("threads:2", 3, "threads:2 and 3 workers are two numbers: expected one"),
        ("thraeds:2", None, "'thraeds' is not an executor; did you mean threads"),
    ],
)
def test_another_number_of_workers_is_refused(name: str, count: int | None, said: str) -> None:
    with pytest.raises(LudariumError, match=said), open_workers(name, count):
        pass


def test_an_unknown_executor_is_refused() -> None:
    with (
        pytest.raises(LudariumError, match="'thraeds' is not an executor; did you mean threads"),
        open_workers("thraeds"),
    ):
        pass
