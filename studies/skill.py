"""Whether a few games tell who decides better, by what decisions give away and not by who won.

Twenty bots of small Ludo play by the table, each with a chance of its own to play a random action instead, so their
true order is known. Each plays the same number of games against all others. Their order by what a decision gave away,
and by their score, is compared with the true one by Kendall's tau: after all games, and after every 50.

    python -m studies.skill [games of a bot]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import combinations
from statistics import mean
from typing import NamedTuple

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.registry import load
from ludarium.core.rng import derive, generator
from ludarium.puzzles.tables import exact_table
from ludarium.review.exact import known_loss
from ludarium.review.skill import Skill
from ludarium.solve.table import Table

GAME = "ludo(markers=2,goal=36)"
BOTS, FEW = 20, 50


class Played(NamedTuple):
    """A game of a bot: what its decisions gave away, and its points from 0 to 1."""

    losses: tuple[float, ...]
    points: float


class Exact:
    """The values of positions for each action, each looked up once."""

    def __init__(self, game: Game) -> None:
        self.table: Table = exact_table(game)
        self.span = game.payoff_range.greatest - game.payoff_range.least
        self._known = dict[bytes, tuple[float, ...]]()

    def losses(self, state: State, seat: int) -> tuple[float, ...]:
        """Return what each legal action gives away, as a part of the range of payoffs."""
        key = state.vector.tobytes()
        if key not in self._known:
            payoffs = [self.table.payoffs(state.play_unchecked(action)) for action in state.legal(seat)]
            values = [expected[seat] / self.span for expected in payoffs if expected]
            assert len(values) == len(payoffs)
            gap = self.table.gap / self.span
            self._known[key] = tuple(known_loss(max(values) - value, gap) for value in values)
        return self._known[key]


def play(exact: Exact, game: Game, errors: Sequence[float], seed: int) -> list[Played]:
    """Play a game; a seat plays a random action with its chance in `errors`, and else the first of the best."""
    rng, state = generator(seed), game.initial()
    losses: list[list[float]] = [[] for _ in errors]
    while state.actors:
        seat = state.actors[0]
        if seat == CHANCE:
            chances = state.chance_outcomes()
            state = state.play_unchecked([*chances][int(rng.choice(len(chances), p=[*chances.values()]))])
            continue
        legal = state.legal(seat)
        at = 0
        if len(legal) > 1:
            lost = exact.losses(state, seat)
            at = int(rng.integers(len(legal))) if rng.random() < errors[seat] else lost.index(min(lost))
            losses[seat].append(lost[at])
        state = state.play_unchecked(legal[at])
    assert state.payoffs
    points = game.payoff_range.parts(state.payoffs)
    return [Played(tuple(lost), won) for lost, won in zip(losses, points, strict=True)]


def play_all(games: int, seed: int = 0) -> list[list[Played]]:
    """Return the games of each bot, best first: at least so many, the same number against every other."""
    game = load(GAME)
    exact, found = Exact(game), [list[Played]() for _ in range(BOTS)]
    errors = [number / BOTS for number in range(BOTS)]
    number = 0
    while len(found[0]) < games:
        for one, other in combinations(range(BOTS), 2):
            first, second = (one, other) if number % 2 else (other, one)
            both = play(exact, game, (errors[first], errors[second]), derive(seed, number))
            found[first].append(both[0])
            found[second].append(both[1])
            number += 1
    return [[played[place] for place in generator(seed).permutation(len(played))] for played in found]


def tau(values: Sequence[float]) -> float:
    """Return Kendall's tau between the order of some values and that of 0, 1, 2, and so on.

    >>> tau([1, 2, 3]), tau([3, 2, 1]), round(tau([1, 3, 2]), 2)
    (1.0, -1.0, 0.33)
    """
    signs = [np.sign(other - one) for one, other in combinations(values, 2)]
    return float(sum(signs) / len(signs))


def taus(found: Sequence[Sequence[Played]], size: int) -> tuple[list[float], list[float]]:
    """Return tau by losses and by scores, for each set of `size` games that follow each other."""
    by_loss, by_score = [], []
    for begin in range(0, len(found[0]) - size + 1, size):
        few = [played[begin : begin + size] for played in found]
        by_loss.append(tau([Skill.of([one.losses for one in played]).mean for played in few]))
        by_score.append(tau([-mean(one.points for one in played) for played in few]))
    return by_loss, by_score


def main() -> None:
    """Play, and print what was found."""
    found = play_all(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    for size in (FEW, len(found[0])):
        by_loss, by_score = taus(found, size)
        for name, ones in (("losses", by_loss), ("scores", by_score)):
            print(
                f"{size} games of each bot, order by {name}: Kendall's tau {mean(ones):.3f} on average of {len(ones)}"
                f" sets, at least {min(ones):.3f}"
            )


if __name__ == "__main__":
    main()
