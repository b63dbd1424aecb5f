"""The greedy bot, which looks one turn ahead."""

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import State
from ludarium.core.kernel import Floats
from ludarium.search.bot import evaluation
from ludarium.search.greedy import Greedy
from tests.tiny import STONES


def values(state: State) -> Floats:
    """Return the evaluation of every seat."""
    payoffs, found = np.zeros(2), evaluation(state.game)
    assert found is not None
    evaluate, tables = found
    evaluate(tables, state.vector, payoffs)
    return payoffs


def ends(state: State, seat: int) -> list[State]:
    """Return every position in which the seat's turn can end."""
    if state.actors != (seat,):
        return [state]
    return [end for action in state.legal() for end in ends(state.play(action), seat)]


def test_no_other_turn_leads_to_a_better_position() -> None:
    game = ludarium.load("orion(clicks=2)")
    start = state = game.initial().move("x-")
    bot = Greedy(game, seed=1)
    while state.actors == (1,):
        state = state.play(bot.choose(state, 1))
    assert values(state)[1] == max(values(end)[1] for end in ends(start, 1))


def test_a_win_is_taken() -> None:
    game = ludarium.load("orion")
    state = game.parse_position("5/2X3/5/2X3/5/2X3/5/2X3/1X3/6/5 x 41")
    bot = Greedy(game, seed=1)
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert state.winners == (0,)


def test_a_game_without_an_evaluation_has_no_greedy_bot() -> None:
    with pytest.raises(InvalidOption, match="no evaluation"):
        Greedy(STONES, seed=1)
