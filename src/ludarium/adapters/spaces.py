"""The spaces of learners: observations, and actions of which samples are legal."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters import Mask
from ludarium.core.errors import LudariumError
from ludarium.core.extras import extra
from ludarium.core.game import Game
from ludarium.core.kernel import Vector

with extra("gymnasium", "this adapter"):
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space


class LegalActions(spaces.Discrete[np.int64]):
    """The space of all actions, of which `sample` returns one that is legal now.

    Gymnasium's tools give this space and the environment the same seed, and sample before they reset. Therefore a
    sample after `seed` is legal in the position that a reset with that seed leads to, and, if possible, in the present
    position.
    """

    def __init__(self, num_actions: int, mask_after_reset: Callable[[int], Mask]) -> None:
        super().__init__(num_actions)
        self._mask_after_reset = mask_after_reset
        self._mask = np.ones(num_actions, np.int8)
        self._seed: int | None = None

    def set_mask(self, mask: Mask) -> None:
        """Set the legal actions of a new position."""
        self._mask, self._seed = mask, None

    def seed(self, seed: int | None = None) -> Any:
        """Seed the samples."""
        self._seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """Return a random legal action, unless a mask or probabilities are given."""
        if mask is None and probability is None:
            mask = self._mask
            if self._seed is not None:
                after = self._mask_after_reset(self._seed)
                mask = after & mask if (after & mask).any() else after
        return super().sample(mask, probability)


class LegalBatch(spaces.MultiDiscrete[np.int64]):
    """The space of the actions of many learners, of which `sample` returns legal ones.

    `masks` has a row of legal actions for each learner. Where they are not known, because each game is an environment
    of its own, samples need `infos["action_mask"]`.
    """

    def __init__(self, games: int, num_actions: int, masks: Mask | None = None) -> None:
        super().__init__(np.full(games, num_actions))
        self._masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> npt.NDArray[np.int64]:
        """Return a random legal action of every learner; 0 for one that has none.

        A mask is an array like `infos["action_mask"]`. Raises `LudariumError` if it is needed and missing.
        """
        if probability is not None:
            return super().sample(mask, probability)
        masks = self._masks if mask is None else np.asarray(mask)
        if masks is None:
            raise LudariumError('these samples need the legal actions: expected sample(mask=infos["action_mask"])')
        random_numbers = 1 - self.np_random.random(masks.shape)
        chosen: Vector = np.argmax(masks * random_numbers, axis=1)
        return chosen


@batch_space.register(LegalActions)
def _batch_legal_actions(space: LegalActions, n: int = 1) -> LegalBatch:
    return LegalBatch(n, int(space.n))


def observation_space(game: Game) -> spaces.Box[np.float32]:
    """Return the space of a seat's observations."""
    return spaces.Box(game.observation.low, game.observation.high, dtype=np.float32)
