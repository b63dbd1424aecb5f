"""Alpha-beta and expectimax give the values of a plain search over all actions, and play by them."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import repeat
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.core.entries import Entry
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, EVALUATE, Floats, Vector, rule
from ludarium.search import minimax
from ludarium.search.alphabeta import AlphaBetaBot
from ludarium.search.bot import EvaluationWithTables, SearchBot, evaluation
from ludarium.search.evaluators import draw_evaluator, find_evaluator
from ludarium.search.network import values_of
from ludarium.search.player import make_bot
from tests.search.info import info
from tests.tiny import PENNIES, RACE, STONES

GAMES = {game.name: game for game in (RACE, STONES)} | {
    spec: ludarium.load(spec) for spec in ("ludo", "ludo(players=3)", "orion(clicks=2)", "throngs")
}


@cache
def plain(state: State, maximizer: int, depth: int) -> float:
    """Return the value of a state by a search over all actions, without pruning."""
    if not state.actors:
        assert state.payoffs is not None
        return state.payoffs[maximizer]
    if depth <= 0:
        payoffs = np.array(state.game.payoff_range.after_draw(state.game.seats))
        if found := evaluation(state.game):
            evaluate, tables = found
            evaluate(tables, state.vector, payoffs)
        return float(min(max(payoffs[maximizer], minimax.MARGIN), 1 - minimax.MARGIN))
    if state.actors == (CHANCE,):
        after = [(chance, state.play(roll)) for roll, chance in state.chance_outcomes().items()]
        return sum(chance * plain(then, maximizer, depth - (then.actors == (CHANCE,))) for chance, then in after)
    best = max if state.actors == (maximizer,) else min
    return best(plain(state.play(action), maximizer, depth - 1) for action in state.legal())


def random_choice(game: Game, dice: random.Random) -> State:
    """Return a state after some random steps in which a seat has a choice."""
    state = game.initial()
    for _ in range(dice.randrange(25)):
        state = state.play(dice.choice(state.legal())) if state.actors else game.initial()
    while len(state.legal()) < 2 or state.actors == (CHANCE,):
        state = state.play(dice.choice(state.legal())) if state.actors else game.initial()
    return state


@pytest.mark.parametrize(
    ("name", "depth"),
    [("race", 3), ("race", 5), ("stones", 4), ("stones", 7), ("ludo", 2), ("ludo(players=3)", 2),
     ("orion(clicks=2)", 3), ("throngs", 2)],
)  # fmt: skip
def test_the_choice_has_the_value_that_the_plain_search_finds(name: str, depth: int) -> None:
    dice, game = random.Random(depth), GAMES[name]
    for seed in range(4):
        state = random_choice(game, dice)
        maximizer = state.actors[0]
        bot = AlphaBetaBot(game, seed, depth=depth)
        action = bot.choose(state, maximizer)
        if info(bot).solved:  # it stopped as soon as it knew
            depth = minimax.COMPLETE
        assert info(bot).value == pytest.approx(plain(state, maximizer, depth))
        assert plain(state.play(action), maximizer, depth - 1) == pytest.approx(info(bot).value)


def test_branches_that_cannot_matter_are_pruned() -> None:
    """Without pruning, three steps of up to 51 actions each are 130,000 positions."""
    bot = AlphaBetaBot(ludarium.load("orion"), seed=1, depth=3)
    bot.choose(ludarium.load("orion").initial().move("x-"), 1)
    assert info(bot).visits < 20_000


@pytest.mark.parametrize(("position", "payoff"), [("1/2/2 x", 1), ("1/3/5 x", 1), ("1/2/3 o", 0), ("2/2/0 x", 0)])
def test_a_game_is_solved_to_its_end(position: str, payoff: float) -> None:
    state = STONES.parse_position(position)
    bot = AlphaBetaBot(STONES, seed=1)
    bot.choose(state, state.actors[0])
    assert info(bot).solved
    assert info(bot).value == payoff
    assert info(bot).visits < 20_000


def test_bounds_are_proved_through_chance() -> None:
    """Each side has one turn left: seat 1 wins with a 1, half of the time; otherwise it is a draw."""
    bot = AlphaBetaBot(RACE, seed=1)
    bot.choose(RACE.parse_position("22:1:4-5"), 0)
    assert info(bot).solved
    assert info(bot).value == pytest.approx(0.25)


def test_a_win_is_played_to_the_end_of_its_turn() -> None:
    state = ludarium.load("orion").parse_position("5/2X3/5/2X3/5/2X3/5/2X3/1X3/6/5 x 41")
    bot = AlphaBetaBot(state.game, seed=1, nodes=20_000)
    assert state.action_name(bot.choose(state, 0)) in info(bot).pv[0]
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert state.winners == (0,)


@pytest.mark.parametrize(
    ("name", "limit"), [("race", "depth=6"), ("orion(clicks=2)", "nodes=3000"), ("ludo", "depth=3")]
)
def test_a_search_in_slices_finds_what_it_finds_in_one(name: str, limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def one_slice(bot: SearchBot, positions: int, seconds: float) -> Iterator[int]:
        yield positions

    def slices_of_7(bot: SearchBot, positions: int, seconds: float) -> Iterator[int]:
        yield from repeat(7, positions // 7)
        yield positions % 7

    state, found = random_choice(GAMES[name], random.Random(1)), []
    for slices in (one_slice, slices_of_7):
        monkeypatch.setattr(SearchBot, "_slices", slices)
        bot = make_bot(f"alphabeta({limit})", state.game, seed=1)
        found.append((bot.choose(state, state.actors[0]), info(bot)))
    assert found[0] == found[1]
    assert info(bot).visits > 70


@pytest.mark.parametrize("bot", ["alphabeta(nodes=3000)", "alphabeta(depth=4)", "mcts(simulations=300)"])
def test_a_search_gives_way_between_slices(bot: str) -> None:
    """The first slice has 100 positions, of which these searches look at more."""
    asked = []
    searching = make_bot(bot, ludarium.load("orion"), seed=1)
    searching.give_way = lambda: asked.append(1)
    searching.choose(ludarium.load("orion").initial(), 0)
    assert asked


@pytest.mark.parametrize("limit", ["nodes=2000", "depth=3"])
def test_the_same_seed_plays_the_same_game(limit: str) -> None:
    def game() -> tuple[Entry, ...]:
        record = ludarium.play_match("orion(turn_limit=10)", [f"alphabeta({limit})"] * 2, seed=3)
        return record.turns

    assert game() == game()


def test_the_limit_may_be_seconds_instead_of_positions() -> None:
    state = ludarium.load("orion").initial()
    bot = AlphaBetaBot(state.game, seed=1, seconds=0.05)
    assert bot.choose(state, 0) in state.legal()
    assert info(bot).visits > 0


def test_the_time_limit_ends_a_longer_search() -> None:
    game = ludarium.load("orion")
    limits: tuple[dict[str, Any], ...] = ({"depth": 99}, {"nodes": 10**11}, {"seconds": 3600})
    for limit in limits:
        bot = AlphaBetaBot(game, seed=1, **limit)
        bot.time_limit = 0.05
        assert bot.choose(game.initial(), 0) in game.initial().legal()


def test_few_nodes_are_enough_for_a_legal_action() -> None:
    state = ludarium.load("throngs").initial()
    assert AlphaBetaBot(state.game, seed=1, nodes=1).choose(state, 0) in state.legal()


def test_a_small_memory_gives_the_same_value() -> None:
    state = ludarium.load("orion").initial().move("x-")
    values = []
    for memory in (1, 64):
        bot = AlphaBetaBot(state.game, seed=1, depth=4, memory=memory)
        bot.choose(state, 1)
        values.append(info(bot).value)
    assert values[0] == pytest.approx(values[1])


def test_a_game_with_simultaneous_turns_is_refused() -> None:
    with pytest.raises(InvalidOption, match="simultaneous turns"):
        AlphaBetaBot(PENNIES, seed=1)


def test_expectimax_is_another_name_of_alphabeta() -> None:
    state = RACE.parse_position("14:0:2-3").play(1)
    values = []
    for name in ("alphabeta", "expectimax"):
        bot = make_bot(f"{name}(depth=4)", RACE, seed=1)
        bot.choose(state, 0)
        values.append(info(bot).value)
    assert values[0] == values[1]


@rule(EVALUATE)
def last_table_entry(t: Vector, v: Vector, out: Floats) -> int:
    out[0] = t[len(t) - 1] / 100.0
    out[1] = 1.0 - out[0]
    return 0


@pytest.mark.parametrize("kind", ["alphabeta(nodes=50", "mcts(simulations=50"])
def test_an_evaluation_may_have_tables_of_its_own(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    orion = ludarium.load("orion")
    evaluate = EvaluationWithTables(last_table_entry, lambda game: np.append(game.tables, 70))
    monkeypatch.setattr(orion.definition.module("bots"), "evaluate", evaluate)
    bot = make_bot(f"{kind})", orion, seed=1)
    bot.choose(orion.initial(), 0)
    assert info(bot).value == pytest.approx(0.7)


@pytest.mark.parametrize("name", GAMES)
def test_without_an_evaluation_all_is_a_draw_and_no_table_is_added(name: str) -> None:
    """Rules may ask how long their tables are, so what no evaluation has added must not make them longer."""
    game = GAMES[name]
    payoffs = np.zeros(game.seats)
    values_of(draw_evaluator(game), game.tables, game.initial().vector, payoffs)
    assert payoffs.tolist() == pytest.approx(game.payoff_range.after_draw(game.seats))
    assert evaluation(game) or find_evaluator(game)[1] is game.tables


def test_a_missing_evaluation_is_named() -> None:
    with pytest.raises(InvalidOption, match="evaluate is one of default, heuristic, learned, rollout, not 'tld'"):
        make_bot("mcts(evaluate=tld)", ludarium.load("orion"), seed=1)
    with pytest.raises(InvalidOption, match="race has no evaluation"):
        make_bot("mcts(evaluate=heuristic)", RACE, seed=1)
