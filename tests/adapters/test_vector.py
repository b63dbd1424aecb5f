"""Games that are stepped in one call have the interface of Gymnasium's vector environments."""

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

import ludarium
import ludarium.adapters.gymnasium  # which registers the games
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError, ParseError
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
        envs = make("ludarium/Ludo-v1", num_envs=50, goal=24, markers=1)
        envs.action_space.seed(2)
        envs.reset(seed=1)
        steps = [envs.step(envs.action_space.sample()) for _ in range(50)]
        return tuple(np.array(part) for part in zip(*(step[:3] for step in steps), strict=True))

    one, two = games(), games()
    assert all((a == b).all() for a, b in zip(one, two, strict=True))
    assert one[2].any()


SHORT_GAMES: dict[str, dict[str, Any]] = {
    "ludarium/Grid-v0": {"turn_limit": 10, "players": 3, "rocks": 3},
    "ludarium/Ludo-v1": {"goal": 24, "markers": 1},
    "ludarium/Orion-v0": {"turn_limit": 10},
    "ludarium/Throngs-v0": {"turn_limit": 10},
    "ludarium/Vortex-v0": {"tokens": 1, "players": 3},
}


@pytest.mark.parametrize("name", IDS)
def test_every_game_is_that_of_the_single_environment_with_its_seed(name: str) -> None:
    options = SHORT_GAMES[name] | {"seat": "random", "render_mode": "ansi"}
    envs, singles = make(name, 2, **options), [gymnasium.make(name, **options) for _ in range(2)]
    seen, infos = envs.reset(seed=7)
    steps: list[Any] = [env.reset(seed=7 + number) for number, env in enumerate(singles)]
    over, ended = np.zeros(2, np.bool_), 0
    for _ in range(30):
        assert all((seen[i] == steps[i][0]).all() for i in range(2))
        assert all((infos["action_mask"][i] == steps[i][-1]["action_mask"]).all() for i in range(2))
        assert infos["seat"].tolist() == [step[-1]["seat"] for step in steps]
        assert envs.render() == tuple(env.render() for env in singles)
        actions = envs.action_space.sample()
        seen, earned, now_over, _, infos = envs.step(actions)
        for i, env in enumerate(singles):
            steps[i] = env.reset() if over[i] else env.step(actions[i])
            assert over[i] or steps[i][1:3] == (earned[i], now_over[i])
        over, ended = now_over, ended + now_over.sum()
    assert ended


def test_a_number_seeds_the_games_in_order_and_a_list_each_of_them() -> None:
    def start(seed: Any, games: int, **options: Any) -> list[bytes]:
        envs = make("ludarium/Ludo-v1", games)
        envs.reset(seed=1)
        return [seen.tobytes() for seen in envs.reset(seed=seed, **options)[0]]

    three = start(5, 3)
    assert len({*three, *start(8, 9)}) > 3
    assert start(5, 1) == three[:1]
    assert start([6, 5, 7], 3) == [three[1], three[0], three[2]]
    assert start([None, None, None], 3) == start(None, 3)
    mask = np.array([False, True, False])
    kept = [seen.tobytes() for seen in make("ludarium/Ludo-v1", 3).reset(seed=1)[0]]
    assert start([5, 6, 7], 3, options={"reset_mask": mask}) == [kept[0], three[1], kept[2]]
    with pytest.raises(InvalidOption, match="expected 3 seeds, one for each game, not 2"):
        start([1, 2], 3)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_a_learner_in_all_seats_sees_who_is_to_move_and_every_reward(mode: str) -> None:
    envs = make("ludarium/Vortex-v0", num_envs=9, seat="all", autoreset_mode=mode, tokens=1, players=3)
    infos, acted, ended = envs.reset(seed=1)[1], set[int](), 0
    assert "seat" not in infos
    for _ in range(60):
        acting = infos["to_move"]
        _, earned, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        assert (earned == infos["rewards"][range(9), acting]).all()
        assert (infos["rewards"].any(axis=1) == over).all()
        assert (infos["_rewards"] & infos["_to_move"]).all()
        acted, ended = acted.union(acting.tolist()), ended + over.sum()
    assert acted == {0, 1, 2}
    assert ended


def test_pictures_of_a_learner_in_all_seats_are_those_of_its_games() -> None:
    envs = make("ludarium/Grid-v0", 2, seat="all", render_mode="ansi", turn_limit=10)
    envs.reset(seed=1)
    start = envs.render()
    envs.step(np.array([0, 1]))
    assert envs.render() == start
    envs.step(np.array([2, 3]))
    games = [ludarium.load("grid(turn_limit=10)").initial().play(*step) for step in ((0, 2), (1, 3))]
    assert envs.render() == tuple(game.text() for game in games)


def test_pictures_need_a_render_mode_and_a_game() -> None:
    assert make().render() is None
    pixels = make(render_mode="rgb_array", num_envs=1)
    with pytest.raises(ResetNeeded, match="no game has begun"):
        pixels.render()
    pixels.reset(seed=1)
    (frame,) = pixels.render()
    assert frame.shape == (480, 480, 3)


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_samples_are_legal_in_environments_of_their_own(mode: str) -> None:
    envs = make(num_envs=2, vectorization_mode=mode, **SHORT)
    envs.action_space.seed(1)
    infos = envs.reset(seed=1)[1]
    with pytest.raises(LudariumError, match="these samples need the legal actions: expected sample"):
        envs.action_space.sample()
    ended = 0
    for _ in range(12):
        _, _, over, _, infos = envs.step(envs.action_space.sample(mask=infos["action_mask"]))
        ended += over.sum()
    assert ended
    envs.close()


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
            "random, greedy or the file of a learnt player, not 'hard'; bots play with vectorization_mode",
        ),
        ({"seat": 5}, ParseError, "5 is not a seat of orion: expected 0 to 1, 'random', or 'all'"),
        ({"render_mode": "human"}, InvalidOption, "render_mode is one of ansi, rgb_array, not 'human'"),
        ({"num_envs": 0}, InvalidOption, "num_envs is a whole number from 1, not '0'"),
        ({"envs": 2}, InvalidOption, "the environment's own are opponent, seat, autoreset_mode, render_mode, copy$"),
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
