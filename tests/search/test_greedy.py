"""A player that looks one turn ahead."""

import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import State
from ludarium.search.bot import evaluation
from ludarium.search.greedy import Greedy
from tests.tiny import STONES


def value(state: State):
    import numpy as np

    payoffs = np.zeros(2)
    evaluate, tables = evaluation(state.game)
    evaluate(tables, state.vector, payoffs)
    return payoffs


def ends(state: State, seat: int):
    """Every position in which the seat's turn can end."""
    if state.actors != (seat,):
        return [state]
    return [end for action in state.legal() for end in ends(state.play(action), seat)]


def test_no_other_turn_leads_to_a_better_position() -> None:
    game = ludarium.load("orion(clicks=2)")
    start = state = game.initial().move("x-")
    bot = Greedy(game, seed=1)
    while state.actors == (1,):
        state = state.play(bot.choose(state, 1))
    assert value(state)[1] == max(value(end)[1] for end in ends(start, 1))


def test_a_win_is_taken() -> None:
    game = ludarium.load("orion")
    state = game.parse_position("5/2X3/5/2X3/5/2X3/5/2X3/1X3/6/5 x 41")
    bot = Greedy(game, seed=1)
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert state.winners == (0,)


def test_a_game_without_an_evaluation_has_no_greedy_player() -> None:
    with pytest.raises(InvalidOption, match="no evaluation"):
        Greedy(STONES, seed=1)
