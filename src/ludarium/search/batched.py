"""Evaluations of many positions at once, in Python: what they get, what they return, and the search with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludarium.core.cached import cached_property
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Singles, Vector
from ludarium.core.payoffs import LEAST, SPAN
from ludarium.core.text import shorten
from ludarium.search import puct, tree
from ludarium.search.descent import DEEPEST
from ludarium.search.search_tree import SearchTree

_TOLERANCE = 1e-6


class EvaluationFailed(LudariumError):
    """An evaluation in Python raised an exception, or returned what no search can use."""


@dataclass(frozen=True)
class EvaluationBatch:
    """Positions that a search asks an evaluation about; in each of them a seat must act. Rows are positions.

    | field          | shape and type        | holds                                                            |
    | -------------- | --------------------- | ---------------------------------------------------------------- |
    | `game`         |                       | the game                                                         |
    | `observations` | (n, *shape) float32   | what the seat to move sees, as `game.observation` describes it   |
    | `masks`        | (n, num_actions) int8 | 1 for every legal action of that seat                            |
    | `to_move`      | (n,) int64            | the seat to move; in a simultaneous turn the first that must act |
    | `positions`    | (n, words) int64      | the vectors of the positions                                     |
    """

    game: Game
    observations: Singles
    masks: npt.NDArray[np.int8]
    to_move: Vector
    positions: Vector

    def __len__(self) -> int:
        return len(self.to_move)

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The positions as states."""
        return tuple(State(self.game, position.tobytes()) for position in self.positions)


BatchEvaluation = Callable[[EvaluationBatch], object]
"""Returns values (n, seats), the payoff that every seat can expect; or a tuple of these values and priors.

Priors are (n, num_actions): how likely each action is to be the best for the seat to move. Those of actions that are
not legal do not count, and the sum of the others is brought to 1.
"""


class BatchedSearch:
    """Searches a tree with an evaluation in Python, which is asked about up to `size` leaves in a call."""

    def __init__(self, game: Game, evaluate: BatchEvaluation, size: int, settings: tree.Settings) -> None:
        self._game, self._evaluate, self._settings = game, evaluate, settings
        words, depth = len(game.setup.start), DEEPEST + 1
        self._paths, self._picked = np.empty((size, depth), np.int64), np.empty((size, depth, game.seats), np.int64)
        self._depths, self._positions = np.empty(size, np.int64), np.empty((size, words), np.int64)

    def search(self, one: SearchTree, root: Vector, left: int, seconds: float, clock: Callable[[], float]) -> None:
        """Add up to `left` simulations to a tree whose root is a position, until the seconds of a clock are used up.

        Raises `EvaluationFailed`; then the tree is empty.
        """
        game, deadline, done = self._game, clock() + seconds, 0
        observe = game.observation.function
        least = 0 if one.has_choice(0) else 1  # the root itself is valued first
        left += least
        while left > 0:
            leaves, limits = self._leaves(), tree.Limits(left, done, left)
            count, made = puct.collect(
                game.kernel, observe, game.tables, root, one.arrays, leaves, self._settings, limits, one.rng
            )
            if count:
                try:
                    values, priors = self._ask(leaves, count)
                except EvaluationFailed:
                    one.clear()
                    raise
                puct.absorb(game.kernel, game.tables, one.arrays, leaves, self._settings, values, priors)
            done, left = done + made, left - made
            if not count or (done > least and clock() >= deadline):
                return

    def _leaves(self) -> puct.Leaves:
        """Return room for a batch; what the evaluation sees is new in each, so that it may keep it."""
        size, game = len(self._depths), self._game
        observations = np.empty((size, int(np.prod(game.observation.shape))), np.float32)
        masks, to_move = np.empty((size, game.num_actions), np.int8), np.empty(size, np.int64)
        return puct.Leaves(
            self._paths, self._picked, self._depths, self._positions, to_move, observations, masks
        )  # fmt: skip

    def _ask(self, leaves: puct.Leaves, count: int) -> tuple[Floats, Floats]:
        """Return the scaled values and the priors of the first leaves."""
        game = self._game
        observations = leaves.observations[:count].reshape(count, *game.observation.shape)
        batch = EvaluationBatch(
            game, observations, leaves.masks[:count], leaves.to_move[:count], leaves.positions[:count].copy()
        )
        masks = batch.masks != 0
        try:
            answer = self._evaluate(batch)
        except (Exception, SystemExit) as error:  # the function is a user's, and may fail in any way
            said = f": {shorten(str(error))}" if str(error) else ""
            raise EvaluationFailed(f"the evaluation failed with {type(error).__name__}{said}") from error
        values, priors = answer if isinstance(answer, tuple) and len(answer) == 2 else (answer, masks)
        return self._scaled(_array("values", values, (count, game.seats))), _normalized(priors, masks)

    def _scaled(self, values: Floats) -> Floats:
        """Return values brought to the range from 0 to 1."""
        scale, game = self._settings.scale, self._game
        scaled = (values - scale[LEAST]) / scale[SPAN]
        if scaled.min() < -_TOLERANCE or scaled.max() > 1 + _TOLERANCE:
            row, seat = np.argwhere((scaled < -_TOLERANCE) | (scaled > 1 + _TOLERANCE))[0]
            least, greatest = game.payoff_range.least, game.payoff_range.greatest
            raise EvaluationFailed(
                f"the evaluation returned the value {values[row, seat]:g} for seat {seat}, and payoffs of {game.name} "
                f"are from {least:g} to {greatest:g}"
            )
        clipped: Floats = np.clip(scaled, 0.0, 1.0)
        return clipped


def _normalized(given: object, masks: npt.NDArray[np.bool_]) -> Floats:
    """Return the priors of legal actions with the sum 1 in every row; equal ones where all are 0."""
    priors = np.where(masks, _array("priors", given, masks.shape), 0.0)
    if priors.min() < 0:
        raise EvaluationFailed(f"the evaluation returned the prior {priors.min():g}, and at least 0 was expected")
    sums = priors.sum(axis=1, keepdims=True)
    normalized: Floats = np.where(sums > 0, priors, masks) / np.where(sums > 0, sums, masks.sum(axis=1, keepdims=True))
    return normalized


def _array(name: str, given: object, shape: tuple[int, ...]) -> Floats:
    """Return what the evaluation returned as an array of numbers of this shape.

    Raises `EvaluationFailed`.
    """
    try:
        array = np.ascontiguousarray(given, np.float64)
    except (TypeError, ValueError):
        raise EvaluationFailed(
            f"the evaluation returned {shorten(repr(given))} as {name}, and numbers of the shape {shape} were expected"
        ) from None
    if array.shape != shape:
        raise EvaluationFailed(f"the evaluation returned {name} of the shape {array.shape}, and {shape} was expected")
    if not np.isfinite(array).all():
        place = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
        raise EvaluationFailed(f"the evaluation returned {array[place]} among its {name}, at {place}")
    return array
