"""Measure the overhead of a tournament, and the speed-up by more workers.

`python -m benchmarks.side_by_side` plays the same tournament in one process, in two, and on a Dask cluster of
two workers on this machine, asserts that the results are the same, and prints the times.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Executor, wait
from pathlib import Path
from typing import NamedTuple

from ludarium.players.table import play_match
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import open_workers
from ludarium.tournament.journal import Journal
from ludarium.tournament.tournament import Tournament

QUICK = TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "random"], games=500, seed=1)
"""Games of a few milliseconds, to measure the overhead."""
PLAYERS = ["mcts(simulations=32000)", "mcts(simulations=28000)"]
SLOW = TournamentConfig.make(game="orion(turn_limit=40)", players=PLAYERS, games=24, seed=1)
"""Games of a second or more, to measure the speed-up."""


def overhead(config: TournamentConfig) -> float:
    """Return the seconds a game that a tournament with a journal takes beyond the games themselves."""
    pairings = next(config.pairing_system())
    jobs = [config.job(number, pairing) for number, pairing in enumerate(pairings)]
    play_match(config.game, jobs[0].bots)
    started_at = time.perf_counter()
    alone = [str(play_match(job.game, job.bots, job.seed)) for job in jobs]
    between = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder), config.to_dict()) as journal:
        tournament = Tournament(config)
        for _ in tournament.play(save=journal.add):
            pass
    ended = time.perf_counter()
    assert [result.record for _, result in tournament.played()] == alone, "the tournament plays other games"
    return ((ended - between) - (between - started_at)) / len(jobs)


class Timed(NamedTuple):
    """A measurement: seconds, the fraction of them in which the workers played, and the standings and records."""

    seconds: float
    busy: float
    results: Sequence[object]


def duration(config: TournamentConfig, where: str, workers: int, results: Sequence[object] = ()) -> Timed:
    """Measure a tournament after its workers have started; its results must be the given ones.

    Raises `AssertionError` for other results.
    """
    with open_workers(where, workers) as (executor, count):
        warm_up(config, executor, count)
        tournament = Tournament(config)
        started_at = time.perf_counter()
        for _ in tournament.play(executor, count):
            pass
        took = time.perf_counter() - started_at
    found = [*tournament.standings(), *(result.record for _, result in tournament.played())]
    assert not results or found == results, f"{where} gives other results"
    return Timed(took, sum(result.seconds for _, result in tournament.played()) / (count * took), found)


def warm_up(config: TournamentConfig, executor: Executor, count: int) -> None:
    """Play a game in every worker, so that it imports and compiles what it needs."""
    bots = [*config.players.values()]
    wait([executor.submit(play_match, config.game, bots, seed) for seed in range(2 * count)])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=SLOW.games)
    games = parser.parse_args().games
    print(f"overhead: {1000 * overhead(QUICK):.2f} ms a game, over {QUICK.games} short games")
    config = TournamentConfig.make(**{**SLOW.to_dict(), "games": games})
    one = duration(config, "processes", 1)
    two = duration(config, "processes", 2, one.results)
    from distributed import LocalCluster  # here, since who measures the overhead alone needs none

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as cluster:
        dask = duration(config, cluster.scheduler_address.replace("tcp", "dask"), 2, one.results)
    print(f"one process: {one.seconds:.1f} s for {games} games")
    print(f"two: {two.seconds:.1f} s, {one.seconds / two.seconds:.2f} times as fast, busy {two.busy:.0%} of the time")
    print(f"Dask: {dask.seconds:.1f} s, {dask.seconds / two.seconds:.2f} times that, busy {dask.busy:.0%} of the time")


if __name__ == "__main__":
    main()
