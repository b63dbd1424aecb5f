"""Series of games: every player gets every seat, and the results are counted correctly."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from ludarium.tournament.series import Score, play_series

SHORT = "orion(turn_limit=10)"


def test_seats_change_from_game_to_game() -> None:
    seats = [(record.tags["X"], record.tags["O"]) for record in play_series(SHORT, ["random", "easy"], 4)]
    assert seats == [("random", "easy"), ("easy", "random")] * 2


def test_a_series_is_the_same_with_every_executor() -> None:
    alone = list(play_series(SHORT, ["random", "random"], 4, seed=5))
    with ThreadPoolExecutor(2) as pool:
        assert list(play_series(SHORT, ["random", "random"], 4, seed=5, executor=pool)) == alone
    assert len({record.turns for record in alone}) == 4


def test_payoffs_are_counted() -> None:
    standing = Score("Ann")
    for payoff in (1.0, 0.5, 0.0, 1.0, 1 / 3):
        standing = standing.add(payoff)
    assert (standing.won, standing.drawn, standing.lost, standing.games) == (2, 2, 1, 5)
    assert standing.points == pytest.approx(2 + 0.5 + 1 / 3)


@pytest.mark.parametrize(("won", "games", "low", "high"), [
    (0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (90, 100, 0.826, 0.945), (0, 0, 0.0, 1.0),
])  # fmt: skip
def test_the_interval_is_wilsons(won: int, games: int, low: float, high: float) -> None:
    interval = Score("Ann", won=won, lost=games - won, points=won).interval
    assert interval == pytest.approx((low, high), abs=0.001)
