"""A game that pays on the way: every adapter gives rewards in the step in which they are earned, the payoff in all."""

from dataclasses import replace

import gymnasium
import numpy as np
import pyspiel
import pytest

from ludarium.adapters import gymnasium as single
from ludarium.adapters import learner, openspiel, pettingzoo, rewards, vector
from ludarium.core import registry
from ludarium.core.game import Game, State
from ludarium.core.rng import generator
from ludarium.search.batch import Batch
from tests.tiny import LUCK, luck

BANK = 1


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return the game of luck, which pays what is brought to the bank, under any name in every adapter."""
    game = Game(LUCK.definition, LUCK.options)
    vars(game)["observation"] = replace(game.observation, earned=luck.results)
    monkeypatch.setattr(learner, "load", lambda spec: game)
    return game


def in_the_bank(state: State) -> float:
    return float(state.vector[3])


def test_rewards_are_what_was_earned_since_a_state(game: Game) -> None:
    state = game.parse_position("3:0:5:4")
    after = state.move("bank")
    assert rewards(after, state) == (5.0,)
    assert rewards(after) == (9.0,)
    assert rewards(state.move("throw"), state) == (0.0,)


def test_gymnasium_pays_on_the_way(game: Game) -> None:
    env = single.GameEnv("luck")
    env.reset(seed=3)
    paid, over = list[float](), False
    while not over:
        before = in_the_bank(env.state)
        _, reward, over, _, _ = env.step(len(paid) % 2)  # to throw, and to bank
        assert reward == in_the_bank(env.state) - before
        paid.append(reward)
    assert sum(paid) == in_the_bank(env.state) > 0
    assert any(paid[:-1])
    env.reset(seed=3)
    env.restore(b"3:0:5:4")
    assert env.step(BANK)[1] == 5.0


@pytest.mark.parametrize("mode", list(gymnasium.vector.AutoresetMode))
def test_vector_environments_pay_as_single_ones(game: Game, mode: gymnasium.vector.AutoresetMode) -> None:
    envs, alone = vector.GameVectorEnv("luck", 2, autoreset_mode=mode), single.GameEnv("luck")
    envs.reset(seed=3)
    alone.reset(seed=3)
    choice, over, earned = generator(1), False, 0.0
    while not over:
        action = int(choice.integers(2))
        _, reward, over, _, _ = alone.step(action)
        _, paid, ended, _, _ = envs.step(np.array([action, BANK]))
        assert (paid[0], ended[0]) == (reward, over)
        earned += reward
    assert earned > 0


def test_batches_pay_from_given_positions_and_after_a_reset(game: Game) -> None:
    batch = Batch(game, [generator(1), generator(2)])
    batch.reset(positions=[game.parse_position("3:0:5:4"), game.parse_position("7:0:2:1")])
    batch.step(np.array([BANK, BANK]))
    assert batch.rewards.tolist() == [[5.0], [2.0]]
    assert batch.terminated.tolist() == [False, True]
    batch.step(np.array([BANK, 0]), batch.terminated.copy())
    assert batch.rewards.tolist() == [[0.0], [0.0]]


@pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo warns of what a game does not use
def test_pettingzoo_pays_on_the_way(game: Game) -> None:
    env, choice = pettingzoo.env("luck"), generator(1)
    env.reset(seed=3)
    state, total = env.unwrapped.episode.state, 0.0
    while env.agents:
        agent = env.agent_selection
        if env.terminations[agent]:
            env.step(None)
            continue
        env.step(int(choice.integers(2)))
        after = env.unwrapped.episode.state
        assert env.rewards[agent] == in_the_bank(after) - in_the_bank(state)
        state, total = after, total + env.rewards[agent]
    assert total == in_the_bank(state) > 0


def test_openspiel_pays_on_the_way(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda spec: game)
    kind = type("SpielLuck", (openspiel.SpielGame,), {"name": "luck"})
    found = kind()
    assert found.get_type().reward_model == pyspiel.GameType.RewardModel.REWARDS
    state, choice, total = found.new_initial_state(), generator(1), 0.0
    while not state.is_terminal():
        state.apply_action(int(choice.choice(state.legal_actions())))
        total += state.rewards()[0]
        assert total == state.returns()[0] == in_the_bank(state.ludarium_state)
    assert total > 0
