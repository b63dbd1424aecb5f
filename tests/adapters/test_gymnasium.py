"""Gymnasium's own checks, and what they do not check."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import ludarium
from ludarium.adapters import rewards
from ludarium.adapters.gymnasium import GameEnv
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError, ParseError
from ludarium.core.extras import install_command
from ludarium.core.game import State
from ludarium.core.observe import observe
from ludarium.scenes import text
from ludarium.scenes.picture import draw

IDS = [f"ludarium/{name.title()}-v{ludarium.load(name).observation.version}" for name in ludarium.game_names()]
OTHERS = [
    ("ludarium/Orion-v0", {"clicks": 1, "seat": 1}),
    ("ludarium/Throngs-v0", {"setup": "pie", "board": 93, "seat": 1}),
    ("ludarium/Vortex-v0", {"players": 4, "board": "round3", "seat": "random"}),
    ("ludarium/Vortex-v0", {"players": 1}),
    ("ludarium/Grid-v0", {"players": 3, "rocks": 5, "opponent": "rush"}),
    ("ludarium/Ludo-v1", {"opponent": "auto120", "seat": "random"}),
]


def make(name: str, **options: Any) -> GameEnv:  # options of any game
    env = gymnasium.make(name, **options).unwrapped
    assert isinstance(env, GameEnv)
    return env


@pytest.mark.parametrize(("name", "options"), [*((name, {}) for name in IDS), *OTHERS], ids=str)
def test_gymnasium_finds_nothing_wrong(name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    check_env(make(name, **options))
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", IDS)
def test_a_random_learner_gets_the_rewards_of_the_state(name: str) -> None:
    env = make(name, **({"turn_limit": 40} if "Vortex" not in name else {"tokens": 1}))
    env.action_space.seed(1)
    for seed in range(2):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            assert (seen == observe(env.state, 0)).all()
            assert tuple(info["action_mask"].nonzero()[0]) == env.state.legal(0)
            assert (env.action_masks() == info["action_mask"]).all()
            seen, reward, over, cut, info = env.step(env.action_space.sample())
            assert reward == rewards(env.state)[0]
            assert cut is False
        assert env.state.payoffs is not None
        assert not info["action_mask"].any()


@pytest.mark.parametrize(
    ("name", "opponent"),
    [
        ("ludarium/Vortex-v0", lambda state, seat: state.legal(seat)[-1]),
        ("ludarium/Vortex-v0", lambda state, seat: state.action_name(state.legal(seat)[-1], seat)),
        ("ludarium/Grid-v0", lambda state, seat: state.action_name(state.legal(seat)[-1], seat)),
    ],
    ids=["an action", "a turn", "an order"],
)
def test_a_function_is_an_opponent(name: str, opponent: Callable[[State, int], int | str]) -> None:
    asked = []

    def seen(state: State, seat: int) -> int | str:
        asked.append(seat)
        return opponent(state, seat)

    env = make(name, opponent=seen, tokens=2) if "Vortex" in name else make(name, opponent=seen)
    env.reset(seed=3)
    while not asked:
        env.step(env.state.legal(0)[0])
    assert set(asked) == {1}


@pytest.mark.parametrize("opponent", [GameEnv, 3, None], ids=repr)
def test_what_is_no_player_is_no_opponent(opponent: object) -> None:
    with pytest.raises(ParseError, match="is not a player"):
        make("ludarium/Orion-v0", opponent=opponent)


def test_the_same_seed_gives_the_same_game_with_every_bot() -> None:
    def game() -> list[str]:
        env = make("ludarium/Orion-v0", opponent="mcts(simulations=20)", seat="random", turn_limit=20)
        env.action_space.seed(3)
        env.reset(seed=3)
        positions = []
        while env.state.actors:
            env.step(env.action_space.sample())
            positions.append(str(env.state))
        return positions

    assert game() == game()


@pytest.mark.parametrize("action", [-1, 0, 51, 2**40, 30.5, "30", None])
def test_an_illegal_action_raises_and_changes_nothing(action: object) -> None:
    env = make("ludarium/Orion-v0")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(IllegalMove):
        env.step(action)  # type: ignore[arg-type]  # some have the wrong type
    assert env.state is before


def test_no_step_is_possible_before_or_after_a_game() -> None:
    env = make("ludarium/Orion-v0", turn_limit=10)
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.step(0)
    env.reset(seed=1)
    while env.state.actors:
        env.step(50)
    with pytest.raises(GameOver, match="the game is over: a draw"):
        env.step(50)


def test_a_sample_after_seeding_is_legal_where_the_seed_leads() -> None:
    """As in `check_env`: seed the space, sample, reset with the seed, and play the sample."""
    env = make("ludarium/Throngs-v0", seat=1)
    env.reset(seed=1)
    for seed in range(10):
        env.action_space.seed(seed)
        action = env.action_space.sample()
        env.reset(seed=seed)
        env.step(action)


def test_a_sample_after_seeding_is_legal_here_if_possible() -> None:
    env = make("ludarium/Grid-v0", opponent="random")
    env.reset(seed=1)
    env.action_space.seed(5)
    env.step(env.action_space.sample())
    assert env.action_space.sample(mask=np.array([0, 0, 1, 0], np.int8)) == 2


def test_a_position_can_be_saved_and_restored() -> None:
    env, other = make("ludarium/Vortex-v0", opponent="easy"), make("ludarium/Vortex-v0", opponent="medium")
    env.reset(seed=1)
    for _ in range(5):
        env.step(env.action_space.sample())
    kept, seen = env.state_bytes(), observe(env.state, 0)
    other.reset(seed=9)
    assert (other.restore(kept)[0] == seen).all()
    assert other.state == env.state
    for wrong in (b"no position", b"\xff\xfe"):
        with pytest.raises(ParseError):
            other.restore(wrong)
    assert other.state == env.state


def test_the_state_is_rendered_in_every_mode(capsys: pytest.CaptureFixture[str]) -> None:
    as_text, as_pixels = (
        make("ludarium/Orion-v0", render_mode="ansi"),
        make("ludarium/Orion-v0", render_mode="rgb_array"),
    )
    for env in (as_text, as_pixels):
        env.reset(seed=1)
    assert as_text.render() == text.render(draw(as_text.state))
    before = as_pixels.render()
    assert isinstance(before, np.ndarray)
    assert before.dtype == np.uint8
    assert before.shape == (480, 480, 3)
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 5
    as_pixels.step(40)
    after = as_pixels.render()
    assert isinstance(after, np.ndarray)
    assert (after != before).any()
    shown = make("ludarium/Orion-v0", render_mode="human")
    shown.reset(seed=1)
    assert "( a )" in capsys.readouterr().out
    assert make("ludarium/Orion-v0").render_mode is None


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"clicks": 9}, InvalidOption, "clicks is a whole number from 1 to 6"),
        ({"click": 2}, InvalidOption, "orion has no option 'click'; did you mean clicks?"),
        ({"opponents": "easy"}, InvalidOption, "; the environment's own are opponent, seat, render_mode$"),
        ({"opponent": "hrd"}, ParseError, "orion has no bot 'hrd'; did you mean hard?"),
        ({"render_mode": "rgb"}, InvalidOption, "render_mode is one of ansi, human, rgb_array, not 'rgb'"),
        ({"seat": 2}, ParseError, "2 is not a seat of orion: expected 0 to 1, or 'random'"),
    ],
)
def test_invalid_arguments_are_refused(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said.replace("?", r"\?")):
        GameEnv("orion", **options)


@pytest.mark.parametrize("package", ["gymnasium", "resvg"])
def test_the_error_of_a_missing_library_names_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    for module in ("gymnasium", "rendering"):
        monkeypatch.delitem(sys.modules, f"ludarium.adapters.{module}")
    with pytest.raises(LudariumError) as missing:
        importlib.import_module("ludarium.adapters.gymnasium")
    assert str(missing.value) == f"{package} is missing; this adapter needs {install_command('gymnasium')}"


def test_an_opponent_may_have_an_evaluation_of_a_file() -> None:
    env = make("ludarium/Ludo-v1", opponent="mcts(simulations=8,evaluate=examples/bots/ludo_net.py:evaluate)", seat=1)
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()
    with pytest.raises(LudariumError, match="has an evaluation that cannot be read"):
        make("ludarium/Ludo-v1", opponent="mcts(evaluate=nowhere.py:evaluate)")


def test_options_are_added_to_those_of_a_spec() -> None:
    made = GameEnv("vortex(tokens=2)", opponent="random", die=4)
    assert made.game.spec == ludarium.load("vortex(tokens=2,die=4)").spec
