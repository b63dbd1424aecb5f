"""Searches play for payoffs: alone, together, in teams, and where wins count differently."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest

from ludarium.core.errors import InvalidOption
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, EVALUATE, Floats, Vector, rule
from ludarium.core.payoffs import PayoffRange
from ludarium.core.rng import generator
from ludarium.search.alphabeta import AlphaBetaBot
from ludarium.search.batch import Batch
from ludarium.search.greedy import Greedy
from ludarium.search.mcts import Mcts
from ludarium.search.player import make_bot
from ludarium.search.survey import playouts, survey
from tests.search.info import info
from tests.tiny import GAMMON, LUCK, LUCK_TO_WIN, PAIRS, PLAIN_GAMMON, VAULT, gammon, vault

CLEAR = 0.15
"""The part of the range of payoffs by which the best action is better than the worst where searches are asked."""


@cache
def value(state: State, seat: int) -> float:
    """Return a seat's payoff when all play perfectly, its team for it and all others against it."""
    if state.payoffs is not None:
        return state.payoffs[seat]
    if state.actors == (CHANCE,):
        return sum(chance * value(state.play(one), seat) for one, chance in state.chance_outcomes().items())
    teams = state.game.teams
    best = max if teams[state.actors[0]] == teams[seat] else min
    return best(value(state.play(action), seat) for action in state.legal())


def choices(game: Game) -> list[State]:
    """Return some states in which a seat can choose clearly wrong; they are met in random games."""
    rng, span, found = generator(1), game.payoff_range.greatest - game.payoff_range.least, dict[State, None]()
    for _ in range(40):
        state = game.initial()
        while state.actors:
            if state.actors != (CHANCE,):
                seat = state.actors[0]
                values = [value(state.play(action), seat) for action in state.legal()]
                if max(values) - min(values) > CLEAR * span:
                    found[state] = None
            state = state.play(int(rng.choice(state.legal())))
    return list(found)[:10]


GAMES = [LUCK, LUCK_TO_WIN, VAULT, PAIRS, GAMMON, PLAIN_GAMMON]


@pytest.mark.parametrize("spec", ["mcts(simulations=5000)", "alphabeta(depth=24)"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_every_search_finds_what_pays_best(spec: str, game: Game) -> None:
    span = game.payoff_range.greatest - game.payoff_range.least
    for state in choices(game):
        seat, bot = state.actors[0], make_bot(spec, game, seed=2)
        action = bot.choose(state, seat)
        assert value(state.play(action), seat) >= value(state, seat) - CLEAR * span, state
        assert info(bot).value == pytest.approx(value(state, seat), abs=0.2 * span), state


@pytest.mark.parametrize("make", [Mcts, AlphaBetaBot])
def test_playing_for_gammons_is_not_playing_for_wins(make: type[Mcts] | type[AlphaBetaBot]) -> None:
    for position in ("8:0:1:1", "9:0:1:2", "2:0:1:1"):
        chosen = []
        for game in (GAMMON, PLAIN_GAMMON):
            state = game.parse_position(position)
            chosen.append(state.action_name(make(game, seed=1).choose(state, state.actors[0])))
        assert chosen == ["hit", "run"]


def test_alone_a_search_wins_more_than_random_play() -> None:
    won = []
    for seed in range(10):
        state, dice = LUCK_TO_WIN.initial(), generator(seed)
        bot = Mcts(LUCK_TO_WIN, seed=seed, simulations=400)
        while state.actors:
            seat = state.actors[0]
            state = state.play(int(dice.choice(state.legal())) if seat == CHANCE else bot.choose(state, seat))
        won.append(len(state.winners))
    chance = playouts(LUCK_TO_WIN.initial(), 2000, seed=1).payoffs[0] / 2000
    assert chance < 0.3 < sum(won) / 10


def test_values_are_payoffs() -> None:
    state = GAMMON.parse_position("4:0:2:0")
    for bot in (Mcts(GAMMON, 1, simulations=500), AlphaBetaBot(GAMMON, 1)):
        bot.choose(state, 0)
        assert (info(bot).value, info(bot).solved) == (2.0, True)


@rule(EVALUATE)
def gloomy(t: Vector, v: Vector, out: Floats) -> int:
    out[0] = out[1] = -1.5
    return 0


def test_greedy_compares_any_payoffs(monkeypatch: pytest.MonkeyPatch) -> None:
    state = GAMMON.parse_position("4:0:2:0")
    assert state.action_name(Greedy(GAMMON, seed=1).choose(state, 0)) == "run"
    monkeypatch.setattr(GAMMON.definition.module("bots"), "evaluate", gloomy)
    assert Greedy(GAMMON, seed=1).choose(GAMMON.initial(), 0) in (0, 1)


def test_widening_orders_actions_by_their_payoffs() -> None:
    state = GAMMON.parse_position("8:0:1:1")
    bot = Mcts(GAMMON, seed=1, simulations=3000, widen=1.0)
    assert state.action_name(bot.choose(state, 0)) == "hit"


def test_alpha_beta_refuses_a_game_in_which_a_gain_is_no_loss_of_the_others() -> None:
    rules = SimpleNamespace(**vars(vault) | {"setup": lambda options: replace(vault.setup(options), teams=())})
    game = Game(replace(VAULT.definition, rules=rules), VAULT.options)
    with pytest.raises(InvalidOption, match=r"^in vault one seat's gain is not the loss of the others.*; mcts can"):
        make_bot("alphabeta", game, seed=1)
    make_bot("mcts", game, seed=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_random_games_pay_what_states_do(game: Game) -> None:
    made = survey(game.initial(), 50, generator(3))
    total = playouts(game.initial(), 1, seed=5)
    state, batch = game.initial(), Batch(game, generator(4).spawn(20))
    batch.reset()
    for points, paid in zip(made.points, made.payoffs, strict=True):
        assert game.payoff_range.covers(paid.tolist())
        if game is LUCK:
            assert points.tolist() == paid.tolist()
    assert game.payoff_range.covers(total.payoffs)
    while not batch.terminated.all():
        batch.step(np.where(batch.terminated, 0, batch.masks.argmax(axis=1)), batch.terminated)
        for number in np.flatnonzero(batch.terminated):
            state = batch.state(int(number))
            assert state.payoffs is not None
            assert batch.rewards[number].tolist() == pytest.approx([reward(game, payoff) for payoff in state.payoffs])
        if batch.terminated.any():
            break


def reward(game: Game, payoff: float) -> float:
    """Return what a learner gets: a declared payoff; else 1 or -1, alone and in the pairs."""
    if game in (LUCK_TO_WIN, PAIRS):
        return 2 * payoff - 1 if game.seats == 1 else 4 * payoff - 1
    return payoff


def test_a_range_of_payoffs_is_two_numbers() -> None:
    for least, greatest in ((1, 1), (2, 0), (0, float("inf")), (float("nan"), 1)):
        with pytest.raises(InvalidOption, match="expected two numbers, the lesser first"):
            PayoffRange(least, greatest)


def test_the_tiny_gammon_counts_as_its_option_says() -> None:
    state = gammon.game(gammon=5).parse_position("4:0:2:0").play(0)
    assert (state.payoffs, state.winners) == ((5.0, -5.0), (0,))
