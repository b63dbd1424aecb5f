"""Batches of games have the interface of stable-baselines3's vector environments.

The library needs PyTorch, which the tests do not install. Where it is missing, a stand-in with the part of its base
class on which subclasses rely takes its place, and the test of learning is skipped.
"""

import importlib
import runpy
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludarium.core.errors import IllegalMove, InvalidOption, ParseError

LIBRARY = "stable_baselines3"
MODULE = "ludarium.adapters.stable_baselines3"


class StandIn:
    """As in version 2.9 of the library, but without warnings."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.reset_infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self.render_mode = self.get_attr("render_mode")[0]
        self._reset_seeds()

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else [indices] if isinstance(indices, int) else indices

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        raise NotImplementedError

    def step_async(self, actions: Any) -> None:
        raise NotImplementedError

    def step_wait(self) -> Any:
        raise NotImplementedError

    def has_attr(self, name: str) -> bool:
        try:
            self.get_attr(name)
        except AttributeError:
            return False
        return True

    def step(self, actions: Any) -> Any:
        self.step_async(actions)
        return self.step_wait()

    def seed(self, seed: int) -> list[int | None]:
        self._seeds = [seed + number for number in range(self.num_envs)]
        return self._seeds


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return the adapter, on the library itself or on the stand-in."""
    if find_spec(LIBRARY) is None:
        for name in (LIBRARY, f"{LIBRARY}.common", f"{LIBRARY}.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        vars(sys.modules[f"{LIBRARY}.common.vec_env"])["VecEnv"] = StandIn
    yield importlib.import_module(MODULE)
    del sys.modules[MODULE]


def test_a_batch_is_a_vec_env(adapter: Any) -> None:
    envs = adapter.GameVecEnv("vortex", 9, tokens=1, seat="random")
    envs.seed(5)
    seen, ended, won = envs.reset(), 0, 0
    assert seen.dtype == np.float32
    assert seen.shape == (9, *envs.observation_space.shape)
    assert envs.action_space.n == 25
    assert [set(info) for info in envs.reset_infos] == [{"action_mask", "seat"}] * 9
    for _ in range(40):
        masks = np.stack(envs.env_method("action_masks"))
        seen, earned, over, infos = envs.step(masks.argmax(axis=1))
        assert seen[0] in envs.observation_space
        assert (earned.dtype, over.dtype, len(infos)) == (np.float32, np.bool_, 9)
        for i, info in enumerate(infos):
            assert (info["action_mask"] == envs.env_method("action_masks", indices=i)[0]).all()
            assert ("terminal_observation" in info) == over[i]
            assert over[i] or earned[i] == 0
            assert not over[i] or info["TimeLimit.truncated"] is False
            assert not over[i] or (info["terminal_observation"] != seen[i]).any()
        ended, won = ended + over.sum(), won + (earned > 0).sum()
    assert ended > won > 0


def test_seeds_are_those_of_the_vector_environment(adapter: Any) -> None:
    envs = adapter.GameVecEnv("ludo", 3)
    assert envs.seed(5) == [5, 6, 7]
    assert (envs.reset() == adapter.GameVectorEnv("ludo", 3).reset(seed=5)[0]).all()
    later = envs.reset()
    envs.seed(5)
    envs.reset()
    assert (envs.reset() == later).all()


def test_games_share_their_attributes(adapter: Any) -> None:
    envs = adapter.GameVecEnv("orion", 2, render_mode="rgb_array")
    assert envs.render_mode == "rgb_array"
    assert envs.has_attr("action_masks")
    assert not envs.has_attr("colour")
    assert envs.get_attr("render_mode", indices=[1]) == ["rgb_array"]
    assert envs.env_is_wrapped(object) == [False, False]
    with pytest.raises(AttributeError, match="share their attributes"):
        envs.set_attr("render_mode", None)
    envs.reset()
    assert [image.shape for image in envs.get_images()] == [(480, 480, 3)] * 2
    envs.close()


def test_invalid_arguments_are_refused(adapter: Any) -> None:
    with pytest.raises(ParseError, match="'all' is not a seat of orion: expected 0 to 1, or 'random'"):
        adapter.GameVecEnv("orion", 2, seat="all")
    with pytest.raises(InvalidOption, match="the file of a learnt player, not 'hard'"):
        adapter.GameVecEnv("orion", 2, opponent="hard")
    envs = adapter.GameVecEnv("orion", 2)
    envs.reset()
    with pytest.raises(IllegalMove, match="game 1: rotor a holds no piece of X"):
        envs.step(np.array([50, 0]))


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib, which needs PyTorch, is not installed")
def test_the_example_learns_to_beat_random_play() -> None:
    example = runpy.run_path("examples/learning/maskable_ppo.py")
    assert example["score"](example["learn"](30_000), 300) > 0.2


class Model:
    """A stand-in for MaskablePPO, with the calls that the example makes; it chooses the first legal action."""

    def __init__(self, policy: str, envs: Any, **options: Any) -> None:
        self.observation_space = envs.observation_space

    def learn(self, steps: int) -> "Model":
        return self

    def predict(
        self, observation: Any, state: Any = None, episode_start: Any = None, deterministic: bool = False,
        action_masks: Any = None,
    ) -> Any:  # fmt: skip
        return action_masks.argmax(), None


def test_the_example_of_a_small_board_plays_its_policy(adapter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    contrib, torch, threads = ModuleType("sb3_contrib"), ModuleType("torch"), list[int]()
    vars(contrib)["MaskablePPO"] = Model
    vars(torch)["set_num_threads"] = threads.append
    monkeypatch.setitem(sys.modules, "sb3_contrib", contrib)
    monkeypatch.setitem(sys.modules, "torch", torch)
    example = runpy.run_path("examples/learning/small_orion.py")
    assert (threads, example["FILE"]) == ([1], Path("examples/learning/small_orion.zip"))
    assert 0 <= example["score"](example["learn"](100), "random", 4) <= 1


@pytest.mark.skipif(find_spec("sb3_contrib") is None, reason="sb3-contrib, which needs PyTorch, is not installed")
def test_the_example_of_a_small_board_learns_to_beat_random_play() -> None:
    example = runpy.run_path("examples/learning/small_orion.py")
    assert example["score"](example["learn"](40_000), "random", 100) > 0.7
