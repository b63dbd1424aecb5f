"""Measure what it costs to let other processes do the work, and what a learner with many actors sends and receives.

`python -m benchmarks.elsewhere` plays the same games in this process, and on a Dask cluster of one and of two workers
on this machine, lets a learner learn from its games in the same three ways, asserts that the results are the same, and
prints games a second of the clock, and of all processors together, which other work on the machine changes little;
then what a round of self-play takes of an actor, of the learner, and of the wire between them.
"""

from __future__ import annotations

import argparse
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import numpy as np
import psutil  # type: ignore[import-untyped]  # it comes with distributed

from ludarium.core.registry import load
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.learn.self_play.actor import Harvest
from ludarium.tournament.executors import Inline, Workers, open_workers
from ludarium.tournament.side_by_side import GameJob, play_jobs

AHEAD = 8
GAMES = {"orion(turn_limit=10)": ("random", 1000), "orion(turn_limit=40)": ("mcts(simulations=4000)", 12)}
"""Games of a few milliseconds and of a second or so: their bot, and how many."""
METHODS = {
    "ludo": Method(ahead=AHEAD),
    "orion": Method(ahead=AHEAD),
    "orion, by search": Method(ahead=AHEAD, targets="search", before=0),
}
"""What is learnt: the game before the comma, and how."""


class Place(NamedTuple):
    """Where work is done: a name, the executor, and the processes of its workers besides this one."""

    name: str
    workers: Workers
    processes: tuple[int, ...] = ()

    @property
    def elsewhere(self) -> float:
        """The processor seconds of the workers until now."""
        return sum(sum(psutil.Process(one).cpu_times()[:2]) for one in self.processes)


class Speed(NamedTuple):
    """Games, seconds of the clock, and processor seconds of this process (with the scheduler) and of the workers."""

    where: str
    games: int
    seconds: float
    here: float
    elsewhere: float

    def __str__(self) -> str:
        return (
            f"{self.where} {self.games / self.seconds:.1f} games a second, "
            f"{self.games / (self.here + self.elsewhere):.1f} a processor second, "
            f"of a game {1000 * self.here / self.games:.2f} ms here"
        )


class Stopwatch:
    """Measures what passes from its making on."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._began = time.perf_counter(), time.process_time(), place.elsewhere

    def stop(self, games: int) -> Speed:
        """Return the speed of so many games."""
        now = time.perf_counter(), time.process_time(), self._place.elsewhere
        return Speed(self._place.name, games, *(b - a for a, b in zip(self._began, now, strict=True)))


class Round(NamedTuple):
    """The means of a round of self-play: games and positions, processor seconds, and bytes on the wire."""

    games: float
    positions: float
    actor: float
    learner: float
    sent: float
    received: float


class Counted(Executor):
    """Runs every block here, and notes what it would have sent and received, and what the block took."""

    def __init__(self) -> None:
        self.sent = self.received = 0
        self.seconds = self.counting = 0.0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a block."""
        done = Inline().submit(fn, *args, **kwargs)
        harvest: Harvest = done.result()
        began = time.process_time()
        self.sent += len(pickle.dumps((fn, args), pickle.HIGHEST_PROTOCOL))
        self.received += len(pickle.dumps(harvest, pickle.HIGHEST_PROTOCOL))
        self.counting += time.process_time() - began
        self.seconds += harvest.seconds
        return done


@contextmanager
def places() -> Iterator[list[Place]]:
    """Give this process, and clusters of one and of two workers."""
    from distributed import LocalCluster  # here, since who learns here alone needs none

    with ExitStack() as stack:
        found = [Place("here", Workers(Inline(), 1))]
        for count in (1, 2):
            cluster = stack.enter_context(
                LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address="127.0.0.1:0")
            )
            name = cluster.scheduler_address.replace("tcp", "dask")
            processes = tuple(worker.pid for worker in cluster.workers.values())
            said = f"{count} worker{'s' * (count > 1)}"
            found.append(Place(said, stack.enter_context(open_workers(name)), processes))
        yield found


def playing(where: Sequence[Place], spec: str, bot: str, games: int) -> list[Speed]:
    """Measure the games of a bot with itself; raise `AssertionError` where a place plays other games."""
    jobs = [GameJob(number, spec, (bot, bot), number) for number in range(games)]
    found, expected = list[Speed](), dict[int, str]()
    for place in where:
        executor, count = place.workers
        list(play_jobs(jobs[: 2 * count], executor, count))  # imports and compiles
        watch = Stopwatch(place)
        records = {one.number: one.record for batch in play_jobs(jobs, executor, count) for one in batch}
        found.append(watch.stop(games))
        expected = expected or records
        assert records == expected, f"{place.name}: other games of {spec}"
    return found


def learning(where: Sequence[Place], name: str, method: Method, rounds: int) -> list[Speed]:
    """Measure a learner; raise `AssertionError` where its weights are others."""
    found, weights = list[Speed](), None
    for place in where:
        learner = Learner(load(name.partition(",")[0]), method, place.workers.executor)
        for _ in range(2 * method.ahead):  # imports and compiles, and the first rounds are short
            learner.learn()
        watch, before = Stopwatch(place), learner.games
        for _ in range(rounds):
            learner.learn()
        found.append(watch.stop(learner.games - before))
        learner.stop()
        weights = learner.weights.now if weights is None else weights
        assert np.array_equal(weights, learner.weights.now), f"{place.name}: other weights of {name}"
    return found


def a_round(name: str, method: Method, rounds: int) -> Round:
    """Return the means of rounds of self-play, from a learner that does everything here."""
    counted = Counted()
    learner = Learner(load(name.partition(",")[0]), method, counted)
    for _ in range(2 * method.ahead):
        learner.learn()
    counted.sent = counted.received = 0
    counted.seconds = counted.counting = 0.0
    began, games, positions = time.process_time(), learner.games, learner.positions
    for _ in range(rounds):
        learner.learn()
    spent = time.process_time() - began - counted.seconds - counted.counting
    totals = (
        learner.games - games,
        learner.positions - positions,
        counted.seconds,
        spent,
        counted.sent,
        counted.received,
    )
    return Round(*(total / rounds for total in totals))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    with places() as where:
        for spec, (bot, games) in GAMES.items():
            print(f"{spec}, {bot}:", *playing(where, spec, bot, games), sep="\n  ", flush=True)
        for name, method in METHODS.items():
            print(f"learning {name}:", *learning(where, name, method, rounds), sep="\n  ", flush=True)
    for name, method in METHODS.items():
        found = a_round(name, method, rounds)
        print(
            f"a round of {name}: {found.games:.1f} games, {found.positions:,.0f} positions; "
            f"actor {found.actor:.3f} s, learner {found.learner:.3f} s; "
            f"{found.sent / 1e3:,.0f} kB sent, {found.received / 1e3:,.0f} kB received",
            flush=True,
        )


if __name__ == "__main__":
    main()
