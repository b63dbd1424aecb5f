"""Many games at once, on whatever executor there is: the games of a list, dealt out in batches.

What comes of a game follows from its job alone, so neither the executor nor its size nor the batches make a
difference, except to players that look at the time.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import NamedTuple

from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.players.table import play_match
from ludarium.tournament.executors import Inline

_BATCH_SECONDS = 0.5
"""About as long as a batch should take: long beside the way to a worker, short beside somebody's patience."""
_LARGEST_BATCH = 1000


class Job(NamedTuple):
    """A game to be played: its number, what is played, by whom in the order of the seats, and what chance follows from.

    It is text and numbers, so that it can go to another process or machine.
    """

    number: int
    game: str
    bots: tuple[str, ...]
    seed: int
    clock: str | None = None


class Result(NamedTuple):
    """What came of a game: its record as text, what lists and tables ask for, and how long it took.

    `spent` are the seconds that each seat has thought.
    """

    number: int
    payoffs: tuple[float, ...]
    ending: str
    turns: int
    seconds: float
    spent: tuple[float, ...]
    record: str


def play_job(job: Job) -> Result:
    """Play a game.

    >>> play_job(Job(0, "orion(turn_limit=10)", ("random", "easy"), seed=1)).turns
    10

    Raises what `play_match` raises.
    """
    began = time.perf_counter()
    spent = [0.0] * len(job.bots)
    clock = None if job.clock is None else Clock.parse(job.clock)
    record: Record = play_match(job.game, job.bots, job.seed, clock=clock, spent=spent)
    assert record.payoffs is not None
    seconds = time.perf_counter() - began
    rounded = tuple(round(one, 6) for one in spent)
    return Result(job.number, record.payoffs, record.ending, len(record.turns), round(seconds, 6), rounded, str(record))


def play_jobs(jobs: Iterable[Job], executor: Executor | None = None, workers: int = 1) -> Iterator[list[Result]]:
    """Play all the games and yield what came of them as they end, some at a time.

    `workers` is how many the executor can play at once; without an executor they are played here, one after another.
    """
    executor, waiting = executor or Inline(), deque(jobs)
    running: set[Future[list[Result]]] = set()
    size = 1
    try:
        while waiting or running:
            while waiting and len(running) < 2 * workers:
                fair = -(-len(waiting) // (2 * workers))
                batch = [waiting.popleft() for _ in range(min(size, fair))]
                running.add(executor.submit(_play_batch, batch))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                results = future.result()
                mean = sum(result.seconds for result in results) / len(results)
                size = max(1, min(_LARGEST_BATCH, 4 * size, int(_BATCH_SECONDS / max(mean, 1e-6))))
                yield results
    finally:
        for future in running:
            future.cancel()


def _play_batch(jobs: Sequence[Job]) -> list[Result]:
    return [play_job(job) for job in jobs]
