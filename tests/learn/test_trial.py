"""The trial of a learnt player: a search that suits its network, and scores that are fair for any number of seats."""

from collections.abc import Iterator

import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.learn import trial
from ludarium.learn.learner import Learner
from ludarium.learn.method import Method
from ludarium.learn.trial import Side, decide, even_share, suited_bot, tune
from ludarium.search.learned import Learned
from tests.tiny import STONES, VAULT


def constant(side: Side) -> float:
    """Return the exploration constant of a player."""
    return float(side.spec.partition("explore=")[2].partition(",")[0])


@pytest.fixture(scope="module")
def player() -> Learned:
    """A player that has learnt nothing yet."""
    return Learner(STONES, Method(first=8, second=4)).player()


@pytest.mark.parametrize("best", [0.2, 0.1, 0.05, 0.025])
def test_the_constant_of_exploration_is_the_one_that_wins(
    best: float, player: Learned, monkeypatch: pytest.MonkeyPatch
) -> None:
    def share(game: Game, one: Side, other: Side, number: int, seed: int) -> float:
        return float(abs(constant(one) - best) < abs(constant(other) - best))

    monkeypatch.setattr(trial, "_share", share)
    spec = tune(STONES, player, suited_bot(STONES, dice=False), 0.0, seed=1)
    assert spec == f"mcts(explore={best},widen=1)"
    assert tune(STONES, player, "expectimax", 0.0, seed=1) == "expectimax"


def scores(game: Game, games: int) -> Iterator[float]:
    """Yield the scores of a player that has learnt nothing against one with the same search."""
    learned = Learner(game, Method(first=8, second=4)).player()
    for score in decide(game, learned, ("mcts(simulations=2)",) * 2, games, 0.001, seed=1):
        yield score.points


def test_a_player_of_three_has_every_seat_and_a_third_is_even() -> None:
    game = ludarium.load("vortex(players=3,tokens=1)")
    assert even_share(game) == pytest.approx(1 / 3)
    *_, points = scores(game, 3)
    assert points in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)


def test_where_payoffs_have_no_fixed_sum_a_player_is_compared_with_another_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert VAULT.payoff_range.total is None
    least, most = VAULT.payoff_range.least, VAULT.payoff_range.greatest
    payoffs = iter([[most] * VAULT.seats, *[[least] * VAULT.seats] * 3])
    monkeypatch.setattr(trial, "play_game", lambda *_: next(payoffs))
    assert list(scores(VAULT, 2)) == [1.0, 1.5]
    assert even_share(VAULT) == 0.5
