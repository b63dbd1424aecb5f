"""Thousands of games side by side, in each a learner against random play, all taken a step further in one call."""

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import GameOver, IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.search.playout import BEGIN, STEP, WAIT, advance

Bools = npt.NDArray[np.bool_]


class Batch:
    """So many games of a learner, whose seat is given or drawn anew for every game; dice roll and others play inside.

    What a learner sees is in `observations`, in the order of the games, and likewise in `masks` the actions that are
    legal, `rewards`, and in `over` which games are. Every step fills the same arrays again; with `keep` observations
    come in a new one, and those of earlier steps stay as they are.

    >>> import ludarium
    >>> batch = Batch(ludarium.load("ludo"), 100, seat=0, rng=np.random.default_rng(7))
    >>> batch.begin()
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.observations.shape, batch.over.any()
    ((100, 24), np.False_)
    """

    def __init__(
        self, game: Game, games: int, seat: int | None, rng: np.random.Generator, *, keep: bool = False
    ) -> None:
        self.game, self.rng, self.keep = game, rng, keep
        self.seats = np.zeros(games, np.int64)
        self.observations = np.zeros((games, *game.observation.shape), np.float32)
        self.masks = np.zeros((games, game.num_actions), np.int8)
        self.rewards, self.over = np.zeros(games), np.ones(games, np.bool_)
        self._learner = -1 if seat is None else seat
        self._positions = np.tile(game.setup.start, (games, 1))

    def state(self, number: int) -> State:
        """The state of one of the games."""
        return State(self.game, self._positions[number].tobytes())

    def begin(self, which: Bools | None = None) -> None:
        """Begin all games anew, or those that are marked, and play each until its learner must act."""
        doing = np.full(len(self.over), BEGIN) if which is None else np.where(which, BEGIN, WAIT)
        self._fits(doing)
        self._advance(doing, np.zeros(len(doing), np.int64))

    def step(self, actions: Vector, begin: Bools | None = None) -> None:
        """Play every learner's action, and on until it must act again; where `begin` is set, a new game instead.

        Raises `GameOver`, `IllegalMove`, or `LudariumError` where they are not as many, and then nothing has changed.
        """
        doing = np.full(len(self.over), STEP) if begin is None else np.where(begin, BEGIN, STEP)
        self._fits(doing, actions)
        ended = self.over & (doing == STEP)
        if ended.any():
            ending = self.state(number := int(ended.argmax())).ending
            raise GameOver(f"game {number} {f'is over: {ending}' if ending else 'was never begun'}")
        self._advance(doing, np.ascontiguousarray(actions, np.int64))

    def _fits(self, *lists: Vector) -> None:
        """Compiled code reads as far as there are games, whatever it is given."""
        for given in lists:
            if np.shape(given) != self.over.shape:
                raise LudariumError(f"expected a list of {len(self.over)}, one for each game, not {np.shape(given)}")

    def _advance(self, doing: Vector, actions: Vector) -> None:
        game, games, seen = self.game, len(self.over), self.observations
        if self.keep:
            seen = seen.copy() if (doing == WAIT).any() else np.empty_like(seen)
        wrong = advance(
            *game.kernel, game.observation.function, game.tables, game.setup.start, game.seats, self._learner,
            self._positions, self.seats, doing, actions, self.rng,
            seen.reshape(games, -1), self.masks, self.rewards, self.over,
        )  # fmt: skip
        if wrong >= 0:
            why = self.state(wrong).explain(int(self.seats[wrong]), int(actions[wrong]))
            raise IllegalMove(f"game {wrong}: {why}")
        self.observations = seen
