"""What a tree search may spend, and what it keeps for its next turn."""

import math
from itertools import count

import ludarium
from ludarium.search.mcts import Mcts
from tests.search.info import info
from tests.tiny import RACE


def test_the_tree_is_reused_for_the_next_turn() -> None:
    game = ludarium.load("orion")
    state = game.initial().move("u+")
    bot = Mcts(game, seed=1, simulations=3_000)
    while state.actors == (1,):
        state = state.play(bot.choose(state, 1))
    expected = info(bot).pv
    assert len(expected) > 1
    state = state.move(expected[1])
    bot._move_to(state)
    assert bot._trees[0].arrays.nodes[0, 2] > 10  # visits of the new root that the old search had made


def test_a_trimmed_tree_is_reused_like_another() -> None:
    state = ludarium.load("orion").initial()
    bots = [Mcts(state.game, seed=4, simulations=2000, widen=1, threads=2) for _ in range(2)]
    before = 0
    for turn in range(3):
        actions = [bot.choose(state, state.actors[0]) for bot in bots]
        assert (actions[0], info(bots[0])) == (actions[1], info(bots[1])), turn
        before = bots[0].trim()
        state = state.play(actions[0])
    assert 0 < before < 2_000_000  # of 256 million that it may use


def test_a_search_gives_way_between_slices_and_finds_the_same() -> None:
    state = ludarium.load("orion").initial()
    bots = [Mcts(state.game, seed=4, simulations=3000, widen=1) for _ in range(2)]
    slices = count(1)
    bots[0].give_way = lambda: next(slices)
    first, second = (bot.choose(state, 0) for bot in bots)
    assert first == second
    assert info(bots[0]) == info(bots[1])
    assert next(slices) > 1


def test_another_position_gets_a_new_tree() -> None:
    game = ludarium.load("orion")
    bot = Mcts(game, seed=1, simulations=200)
    bot.choose(game.initial(), 0)
    far = game.initial().move("x-")
    assert bot.choose(far, 1) in far.legal()
    assert bot.choose(game.initial(), 0) in game.initial().legal()


def test_a_search_may_begin_in_the_middle_of_a_turn() -> None:
    game = ludarium.load("orion")
    state = game.initial().move("u+").play(0)
    assert state.in_turn
    bot = Mcts(game, seed=1, simulations=200)
    assert bot.choose(state, 1) in state.legal()
    assert info(bot).visits >= 100


def test_the_search_goes_on_with_a_full_tree() -> None:
    game = ludarium.load("orion")
    bot = Mcts(game, seed=1, simulations=5_000, memory=1)
    assert bot.choose(game.initial(), 0) in game.initial().legal()
    assert info(bot).visits == 5_000


def test_the_limit_may_be_seconds_instead_of_simulations() -> None:
    game = ludarium.load("orion")
    bot = Mcts(game, seed=1, seconds=0.05, threads=2)
    assert bot.choose(game.initial(), 0) in game.initial().legal()
    assert info(bot).visits > 0


def test_the_time_limit_ends_a_longer_search() -> None:
    game = ludarium.load("orion")
    for bot in (Mcts(game, seed=1, simulations=10**9 - 1), Mcts(game, seed=1, seconds=3600)):
        bot.time_limit = 0.05
        assert bot.choose(game.initial(), 0) in game.initial().legal()
        assert 0 < info(bot).visits < 10**7


def test_a_long_time_limit_changes_nothing() -> None:
    state, visits = ludarium.load("orion").initial(), []
    for time_limit in (math.inf, 3600.0):
        bot = Mcts(state.game, seed=1, simulations=2000)
        bot.time_limit = time_limit
        bot.choose(state, 0)
        visits.append(info(bot).visits)
    assert visits[0] == visits[1]


def test_the_search_stops_when_the_choice_is_decided() -> None:
    state = ludarium.load("orion").parse_position("5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3")
    bot = Mcts(state.game, seed=1, simulations=200_000)
    bot.choose(state, 0)
    assert info(bot).visits < 0.6 * 200_000


def test_a_forced_action_is_hardly_searched() -> None:
    state = RACE.parse_position("14:3:5-3")
    assert state.legal() == (0,)
    bot = Mcts(RACE, seed=1, simulations=50_000)
    bot.choose(state, 0)
    assert info(bot).visits < 100


def test_a_search_counts_the_seconds_of_its_clock() -> None:
    game = ludarium.load("orion")
    visits = []
    for step in (0.4, 0.02):  # as long as a slice is to be, so that slices do not grow
        bot, ticks = Mcts(game, seed=1, seconds=1), count(0, step)
        bot.clock = lambda ticks=ticks: next(ticks)  # type: ignore[misc]  # the clock of this bot
        bot.choose(game.initial(), 0)
        visits.append(info(bot).visits)
    assert 100 <= visits[0] < visits[1]
