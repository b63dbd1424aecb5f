"""Measure random games and searches of a game that OpenSpiel has, too, beside OpenSpiel's own.

`python -m benchmarks.openspiel breakthrough "reversi(size=8):othello"` measures each installed game beside OpenSpiel's
of the same name, or of the one behind the colon, in turns, each on one thread. It asserts that games are equally long
and that searches make their simulations, and prints how many games and simulations there are in a second of processor
time. Ludarium plays by `playouts` and searches by `mcts` from the first position. OpenSpiel plays its rollouts in C++
without Python between them: one simulation of `MCTSBot`, whose only leaf, the initial position,
`RandomRolloutEvaluator` values by all of them; it searches with `MCTSBot` and a rollout a leaf. The game must begin
with a choice.
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
from ludarium.search.mcts import Mcts
from ludarium.search.survey import playouts

T = TypeVar("T")
_ERRORS = 5
"""How many standard errors the lengths of games may differ by."""
_MEGABYTES = 1000


class Speeds(NamedTuple):
    """Random games, or simulations of a search, in a second of processor time."""

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


def compare_games(game: Game, name: str, ours: int, theirs: int, seed: int, sample: int = 1000) -> Speeds:
    """Play so many random games of each, and some more of OpenSpiel's for their length.

    Raises `AssertionError` if the games are not equally long.
    """
    start = game.initial()
    played, seconds = _timed(lambda: playouts(start, ours, seed))
    _, their_seconds = _their_search(name, rollouts=theirs, simulations=1, seed=seed)
    steps = lengths(name, sample, seed)
    apart = abs(played.steps / ours - fmean(steps))
    error = max(stdev(steps), 1.0) / min(sample, ours) ** 0.5
    assert apart <= _ERRORS * error, f"games of {name} differ by {apart:.1f} steps"
    return Speeds(ours / seconds, theirs / their_seconds)


def compare_searches(game: Game, name: str, ours: int, theirs: int, seed: int) -> Speeds:
    """Search the first position with so many simulations, a random game a leaf.

    Ludarium ends where the choice is proved or decided, so its simulations are counted; OpenSpiel proves nothing here,
    so that it makes all of its own. Raises `AssertionError` if Ludarium makes fewer than half and has no proof, and if
    OpenSpiel chooses an action that is not legal.
    """
    start, bot = game.initial(), Mcts(game, seed, simulations=ours)
    action, seconds = _timed(lambda: bot.choose(start, start.actors[0]))
    assert bot.info is not None
    assert action in start.legal()
    assert bot.info.solved or ours <= 2 * bot.info.visits <= 2 * ours, f"{bot.info.visits} simulations of {ours}"
    chosen, their_seconds = _their_search(name, rollouts=1, simulations=theirs, seed=seed)
    assert chosen in pyspiel.load_game(name).new_initial_state().legal_actions()
    return Speeds(bot.info.visits / seconds, theirs / their_seconds)


def _their_search(name: str, *, rollouts: int, simulations: int, seed: int) -> tuple[int, float]:
    """Return OpenSpiel's choice in the first position, and the processor time of its search."""
    there = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(there, evaluator, 2.0, simulations, _MEGABYTES, False, seed, False)
    state = there.new_initial_state()
    return _timed(lambda: int(bot.step(state)))


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ours", type=int, default=150_000, help="random games, and half as many simulations")
    parser.add_argument("--theirs", type=int, default=15_000)
    given = parser.parse_args()
    print("| game | what | Ludarium a second | OpenSpiel | times as many |\n| --- | --- | --- | --- | --- |")
    for spec in given.games:
        ours, _, theirs = spec.partition(":")
        game = load(ours)
        for what, compare, part in (("random games", compare_games, 1), ("simulations", compare_searches, 2)):
            compare(game, theirs or ours, 100, 100, 0)  # compiles
            numbers = given.ours // part, given.theirs // part
            found = [compare(game, theirs or ours, *numbers, seed) for seed in range(given.rounds)]
            ratios = sorted(speeds.ours / speeds.theirs for speeds in found)
            fast, slow = (median(speeds) for speeds in zip(*found, strict=True))
            times = f"{median(ratios):.1f} ({ratios[0]:.1f} to {ratios[-1]:.1f})"
            print(f"| `{game.spec}` | {what} | {fast:,.0f} | {slow:,.0f} | {times} |", flush=True)


if __name__ == "__main__":
    main()
