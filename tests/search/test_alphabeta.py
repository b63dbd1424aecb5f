"""Alpha-beta and expectimax give what the plain walk over every line gives, and play by it."""

import random

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import InvalidOption
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE, EVALUATE, Vector, rule
from ludarium.search import minimax
from ludarium.search.alphabeta import AlphaBeta
from ludarium.search.bot import EvaluationWithTables, evaluation, even
from ludarium.search.player import make_bot
from tests.tiny import PENNIES, RACE, STONES

GAMES = {game.name: game for game in (RACE, STONES)} | {
    spec: ludarium.load(spec) for spec in ("ludo", "ludo(players=3)", "orion(clicks=2)", "throngs")
}


def plain(state: State, maximizer, depth: int):
    """What a state is worth, every line walked through to its end."""
    if not state.actors:
        return state.payoffs[maximizer]
    if depth <= 0:
        evaluate, tables = evaluation(state.game) or (even, state.game.tables)
        payoffs = np.zeros(state.game.seats)
        evaluate(tables, state.vector, payoffs)
        return min(max(payoffs[maximizer], minimax.SURE), 1 - minimax.SURE)
    if state.actors == (CHANCE,):
        after = [(chance, state.play(roll)) for roll, chance in state.chance_outcomes().items()]
        return sum(chance * plain(then, maximizer, depth - (then.actors == (CHANCE,))) for chance, then in after)
    best = max if state.actors == (maximizer,) else min
    return best(plain(state.play(action), maximizer, depth - 1) for action in state.legal())


def somewhere(game, dice):
    """A state some random steps on, in which a seat has a choice."""
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
def test_the_choice_is_worth_what_the_plain_walk_finds(name: str, depth: int) -> None:
    dice, game = random.Random(depth), GAMES[name]
    for seed in range(4):
        state = somewhere(game, dice)
        maximizer = state.actors[0]
        bot = AlphaBeta(game, seed, depth=depth)
        action = bot.choose(state, maximizer)
        if bot.info.solved:  # it stopped as soon as it knew
            depth = minimax.COMPLETE
        assert bot.info.value == pytest.approx(plain(state, maximizer, depth))
        assert plain(state.play(action), maximizer, depth - 1) == pytest.approx(bot.info.value)


def test_what_cannot_matter_is_left_out() -> None:
    """Of 25 rotors twice over and the end of the turn, three times."""
    bot = AlphaBeta(ludarium.load("orion"), seed=1, depth=3)
    bot.choose(ludarium.load("orion").initial().move("x-"), 1)
    assert bot.info.visits < 20_000


@pytest.mark.parametrize(("position", "share"), [("1/2/2 x", 1), ("1/3/5 x", 1), ("1/2/3 o", 0), ("2/2/0 x", 0)])
def test_a_game_is_proved_to_its_end(position: str, payoff) -> None:
    state = STONES.parse_position(position)
    bot = AlphaBeta(STONES, seed=1)
    bot.choose(state, state.actors[0])
    assert bot.info.solved
    assert bot.info.value == payoff
    assert bot.info.visits < 20_000


def test_proof_goes_through_dice() -> None:
    """One turn of each is left: the other wins with a 1, half of the time, and else nobody."""
    bot = AlphaBeta(RACE, seed=1)
    bot.choose(RACE.parse_position("22:1:4-5"), 0)
    assert bot.info.solved
    assert bot.info.value == pytest.approx(0.25)


def test_a_win_is_carried_through_its_turn() -> None:
    state = ludarium.load("orion").parse_position("5/2X3/5/2X3/5/2X3/5/2X3/1X3/6/5 x 41")
    bot = AlphaBeta(state.game, seed=1, nodes=20_000)
    assert state.action_name(bot.choose(state, 0)) in bot.info.pv[0]
    while state.actors == (0,):
        state = state.play(bot.choose(state, 0))
    assert state.winners == (0,)


@pytest.mark.parametrize("limit", ["nodes=2000", "depth=3"])
def test_the_same_seed_plays_the_same_game(limit) -> None:
    def game():
        record = ludarium.play_match("orion(turn_limit=10)", [f"alphabeta({limit})"] * 2, seed=3)
        return record.turns

    assert game() == game()


def test_time_is_another_measure_than_positions() -> None:
    state = ludarium.load("orion").initial()
    bot = AlphaBeta(state.game, seed=1, seconds=0.05)
    assert bot.choose(state, 0) in state.legal()
    assert bot.info.visits > 0


def test_a_clock_ends_what_the_options_would_allow() -> None:
    game = ludarium.load("orion")
    for options in ({"depth": 99}, {"nodes": 10**11}, {"seconds": 3600}):
        bot = AlphaBeta(game, seed=1, **options)
        bot.within = 0.05
        assert bot.choose(game.initial(), 0) in game.initial().legal()


def test_few_nodes_are_enough_for_a_legal_action() -> None:
    state = ludarium.load("throngs").initial()
    assert AlphaBeta(state.game, seed=1, nodes=1).choose(state, 0) in state.legal()


def test_a_small_memory_forgets_and_goes_on() -> None:
    state = ludarium.load("orion").initial().move("x-")
    worths = []
    for memory in (1, 64):
        bot = AlphaBeta(state.game, seed=1, depth=4, memory=memory)
        bot.choose(state, 1)
        worths.append(bot.info.value)
    assert worths[0] == pytest.approx(worths[1])


def test_a_game_in_which_seats_choose_at_once_is_refused() -> None:
    with pytest.raises(InvalidOption, match="several choose at once"):
        AlphaBeta(PENNIES, seed=1)


def test_expectimax_is_its_name_where_there_are_dice() -> None:
    state = RACE.parse_position("14:0:2-3").play(1)
    worths = []
    for name in ("alphabeta", "expectimax"):
        bot = make_bot(f"{name}(depth=4)", RACE, seed=1)
        bot.choose(state, 0)
        worths.append(bot.info.value)
    assert worths[0] == worths[1]


@rule(EVALUATE)
def told(t: Vector, v: Vector, out):
    out[0] = t[len(t) - 1] / 100.0
    out[1] = 1.0 - out[0]
    return 0


@pytest.mark.parametrize("kind", ["alphabeta(nodes=50", "mcts(simulations=50"])
def test_an_evaluation_may_have_tables_of_its_own(kind, monkeypatch: pytest.MonkeyPatch) -> None:
    orion = ludarium.load("orion")
    informed = EvaluationWithTables(told, lambda game: np.append(game.tables, 70))
    monkeypatch.setattr(orion.definition.module("bots"), "evaluate", informed)
    bot = make_bot(f"{kind})", orion, seed=1)
    bot.choose(orion.initial(), 0)
    assert bot.info.value == pytest.approx(0.7)


def test_an_evaluation_that_is_not_there_is_named() -> None:
    with pytest.raises(InvalidOption, match="evaluate is one of usual, heuristic, playout, not 'tld'"):
        make_bot("mcts(evaluate=tld)", ludarium.load("orion"), seed=1)
    with pytest.raises(InvalidOption, match="race has no evaluation"):
        make_bot("mcts(evaluate=heuristic)", RACE, seed=1)
