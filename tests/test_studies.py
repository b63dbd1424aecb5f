"""The studies, at a size that tests can afford."""

import pytest

import ludarium
from ludarium.search.bot import evaluation
from ludarium.search.racing import forget
from studies.levels import compare
from studies.races import standing


@pytest.mark.parametrize(("weaker", "least"), [("random", 1.0), ("easy", 0.9)])
def test_hard_beats_what_is_below_it_from_both_seats(weaker, least):
    """Hydra's `hard` with a tenth of its playouts; studies/results holds the whole."""
    seat0, seat1, both = compare("orion", "mcts(playouts=10000)", weaker, games=10, seed=1)
    assert both.points >= least * both.games
    assert min(seat0.points, seat1.points) >= 0.8 * seat0.games


def test_whoever_knows_the_end_of_a_race_gains_by_it():
    game = ludarium.load("vortex(tokens=2)")
    _, tables = evaluation(game)
    assert standing(game, tables, forget(tables), (1, 1), games=1000, seed=1).points > 520
