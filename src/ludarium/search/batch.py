"""Many games side by side, in each a learner against random play or in all seats; one call advances all of them."""

from collections.abc import Sequence

import numpy as np

from ludarium.core.errors import GameOver, IllegalMove, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.rng import state_words
from ludarium.search.batch_kernel import ALL, RANDOM, RESET, STEP, WAIT, Bools, Games, advance

_SEATS = {"random": RANDOM, "all": ALL}


class Batch:
    """Many games of a learner; chance and the other seats play inside `reset` and `step`, at random.

    Every game has its own random generator, whose state is copied from `rngs`. `seat` is the learner's seat, "random"
    for one that is drawn for every game, or "all" for self-play: then the learner plays for one seat after another, in
    a simultaneous turn for each that must act. After `reset` and `step` these arrays hold what the learner needs:

    | attribute      | shape and type               | holds                                                     |
    | -------------- | ---------------------------- | --------------------------------------------------------- |
    | `observations` | (games, *shape) float32      | what the learner sees                                     |
    | `masks`        | (games, num_actions) int8    | 1 for every legal action                                  |
    | `rewards`      | (games, seats) float64       | the reward of every seat in the last step                 |
    | `terminated`   | (games,) bool                | whether the game is over                                  |
    | `seats`        | (games,) int64               | the learner's seat; if it plays all, the seat that acts   |

    Every call fills the same arrays again. With `copy` each call fills a new array of observations, so that those of
    earlier steps do not change.

    >>> import ludarium
    >>> batch = Batch(ludarium.load("ludo"), np.random.default_rng(7).spawn(100))
    >>> batch.reset()
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.observations.shape, batch.terminated.any()
    ((100, 96), np.False_)
    """

    def __init__(
        self, game: Game, rngs: Sequence[np.random.Generator], seat: int | str = 0, *, copy: bool = False
    ) -> None:
        self.game, self.copy = game, copy
        count = len(rngs)
        self._learner = _SEATS[seat] if isinstance(seat, str) else seat
        self._rng = np.random.default_rng(0)  # its state is that of one game after another
        self._words = state_words(self._rng)
        self._reward = game.reward_scale
        self.observations = np.zeros((count, *game.observation.shape), np.float32)
        self.games = Games(
            positions=np.tile(game.setup.start, (count, 1)),
            streams=np.zeros((count, len(self._words)), np.uint64),
            learners=np.zeros(count, np.int64),
            sealed=np.zeros((count, game.seats), np.int64),
            commands=np.zeros(count, np.int64),
            actions=np.zeros(count, np.int64),
            observations=self.observations.reshape(count, -1),
            masks=np.zeros((count, game.num_actions), np.int8),
            rewards=np.zeros((count, game.seats)),
            terminated=np.ones(count, np.bool_),
        )
        self.masks, self.rewards, self.terminated = self.games.masks, self.games.rewards, self.games.terminated
        self.seats = self.games.learners
        for number, rng in enumerate(rngs):
            self.set_rng(number, rng)

    def set_rng(self, number: int, rng: np.random.Generator) -> None:
        """Let one game draw the numbers that a generator would draw next; the generator itself does not change."""
        self.games.streams[number] = state_words(rng)

    def state(self, number: int) -> State:
        """Return the state of one game."""
        return State(self.game, self.games.positions[number].tobytes())

    def reset(self, which: Bools | None = None) -> None:
        """Begin all games, or those marked in `which`, and play each until its learner must act.

        Raises `LudariumError` for a list of the wrong length.
        """
        self._check_length(which)
        self.games.commands[:] = RESET if which is None else np.where(which, RESET, WAIT)
        self._advance()

    def step(self, actions: Vector, reset: Bools | None = None) -> None:
        """Play every learner's action, and go on until it must act again; begin a new game where `reset` is set.

        Raises `GameOver`, `IllegalMove`, or `LudariumError` for a list of the wrong length; then nothing has changed.
        """
        self._check_length(actions, reset)
        commands = self.games.commands
        commands[:] = STEP if reset is None else np.where(reset, RESET, STEP)
        ended = self.terminated & (commands == STEP)
        if ended.any():
            ending = self.state(number := int(ended.argmax())).ending
            raise GameOver(f"game {number} {f'is over: {ending}' if ending else 'has not begun: call reset first'}")
        self.games.actions[:] = actions
        self._advance()

    def _check_length(self, *lists: Vector | Bools | None) -> None:
        """Raise `LudariumError` for a list of the wrong length, because compiled code does not check its indices."""
        for given in lists:
            if given is not None and np.shape(given) != self.terminated.shape:
                count = len(self.terminated)
                raise LudariumError(f"expected a list of {count}, one for each game, not {np.shape(given)}")

    def _advance(self) -> None:
        game, games, observations = self.game, self.games, self.observations
        if self.copy:
            observations = observations.copy() if (games.commands == WAIT).any() else np.empty_like(observations)
            games = games._replace(observations=observations.reshape(len(observations), -1))
        wrong = advance(
            game.kernel, game.observation.function, game.tables, game.setup.start, game.num_ids,
            self._learner, self._reward, self._rng, self._words, games,
        )  # fmt: skip
        if wrong >= 0:
            why = self.state(wrong).explain(int(self.seats[wrong]), int(games.actions[wrong]))
            raise IllegalMove(f"game {wrong}: {why}")
        self.games, self.observations = games, observations
