"""Playing many games at once: a list of jobs, distributed in batches by any executor.

A game depends on its job alone: the executor, the number of workers and the batches do not change the result, except
for players that look at the time. A result tells, too, who lost outside the rules: by a forfeit or on time.
"""

from __future__ import annotations

import re
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from functools import reduce
from itertools import islice
from typing import NamedTuple, TypeVar

from ludarium.core.arguments import check_workers
from ludarium.core.record import Record
from ludarium.core.rolls import TurnCount
from ludarium.match.clock import Clock
from ludarium.match.data import FORFEIT, TIME
from ludarium.players.external.specs import AnyPlayer
from ludarium.players.table import play_match
from ludarium.tournament.executors import Inline
from ludarium.tournament.pairing import Pairing

_BATCH_SECONDS = 0.5
"""Target duration of a batch in seconds: long compared with sending it to a worker, short for a person who waits."""
_LARGEST_BATCH = 1000
_AHEAD = 4
"""Jobs for each worker that are under way while one waits for the first of them."""
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
Job = TypeVar("Job")
Result = TypeVar("Result")


class GameJob(NamedTuple):
    """A game to be played; it can be sent to another process or machine if its players are specs or importable.

    | field | content |
    | --- | --- |
    | `number` | the game's number in the tournament, from 0 |
    | `game` | spec of the game |
    | `bots` | player of each seat |
    | `seed` | random seed of the game |
    | `clock` | time control, as in `60+1`; None for no clock |
    | `budget` | processor seconds that a script may take for the game; None for the usual time |
    """

    number: int
    game: str
    bots: tuple[AnyPlayer, ...]
    seed: int
    clock: str | None = None
    budget: int | None = None


class GameResult(NamedTuple):
    """The result of a game.

    | field | content |
    | --- | --- |
    | `number` | the number of its job |
    | `payoffs` | payoff of each seat |
    | `ending` | how the game ended |
    | `turns` | number of turns, as people count them: a roll is part of a turn |
    | `seconds` | duration of the game |
    | `seat_seconds` | thinking time of each seat |
    | `record` | the record as text |
    """

    number: int
    payoffs: tuple[float, ...]
    ending: str
    turns: int
    seconds: float
    seat_seconds: tuple[float, ...]
    record: str


def play_job(job: GameJob) -> GameResult:
    """Play a game.

    >>> play_job(GameJob(0, "orion(turn_limit=10)", ("random", "easy"), seed=1)).turns
    10

    Raises what `play_match` raises.
    """
    started_at = time.perf_counter()
    seat_seconds = [0.0] * len(job.bots)
    clock = None if job.clock is None else Clock.parse(job.clock)
    record = play_match(
        job.game, job.bots, job.seed, clock=clock, budget=job.budget, seat_seconds=seat_seconds, warns=False
    )
    assert record.payoffs is not None
    seconds = round(time.perf_counter() - started_at, 6)
    rounded = tuple(round(one, 6) for one in seat_seconds)
    return GameResult(job.number, record.payoffs, record.ending, _turns_of(record), seconds, rounded, str(record))


def _turns_of(record: Record) -> int:
    """Return the turns of a record, as people count them; without chance each of its lines is one."""
    start = record.initial()
    if not start.game.max_chance_outcomes:
        return len(record.turns)
    before = islice(record.states(), len(record.turns))
    return reduce(lambda count, state: count.after(state), before, TurnCount()).number


def play_jobs(
    jobs: Iterable[GameJob], executor: Executor | None = None, workers: int = 1
) -> Iterator[list[GameResult]]:
    """Play all games and yield their results in batches as they finish.

    `workers` is the number of games that the executor plays at once; without an executor they are played in this
    thread, one after another.
    """
    return in_batches(play_job, jobs, executor, workers)


def in_batches(
    work: Callable[[Job], Result], jobs: Iterable[Job], executor: Executor | None = None, workers: int = 1
) -> Iterator[list[Result]]:
    """Call `work` with every job, and yield the results in batches as they finish.

    `workers` is the number of jobs that the executor works on at once; without an executor this thread does them all.
    """
    check_workers(workers)
    executor, waiting = executor or Inline(), deque(jobs)
    running: set[Future[tuple[float, list[Result]]]] = set()
    size = 1
    try:
        while waiting or running:
            while waiting and len(running) < 2 * workers:
                fair = -(-len(waiting) // (2 * workers))
                batch = [waiting.popleft() for _ in range(min(size, fair))]
                running.add(executor.submit(_work_batch, work, batch))
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                seconds, results = future.result()
                mean = seconds / len(results)
                size = max(1, min(_LARGEST_BATCH, 4 * size, int(_BATCH_SECONDS / max(mean, 1e-6))))
                yield results
    finally:
        for future in running:
            future.cancel()


def in_order(
    work: Callable[[Job], Result], jobs: Iterable[Job], executor: Executor | None = None, workers: int = 1
) -> Iterator[Result]:
    """Call `work` with every job, and yield the results in the order of the jobs.

    Jobs are asked for only as workers become free, so that there may be any number of them. What a job raises is raised
    in its place.
    """
    check_workers(workers)
    executor, jobs = executor or Inline(), iter(jobs)
    ahead, running = _AHEAD * workers if workers > 1 else 1, deque[Future[Result]]()
    try:
        while True:
            running += [executor.submit(work, job) for job in islice(jobs, ahead - len(running))]
            if not running:
                return
            yield running.popleft().result()
    finally:
        for future in running:
            future.cancel()


def _work_batch(work: Callable[[Job], Result], jobs: Sequence[Job]) -> tuple[float, list[Result]]:
    """Return how long the jobs took, in seconds, and their results."""
    started_at = time.perf_counter()
    results = [work(job) for job in jobs]
    return time.perf_counter() - started_at, results


def forfeit_cause(result: GameResult) -> str:
    """Return why a game ended outside the rules: `time`, or the text after `forfeit:`; empty if it did not."""
    kind, _, cause = result.ending.partition(":")
    if kind == TIME:
        return kind
    return cause.strip() or FORFEIT if kind == FORFEIT else ""


def forfeiting_player(pairing: Pairing, result: GameResult) -> int | None:
    """Return the player who lost the game outside the rules; None if nobody did."""
    return pairing.seating[result.payoffs.index(min(result.payoffs))] if forfeit_cause(result) else None


def count_forfeits(played: Iterable[tuple[Pairing, GameResult]]) -> Mapping[tuple[int, str], int]:
    """Count the games that each player lost outside the rules, by player and cause.

    Causes that differ only in quoted text, such as the refused turn, are counted together under the first of them.
    """
    first_causes: dict[tuple[int, str], str] = {}
    counts = Counter[tuple[int, str]]()
    for pairing, result in played:
        player = forfeiting_player(pairing, result)
        if player is not None:
            cause = forfeit_cause(result)
            counts[player, first_causes.setdefault((player, _QUOTED.sub("", cause)), cause)] += 1
    return counts
