"""The levels of every game: the weakest is no random play."""

import pytest

import ludarium
from ludarium.analysis import simulate
from tests.tiny import STONES


@pytest.mark.parametrize(
    ("spec", "games"),
    [("vortex", 25), ("ludo(markers=2)", 12), ("grid(turn_limit=300)", 3), ("orion(turn_limit=60)", 2), ("throngs", 2)],
)
def test_easy_beats_random_play(spec: str, games: int) -> None:
    first = simulate(spec, ["easy", "random"], games, seed=1).parts[:, 0].sum()
    second = simulate(spec, ["random", "easy"], games, seed=2).parts[:, 1].sum()
    assert (first + second) / (2 * games) > 0.55


def test_the_weakest_of_a_game_without_levels_of_its_own_searches_a_little() -> None:
    assert ludarium.levels(STONES)["easy"] == "mcts(simulations=30)"
