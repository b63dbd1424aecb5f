"""Games that are stepped in one call have the interface of Gymnasium's vector environments."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

import ludarium.adapters.gymnasium  # noqa: F401  which registers the games
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, ParseError
from tests.adapters.test_gymnasium import IDS

SHORT: dict[str, Any] = {"turn_limit": 10}


def make(name: str = "ludarium/Orion-v0", num_envs: int = 3, **options: Any) -> Any:  # Gymnasium's types are too wide
    return gymnasium.make_vec(name, num_envs=num_envs, **options)


@pytest.mark.parametrize("name", IDS)
def test_observations_and_actions_are_in_their_spaces(name: str) -> None:
    envs = make(name, seat="random")
    envs.action_space.seed(1)
    (seen, infos), over = envs.reset(seed=1), np.zeros(3, np.bool_)
    for _ in range(30):
        assert seen in envs.observation_space
        assert seen[0] in envs.single_observation_space
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        assert (over | infos["action_mask"][[0, 1, 2], actions]).all()
        seen, earned, over, cut, infos = envs.step(actions)
        assert (earned.dtype, over.dtype, cut.any()) == (np.float64, np.bool_, np.False_)
        assert (infos["action_mask"].shape, infos["_action_mask"].all()) == ((3, envs.single_action_space.n), True)


def test_the_same_seed_gives_the_same_games() -> None:
    def games() -> tuple[npt.NDArray[Any], ...]:
        envs = make("ludarium/Ludo-v0", num_envs=50, goal=24, markers=1)
        envs.action_space.seed(2)
        envs.reset(seed=1)
        steps = [envs.step(envs.action_space.sample()) for _ in range(50)]
        return tuple(np.array(part) for part in zip(*(step[:3] for step in steps), strict=True))

    one, two = games(), games()
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert one[2].any()


def until_over(envs: Any) -> Any:
    step = envs.reset(seed=1)
    while len(step) == 2 or not step[2].any():
        step = envs.step(step[-1]["action_mask"].argmax(axis=1))
    return step


def test_next_step_autoreset() -> None:
    envs = make(**SHORT)
    start = envs.reset(seed=1)[0]
    seen, earned, over, _, infos = until_over(envs)
    assert over.all()
    assert not infos["action_mask"].any()
    assert (seen[:, 6] == 1).all()  # the plane of the turns
    seen, earned, over, _, infos = envs.step(np.full(3, 99))
    assert (seen == start).all()
    assert not earned.any()
    assert not over.any()


@pytest.mark.parametrize("copy", [True, False])
def test_same_step_autoreset_gives_final_observations(copy: bool) -> None:
    envs = make(**SHORT, autoreset_mode=AutoresetMode.SAME_STEP, copy=copy)
    start = envs.reset(seed=1)[0].copy()
    seen, _, over, _, infos = until_over(envs)
    assert over.all()
    assert (seen == start).all()
    assert infos["action_mask"].any(axis=1).all()
    assert all((infos["final_obs"][i][6] == 1).all() for i in range(3))
    assert (infos["_final_obs"] == over).all()
    assert not infos["final_info"]["action_mask"].any()


def test_disabled_autoreset_needs_a_reset() -> None:
    envs = make(**SHORT, autoreset_mode="Disabled")
    until_over(envs)
    with pytest.raises(GameOver):
        envs.step(np.zeros(3, np.int64))
    seen, infos = envs.reset(options={"reset_mask": np.array([True, False, True])})
    assert (seen[:, 6, 0, 0] == [0, 1, 0]).all()
    assert infos["action_mask"].any(axis=1).tolist() == [True, False, True]


def test_without_copy_the_same_arrays_are_filled_again() -> None:
    for copy in (False, True):
        envs = make(copy=copy)
        first = envs.reset(seed=1)[0]
        second = envs.step(np.full(3, 50))[0]
        assert np.shares_memory(first, second) != copy


def test_an_illegal_action_raises() -> None:
    envs = make()
    envs.reset(seed=1)
    with pytest.raises(IllegalMove, match="game 1: rotor a holds no piece of X"):
        envs.step(np.array([50, 0, 50]))
    with pytest.raises(IllegalMove, match="actions are whole numbers, not float64"):
        envs.step(np.array([50, 50, 30.5]))


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_a_step_before_the_first_reset_raises(mode: str) -> None:
    with pytest.raises(ResetNeeded, match="no game has begun: call reset first"):
        make(autoreset_mode=mode).step(np.zeros(3, np.int64))


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        (
            {"opponent": "hard"},
            InvalidOption,
            "the opponents play at random, not 'hard'; bots play with vectorization_mode",
        ),
        ({"seat": 5}, ParseError, "5 is not a seat of orion"),
        ({"num_envs": 0}, InvalidOption, "num_envs is a whole number from 1, not '0'"),
        ({"clicks": 0}, InvalidOption, "clicks is a whole number from 1 to 6"),
    ],
)
def test_invalid_arguments_are_refused(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        make(**options)


def test_bots_play_with_vectorization_mode_sync() -> None:
    envs = make("ludarium/Vortex-v0", opponent="hard", vectorization_mode="sync", tokens=1)
    infos = envs.reset(seed=1)[1]
    for _ in range(3):
        infos = envs.step(infos["action_mask"].argmax(axis=1))[-1]
    assert infos["action_mask"].shape == (3, envs.single_action_space.n)
