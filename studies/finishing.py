"""Measure whether levels finish games that they have won, against players who only wait.

`python -m studies.finishing --games 20 --seed 1 --workers 2` writes `studies/results/finishing.md`: each level plays
every game against a player who passes and one who moves to and fro, and changes seats from game to game.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from statistics import mean
from typing import NamedTuple

import ludarium
from ludarium.core.rng import derive
from ludarium.search.player import levels

RESULTS = Path("studies/results/finishing.md")
GAMES = ("orion", "throngs", "vortex", "ludo", "grid")
LEVELS = ("hard", "champion")
OPPONENTS = ("passer", "shuffler")


HEAD = """# Finishing what is won

Levels against players who only wait, by `python -m studies.finishing --games {games} --seed {seed}`: the level's mean
payoff, and, as mean (and most) of a game, its turns, its passes, and its turns after which the board was as it had been
before.
The passer passes, or plays the default action in games without a pass; the shuffler moves to and fro.

| game | level | against | games | payoff | turns | passes | repetitions |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


class Game(NamedTuple):
    """The level's payoff, its turns, its passes, and its turns after which the board was as it had been before."""

    payoff: float
    turns: int
    passes: int
    repetitions: int


def play(game: str, level: str, opponent: str, seed: int, number: int) -> Game:
    """Play a game, in which the level has seat 0 if the number is even."""
    seat = number % 2
    players = [f"studies/waiting.py:{opponent}"] * 2
    players[seat] = levels(ludarium.load(game))[level]
    record = ludarium.play_match(game, players, derive(seed, number))
    assert record.payoffs is not None
    state, turns, passes, repetitions = ludarium.load(game).initial(), 0, 0, 0
    seen = {state.text()}
    for entry in record.turns:
        mine = seat in state.actors
        state = state.move(entry.text)
        board = state.text()
        turns += mine
        passes += mine and entry.text == "pass"
        repetitions += mine and board in seen
        seen.add(board)
    return Game(record.payoffs[seat], turns, passes, repetitions)


def row(game: str, level: str, opponent: str, played: Sequence[Game]) -> str:
    """Return the line of the table about some games."""
    won = mean(one.payoff for one in played)
    counts = (f"{mean(column):.1f} ({max(column)})" for column in list(zip(*played, strict=True))[1:])
    return f"| {game} | {level} | {opponent} | {len(played)} | {won:.3f} | {' | '.join(counts)} |"


def rows(games: int, seed: int, executor: Executor, names: Sequence[str], chosen: Sequence[str]) -> Iterator[str]:
    """Play the games, and yield the lines of the table."""
    for game, level, opponent in product(names, chosen, OPPONENTS):
        yield row(game, level, opponent, list(executor.map(partial(play, game, level, opponent, seed), range(games))))


def main() -> None:
    """Play the games and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=GAMES, help="the games")
    parser.add_argument("--levels", nargs="*", default=LEVELS)
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool, RESULTS.open("w", encoding="utf-8") as file:
        print(HEAD.format(**vars(asked)), file=file)
        for line in rows(asked.games, asked.seed, pool, asked.only, asked.levels):
            print(line, file=file, flush=True)


if __name__ == "__main__":
    main()
