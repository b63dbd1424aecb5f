"""Write the page of ratings: every level of every game on one scale, on which random play has 0.

`python -m studies.baselines` writes `docs/studies/baselines.md` from the games of `studies.levels`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import ludarium
from ludarium.core.kernel import Floats
from ludarium.search.player import levels
from studies.levels import Games

RESULTS, PAGE = Path("studies/results"), Path("docs/studies/baselines.md")
SPECS = {"orion": "orion", "ludo": "ludo", "vortex": "vortex", "throngs": "throngs", "grid": "grid(rocks=10)"}
"""The options that were played, by game."""
_STEPS = 100
"""Steps of Newton's method: far more than it takes."""
_POINTS = 400 / np.log(10)
"""Rating points that make the odds e times as great, as in Elo's scale."""
_Z = 1.96


_PAGE = """# Baseline ratings

What to compare a new player with: the levels of each game on one scale, on which `random` has 0.
Two players 400 points apart score 10 to 1, as in Elo's scale; ratings of different games cannot be compared.

A player of yours that scores *p* against one of them in `ludarium match GAME ./my_bot.py:think medium --games 400` has that one's rating + 400 × log10(*p* / (1 - *p*)).

{parts}
Each level played the level below it, the players changing seats from game to game (seed 1).
The ratings make these results most likely (Bradley and Terry's model).
One drawn game is added to each pairing, so that a level that won every game has a rating, too: the rating of such a level says only how strong it is at least.
A rating's interval holds the errors of all pairings below it.

The games are in `studies/results/*-levels.csv`, by `python -m studies.levels`; this page is made from them by `python -m studies.baselines`.
"""  # noqa: E501  # prose has one sentence a line


class Player(NamedTuple):
    """A player's rating above random play, half of its 95 % interval, and how many games it played."""

    name: str
    spec: str
    rating: float
    error: float
    games: int


def rate(results: Mapping[tuple[int, int], tuple[float, int]], players: int) -> tuple[Floats, Floats]:
    """Return the ratings that make the results most likely (Bradley and Terry), player 0 having 0; and their errors.

    `results` has for two players the points of the first and the number of games. A drawn game is added to each, so
    that no rating is infinite where one player wins every game.
    """
    strengths: Floats = np.zeros(players)
    spread: Floats = np.zeros((players - 1, players - 1))
    for _ in range(_STEPS):
        slope, curve = np.zeros(players), np.zeros((players, players))
        for (first, second), (points, games) in results.items():
            expected = 1 / (1 + np.exp(strengths[second] - strengths[first]))
            more, weight = points + 0.5 - (games + 1) * expected, (games + 1) * expected * (1 - expected)
            slope[[first, second]] += more, -more
            curve[[first, second], [first, second]] += weight
            curve[[first, second], [second, first]] -= weight
        spread = np.asarray(np.linalg.inv(curve[1:, 1:]), np.float64)
        strengths[1:] += spread @ slope[1:]
    errors = np.append(0.0, np.sqrt(np.diag(spread)))
    return strengths * _POINTS, errors * _POINTS * _Z


def players(name: str, spec: str) -> list[Player]:
    """Return the players of a game from random play to the strongest level."""
    named = {"random": "random", **levels(ludarium.load(spec))}
    games, specs = Games(RESULTS / f"{name}-levels.csv"), list(named.values())
    results = {
        (first, second): (score.points, score.games)
        for first in range(len(specs))
        for second in range(first)
        if (score := games.scores(specs[first], specs[second], 1)[2]).games
    }
    ratings, errors = rate(results, len(specs))
    counts = [sum(games for pair, (_, games) in results.items() if place in pair) for place in range(len(specs))]
    rows = zip(named.items(), ratings.tolist(), errors.tolist(), counts, strict=True)
    return [Player(level, spec, rating, error, games) for (level, spec), rating, error, games in rows]


def section(name: str, found: Sequence[Player]) -> list[str]:
    """Return a game's part of the page."""
    rows = []
    for one in found:
        error = f"± {one.error:,.0f}" if one.error else ""
        rows.append(f"| {one.name} | `{one.spec}` | {one.rating:,.0f} | {error} | {one.games:,} |")
    options = "" if SPECS[name] == name else f"\nPlayed with `{SPECS[name]}`.\n"
    title = ludarium.load(name).definition.title
    return [
        f"## {title}",
        options,
        "| player | spec | rating | 95 % | games |",
        "| --- | --- | --- | --- | --- |",
        *rows,
        "",
    ]


def page() -> str:
    """Return the page in Markdown."""
    parts = [line for name, spec in SPECS.items() for line in section(name, players(name, spec))]
    return _PAGE.format(parts="\n".join(parts)).replace("\n\n\n", "\n\n")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
