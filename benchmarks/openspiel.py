"""Measure random games of a game that OpenSpiel has, too, beside OpenSpiel's own.

`python -m benchmarks.openspiel breakthrough` plays the installed game of this name and OpenSpiel's in turns, each on
one thread, asserts that games are equally long, and prints how many there are in a second of processor time. Ludarium
plays by `playouts`. OpenSpiel plays its rollouts in C++ without Python between them: one simulation of `MCTSBot`, whose
only leaf, the initial position, `RandomRolloutEvaluator` values by all of them. The game must begin with a choice.
"""

import argparse
import time
from collections.abc import Callable
from statistics import fmean, median, stdev
from typing import NamedTuple, TypeVar

import numpy as np
import pyspiel

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.core.rng import generator
from ludarium.search.survey import playouts

T = TypeVar("T")
_ERRORS = 5
"""How many standard errors the lengths of games may differ by."""


class Speeds(NamedTuple):
    """Random games in a second of processor time."""

    ours: float
    theirs: float


def lengths(name: str, games: int, seed: int) -> list[int]:
    """Return the steps of random games of OpenSpiel's, played from Python."""
    rng, found = generator(seed), list[int]()
    for _ in range(games):
        state, steps = pyspiel.load_game(name).new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(_random_action(state, rng))
            steps += 1
        found.append(steps)
    return found


def _random_action(state: pyspiel.State, rng: np.random.Generator) -> int:
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return int(rng.choice(actions, p=chances))
    legal = state.legal_actions()
    return int(legal[int(rng.random() * len(legal))])


def compare(game: Game, name: str, ours: int, theirs: int, seed: int, sample: int = 1000) -> Speeds:
    """Play so many random games of each, and some more of OpenSpiel's for their length.

    Raises `AssertionError` if the games are not equally long.
    """
    start = game.initial()
    played, seconds = _timed(lambda: playouts(start, ours, seed))
    there = pyspiel.load_game(name)
    bot = pyspiel.MCTSBot(there, pyspiel.RandomRolloutEvaluator(theirs, seed), 2.0, 1, 1000, False, seed, False)
    state = there.new_initial_state()
    _, their_seconds = _timed(lambda: bot.step(state))
    steps = lengths(name, sample, seed)
    apart = abs(played.steps / ours - fmean(steps))
    assert apart <= _ERRORS * stdev(steps) / min(sample, ours) ** 0.5, f"games of {name} differ by {apart:.1f} steps"
    return Speeds(ours / seconds, theirs / their_seconds)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ours", type=int, default=150_000)
    parser.add_argument("--theirs", type=int, default=15_000)
    given = parser.parse_args()
    for name in given.games:
        game = load(name)
        playouts(game.initial(), 10, 0)
        found = [compare(game, name, given.ours, given.theirs, seed) for seed in range(given.rounds)]
        ratios = sorted(speeds.ours / speeds.theirs for speeds in found)
        ours, theirs = (median(speeds) for speeds in zip(*found, strict=True))
        print(f"{name}: {ours:,.0f} games a second, OpenSpiel {theirs:,.0f}")
        print(f"{median(ratios):.1f} times as many, {ratios[0]:.1f} to {ratios[-1]:.1f}")


if __name__ == "__main__":
    main()
