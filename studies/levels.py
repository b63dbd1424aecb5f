"""Measure whether each level of a game is stronger than the level below, and the weakest than random play.

`python -m studies.levels vortex --against counter --games 400 --seed 1 --workers 2` plays each level against the one
below, and the strongest level against other bots; they change seats from game to game. Every game is added to
`studies/results/vortex-levels.csv`, so that an interrupted study continues; `vortex-levels.md` is the table of the
games so far. A level whose spec changes is a new player, and starts again.
"""

import argparse
import csv
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from functools import partial
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import ludarium
from ludarium.core.game import Game
from ludarium.core.rng import derive
from ludarium.search.player import levels
from ludarium.tournament.series import Score

Row = tuple[str, str, int, int, float]
"""Both players, the seed, the number of the game, and the payoff of the first player."""


def play(game: str, first: str, second: str, seed: int, number: int) -> Row:
    """Play a game, in which the first player has seat 0 if the number is even; returns its row."""
    seats = [first, second] if number % 2 == 0 else [second, first]
    payoffs = ludarium.play_match(game, seats, derive(seed, number)).payoffs
    assert payoffs is not None
    return first, second, seed, number, payoffs[number % 2]


class Games:
    """The games of a study, in a CSV file to which each game adds a line."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: set[Row] = set()
        if path.exists():
            with path.open(encoding="utf-8", newline="") as lines:
                for first, second, seed, number, payoff in csv.reader(lines):
                    self._rows.add((first, second, int(seed), int(number), float(payoff)))

    def add(self, row: Row) -> None:
        """Add a game to the file."""
        self._rows.add(row)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerow(row)

    def scores(self, first: str, second: str, seed: int) -> list[Score]:
        """Return the first player's scores against the second: in seat 0, in seat 1, and in both."""
        scores = [Score("seat 0"), Score("seat 1"), Score("all")]
        for *players, seeded, number, payoff in self._rows:
            if players == [first, second] and seeded == seed:
                for place in (number % 2, 2):
                    scores[place] = scores[place].add(payoff)
        return scores

    def play(self, game: str, first: str, second: str, seed: int, games: int, executor: Executor) -> Iterator[Row]:
        """Play those of the first `games` games that are missing; add and yield each when it ends."""
        played = {row[3] for row in self._rows if row[:3] == (first, second, seed)}
        missing = [number for number in range(games) if number not in played]
        work = partial(play, game, first, second, seed)
        for done in as_completed([executor.submit(work, number) for number in missing]):
            self.add(done.result())
            yield done.result()


def pairs(game: Game, against: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the pairs of specs that play each other, by the name of the match; the fastest come first."""
    named = {"random": "random", **levels(game)}
    best = list(named)[-1]
    found = {f"{upper} v {lower}": (named[upper], named[lower]) for lower, upper in pairwise(named)}
    return found | {f"{best} v {other}": (named[best], other) for other in against}


def table(game: Game, against: Sequence[str], games: Games, seed: int, command: str) -> str:
    """Return the table of the games so far, in Markdown."""
    lines = [
        f"# Levels of {game.name}",
        "",
        f"`{command}`, as far as it has been played.",
        "",
        *(f"- {level}: `{spec}`" for level, spec in levels(game).items()),
        "",
        "| match | first player in seat 0 | in seat 1 | in all | | 95 % interval |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, (first, second) in pairs(game, against).items():
        scores = games.scores(first, second, seed)
        cells = [f"{one.points:g} of {one.games}" for one in scores]
        if played := scores[2].games:
            low, high = scores[2].interval
            cells += [f"{scores[2].points / played:.1%}", f"{low:.1%} to {high:.1%}"]
        lines.append(f"| {' | '.join([name, *cells])} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play the games that are missing, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--against", nargs="*", default=[], help="other bots that the strongest level plays")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--into", type=Path, default=Path("studies/results"))
    given = parser.parse_args()
    game = ludarium.load(given.game)
    games = Games(given.into / f"{game.name}-levels.csv")
    command = "python -m studies.levels " + shlex.join(sys.argv[1:])

    def write() -> str:
        text = table(game, given.against, games, given.seed, command)
        if (luck := given.into / f"{game.name}-race.md").exists():
            text += f"\n[{luck.name}]({luck.name}) shows how much the dice decide.\n"
        (given.into / f"{game.name}-levels.md").write_text(text, "utf-8")
        return text

    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as executor:
        for name, (first, second) in pairs(game, given.against).items():
            for _ in games.play(game.spec, first, second, given.seed, given.games, executor):
                write()
            print(f"{name}: finished", flush=True)
    print(write())


if __name__ == "__main__":
    main()
