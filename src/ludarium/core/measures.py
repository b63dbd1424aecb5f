"""The measures of games, which a package of a game brings along.

`ludarium measure GAME --out FOLDER` makes them; its `measures.json`, beside a game's `README.md`, is displayed on the
game's page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from statistics import mean, pstdev
from typing import Any, NamedTuple

from ludarium.core.definition import GameDefinition
from ludarium.core.registry import definition, game_names

_FEATURES = {"turns": True, "branching": True, "tree": True, "skill": False, "late": False, "drawn": False}
"""The measures by which games are compared, and whether by their logarithms."""


class Meaning(NamedTuple):
    """The name of a measure, its meaning, its source, and whether it is a part of 1, which is printed as a percentage.

    `docs/how-to/measure.md` says where a measure differs from that of its source.
    """

    title: str
    says: str
    source: str
    part: bool = False


MEANINGS = {
    "turns": Meaning(
        "Turns", "turns of a game between equal players, those without a choice among them", "Browne; Ludii"
    ),
    "deviation": Meaning("Deviation of turns", "standard deviation of the turns of these games", "Ludii"),
    "branching": Meaning("Branching factor", "legal actions of a choice, in random games", "Browne; Ludii"),
    "forced": Meaning("Forced choices", "choices with a single legal action, in random games", "Ludii", part=True),
    "tree": Meaning("Game-tree complexity", "decimal logarithm of the number of different games; at least", "Allis"),
    "positions": Meaning(
        "State-space complexity", "decimal logarithm of the positions, counted or at least", "Allis; Chao"
    ),
    "first": Meaning(
        "First seat", "score of the seat that chooses first, between equal players", "Browne; Ludii", part=True
    ),
    "completion": Meaning("Completion", "games that somebody wins", "Browne; Ludii", part=True),
    "drawn": Meaning(
        "Drawishness", "games that nobody wins; without time-outs, where these are measured", "Browne; Ludii", part=True
    ),
    "timeouts": Meaning("Time-outs", "games that only the limit of turns ends, won or not", "Browne; Ludii", part=True),
    "drama": Meaning("Drama", "root of how far the winner was behind, on average over all turns", "after Browne"),
    "greatest_drama": Meaning(
        "Greatest drama", "root of how far the winner was behind in the worst turn", "after Ludii"
    ),
    "killer": Meaning(
        "Killer moves", "the most by which one turn raised what the winner expected", "name by Browne", part=True
    ),
    "lead_changes": Meaning("Lead changes", "how often the lead changes in a game", "Browne"),
    "stability": Meaning(
        "Stability", "variance of what a seat can expect during a game; 0 is the most stable", "Browne; Ludii"
    ),
    "uncertainty": Meaning("Uncertainty", "how open a game is on average over all turns", "name by Browne", part=True),
    "late": Meaning(
        "Uncertainty late", "how open a game is after three quarters of its turns", "name by Browne", part=True
    ),
    "threshold": Meaning(
        "Decisiveness threshold", "the most that a later loser could expect", "Browne; Ludii", part=True
    ),
    "decisiveness": Meaning(
        "Decisiveness",
        "part of the turns since the winner was first above all that a later loser ever expected",
        "Browne; Ludii",
        part=True,
    ),
    "settled": Meaning(
        "Settled", "part of the turns after which the winner always expects 90 % or more", "ours", part=True
    ),
    "narrowness": Meaning(
        "Clarity: narrowness",
        "legal actions that are valued nearly like the best, of those of a choice",
        "Ludii",
        part=True,
    ),
    "spread": Meaning("Clarity: variance", "variance of the values of the legal actions of a choice", "Ludii"),
    "repetition": Meaning("Repetition", "turns that lead to a board that was there before", "Ludii", part=True),
    "coverage": Meaning(
        "Board coverage", "places where a piece stood, of those of all observed games", "Ludii", part=True
    ),
    "margin": Meaning("Score difference", "points of the best seat more than those of the last, at the end", "Ludii"),
    "mean_margin": Meaning("Score difference, mean", "the same on average over all turns", "Ludii"),
    "skill": Meaning(
        "Skill", "how far the player's score against random play is above an equal one", "ours", part=True
    ),
    "luck": Meaning("Luck", "what skill leaves to the dice, in games with chance", "ours", part=True),
    "doubling": Meaning(
        "Skill trace", "score of a search against one with half its simulations", "Stephenson and Soemers", part=True
    ),
}
"""The measures in the order in which they are displayed."""


Bounds = tuple[float, float, float]
"""A number and the bounds of its 95 % interval; NaN for a bound that is not known."""


class OptionEffect(NamedTuple):
    """Measures of random games, with one option changed unless `option` is empty."""

    option: str
    value: str
    branching: float
    turns: Bounds | None
    first: Bounds | None
    drawn: Bounds | None


class Measured(NamedTuple):
    """The measures that a package brings along.

    | field       | content                                                                                  |
    | ----------- | ---------------------------------------------------------------------------------------- |
    | `game`      | the game's spec                                                                          |
    | `player`    | the player whose games with itself were observed                                         |
    | `games`     | how many of them                                                                         |
    | `seed`      | the random seed                                                                          |
    | `values`    | the measures by name; None if unknown                                                    |
    | `branching` | the numbers of some choices of a random game, and their average legal actions            |
    | `winner`    | what the later winner could expect on the way: lower quartile, median, upper quartile    |
    | `doublings` | the scores of searches, by their simulations, against others with half as many           |
    | `options`   | what options change; the first is the game as it is                                      |
    """

    game: str
    player: str
    games: int
    seed: int
    values: Mapping[str, Bounds | None]
    branching: tuple[tuple[int, float], ...] = ()
    winner: tuple[tuple[float, ...], ...] = ()
    doublings: Mapping[int, Bounds] = {}
    options: tuple[OptionEffect, ...] = ()


def measured(game: GameDefinition) -> Measured | None:
    """Return the measures that a game's package brings along; None if it has none, or none that can be read.

    >>> from ludarium.core.registry import definition
    >>> found = measured(definition("ludo"))
    >>> found is None or found.values["branching"][0] > 1
    True
    """
    return _read(game.package)


@cache
def _read(package: str) -> Measured | None:
    try:
        found: dict[str, Any] = json.loads(files(package).joinpath("measures.json").read_text("utf-8"))
        values = {name: _bounds(bounds) for name, bounds in found["measures"].items()}
        return Measured(
            str(found["game"]), str(found["player"]), int(found["games"]), int(found["seed"]), values,
            tuple((int(choice), float(actions)) for choice, actions in found.get("branching", ())),
            tuple(tuple(map(float, row)) for row in found.get("winner", ())),
            {int(more): bounds for more, score in found.get("doublings", {}).items() if (bounds := _bounds(score))},
            tuple(_effect(one) for one in found.get("options", ())),
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # a game is played without its measures


def _effect(found: Mapping[str, Any]) -> OptionEffect:
    turns, first, drawn = (_bounds(found[name]) for name in ("turns", "first", "drawn"))
    return OptionEffect(str(found["option"]), str(found["value"]), float(found["branching"]), turns, first, drawn)


def _bounds(bounds: Sequence[float | None] | None) -> Bounds | None:
    if bounds is None:
        return None
    value, low, high = (math.nan if bound is None else float(bound) for bound in bounds)
    return value, low, high


def measured_games() -> dict[str, Measured]:
    """Return the measures of all installed games whose packages bring some along, by the names of the games."""
    return {name: found for name in game_names() if (found := measured(definition(name)))}


def nearest_games(name: str, games: Mapping[str, Measured]) -> list[str]:
    """Return the names of the other games by the distance of their measures, each in units of its spread.

    Measures that one of two games does not have are left out.

    >>> values = {"short": 10.0, "middle": 12.0, "long": 500.0}
    >>> games = {name: Measured(name, "hard", 1, 1, {"turns": (n, n, n)}) for name, n in values.items()}
    >>> nearest_games("short", games)
    ['middle', 'long']
    """
    places = {other: _place(found) for other, found in games.items()}
    spreads = {feature: pstdev(known) if len(known) > 1 else 0.0 for feature in _FEATURES
               if (known := [place[feature] for place in places.values() if feature in place])}  # fmt: skip

    def distance(other: str) -> float:
        shared = [feature for feature in places[name] if feature in places[other] and spreads[feature]]
        steps = [((places[name][feature] - places[other][feature]) / spreads[feature]) ** 2 for feature in shared]
        return mean(steps) if steps else math.inf

    return sorted((other for other in games if other != name), key=distance)


def _place(found: Measured) -> dict[str, float]:
    """Return the known features of a game."""
    known = {name: bounds[0] for name, bounds in found.values.items() if bounds and not math.isnan(bounds[0])}
    return {
        name: math.log10(max(known[name], 1e-3)) if by_logarithm else known[name]
        for name, by_logarithm in _FEATURES.items()
        if name in known
    }


def format_interval(name: str, value: float, low: float, high: float) -> str:
    """Return the interval of a measure as people read it; empty for a number that is exact, as far as it is printed.

    >>> format_interval("first", 0.51, 0.448, 0.571), format_interval("branching", 4, 4, 4)
    ('44.8% to 57.1%', '')
    >>> format_interval("lead_changes", 13.04, 12.38, 13.7), format_interval("drama", 0.124, 0.118, 0.13)
    ('12.4 to 13.7', '0.118 to 0.130')
    """
    bounds = [format_measure(name, bound, like=value) for bound in (low, high)]
    return " to ".join(bounds) if any(bound not in (format_measure(name, value), "-") for bound in bounds) else ""


def format_bounds(name: str, bounds: Bounds | None) -> str:
    """Return a measure with its interval in brackets, if it has one.

    >>> format_bounds("first", (0.51, 0.448, 0.571)), format_bounds("luck", None)
    ('51.0% (44.8% to 57.1%)', '-')
    """
    value, low, high = bounds or (math.nan,) * 3
    interval = format_interval(name, value, low, high)
    return format_measure(name, value) + (f" ({interval})" if interval else "")


def format_measure(name: str, value: float, like: float | None = None) -> str:
    """Return a measure as people read it: with three digits, or with as many decimals as another one, `like`.

    >>> format_measure("first", 0.5123), format_measure("turns", 118.93), format_measure("tree", 1336.2)
    ('51.2%', '119', '1,336')
    >>> format_measure("branching", 16.0), format_measure("branching", 0.5, like=16.0)
    ('16.0', '0.5')
    """
    if math.isnan(value):
        return "-"
    if MEANINGS[name].part:
        return f"{value:.1%}"
    size = abs(value if like is None or math.isnan(like) else like)
    decimals = 2 - math.floor(math.log10(size)) if size else 2
    return f"{value:,.{min(max(decimals, 0), _DECIMALS)}f}"


_DECIMALS = 4
"""The most decimals of a measure."""
