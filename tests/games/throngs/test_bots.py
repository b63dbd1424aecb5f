"""The players of Throngs: what they value, and that each level plays better than what comes before it."""

import numpy as np
import pytest

import ludarium
from ludarium.core.game import State
from ludarium.games.throngs.bots import LEARNED_LEVELS, LEVELS, evaluate
from ludarium.search.player import levels

THRONGS = ludarium.load("throngs")
LATE = "3/ww1b1b/2wbb1b1/1bb1bbbw/1bbb1bw1/1wwbb1ww/1wwbww1w/2ww1w1/2www/2 b 21.1 1:1 0"


def equal_payoffs(state: State) -> list[float]:
    out = np.zeros(2)
    evaluate(state.game.tables, state.vector, out)
    return out.tolist()


def test_the_evaluation_treats_black_and_white_equally() -> None:
    pie = ludarium.load("throngs(setup=pie)")
    there = equal_payoffs(pie.parse_position(LATE))
    swapped = equal_payoffs(pie.parse_position(LATE.translate(str.maketrans("bw", "wb"))))
    assert there == pytest.approx(swapped[::-1])
    assert sum(there) == pytest.approx(1)


def test_stones_territory_influence_and_the_move_are_good() -> None:
    start = THRONGS.initial()
    assert equal_payoffs(THRONGS.parse_position("3/6/3bb3/8/8/2w5/5w2/7/5/2 b 3.1 1:1 0"))[0] > equal_payoffs(start)[0]
    assert equal_payoffs(THRONGS.parse_position("3/6/4b3/8/8/2w5/5w2/7/5/2 w 2.1 1:1 0"))[0] < equal_payoffs(start)[0]


@pytest.mark.parametrize(
    ("better", "worse", "least"),
    [("greedy", "random", 5), ("easy", "random", 5), ("medium", "easy", 4)],
)
def test_a_level_beats_what_is_weaker_from_both_seats(better: str, worse: str, least: int) -> None:
    """Of six games; medium wins 93 % against easy, and so less than four in one of 160 cases."""
    won = 0.0
    for seed in range(3):
        for seat, seats in enumerate(([better, worse], [worse, better])):
            payoffs = ludarium.play_match("throngs", seats, seed=seed).payoffs
            assert payoffs is not None
            won += payoffs[seat]
    assert won >= least


@pytest.mark.parametrize("spec", ["throngs", "throngs(board=93)"])
def test_the_champion_plays_by_what_it_has_learnt_with_these_options_alone(spec: str) -> None:
    assert levels(ludarium.load(spec)) == LEVELS | LEARNED_LEVELS
    for other in ("throngs(board=87)", "throngs(setup=pie)"):
        assert levels(ludarium.load(other)) == LEVELS
    learned = "mcts(simulations=200,explore=0.1,widen=1,evaluate=learned)"
    for seats in ([learned, "easy"], ["easy", learned]):
        payoffs = ludarium.play_match(spec, seats, seed=2).payoffs
        assert payoffs is not None
        assert payoffs[seats.index(learned)] == 1
