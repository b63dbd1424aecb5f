"""The studies, at a size that tests can afford."""

import pytest

from studies.levels import compare


@pytest.mark.parametrize(("weaker", "least"), [("random", 1.0), ("easy", 0.9)])
def test_hard_beats_what_is_below_it_from_both_seats(weaker, least):
    """Hydra's `hard` with a tenth of its playouts; studies/results holds the whole."""
    seat0, seat1, both = compare("orion", "mcts(playouts=10000)", weaker, games=10, seed=1)
    assert both.points >= least * both.games
    assert min(seat0.points, seat1.points) >= 0.8 * seat0.games
