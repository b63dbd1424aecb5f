"""A trained policy plays in matches, tournaments and from a file, whatever library it comes from."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.adapters import Mask
from ludarium.adapters.policy import PolicyPlayer
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.kernel import Singles
from ludarium.players.player import BotFailed
from ludarium.tournament import Results, Tournament, TournamentConfig

SPEC = "orion(rows=3,columns=3,turn_limit=20)"
START = ludarium.load(SPEC).initial()


class Masked:
    """With the signature of MaskablePPO; it chooses the last legal action, or the first one if it may draw."""

    observation_space = SimpleNamespace(shape=START.game.observation.shape)

    def predict(
        self, observation: Singles, state: Any = None, episode_start: Any = None, deterministic: bool = False,
        action_masks: Mask | None = None,
    ) -> tuple[np.ndarray[Any, Any], None]:  # fmt: skip
        assert action_masks is not None
        assert observation.shape == self.observation_space.shape
        legal = np.flatnonzero(action_masks)
        return np.array(legal[-1 if deterministic else 0]), None


class Unmasked:
    """With the signature of PPO, which knows no masks."""

    def __init__(self, action: int) -> None:
        self.action = action

    def predict(
        self, observation: Singles, state: Any = None, episode_start: Any = None, deterministic: bool = False
    ) -> tuple[np.ndarray[Any, Any], None]:
        return np.array([self.action]), None


class Plain:
    def predict(self, observation: Singles, mask: Mask) -> int:
        return int(mask.argmax())


def test_a_masked_policy_is_asked_with_observation_and_mask() -> None:
    assert PolicyPlayer(Masked())(START, 0) == START.legal()[-1]
    assert PolicyPlayer(Masked(), deterministic=False)(START, 0) == START.legal()[0]


def test_the_observation_is_that_of_the_seat() -> None:
    seen = list[Singles]()

    def predict(observation: Singles, mask: Mask) -> int:
        seen.append(observation)
        return int(mask.argmax())

    PolicyPlayer(predict)(START.move("pass"), 1)
    assert (seen[0] == ludarium.observe(START.move("pass"), 1)).all()


@pytest.mark.parametrize("policy", [Plain(), lambda observation, mask: mask.argmax(), Unmasked(START.legal()[0])])
def test_objects_and_functions_are_policies(policy: Any) -> None:
    assert PolicyPlayer(policy)(START, 0) == START.legal()[0]


@pytest.mark.parametrize("answer", [0.5, "a+", None, [1, 2], (), np.array([1.0])])
def test_what_is_no_action_is_refused(answer: Any) -> None:
    with pytest.raises(IllegalMove, match="is not an action: expected a whole number"):
        PolicyPlayer(lambda observation, mask: answer)(START, 0)


@pytest.mark.parametrize("action", [-1, 0, 19, 10**6])
def test_an_action_that_is_not_legal_is_refused(action: int) -> None:
    with pytest.raises(IllegalMove, match=f"the policy chose {action}: expected an action of the mask"):
        PolicyPlayer(Unmasked(action))(START, 0)


@pytest.mark.parametrize("policy", [3, "ppo", lambda observation: 0, SimpleNamespace(predict=None)])
def test_what_predicts_nothing_is_refused(policy: Any) -> None:
    with pytest.raises(ParseError, match="is not a policy: expected"):
        PolicyPlayer(policy)


def test_a_policy_plays_a_match_and_is_named_by_its_class() -> None:
    record = ludarium.play_match(SPEC, [PolicyPlayer(Masked()), "easy"], seed=1)
    assert record.tags["X"] == "Masked"
    assert "Forfeit" not in str(record)


def test_a_policy_of_another_game_cannot_begin() -> None:
    with pytest.raises(BotFailed, match=r"Masked sees \(7, 7, 7\), .*; orion shows \(7, 11, 11\)"):
        ludarium.play_match("orion", [PolicyPlayer(Masked()), "easy"])


def test_a_policy_plays_a_tournament() -> None:
    players = {"ppo": PolicyPlayer(Masked()), "Ann": "random", "Bob": PolicyPlayer(Plain())}
    tournament = Tournament(TournamentConfig.make(game=SPEC, players=players, games=2))
    for _ in tournament.play():
        pass
    assert not Results.of(tournament).forfeits
    assert sorted(score.player for score in tournament.standings()) == ["Ann", "Bob", "ppo"]


def test_a_policy_of_a_file_plays_wherever_a_spec_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from ludarium.adapters.policy import PolicyPlayer\n"
        "think = PolicyPlayer(lambda observation, mask: int(mask.argmax()))\n"
    )
    record = ludarium.play_match(SPEC, [f"{file}:think", "random"], seed=1)
    assert len(record.turns) > 1
