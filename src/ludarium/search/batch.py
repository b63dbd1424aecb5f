"""Many games side by side, in each a learner against random play; one compiled call advances all of them."""

import numpy as np
import numpy.typing as npt

from ludarium.core.errors import GameOver, IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.payoffs import reward_scale
from ludarium.search.batch_kernel import RESET, STEP, WAIT, advance

Bools = npt.NDArray[np.bool_]


class Batch:
    """Many games of a learner; chance and the other seats play inside `reset` and `step`, at random.

    `seat` is the learner's seat; None draws one for every game. After `reset` and `step` these arrays hold, for every
    game, what the learner needs:

    | attribute      | shape and type               | holds                                    |
    | -------------- | ---------------------------- | ---------------------------------------- |
    | `observations` | (games, *shape) float32      | what the learner sees                    |
    | `masks`        | (games, num_actions) int8    | 1 for every legal action                 |
    | `rewards`      | (games,) float64             | the reward of the last step              |
    | `terminated`   | (games,) bool                | whether the game is over                 |
    | `seats`        | (games,) int64               | the learner's seat                       |

    Every call fills the same arrays again. With `copy` each call fills a new array of observations, so that those of
    earlier steps do not change.

    >>> import ludarium
    >>> batch = Batch(ludarium.load("ludo"), 100, seat=0, rng=np.random.default_rng(7))
    >>> batch.reset()
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.observations.shape, batch.terminated.any()
    ((100, 24), np.False_)
    """

    def __init__(
        self, game: Game, games: int, seat: int | None, rng: np.random.Generator, *, copy: bool = False
    ) -> None:
        self.game, self.rng, self.copy = game, rng, copy
        self.seats = np.zeros(games, np.int64)
        self.observations = np.zeros((games, *game.observation.shape), np.float32)
        self.masks = np.zeros((games, game.num_actions), np.int8)
        self.rewards, self.terminated = np.zeros(games), np.ones(games, np.bool_)
        self._learner = -1 if seat is None else seat
        self._reward = reward_scale(game.setup.payoff_range, game.seats)
        self._positions = np.tile(game.setup.start, (games, 1))

    def state(self, number: int) -> State:
        """Return the state of one game."""
        return State(self.game, self._positions[number].tobytes())

    def reset(self, which: Bools | None = None) -> None:
        """Begin all games, or those marked in `which`, and play each until its learner must act.

        Raises `LudariumError` for a list of the wrong length.
        """
        commands = np.full(len(self.terminated), RESET) if which is None else np.where(which, RESET, WAIT)
        self._check_length(commands)
        self._advance(commands, np.zeros(len(commands), np.int64))

    def step(self, actions: Vector, reset: Bools | None = None) -> None:
        """Play every learner's action, and go on until it must act again; begin a new game where `reset` is set.

        Raises `GameOver`, `IllegalMove`, or `LudariumError` for a list of the wrong length; then nothing has changed.
        """
        commands = np.full(len(self.terminated), STEP) if reset is None else np.where(reset, RESET, STEP)
        self._check_length(commands, actions)
        ended = self.terminated & (commands == STEP)
        if ended.any():
            ending = self.state(number := int(ended.argmax())).ending
            raise GameOver(f"game {number} {f'is over: {ending}' if ending else 'has not begun: call reset first'}")
        self._advance(commands, np.ascontiguousarray(actions, np.int64))

    def _check_length(self, *lists: Vector) -> None:
        """Raise `LudariumError` for a list of the wrong length, because compiled code does not check its indices."""
        for given in lists:
            if np.shape(given) != self.terminated.shape:
                count = len(self.terminated)
                raise LudariumError(f"expected a list of {count}, one for each game, not {np.shape(given)}")

    def _advance(self, commands: Vector, actions: Vector) -> None:
        game, games, observations = self.game, len(self.terminated), self.observations
        if self.copy:
            observations = observations.copy() if (commands == WAIT).any() else np.empty_like(observations)
        wrong = advance(
            *game.kernel, game.observation.function, game.tables, game.setup.start, game.seats, game.num_ids,
            self._learner, self._reward, self._positions, self.seats, commands, actions, self.rng,
            observations.reshape(games, -1), self.masks, self.rewards, self.terminated,
        )  # fmt: skip
        if wrong >= 0:
            why = self.state(wrong).explain(int(self.seats[wrong]), int(actions[wrong]))
            raise IllegalMove(f"game {wrong}: {why}")
        self.observations = observations
