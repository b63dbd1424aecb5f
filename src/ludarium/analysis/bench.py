"""Benchmarks of a game. Each figure has the result of the timed run, which a slower method confirms."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.rng import generator
from ludarium.search.batch import Batch
from ludarium.search.bot import SearchInfo, evaluation
from ludarium.search.mcts import Mcts
from ludarium.search.playout import random_action, random_outcome
from ludarium.search.survey import playouts

SEED = 7
_LEAST_SECONDS = 1.0
_ROUNDS = 3
_LEARNERS, _STEPS_BY_HAND = 4096, 50
_DOUBLINGS = 20
"""The maximum number of doublings of the work, since a solved search takes no longer with more simulations."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement: its name, the value in `unit` (per second, or seconds), and the result of the timed run."""

    name: str
    value: float
    unit: str
    answer: str


class WrongAnswer(AssertionError):
    """The timed run and the slower method gave different results, so the speed is meaningless."""


def bench(game: Game, threads: int | None = None) -> Iterator[Figure]:
    """Measure a game; yield each figure as soon as it is known.

    Raises `WrongAnswer` if a timed run and the slower method give different results.
    """
    cores = threads or os.cpu_count() or 1
    yield from _latency(game)
    yield _facade(game)
    yield _learning(game)
    for measure in (_random_play, _search):
        yield from measure(game, 1)
        if cores > 1:
            yield from measure(game, cores)


def by_hand(state: State, seed: int) -> tuple[int, tuple[float, ...]]:
    """Play one random game through the states, with the same random numbers as `playouts`; return steps and payoffs.

    >>> import ludarium
    >>> state = ludarium.load("orion(turn_limit=20)").initial()
    >>> fast = playouts(state, games=1, seed=3)
    >>> by_hand(state, seed=3) == (fast.steps, fast.payoffs)
    True
    """
    last, steps = play_on(state, generator(seed, 0))
    return steps, last.payoffs or ()


def play_on(
    state: State, dice: np.random.Generator, learner: int | None = None, action: int | None = None
) -> tuple[State, int]:
    """Play until the learner must act, or to the end; return that state and the number of steps.

    The learner first plays `action`, all others play at random, with the same random numbers as compiled code.
    """
    steps = 0
    while state.actors and (action is not None or learner not in state.actors):
        if state.actors == (CHANCE,):
            chosen = [random_outcome(state, dice)]
        else:
            chosen = [
                action if seat == learner and action is not None else random_action(state, seat, dice)
                for seat in state.actors
            ]
        state, action = state.play_unchecked(*chosen), None
        steps += 1
    return state, steps


def _facade(game: Game) -> Figure:
    """Measure steps per second from Python, with a state for each step."""
    start = game.initial()
    (steps, payoffs), seconds = _timed(lambda: by_hand(start, SEED))
    fast = playouts(start, 1, SEED)
    _confirm((steps, payoffs), (fast.steps, fast.payoffs))
    return Figure("steps through states", steps / seconds, "a second", f"{steps} steps, payoffs {_write(payoffs)}")


def _random_play(game: Game, threads: int) -> Iterator[Figure]:
    """Measure random steps and games per second in compiled code; `_facade` has confirmed the first game."""
    start = game.initial()
    made, seconds = _best(lambda count: playouts(start, count, SEED, threads), threads)
    answer = f"{made.games} games, {made.steps} steps, payoffs {_write(made.payoffs)}"
    yield Figure(f"random steps, {_where(threads)}", made.steps / seconds, "a second", answer)
    yield Figure(f"random games, {_where(threads)}", made.games / seconds, "a second", answer)


def _learning(game: Game) -> Figure:
    """Measure steps per second with observations and action masks; some are confirmed through the states."""

    def learn(steps: int) -> tuple[int, int, float]:
        batch, ended, earned = Batch(game, [generator(SEED, number) for number in range(_LEARNERS)]), 0, 0.0
        batch.reset()
        for _ in range(steps):
            batch.step(batch.masks.argmax(axis=1), batch.terminated.copy())
            ended, earned = ended + int(batch.terminated.sum()), earned + float(batch.rewards[:, 0].sum())
        return steps * _LEARNERS, ended, earned

    _confirm(*_learn_by_hand(game))
    (steps, ended, earned), seconds = _best(learn, 10)
    answer = f"{steps} steps of {_LEARNERS} learners, {ended} games over, {earned:g} earned"
    return Figure("steps of learners, 1 thread", steps / seconds, "a second", answer)


def _learn_by_hand(game: Game) -> tuple[list[bytes], list[bytes]]:
    """Return the first observations of a learner: from the last of many equal games, and through the states."""
    batch, dice, state = Batch(game, [generator(SEED)] * _LEARNERS), generator(SEED), game.initial()
    batch.reset()
    state, _ = play_on(state, dice, learner=0)
    seen, by_hand = [batch.observations[-1].tobytes()], [observe(state, 0).tobytes()]
    while state.actors and len(seen) < _STEPS_BY_HAND:
        action = state.legal(0)[0]
        batch.step(np.full(_LEARNERS, action))
        state, _ = play_on(state, dice, 0, action)
        seen.append(batch.observations[-1].tobytes())
        by_hand.append(observe(state, 0).tobytes())
    return seen, by_hand


def _search(game: Game, threads: int) -> Iterator[Figure]:
    """Measure simulations per second of tree search from the first position with a choice, if the game has one."""
    state, dice = game.initial(), generator(SEED)
    while state.actors and (state.actors == (CHANCE,) or len(state.legal(state.actors[0])) == 1):
        state = state.play_unchecked(*(random_action(state, seat, dice) for seat in state.actors))
    if not state.actors:
        return
    seat = state.actors[0]

    def think(count: int) -> tuple[int, SearchInfo | None]:
        bot = Mcts(game, SEED, simulations=count, threads=threads, memory=2048)
        return bot.choose(state, seat), bot.info

    (action, info), seconds = _best(think, 1000 * threads)
    made = info.visits if info else 0
    leaf = "an evaluation a leaf" if evaluation(game) else "a random game a leaf"
    answer = f"{made} playouts choose {state.action_name(action, seat)}"
    yield Figure(f"search playouts, {_where(threads)}, {leaf}", made / seconds, "a second", answer)


def _best(work: Callable[[int], T], count: int) -> tuple[T, float]:
    """Increase the work until it takes a second, run it three times; return its result and the shortest time."""
    result, seconds = _timed(partial(work, count))
    for _ in range(_DOUBLINGS):
        if seconds >= _LEAST_SECONDS:
            break
        count = int(count * max(2.0, 1.2 * _LEAST_SECONDS / seconds))
        result, seconds = _timed(partial(work, count))
    best = seconds
    for _ in range(_ROUNDS - 1):
        again, seconds = _timed(partial(work, count))
        _confirm(again, result)
        best = min(best, seconds)
    return result, best


def _latency(game: Game) -> Iterator[Figure]:
    """Measure the seconds to the first random game in a new process: with an empty cache, and again."""
    code = (
        "import ludarium; from ludarium.search.survey import playouts; "
        f"print(playouts(ludarium.load({game.spec!r}).initial(), 1, {SEED}))"
    )
    expected = f"{playouts(game.initial(), 1, SEED)}\n"
    with tempfile.TemporaryDirectory() as cache:
        for name in ("cold", "warm"):
            run = [sys.executable, "-c", code]
            process, seconds = _timed(
                lambda: subprocess.run(run, env={**os.environ, "NUMBA_CACHE_DIR": cache}, capture_output=True)  # noqa: B023, S603  runs in this iteration; a fixed command
            )
            _confirm(process.stdout.decode(), expected)
            yield Figure(f"first random game, {name}", seconds, "seconds", process.stdout.decode().strip())


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    started = time.perf_counter()
    result = work()
    return result, time.perf_counter() - started


def _confirm(timed: object, expected: object) -> None:
    if timed != expected:
        raise WrongAnswer(f"the timed run gave {timed}, but the slower method gives {expected}")


def _where(threads: int) -> str:
    return "1 thread" if threads == 1 else f"{threads} threads"


def _write(payoffs: tuple[float, ...]) -> str:
    return "-".join(f"{payoff:g}" for payoff in payoffs)
