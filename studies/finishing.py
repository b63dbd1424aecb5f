"""Measure whether levels finish games that they have won, against players who only wait.

`python -m studies.finishing --games 20 --seed 1 --workers 2` writes `studies/results/finishing.md`: each level plays
every game against a player who passes and one who moves to and fro, and changes seats from game to game. `--only` and
`--levels` name some of the games and levels, whose rows are then replaced; the others stay, and so does what is written
below the table.
"""

import argparse
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
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
| --- | --- | --- | --- | --- | --- | --- | --- |
"""
Line = tuple[str, str, str]
"""What a line of the table is about: game, level and opponent."""


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


def rows(page: str) -> dict[Line, str]:
    """Return the lines of the table on a page."""
    found = (re.match(r"\| (\w+) \| (\w+) \| (\w+) \| \d", line) for line in page.splitlines())
    return {(line[1], line[2], line[3]): line.string for line in found if line}


def written(page: str, head: str, lines: dict[Line, str]) -> str:
    """Return a page with other lines in its table: those of the whole study first, and in its order."""
    order = [line for line in product(GAMES, LEVELS, OPPONENTS) if line in lines]
    order += [line for line in lines if line not in order]
    below = page.rpartition(list(rows(page).values())[-1])[2] if rows(page) else "\n"
    return head + "\n".join(lines[line] for line in order) + below


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the games and write their lines of the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=GAMES, help="the games")
    parser.add_argument("--levels", nargs="*", default=LEVELS)
    asked = parser.parse_args(arguments)
    head, todo = HEAD.format(games=asked.games, seed=asked.seed), list(product(asked.only, asked.levels, OPPONENTS))
    page = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
    lines = rows(page) if page.startswith(head) else {}
    if not lines and rows(page).keys() - set(todo):
        parser.error(f"{RESULTS} has lines of another number of games, or seed: expected theirs, or all of its games")
    with ProcessPoolExecutor(asked.workers, get_context("spawn")) as pool:
        for game, level, opponent in todo:
            played = list(pool.map(partial(play, game, level, opponent, asked.seed), range(asked.games)))
            lines[game, level, opponent] = row(game, level, opponent, played)
            page = written(page, head, lines)
            RESULTS.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
