"""PettingZoo's own checks, and what they do not check."""

import copy
import pickle
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils import parallel_to_aec

import ludarium
from ludarium.adapters import rewards
from ludarium.adapters.pettingzoo import GameEnv, env, parallel_env
from ludarium.core.errors import IllegalMove, InvalidOption, LudariumError, ParseError

pytestmark = [  # PettingZoo's checks warn of every observation that holds its mask beside it
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:.*[Oo]bservation space.*"),
]
NAMES = ludarium.game_names()
OPTIONS = [
    ("orion", {"clicks": 2, "turn_limit": 20}),
    ("throngs", {"setup": "pie", "board": 93}),
    ("vortex", {"players": 4, "board": "round3"}),
    ("vortex", {"players": 1}),
    ("grid", {"players": 3, "rocks": 5, "turn_limit": 30}),
    ("ludo", {"players": 3, "markers": 1}),
]
SIMULTANEOUS = [("grid", {"turn_limit": 60}), ("grid", {"players": 4, "rocks": 3, "turn_limit": 60})]


Step = tuple[str, bytes, float, bool, bool, int | None]
"""An agent, its observation, reward, termination and truncation, and its action."""


def play(zoo: GameEnv, seed: int, steps: int = 10**6) -> list[Step]:
    """Play at random; return the steps."""
    zoo.reset(seed=seed)
    dice = np.random.default_rng(seed)
    seen: list[Step] = []
    for agent in zoo.agent_iter(max_iter=steps):
        observation, reward, over, cut, info = zoo.last()
        action = None if over or cut else int(dice.choice(np.flatnonzero(info["action_mask"])))
        seen.append((agent, observation["observation"].tobytes(), reward, over, cut, action))
        zoo.step(action)
    return seen


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in NAMES), *OPTIONS], ids=str)
def test_pettingzoo_finds_nothing_wrong(name: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        zoo = env(name, **options)
        zoo.reset(seed=seed)
        api_test(zoo, num_cycles=100)
    seed_test(partial(env, name, **options), num_cycles=100)
    assert play(env(name, **options), 5, 200) == play(env(name, **options), 5, 200)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_is_rendered_in_every_mode(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, name))
    assert capsys.readouterr().out


@pytest.mark.parametrize(("name", "options"), SIMULTANEOUS, ids=str)
def test_pettingzoo_finds_nothing_wrong_with_parallel_environments(name: str, options: dict[str, Any]) -> None:
    for seed in range(3):
        zoo = parallel_env(name, **options)
        zoo.reset(seed=seed)
        parallel_api_test(zoo, num_cycles=100)
    api_test(parallel_to_aec(parallel_env(name, **options)), num_cycles=50)
    if "rocks" not in options:  # these checks ignore the mask, and the outcomes of chance are no actions
        parallel_seed_test(partial(parallel_env, name, **options), num_cycles=50)
        state_test(env(name, **options), parallel_env(name, **options))
    render_test(partial(parallel_to_aec_env, name, **options))


def parallel_to_aec_env(name: str, **options: Any) -> AECEnv[Any, Any, Any]:  # PettingZoo is untyped
    return parallel_to_aec(parallel_env(name, **options))


def test_a_game_is_truncated_after_max_cycles() -> None:
    max_cycles_test(SimpleNamespace(env=partial(env, "grid"), parallel_env=partial(parallel_env, "grid")))
    acts = [agent for agent, *_, cut, action in play(env("ludo", max_cycles=5), 1) if action is not None]
    assert max(acts.count(agent) for agent in set(acts)) == 5


@pytest.mark.parametrize(("name", "options"), [("ludo", {"markers": 1}), ("orion", {"turn_limit": 10})], ids=str)
def test_rewards_are_given_once_at_the_end(name: str, options: dict[str, Any]) -> None:
    zoo = env(name, **options)
    for seed in range(4):
        played = play(zoo, seed)
        earned = {agent: sum(row[2] for row in played if row[0] == agent and row[3]) for agent in zoo.possible_agents}
        assert tuple(earned.values()) == rewards(zoo.unwrapped.episode.state)
        assert not any(row[2] for row in played if not row[3])


def test_both_interfaces_play_the_same_game() -> None:
    one, other = env("grid", turn_limit=30), parallel_env("grid", turn_limit=30)
    one.reset(seed=1)
    other.reset(seed=1)
    dice = np.random.default_rng(1)
    while other.agents:
        actions = {agent: int(dice.integers(4)) for agent in other.agents}
        seen, earned, over, _, _ = other.step(actions)
        for agent, action in actions.items():
            assert one.agent_selection == agent
            one.step(action)
        assert all((one.observe(agent)["observation"] == seen[agent]["observation"]).all() for agent in seen)
    assert all(over.values())
    assert all(one.terminations.values())
    assert {agent: one.unwrapped._cumulative_rewards[agent] for agent in earned} == earned


def test_sealed_actions_are_not_observed() -> None:
    zoo = env("grid")
    zoo.reset(seed=1)
    before = zoo.observe("player_1")["observation"]
    zoo.step(0)
    assert zoo.agent_selection == "player_1"
    assert (zoo.observe("player_1")["observation"] == before).all()


def test_an_illegal_action_raises_and_changes_nothing() -> None:
    zoo = env("orion")
    zoo.reset(seed=1)
    before = zoo.state_bytes()
    illegal = int(np.flatnonzero(zoo.last()[0]["action_mask"] == 0)[0])
    for action in (illegal, 10**6, -1, None, 30.5, "30"):
        with pytest.raises(IllegalMove):
            zoo.step(action)
    assert zoo.state_bytes() == before
    parallel = parallel_env("grid")
    parallel.reset(seed=1)
    with pytest.raises(IllegalMove, match="player_1 has no action: expected one of every agent"):
        parallel.step({"player_0": 1})
    with pytest.raises(IllegalMove, match="4 is not an action"):
        parallel.step({"player_0": 1, "player_1": 4})
    with pytest.raises(IllegalMove, match=r"'2\.5' is not an action: expected a whole number"):
        parallel.step({"player_0": 1, "player_1": 2.5})  # type: ignore[dict-item]  # what must be refused


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_saved_restored_copied_and_pickled(name: str) -> None:
    zoo = env(name)
    play(zoo, 3, 25)
    kept, others = zoo.state_bytes(), [copy.deepcopy(zoo), pickle.loads(pickle.dumps(zoo)), env(name)]
    others[2].reset(seed=8)
    others[2].restore(kept)
    for other in others:
        assert other.state_bytes() == kept
        assert other.agent_selection == zoo.agent_selection
        assert (other.last()[0]["action_mask"] == zoo.last()[0]["action_mask"]).all()
    for other in others[:2]:
        action = int(zoo.last()[0]["action_mask"].argmax())
        copied = copy.deepcopy(zoo)
        copied.step(action)
        other.step(action)
        assert other.state_bytes() == copied.state_bytes()


def test_restore_begins_a_game_and_saving_before_it_raises() -> None:
    begun, other = env("orion"), env("orion")
    begun.reset(seed=1)
    with pytest.raises(ResetNeeded, match="no game has begun: call reset first"):
        other.state_bytes()
    other.restore(begun.state_bytes())
    other.step(30)
    assert other.agent_selection == "player_1"
    assert other.state_bytes() != begun.state_bytes()


def test_a_parallel_game_is_saved_and_restored() -> None:
    zoo = parallel_env("grid")
    zoo.reset(seed=1)
    zoo.step({"player_0": 1, "player_1": 2})
    kept = zoo.state_bytes()
    zoo.step({"player_0": 0, "player_1": 0})
    zoo.restore(kept)
    assert zoo.state_bytes() == kept


@pytest.mark.parametrize("kept", [b"", b"{}", b"\xff", b'["nonsense", [], [0, 0]]', b"[1, 2]"], ids=str)
def test_other_bytes_are_refused(kept: bytes) -> None:
    zoo = env("orion")
    zoo.reset(seed=1)
    before = zoo.state_bytes()
    with pytest.raises(ParseError):
        zoo.restore(kept)
    assert zoo.state_bytes() == before


def test_illegal_sealed_actions_are_refused() -> None:
    zoo = env("grid")
    zoo.reset(seed=1)
    before = zoo.state_bytes()
    zoo.step(1)
    with pytest.raises(ParseError, match="is not a game: expected the bytes of state_bytes"):
        zoo.restore(zoo.state_bytes().replace(b"[0, 1]", b"[0, 9]"))
    zoo.restore(before)
    assert zoo.state_bytes() == before


def test_invalid_options_are_refused() -> None:
    with pytest.raises(InvalidOption, match="clicks"):
        env("orion", clicks=99)
    with pytest.raises(InvalidOption, match=r"; the environment's own are render_mode, max_cycles$"):
        env("orion", cycles=9)
    with pytest.raises(InvalidOption, match="render_mode is one of ansi, human, rgb_array, not 'rgb'"):
        env("orion", render_mode="rgb")
    with pytest.raises(InvalidOption, match="max_cycles is a whole number from 1, not '0'"):
        parallel_env("grid", max_cycles=0)
    with pytest.raises(LudariumError, match="one seat acts after another"):
        parallel_env("orion")


def test_options_are_added_to_those_of_a_spec() -> None:
    game = env("vortex(tokens=2)", die=4).unwrapped.episode.game
    assert game.spec == ludarium.load("vortex(tokens=2,die=4)").spec
    assert parallel_env("grid(width=9)", turn_limit=30).episode.game.spec == "grid(width=9,turn_limit=30)"
    with pytest.raises(InvalidOption, match=r"tokens is given twice: in .vortex\(tokens=2\)., and beside it"):
        env("vortex(tokens=2)", tokens=3)
