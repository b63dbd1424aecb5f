"""Whether the levels of a game differ as their names promise.

`python -m studies.levels vortex --against counter --games 400 --seed 1 --workers 2` plays each level against the one
below, and the strongest against other players, changing seats from game to game. Every game that ends is added to
`studies/results/vortex-levels.csv`, so a study that was interrupted goes on where it was; `vortex-levels.md` beside it
is the table of what has been played. A level that is made of other options is another player, and plays anew.
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
"""Both players, the seed, the number of the game, and what the first player made of it."""


def play(game: str, first: str, second: str, seed: int, number: int) -> Row:
    """One game, in which the first player has seat 0 if its number is even."""
    seats = [first, second] if number % 2 == 0 else [second, first]
    payoffs = ludarium.play_match(game, seats, derive(seed, number)).payoffs
    assert payoffs is not None
    return first, second, seed, number, payoffs[number % 2]


class Games:
    """The games that have been played, in a file that grows by a line a game."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: set[Row] = set()
        if path.exists():
            with path.open(encoding="utf-8", newline="") as lines:
                for first, second, seed, number, payoff in csv.reader(lines):
                    self._rows.add((first, second, int(seed), int(number), float(payoff)))

    def add(self, row: Row) -> None:
        """Keep a game."""
        self._rows.add(row)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8", newline="") as lines:
            csv.writer(lines).writerow(row)

    def standings(self, first: str, second: str, seed: int) -> list[Score]:
        """What the first player made of its games against the second: in seat 0, in seat 1, and in all."""
        standings = [Score("seat 0"), Score("seat 1"), Score("all")]
        for *players, seeded, number, payoff in self._rows:
            if players == [first, second] and seeded == seed:
                for place in (number % 2, 2):
                    standings[place] = standings[place].add(payoff)
        return standings

    def play(self, game: str, first: str, second: str, seed: int, games: int, executor: Executor) -> Iterator[Row]:
        """Play what is missing of so many games, and keep and yield each when it ends."""
        played = {row[3] for row in self._rows if row[:3] == (first, second, seed)}
        missing = [number for number in range(games) if number not in played]
        work = partial(play, game, first, second, seed)
        for done in as_completed([executor.submit(work, number) for number in missing]):
            self.add(done.result())
            yield done.result()


def pairs(game: Game, against: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Who is to play whom, by what people call the match: what takes least time comes first."""
    named = levels(game)
    best = list(named)[-1]
    found = {f"{upper} v {lower}": (named[upper], named[lower]) for lower, upper in pairwise(named)}
    return found | {f"{best} v {other}": (named[best], other) for other in against}


def table(game: Game, against: Sequence[str], games: Games, seed: int, command: str) -> str:
    """What has been played, in Markdown."""
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
        standings = games.standings(first, second, seed)
        cells = [f"{one.points:g} of {one.games}" for one in standings]
        if played := standings[2].games:
            low, high = standings[2].interval
            cells += [f"{standings[2].points / played:.1%}", f"{low:.1%} to {high:.1%}"]
        lines.append(f"| {' | '.join([name, *cells])} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play what has not been played yet, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--against", nargs="*", default=[], help="other players that the strongest level meets")
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
        if (room := given.into / f"{game.name}-race.md").exists():
            text += f"\nHow much room the dice leave is told in [{room.name}]({room.name}).\n"
        (given.into / f"{game.name}-levels.md").write_text(text, "utf-8")
        return text

    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as executor:
        for name, (first, second) in pairs(game, given.against).items():
            for _ in games.play(game.spec, first, second, given.seed, given.games, executor):
                write()
            print(name, "is played", flush=True)
    print(write())


if __name__ == "__main__":
    main()
