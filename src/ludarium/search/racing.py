"""What a position of a race by dice is worth: exactly in the last stages, and before them by the time that is left.

The evaluation finds what it must know behind the game's own tables: the numbers named below, from the place that the
last word says, and at the places that they name the tables themselves. Fractions are kept as so many parts of UNIT.
Where no value is exact, the turns that a side needs are taken for a fixed time and a memoryless one after it, which
together have the mean and the spread of a side that is left alone: that is what waiting for the right roll is like.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock

import numpy as np

from ludarium.core.game import Game
from ludarium.core.kernel import EVALUATE, Floats, Vector, rule
from ludarium.search import ending
from ludarium.search.bot import EvaluationWithTables
from ludarium.search.cache import keep
from ludarium.search.race import Configurations, Race, time_alone

_VERSION = 1
"""To be raised when the same race comes to have other numbers."""
_UNIT = float(1 << 40)
_LEAST_SPREAD = 0.3
_WORDS = 17
(_SIDES, _PIECES, _TOLD, _GOAL, _PLACES, _EVEN, _ORDER, _FIRST, _MOVER, _TURNS,
 _PLACE, _RANKS, _FIRSTS, _MEAN, _SPREAD, _WHERE, _VALUES) = range(_WORDS)  # fmt: skip
"""The race; how many pieces are told as one stand (all, or one by one); where the position has its first piece, the
seat to move and, if that is not the seat itself, the turns taken; and where the tables stand."""


@dataclass(frozen=True, eq=False)
class Track:
    """Where a game's position has its race.

    `first` is the place in it of the first piece, those of seat 0 before those of seat 1, and `mover` that of the seat
    which moves now, less the turns taken, which are at `turns`, if that is not -1; it is below 0 before anybody moves.
    `numbers` are the race's numbers of the places that the game counts from 0; they go up.
    """

    race: Race
    first: int
    mover: int
    turns: int
    numbers: Vector


def informed(track: Callable[[Game], Track]) -> EvaluationWithTables:
    """The evaluation of a game whose positions are a race."""
    lock = Lock()

    @lru_cache(maxsize=4)
    def tables(game: Game) -> Vector:
        return _tables(game, track(game))

    def once(game: Game) -> Vector:
        with lock:  # several may ask while the first one waits
            return tables(game)

    return EvaluationWithTables(worth, once)


def _tables(game: Game, track: Track) -> Vector:
    """The game's tables, and behind them what the evaluation must know."""
    race = track.race
    told = race if race.small else Race(1, race.steps, race.meets[:1, :1])
    where, count = ending.bases(told)
    configurations = int(told.firsts[-1])

    def compute() -> dict[str, Floats]:
        listed, mean, spread = Configurations.of(told), np.zeros(configurations), np.zeros(configurations)
        time_alone(listed.after, listed.struck, mean, spread)
        return {"mean": mean, "spread": spread, "values": ending.solve(told, listed)}

    found = keep(
        f"race-{_VERSION}-{told.mark}", {"mean": configurations, "spread": configurations, "values": count}, compute
    )
    fractions = [np.round(found[name] * _UNIT).astype(np.int64) for name in ("mean", "spread", "values")]
    parts = [track.numbers, told.ranks.ravel(), told.firsts, *fractions[:2], where.ravel(), fractions[2]]
    begin = len(game.tables)
    at = begin + _WORDS + np.cumsum([0, *map(len, parts[:-1])])
    words = [
        race.sides, race.pieces, told.pieces, race.places - 1, race.places, race.even, race.order,
        track.first, track.mover, track.turns, *at,
    ]  # fmt: skip
    return np.concatenate([game.tables, words, *parts, [begin]]).astype(np.int64)


def forget(tables: Vector) -> Vector:
    """The same tables without the exact values, for studies of what they are good for."""
    tables = tables.copy()
    block = int(tables[-1])
    tables[tables[block + _WHERE] : tables[block + _VALUES]] = -1
    return tables


@rule()
def _stand(t, b, v, side):
    """The number of the stand of a side."""
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
    """The mean and the spread of the turns that a side needs; one that is at home has come there in this round."""
    if t[b + _TOLD] == t[b + _PIECES]:
        configuration = _stand(t, b, v, side)
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
    """The chance that a side is at home before another, which has so many turns more, by its place in the round."""
    mean, spread = _time(t, b, v, side)
    later, wider = _time(t, b, v, other)
    gap = later - wider + ahead - (mean - spread)
    spread, wider = max(spread, _LEAST_SPREAD), max(wider, _LEAST_SPREAD)
    if gap > 0.0:
        return 1.0 - math.exp(-gap / spread) * spread / (spread + wider)
    return math.exp(gap / wider) * wider / (spread + wider)


@rule()
def _exact(t, b, v, mover, turn):
    """What is kept of the value to the mover, or -1."""
    configuration, other = _stand(t, b, v, mover), _stand(t, b, v, 1 - mover)
    firsts, pieces = t[b + _FIRSTS], t[b + _PIECES]
    mine, theirs = 0, 0
    while configuration >= t[firsts + mine + 1]:
        mine += 1
    while other >= t[firsts + theirs + 1]:
        theirs += 1
    base = t[t[b + _WHERE] + (turn * (pieces + 1) + mine) * (pieces + 1) + theirs]
    if base < 0:
        return -1.0
    width = t[firsts + theirs + 1] - t[firsts + theirs]
    return t[t[b + _VALUES] + base + (configuration - t[firsts + mine]) * width + other - t[firsts + theirs]] / _UNIT


@rule(EVALUATE)
def worth(t: Vector, v: Vector, out: Floats) -> int:
    """Every side's expected share of the win, the roll in hand not counted."""
    b = t[len(t) - 1]
    sides, turns = t[b + _SIDES], t[b + _TURNS]
    begun = v[t[b + _MOVER]] >= 0
    turn = v[turns] % sides if turns >= 0 else 0
    mover = (v[t[b + _MOVER]] - (v[turns] if turns >= 0 else 0)) % sides
    if sides == 1:
        out[0] = 1.0 / _time(t, b, v, 0)[0]
        return 0
    if begun and sides == 2 and t[b + _TOLD] == t[b + _PIECES]:
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
