"""A trained policy as a player: of stable-baselines3, sb3-contrib, or any object that predicts from an observation."""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

import numpy as np

from ludarium.adapters import Mask, action_mask
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Singles
from ludarium.core.observe import observe
from ludarium.core.text import shorten
from ludarium.players.player import BotFailed

Predict = Callable[[Singles, Mask], Any]


class PolicyPlayer:
    """A player `(state, seat) -> action` whose actions a trained policy predicts.

    `policy` is a model of stable-baselines3 or sb3-contrib, another object with a method
    `predict(observation, mask)`, or such a function. The observation is that of the seat, as in the environments, and
    the mask has 1 for every legal action. What is predicted is an action, or a tuple that begins with it.
    `deterministic` is for models of the libraries: their best action, or one drawn as they learnt.

    >>> import ludarium
    >>> last = PolicyPlayer(lambda observation, mask: mask.nonzero()[0][-1], name="last")
    >>> record = ludarium.play_match("orion(rows=3,columns=3,turn_limit=10)", [last, "easy"], seed=1)
    >>> record.tags["X"]
    'last'
    """

    def __init__(self, policy: Any, *, name: str = "", deterministic: bool = True) -> None:
        self.__name__ = name or getattr(policy, "__name__", type(policy).__name__)
        self._predict = _predict(policy, deterministic)
        self._shape = getattr(getattr(policy, "observation_space", None), "shape", None)

    def prepare(self, game: Game) -> None:
        """Check that the policy was trained on observations of this shape; called before a match.

        Raises `BotFailed`.
        """
        seen, shape = self._shape, game.observation.shape
        if seen is not None and tuple(seen) != shape:
            raise BotFailed(f"sees {tuple(seen)}, the shape of its training; {game.spec} shows {shape}")

    def __call__(self, state: State, seat: int) -> int:
        """Return the action that the policy predicts for a seat that must act.

        Raises `IllegalMove` for a prediction that is no legal action.
        """
        mask = action_mask(state, seat)
        predicted = self._predict(observe(state, seat), mask)
        chosen = np.asarray(predicted[0] if isinstance(predicted, tuple) and predicted else predicted)
        if chosen.size != 1 or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"{shorten(repr(predicted))} is not an action: expected a whole number")
        action = int(chosen.reshape(-1)[0])
        if not 0 <= action < len(mask) or not mask[action]:
            raise IllegalMove(f"the policy chose {action}: expected an action of the mask")
        return action


def _predict(policy: Any, deterministic: bool) -> Predict:
    """Return the prediction of a policy as a function of the observation and the mask."""
    function: Callable[..., Any] = policy.predict if callable(getattr(policy, "predict", None)) else policy
    if not callable(function):
        raise ParseError(f"{shorten(repr(policy))} is not a policy: expected a method predict(observation, mask)")
    parameters = signature(function).parameters
    if "action_masks" in parameters:  # MaskablePPO of sb3-contrib
        return lambda seen, mask: function(seen, action_masks=mask, deterministic=deterministic)
    if "episode_start" in parameters:  # stable-baselines3, whose algorithms know no masks
        return lambda seen, _: function(seen, deterministic=deterministic)
    kinds = [parameter.kind for parameter in parameters.values()]
    places = kinds.count(Parameter.POSITIONAL_ONLY) + kinds.count(Parameter.POSITIONAL_OR_KEYWORD)
    if places < 2 and Parameter.VAR_POSITIONAL not in kinds:
        raise ParseError(f"{shorten(repr(policy))} is not a policy: expected predict(observation, mask)")
    return function
