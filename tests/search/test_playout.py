"""Random play: the compiled driver plays the games that states play."""

import pytest

import ludarium
from ludarium.analysis.bench import by_hand
from ludarium.core.game import Game
from ludarium.search.survey import playouts
from tests.tiny import PENNIES, RACE, TINY


@pytest.mark.parametrize("game", [*TINY, ludarium.load("orion(turn_limit=40)")], ids=lambda game: game.name)
@pytest.mark.parametrize("seed", range(5))
def test_a_compiled_game_is_the_game_that_states_play(game: Game, seed: int) -> None:
    fast = playouts(game.initial(), games=1, seed=seed)
    assert by_hand(game.initial(), seed) == (fast.steps, fast.payoffs)


def test_the_payoffs_of_all_games_sum_to_their_number() -> None:
    made = playouts(RACE.initial(), games=200, seed=5)
    assert sum(made.payoffs) == pytest.approx(200)
    assert made.games == 200


def test_the_games_are_divided_among_threads_with_their_own_dice() -> None:
    together = playouts(RACE.initial(), games=7, seed=5, threads=2)
    assert sum(together.payoffs) == pytest.approx(7)
    assert together == playouts(RACE.initial(), games=7, seed=5, threads=2)
    assert together != playouts(RACE.initial(), games=7, seed=5)


def test_no_steps_are_played_after_the_end() -> None:
    state = PENNIES.initial()
    while state.actors:
        state = state.play(0, 1)
    made = playouts(state, games=3, seed=1)
    assert made.steps == 0
    assert state.payoffs is not None
    assert made.payoffs == tuple(3 * payoff for payoff in state.payoffs)
