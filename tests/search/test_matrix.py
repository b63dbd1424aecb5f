"""Regret matching finds the equilibria of known tables."""

import numpy as np
import pytest

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game
from ludarium.core.kernel import APPLY, EVALUATE, Floats, Vector, rule
from ludarium.search.equilibrium import Equilibrium
from ludarium.search.evaluators import plain_evaluator
from ludarium.search.matrix import find_strategy, new_table
from tests.tiny import PENNIES, STONES


@rule(EVALUATE)
def lopsided(t: Vector, v: Vector, out: Floats) -> int:
    """A point of seat 0 wins; without one it has a quarter."""
    out[0] = 1.0 if v[1] else 0.25
    out[1] = 1.0 - out[0]
    return 0


def strategy(game: Game, seat: int) -> tuple[float, list[float]]:
    """Return what a seat expects in the first step, and its strategy."""
    out = np.zeros(game.num_ids)
    table = new_table(game.seats, game.num_ids)
    expected = find_strategy(
        game.kernel, plain_evaluator(game, lopsided), game.tables, game.setup.start, seat, table, game.num_ids, out
    )
    return float(expected), out.tolist()


@pytest.mark.parametrize("seat", [0, 1])
def test_pennies_are_mixed_evenly(seat: int) -> None:
    expected, likely = strategy(PENNIES, seat)
    assert likely == pytest.approx([0.5, 0.5], abs=0.02)
    assert expected == pytest.approx(0.625 if seat == 0 else 0.375, abs=0.01)


@rule(APPLY)
def uneven(t: Vector, v: Vector, actions: Vector) -> None:
    """Only two heads count as equal."""
    v[0] += 1
    v[1 if actions[0] == 0 and actions[1] == 0 else 2] += 1


def test_a_choice_that_is_never_worse_is_made() -> None:
    kernel, out, table = PENNIES.kernel._replace(apply=uneven), np.zeros(2), new_table(2, 2)
    evaluator = plain_evaluator(PENNIES, lopsided)
    find_strategy(kernel, evaluator, PENNIES.tables, PENNIES.setup.start, 0, table, 2, out)
    assert out[0] > 0.9  # heads wins against heads, and nothing wins against tails
    assert table.mean[1, 1] > 0.9


def test_it_needs_an_evaluation() -> None:
    with pytest.raises(InvalidOption, match="stones has no evaluation"):
        Equilibrium(STONES, 1)
