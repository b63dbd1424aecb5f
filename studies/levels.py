"""Whether the levels of a game differ as their names promise.

`python -m studies.levels orion --games 100 --seed 1 --out studies/results/orion-levels.md` plays the strongest level
against random play, and each level against the one below, changing seats from game to game, and writes a table.
"""

import argparse
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path

import ludarium
from ludarium.play.series import Standing, play_series
from ludarium.search.player import levels


def compare(
    spec: str, first: str, second: str, games: int, seed: int, executor: Executor | None = None
) -> list[Standing]:
    """What the first player makes of its games against the second: in seat 0, in seat 1, and in all."""
    standings = [Standing("seat 0"), Standing("seat 1"), Standing("all")]
    for number, record in enumerate(play_series(spec, [first, second], games, seed, executor=executor)):
        assert record.outcome is not None
        seat = number % 2
        for place in (seat, 2):
            standings[place] = standings[place].add(record.outcome[seat])
    return standings


def row(first: str, second: str, standings: list[Standing]) -> str:
    """A line of the table, in Markdown."""
    low, high = standings[2].interval
    cells = [f"{one.points:g} of {one.games}" for one in standings]
    return f"| {first} v {second} | {' | '.join(cells)} | {low:.1%} to {high:.1%} |"


def main() -> None:
    """Play, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    named = levels(ludarium.load(given.game))
    pairs = [(list(named)[-1], "random"), (list(named)[-1], next(iter(named)))]
    pairs += [(upper, lower) for lower, upper in pairwise(named)]
    lines = [
        f"# Levels of {given.game}",
        "",
        f"{given.games} games a line, seed {given.seed}: " + ", ".join(f"{k} is `{v}`" for k, v in named.items()) + ".",
        "",
        "| match | first player in seat 0 | in seat 1 | in all | 95 % interval |",
        "| --- | --- | --- | --- | --- |",
    ]
    with ProcessPoolExecutor(given.workers, mp_context=get_context("spawn")) as executor:
        for first, second in dict.fromkeys(pairs):
            standings = compare(given.game, first, second, given.games, given.seed, executor)
            lines.append(row(first, second, standings))
            print(lines[-1], flush=True)
    if given.out:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        given.out.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
