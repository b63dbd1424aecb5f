"""What the arena costs, and what more workers gain.

`python -m benchmarks.arena` plays the same tournaments in one process, in two, and on a Dask cluster of two workers on
this machine, asserts that they end with the same table, and prints how long they took.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Executor, wait
from pathlib import Path
from typing import NamedTuple

from distributed import LocalCluster

from ludarium.players.table import play_match
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.executors import open_workers
from ludarium.tournament.journal import Journal
from ludarium.tournament.tournament import Tournament

QUICK = TournamentConfig.make(game="orion(turn_limit=10)", players=["random", "random"], games=500, seed=1)
"""Games that are over at once, so that everything around them shows."""
PLAYERS = ["mcts(simulations=32000)", "mcts(simulations=28000)"]
SLOW = TournamentConfig.make(game="orion(turn_limit=40)", players=PLAYERS, games=24, seed=1)
"""Games of a second or more."""


def overhead(config: TournamentConfig) -> float:
    """Seconds a game that a tournament takes beyond its games, its journal included."""
    pairings = next(config.pairing_system())
    jobs = [config.job(number, pairing) for number, pairing in enumerate(pairings)]
    play_match(config.game, jobs[0].bots)
    began = time.perf_counter()
    alone = [str(play_match(job.game, job.bots, job.seed)) for job in jobs]
    between = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder), config.to_dict()) as journal:
        cup = Tournament(config)
        for _ in cup.play(save=journal.add):
            pass
    ended = time.perf_counter()
    assert [result.record for _, result in cup.played()] == alone, "the arena plays other games"
    return ((ended - between) - (between - began)) / len(jobs)


class Timed(NamedTuple):
    """The seconds that a tournament took, the share of them in which its workers played, and its table."""

    seconds: float
    busy: float
    table: Sequence[object]


def duration(config: TournamentConfig, where: str, workers: int, table: Sequence[object] = ()) -> Timed:
    """How long a tournament takes once its workers are there; its table must be the one given."""
    with open_workers(where, workers) as (executor, count):
        warm_up(config, executor, count)
        cup = Tournament(config)
        began = time.perf_counter()
        for _ in cup.play(executor, count):
            pass
        took = time.perf_counter() - began
    found = [*cup.standings(), *(result.record for _, result in cup.played())]
    assert not table or found == table, f"{where} gives another table"
    return Timed(took, sum(result.seconds for _, result in cup.played()) / (count * took), found)


def warm_up(config: TournamentConfig, executor: Executor, count: int) -> None:
    """Let every worker import and compile what it needs."""
    bots = [*config.players.values()]
    wait([executor.submit(play_match, config.game, bots, seed) for seed in range(2 * count)])


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=SLOW.games)
    games = parser.parse_args().games
    print(f"around a game: {1000 * overhead(QUICK):.2f} ms, of {QUICK.games} games that are over at once")
    config = TournamentConfig.make(**{**SLOW.to_dict(), "games": games})
    one = duration(config, "processes", 1)
    two = duration(config, "processes", 2, one.table)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        dask = duration(config, cluster.scheduler_address.replace("tcp", "dask"), 2, one.table)
    print(f"one process: {one.seconds:.1f} s for {games} games")
    print(f"two: {two.seconds:.1f} s, {one.seconds / two.seconds:.2f} times as fast, busy {two.busy:.0%} of the time")
    print(f"Dask: {dask.seconds:.1f} s, {dask.seconds / two.seconds:.2f} times that, busy {dask.busy:.0%} of the time")


if __name__ == "__main__":
    main()
