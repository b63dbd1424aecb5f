"""The evaluation of a race by dice: exact in the endgame, before it from the turns that every side still needs.

The number of turns that a side needs is modelled as a fixed time plus an exponentially distributed one, with the mean
and the standard deviation of a side without rivals, since at the end a side waits for the right roll.

The evaluation reads its data from vectors behind the game's own tables. The last word of the tables is the index of a
`Block`, which says where they are. Fractions are stored as multiples of 1 / _UNIT.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

import numpy as np

from ludarium.core.elementary import exp
from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.search import race_endgame
from ludarium.search.bot import EvaluationWithTables
from ludarium.search.cache import cached_arrays
from ludarium.solve.race.race import Configurations, Race, RaceLayout, turns_alone

_VERSION = 3
"""The version of the cached arrays: increase it when the numbers of a race change."""
_UNIT = float(1 << 40)
_LEAST_SPREAD = 0.3


class Block(NamedTuple):
    """The first words of the evaluation's data.

    | field     | meaning                                                                                    |
    | --------- | ------------------------------------------------------------------------------------------ |
    | `sides`   | the number of sides                                                                        |
    | `pieces`  | pieces of a side                                                                           |
    | `listed`  | pieces in a listed configuration: all of a side, or 1 where pieces are valued one by one   |
    | `places`  | the number of places; the last is the goal                                                 |
    | `even`    | whether the game ends after a full round                                                   |
    | `order`   | the side that has the next turn: 1 the next in order, -1 the one before                    |
    | `first`   | the index in the position of the first piece                                               |
    | `mover`   | the index in the position of the seat to move (see `RaceLayout`)                           |
    | `turns`   | the index in the position of the number of turns taken; -1 if there is none                |
    | `numbers` | the index in the tables of the race's number of every place of the game                    |
    | `ranks`   | the index of `Race.ranks`                                                                  |
    | `firsts`  | the index of `Race.firsts`                                                                 |
    | `mean`    | the index of the mean number of turns of every configuration                               |
    | `spread`  | the index of the standard deviation of that number                                         |
    | `bases`   | the index of `race_endgame.stage_bases`                                                    |
    | `values`  | the index of the exact values                                                              |
    """

    sides: int
    pieces: int
    listed: int
    places: int
    even: int
    order: int
    first: int
    mover: int
    turns: int
    numbers: int
    ranks: int
    firsts: int
    mean: int
    spread: int
    bases: int
    values: int


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
    bases, count = race_endgame.stage_bases(listed)
    size = int(listed.firsts[-1])

    def compute() -> dict[str, Floats]:
        configurations, mean, spread = Configurations.of(listed), np.zeros(size), np.zeros(size)
        turns_alone(configurations, mean, spread)
        return {"mean": mean, "spread": spread, "values": race_endgame.solve(listed)}

    sizes = {"mean": size, "spread": size, "values": count}
    found = cached_arrays(f"race-{_VERSION}-{listed.fingerprint}", sizes, compute)
    fractions = [np.round(found[name] * _UNIT).astype(np.int64) for name in ("mean", "spread", "values")]
    parts = [layout.numbers, listed.ranks.ravel(), listed.firsts, *fractions[:2], bases.ravel(), fractions[2]]
    begin = len(game.tables)
    at = begin + len(Block._fields) + np.cumsum([0, *map(len, parts[:-1])])
    block = Block(
        race.sides, race.pieces, listed.pieces, race.places, race.even, race.order,
        layout.first, layout.mover, layout.turns, *at,
    )  # fmt: skip
    return np.concatenate([game.tables, block, *parts, [begin]]).astype(np.int64)


def without_exact_values(tables: Vector) -> Vector:
    """Return the tables of a race evaluation without the exact values, for studies that compare the two."""
    tables, block = tables.copy(), _block(tables)
    tables[block.bases : block.values] = -1
    return tables


@rule()
def _block(t):
    """Return the block of a game's tables."""
    w = t[t[len(t) - 1] :]
    return Block(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15])


@rule()
def _configuration(race, t, v, side):
    """Return the number of a side's configuration."""
    first = race.first + side * race.pieces
    under_way, found = 0, 0
    for piece in range(first, first + race.pieces):
        place = t[race.numbers + v[piece]]
        if place < race.places - 1:
            before = 0
            for other in range(first, first + race.pieces):
                before += v[other] < v[piece] or (v[other] == v[piece] and other < piece)
            found += t[race.ranks + before * race.places + place]
            under_way += 1
    return t[race.firsts + under_way] + found


@rule()
def _time(race, t, v, side):
    """Return the mean and the standard deviation of the turns that a side needs; 1 and 0 if it is at the goal."""
    if race.listed == race.pieces:
        configuration = _configuration(race, t, v, side)
        if configuration == 0:
            return 1.0, 0.0
        return t[race.mean + configuration] / _UNIT, t[race.spread + configuration] / _UNIT
    mean, square = 0.0, 0.0
    first = race.first + side * race.pieces
    for piece in range(first, first + race.pieces):
        configuration = (t[race.numbers + v[piece]] + 1) % race.places
        mean += t[race.mean + configuration] / _UNIT
        square += (t[race.spread + configuration] / _UNIT) ** 2
    return max(mean, 1.0), math.sqrt(square)


@rule()
def _before(race, t, v, side, other, ahead):
    """Return the probability that a side reaches the goal before another, which has its turns `ahead` turns later."""
    mean, spread = _time(race, t, v, side)
    later, wider = _time(race, t, v, other)
    gap = later - wider + ahead - (mean - spread)
    spread, wider = max(spread, _LEAST_SPREAD), max(wider, _LEAST_SPREAD)
    if gap > 0.0:
        return 1.0 - exp(-gap / spread) * spread / (spread + wider)
    return exp(gap / wider) * wider / (spread + wider)


@rule()
def _exact(race, t, v, mover, turn):
    """Return the exact value for the side to move; -1 if it is not known."""
    configuration, other = _configuration(race, t, v, mover), _configuration(race, t, v, 1 - mover)
    firsts, pieces = race.firsts, race.pieces
    mine, theirs = 0, 0
    while configuration >= t[firsts + mine + 1]:
        mine += 1
    while other >= t[firsts + theirs + 1]:
        theirs += 1
    base = t[race.bases + (turn * (pieces + 1) + mine) * (pieces + 1) + theirs]
    if base < 0:
        return -1.0
    width = t[firsts + theirs + 1] - t[firsts + theirs]
    return t[race.values + base + (configuration - t[firsts + mine]) * width + other - t[firsts + theirs]] / _UNIT


@rule(EVALUATE)
def evaluate(t: Vector, v: Vector, out: Floats) -> int:
    """Fill in every side's expected payoff, as if the die were not yet thrown; returns 1 if it is exact, else 0."""
    race = _block(t)
    sides, turns = race.sides, race.turns
    begun = v[race.mover] >= 0
    turn = v[turns] % sides if turns >= 0 else 0
    mover = (v[race.mover] - (v[turns] if turns >= 0 else 0)) % sides
    if sides == 1:
        out[0] = 1.0 / _time(race, t, v, 0)[0]
        return 0
    if begun and sides == 2 and race.listed == race.pieces:
        value = _exact(race, t, v, mover, turn)
        if value >= 0.0:
            out[mover], out[1 - mover] = value, 1.0 - value
            return 1
    total = 0.0
    for side in range(sides):
        out[side] = 1.0
        place = (side - mover) * race.order % sides
        for other in range(sides):
            if other == side:
                continue
            later = (other - mover) * race.order % sides
            ahead = 0.0
            if begun and race.even:
                ahead = float((later + turn >= sides) - (place + turn >= sides))
            elif begun:
                ahead = 0.5 if place < later else -0.5
            out[side] *= _before(race, t, v, side, other, ahead)
        total += out[side]
    for side in range(sides):
        out[side] /= total
    return 0
