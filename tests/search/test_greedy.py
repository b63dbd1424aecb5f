"""The greedy bot, which looks one turn ahead."""

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE, Floats
from ludarium.search.bot import evaluation
from ludarium.search.greedy import Greedy
from ludarium.search.player import bot_kinds, make_bot
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


@pytest.mark.parametrize("name", ["grid", "ludo", "orion", "throngs", "vortex"])
def test_every_game_with_an_evaluation_has_a_greedy_bot(name: str) -> None:
    game = ludarium.load(name)
    state = game.initial()
    while state.actors == (CHANCE,):
        state = state.play(state.legal()[-1])
    seat = state.actors[0]
    assert make_bot("greedy", game, 1).choose(state, seat) in state.legal(seat)


def test_a_game_without_an_evaluation_does_not_offer_it() -> None:
    assert "greedy" not in bot_kinds(STONES)


def test_in_a_simultaneous_turn_it_takes_the_action_with_the_best_evaluation() -> None:
    game = ludarium.load("grid")
    state = game.parse_position(".5g8/.5g8/.2G10/////////.17R10 n/n 4")
    bot = Greedy(game, seed=1)
    after = [state.play(action, state.default_action(1)) for action in state.legal(0)]
    best = max(values(here)[0] for here in after)
    assert values(after[state.legal(0).index(bot.choose(state, 0))])[0] == best
    assert bot.info is not None
    assert bot.info.value == best > min(values(here)[0] for here in after)
