"""Checks of a solution by other means: the rules themselves at sampled positions, and games that are played out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludarium.core.arguments import check_games, check_seed
from ludarium.core.errors import LudariumError
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.solve.table import Table

_LONGEST = 20_000
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Check:
    """The result of the checks.

    | field       | meaning                                                                                       |
    | ----------- | --------------------------------------------------------------------------------------------- |
    | `positions` | positions of games whose value was compared with those of the positions that may follow       |
    | `residual`  | the largest difference: 0 but for the gap of the bounds, if all values are right              |
    | `games`     | games between two players that follow the table                                               |
    | `mean`      | what seat 0 got on average, less what the table says                                          |
    | `error`     | the standard error of this mean                                                               |
    """

    positions: int
    residual: float
    games: int
    mean: float
    error: float

    def passed(self, gap: float) -> bool:
        """Return whether values agree within twice the gap of the bounds, and games within five standard errors."""
        return self.residual <= 2 * gap + _ROUNDING and abs(self.mean) <= 5 * self.error + gap + _ROUNDING


def check(table: Table, games: int, seed: int = 0) -> Check:
    """Play games in which every seat follows the table, and compare values along them and at their ends.

    In every other game a tenth of the actions is random, so that positions beside the best line are looked at.
    The steps are those of `State`, one by one: no array of the solver is used but for the values.

    Raises `LudariumError` if a position is not in the table, `InvalidOption` unless there is a game to play.
    """
    check_games(games)
    check_seed(seed)
    rng, results, residual, positions = generator(seed), [], 0.0, 0
    expected = _value(table, table.game.initial())
    for number in range(games):
        state, strays = table.game.initial(), number % 2 == 1
        for _ in range(_LONGEST):
            if not state.actors:
                break
            legal = state.legal()
            values = [_value(table, state.play_unchecked(action)) for action in legal]
            if state.actors == (CHANCE,):
                chances = list(state.chance_outcomes().values())
                mean = float(np.dot(chances, values))
                action = legal[int(rng.choice(len(legal), p=chances))]
            else:
                mean = table.best(state.actors[0], values)
                action = legal[values.index(mean)]
                if strays and rng.random() < 0.1:
                    action = legal[int(rng.integers(len(legal)))]
            residual = max(residual, abs(mean - _value(table, state)))
            positions += 1
            state = state.play_unchecked(action)
        if not strays and state.payoffs is not None:
            results.append(state.payoffs[0] - expected)
    error = float(np.std(results) / max(1, len(results)) ** 0.5) if results else 0.0
    return Check(positions, residual, len(results), float(np.mean(results)) if results else 0.0, error)


def _value(table: Table, state: State) -> float:
    found = table.value(state)
    if found is None:
        raise LudariumError(f"the table holds no value for {state}")
    return found
