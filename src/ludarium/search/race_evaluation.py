"""The evaluation of a race by dice: exact in the endgame, before it from the turns that every side still needs.

The number of turns that a side needs is modelled as a fixed time plus an exponentially distributed one, with the mean
and the standard deviation of a side without rivals, since at the end a side waits for the right roll.

The evaluation reads its data from vectors behind the game's own tables. The last word of the tables is the index of a
block of 17 words:

| word      | meaning                                                                                     |
| --------- | ------------------------------------------------------------------------------------------- |
| _SIDES    | the number of sides                                                                         |
| _PIECES   | pieces of a side                                                                            |
| _LISTED   | pieces in a listed configuration: all of a side, or 1 where pieces are valued one by one    |
| _GOAL     | the goal's number in the race                                                               |
| _PLACES   | the number of places                                                                        |
| _EVEN     | whether the game ends after a full round                                                    |
| _ORDER    | the side that has the next turn: 1 the next in order, -1 the one before                     |
| _FIRST    | the index in the position of the first piece                                                |
| _MOVER    | the index in the position of the seat to move (see `RaceLayout`)                            |
| _TURNS    | the index in the position of the number of turns taken; -1 if there is none                 |
| _PLACE    | the index in the tables of the race's number of every place of the game                     |
| _RANKS    | the index of `Race.ranks`                                                                   |
| _FIRSTS   | the index of `Race.firsts`                                                                  |
| _MEAN     | the index of the mean number of turns of every configuration                                |
| _SPREAD   | the index of the standard deviation of that number                                          |
| _BASES    | the index of `race_endgame.bases`                                                           |
| _VALUES   | the index of the exact values                                                               |

Fractions are stored as multiples of 1 / _UNIT.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.search import race_endgame
from ludarium.search.bot import EvaluationWithTables
from ludarium.search.cache import cached_arrays
from ludarium.search.race import Configurations, Race, turns_alone

_VERSION = 1
"""The version of the cached arrays: increase it when the numbers of a race change."""
_UNIT = float(1 << 40)
_LEAST_SPREAD = 0.3
_WORDS = 17
(_SIDES, _PIECES, _LISTED, _GOAL, _PLACES, _EVEN, _ORDER, _FIRST, _MOVER, _TURNS,
 _PLACE, _RANKS, _FIRSTS, _MEAN, _SPREAD, _BASES, _VALUES) = range(_WORDS)  # fmt: skip


@dataclass(frozen=True, eq=False)
class RaceLayout:
    """Where the position of a game holds the pieces of a race.

    | field     | meaning                                                                                    |
    | --------- | ------------------------------------------------------------------------------------------ |
    | `race`    | the rules of the race                                                                      |
    | `first`   | the index of the first piece; the pieces of seat 0 come first, then those of seat 1, ...   |
    | `mover`   | the index of the seat to move, or, with `turns`, of the seat that moved first; the word is |
    |           | negative before the game has begun                                                         |
    | `turns`   | the index of the number of turns taken; -1 if the position has none                        |
    | `numbers` | the race's number of every place that the game counts from 0, ascending                    |
    """

    race: Race
    first: int
    mover: int
    turns: int
    numbers: Vector


def race_evaluation(layout: Callable[[Game], RaceLayout]) -> EvaluationWithTables:
    """Return the evaluation of a game that is a race; `layout(game)` says where its positions hold the race."""
    lock = Lock()

    @lru_cache(maxsize=4)
    def tables(game: Game) -> Vector:
        return _tables(game, layout(game))

    def once(game: Game) -> Vector:
        with lock:  # several threads may call this at the same time
            return tables(game)

    return EvaluationWithTables(evaluate, once)


def _tables(game: Game, layout: RaceLayout) -> Vector:
    """Return the game's tables with the data of the evaluation behind them."""
    race = layout.race
    listed = race if race.can_be_listed else Race(1, race.steps, race.meets[:1, :1])
    bases, count = race_endgame.bases(listed)
    size = int(listed.firsts[-1])

    def compute() -> dict[str, Floats]:
        configurations, mean, spread = Configurations.of(listed), np.zeros(size), np.zeros(size)
        turns_alone(configurations.after, configurations.struck, mean, spread)
        return {"mean": mean, "spread": spread, "values": race_endgame.solve(listed, configurations)}

    sizes = {"mean": size, "spread": size, "values": count}
    found = cached_arrays(f"race-{_VERSION}-{listed.fingerprint}", sizes, compute)
    fractions = [np.round(found[name] * _UNIT).astype(np.int64) for name in ("mean", "spread", "values")]
    parts = [layout.numbers, listed.ranks.ravel(), listed.firsts, *fractions[:2], bases.ravel(), fractions[2]]
    begin = len(game.tables)
    at = begin + _WORDS + np.cumsum([0, *map(len, parts[:-1])])
    words = [
        race.sides, race.pieces, listed.pieces, race.places - 1, race.places, race.even, race.order,
        layout.first, layout.mover, layout.turns, *at,
    ]  # fmt: skip
    return np.concatenate([game.tables, words, *parts, [begin]]).astype(np.int64)


def without_exact_values(tables: Vector) -> Vector:
    """Return the tables of a race evaluation without the exact values, for studies that compare the two."""
    tables = tables.copy()
    block = int(tables[-1])
    tables[tables[block + _BASES] : tables[block + _VALUES]] = -1
    return tables


@rule()
def _configuration(t, b, v, side):
    """Return the number of a side's configuration."""
    first = t[b + _FIRST] + side * t[b + _PIECES]
    under_way, found = 0, 0
    for piece in range(first, first + t[b + _PIECES]):
        place = t[t[b + _PLACE] + v[piece]]
        if place < t[b + _GOAL]:
            before = 0
            for other in range(first, first + t[b + _PIECES]):
                before += v[other] < v[piece] or (v[other] == v[piece] and other < piece)
            found += t[t[b + _RANKS] + before * t[b + _PLACES] + place]
            under_way += 1
    return t[t[b + _FIRSTS] + under_way] + found


@rule()
def _time(t, b, v, side):
    """Return the mean and the standard deviation of the turns that a side needs; 1 and 0 if it is at the goal."""
    if t[b + _LISTED] == t[b + _PIECES]:
        configuration = _configuration(t, b, v, side)
        if configuration == 0:
            return 1.0, 0.0
        return t[t[b + _MEAN] + configuration] / _UNIT, t[t[b + _SPREAD] + configuration] / _UNIT
    mean, square = 0.0, 0.0
    first = t[b + _FIRST] + side * t[b + _PIECES]
    for piece in range(first, first + t[b + _PIECES]):
        configuration = (t[t[b + _PLACE] + v[piece]] + 1) % t[b + _PLACES]
        mean += t[t[b + _MEAN] + configuration] / _UNIT
        square += (t[t[b + _SPREAD] + configuration] / _UNIT) ** 2
    return max(mean, 1.0), math.sqrt(square)


@rule()
def _before(t, b, v, side, other, ahead):
    """Return the probability that a side reaches the goal before another, which has its turns `ahead` turns later."""
    mean, spread = _time(t, b, v, side)
    later, wider = _time(t, b, v, other)
    gap = later - wider + ahead - (mean - spread)
    spread, wider = max(spread, _LEAST_SPREAD), max(wider, _LEAST_SPREAD)
    if gap > 0.0:
        return 1.0 - math.exp(-gap / spread) * spread / (spread + wider)
    return math.exp(gap / wider) * wider / (spread + wider)


@rule()
def _exact(t, b, v, mover, turn):
    """Return the exact value for the side to move; -1 if it is not known."""
    configuration, other = _configuration(t, b, v, mover), _configuration(t, b, v, 1 - mover)
    firsts, pieces = t[b + _FIRSTS], t[b + _PIECES]
    mine, theirs = 0, 0
    while configuration >= t[firsts + mine + 1]:
        mine += 1
    while other >= t[firsts + theirs + 1]:
        theirs += 1
    base = t[t[b + _BASES] + (turn * (pieces + 1) + mine) * (pieces + 1) + theirs]
    if base < 0:
        return -1.0
    width = t[firsts + theirs + 1] - t[firsts + theirs]
    return t[t[b + _VALUES] + base + (configuration - t[firsts + mine]) * width + other - t[firsts + theirs]] / _UNIT


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in every side's expected payoff, as if the die were not yet thrown; returns 1 if it is exact, else 0."""
    b = t[len(t) - 1]
    sides, turns = t[b + _SIDES], t[b + _TURNS]
    begun = v[t[b + _MOVER]] >= 0
    turn = v[turns] % sides if turns >= 0 else 0
    mover = (v[t[b + _MOVER]] - (v[turns] if turns >= 0 else 0)) % sides
    if sides == 1:
        out[0] = 1.0 / _time(t, b, v, 0)[0]
        return 0
    if begun and sides == 2 and t[b + _LISTED] == t[b + _PIECES]:
        value = _exact(t, b, v, mover, turn)
        if value >= 0.0:
            out[mover], out[1 - mover] = value, 1.0 - value
            return 1
    total = 0.0
    for side in range(sides):
        out[side] = 1.0
        place = (side - mover) * t[b + _ORDER] % sides
        for other in range(sides):
            if other == side:
                continue
            later = (other - mover) * t[b + _ORDER] % sides
            ahead = 0.0
            if begun and t[b + _EVEN]:
                ahead = float((later + turn >= sides) - (place + turn >= sides))
            elif begun:
                ahead = 0.5 if place < later else -0.5
            out[side] *= _before(t, b, v, side, other, ahead)
        total += out[side]
    for side in range(sides):
        out[side] /= total
    return 0
