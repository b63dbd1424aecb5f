"""Many games side by side as a `VecEnv`, for the algorithms of stable-baselines3 and sb3-contrib."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters.learner import Seat, check_seat
from ludarium.adapters.vector import GameVectorEnv
from ludarium.core.extras import extra
from ludarium.core.kernel import Singles, Vector

with extra("stable-baselines3", "this adapter"):
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv

Bools = npt.NDArray[np.bool_]
Infos = list[dict[str, Any]]


class GameVecEnv(VecEnv):  # type: ignore[misc]  # the library is not installed where types are checked
    """Many games of a learner against random play, stepped in one call; a game that is over begins again at once.

    `seat` is the learner's seat or "random"; other options are those of `GameVectorEnv` and of the game.
    `MaskablePPO` finds the masks of legal actions by itself; algorithms without masks play illegal actions, which
    raise `IllegalMove`.

    Raises `InvalidOption` or `ParseError` for an option or a seat that does not exist.
    """

    def __init__(self, name: str, num_envs: int, *, seat: Seat = 0, **options: Any) -> None:
        self.games = GameVectorEnv(name, num_envs, seat=seat, autoreset_mode=AutoresetMode.SAME_STEP, **options)
        check_seat(self.games.game, seat, "random")
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)
        self._actions: Vector = np.zeros(num_envs, np.int64)

    def reset(self) -> Singles:
        """Begin all games, with the seeds of `seed`; returns the observations."""
        observations, infos = self.games.reset(seed=self._seeds)
        self.reset_infos = self._split(infos)
        self._reset_seeds()
        return observations

    def step_async(self, actions: Vector) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Singles, Singles, Bools, Infos]:
        """Play every learner's action, and go on until it must act again; returns observations, rewards, dones, infos.

        Raises `IllegalMove`, or `ResetNeeded` before the first games; then nothing has changed.
        """
        observations, rewards, over, _, infos = self.games.step(self._actions)
        found = self._split(infos)
        for number in np.flatnonzero(over):
            last = {"terminal_observation": infos["final_obs"][number], "TimeLimit.truncated": False}
            found[number] |= last
        return observations, rewards.astype(np.float32), over, found

    def close(self) -> None:
        """Do nothing: games hold nothing that must be released."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, which all games share, once for each game."""
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise `AttributeError`, because games have no attributes of their own."""
        raise AttributeError(f"{attr_name} cannot be set for some games: all games of a batch share their attributes")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        """Call a method that returns one value for each game, such as `action_masks`; return those of some games."""
        found = getattr(self.games, method_name)(*args, **options)
        return [found[number] for number in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        """Return False for each game."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> tuple[Any, ...]:
        """Return the picture of every game as pixels."""
        return self.games.render() or ()

    def _split(self, infos: dict[str, Any]) -> Infos:
        """Return the masks and the seats, a dictionary for each game."""
        pairs = zip(infos["action_mask"], infos["seat"].tolist(), strict=True)
        return [{"action_mask": mask, "seat": seat} for mask, seat in pairs]
