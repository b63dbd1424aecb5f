"""Gymnasium vector environments: many games, in each a learner against random play, stepped in one compiled call.

>>> import gymnasium, ludarium.adapters.gymnasium
>>> envs = gymnasium.make_vec("ludarium/Orion-v0", num_envs=1000, clicks=2)
>>> observations, infos = envs.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
>>> observations.shape, infos["action_mask"].shape
((1000, 7, 11, 11), (1000, 51))
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters.gymnasium import Info, Seat, observation_space, parse_seat
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.core.extras import extra
from ludarium.core.kernel import Floats, Singles, Vector
from ludarium.core.registry import load
from ludarium.core.spec import Value, format_spec
from ludarium.core.text import shorten
from ludarium.search.batch import Batch
from ludarium.search.player import levels

with extra("gymnasium", "this adapter"):
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Bools = npt.NDArray[np.bool_]


class GameVectorEnv(VectorEnv[Singles, Vector, Any]):
    """Many games side by side; a game that is over begins again as `autoreset_mode` says.

    The opponents play at random. With `copy=False` every step fills the same arrays again, which is faster if
    observations are large.

    Raises `InvalidOption` or `ParseError` for an option, an opponent or a seat that does not exist.
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        *,
        opponent: str = "random",
        seat: Seat = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Value,
    ) -> None:
        game = load(format_spec(name, options))
        if levels(game).get(opponent, opponent) != "random":
            raise InvalidOption(
                f"in games that are stepped in one call the opponents play at random, not {shorten(opponent)}; "
                f"bots play with vectorization_mode='sync'"
            )
        if num_envs < 1:
            raise InvalidOption(f"num_envs is a whole number from 1, not {shorten(str(num_envs))}")
        parse_seat(game, seat)
        self.game, self.num_envs, self.copy = game, num_envs, copy
        self._batch = Batch(game, num_envs, None if seat == "random" else seat, self.np_random, copy=copy)
        self._mode, self._has_reset = AutoresetMode(autoreset_mode), False
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_observation_space = observation_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.action_space = LegalBatch(self._batch)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Singles, Info]:
        """Begin all games, or those that `options["reset_mask"]` marks; one seed is for all of them."""
        super().reset(seed=seed)
        self._batch.rng = self.np_random
        self._batch.reset((options or {}).get("reset_mask"))
        self._has_reset = True
        return self._batch.observations, self._infos()

    def step(self, actions: Vector) -> tuple[Singles, Floats, Bools, Bools, Info]:
        """Play every learner's action, and go on until it must act again.

        Returns observations, rewards, terminations, truncations (all False) and infos.
        Raises `IllegalMove`, `GameOver`, or `ResetNeeded` before the first games; then nothing has changed.
        """
        if not self._has_reset:
            raise ResetNeeded("no game has begun: call reset first")
        batch, final, chosen = self._batch, Info(), np.asarray(actions)
        if chosen.dtype.kind not in "biu":
            raise IllegalMove(f"actions are whole numbers, not {chosen.dtype}")
        batch.step(chosen, batch.terminated.copy() if self._mode == AutoresetMode.NEXT_STEP else None)
        rewards, terminations = batch.rewards.copy(), batch.terminated.copy()
        if self._mode == AutoresetMode.SAME_STEP and terminations.any():
            final = self._final_infos(terminations)
            batch.reset(terminations)
        return batch.observations, rewards, terminations, np.zeros_like(terminations), self._infos() | final

    def _infos(self) -> Info:
        masks, seats = self._batch.masks, self._batch.seats
        every = np.ones(self.num_envs, np.bool_)
        found = {"action_mask": masks.copy() if self.copy else masks, "seat": seats.copy()}
        return found | {f"_{key}": every for key in found}

    def _final_infos(self, terminations: Bools) -> Info:
        """Return the last observations and infos of games that begin again in the same step, by Gymnasium's keys."""
        observations = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(terminations):
            observations[number] = self._batch.observations[number].copy()
        info = {key: terminations if key.startswith("_") else value.copy() for key, value in self._infos().items()}
        return {
            "final_obs": observations,
            "_final_obs": terminations,
            "final_info": info,
            "_final_info": terminations,
        }


class LegalBatch(spaces.MultiDiscrete[np.int64]):
    """The space of the actions of all learners, of which `sample` returns actions that are legal now."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        super().__init__(np.full(len(batch.terminated), batch.game.num_actions))

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """Return a random legal action of every learner, unless a mask or probabilities are given."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        random_numbers = 1 - self.np_random.random(self._batch.masks.shape)
        chosen: Vector = np.argmax(self._batch.masks * random_numbers, axis=1)
        return chosen
