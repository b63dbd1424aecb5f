"""Many games side by side, in each a learner against others or in all seats; one call advances all of them."""

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from ludarium.core.arguments import check_choice, check_list, check_whole
from ludarium.core.compiling.compiler import unchecked
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import Vector
from ludarium.core.rng import state_words
from ludarium.core.text import shorten, to_text
from ludarium.search.batch_kernel import ALL, RANDOM, RESET, STEP, WAIT, Bools, Feedback, Games, advance, draw
from ludarium.search.batch_opponents import parse_opponents
from ludarium.search.bot import evaluate_nothing
from ludarium.search.learned import Learned

_SEATS = {"random": RANDOM, "all": ALL}


class ForeignArray(Protocol):
    """An array of another library, such as JAX, that can be read by DLPack."""

    def __dlpack__(self, **options: Any) -> Any:
        """Return its content as a capsule."""

    def __dlpack_device__(self) -> Any:
        """Return where it lies."""


class Batch:
    """Many games of a learner; chance and the other seats play inside `reset` and `step`.

    Every game has its own random generator, whose state is copied from `rngs`. `seat` is the learner's seat, "random"
    for one that is drawn for every game, or "all" for self-play: then the learner plays for one seat after another, in
    a simultaneous turn for each that must act. `opponent` is how the other seats play: "random"; "greedy", by the turn
    with the best evaluation of the game; or a learnt player, by its network. After `reset` and `step` these arrays hold
    what the learner needs:

    | attribute      | shape and type               | holds                                                     |
    | -------------- | ---------------------------- | --------------------------------------------------------- |
    | `observations` | (games, *shape) float32      | what the learner sees                                     |
    | `masks`        | (games, num_actions) int8    | 1 for every legal action                                  |
    | `rewards`      | (games, seats) float64       | the reward of every seat in the last step                 |
    | `terminated`   | (games,) bool                | whether the game is over                                  |
    | `seats`        | (games,) int64               | the learner's seat; if it plays all, the seat that acts   |

    With `chance="chosen"` the learner chooses for chance, too, as a search does that looks at every roll. Then a game
    also waits where chance acts; `masks` has the width `num_ids`, for outcomes are numbered apart from actions, and

    | attribute      | shape and type               | holds                                                     |
    | -------------- | ---------------------------- | --------------------------------------------------------- |
    | `at_chance`    | (games,) bool                | whether the next action is an outcome of chance           |
    | `chances`      | (games, num_ids) float64     | the probability of every outcome                          |

    All arrays support DLPack, so `jax.dlpack.from_dlpack(batch.observations)` or `torch.from_dlpack` takes them without
    a copy; actions may be any array that does.

    Every call fills the same arrays again. With `copy` each call fills a new array of observations, so that those of
    earlier steps do not change.

    >>> import ludarium
    >>> batch = Batch(ludarium.load("ludo"), np.random.default_rng(7).spawn(100))
    >>> batch.reset()
    >>> batch.step(batch.random_actions())
    >>> batch.observations.shape, batch.terminated.any()
    ((100, 96), np.False_)

    Games may begin in given positions:

    >>> near = ludarium.load("orion").initial().move("p+").move("pass")
    >>> batch = Batch(near.game, np.random.default_rng(7).spawn(100))
    >>> batch.reset(positions=[near] * 100)
    >>> batch.state(99) == near
    True

    Raises `InvalidOption` for another `seat`, `chance` or `opponent`.
    """

    def __init__(
        self, game: Game, rngs: Sequence[np.random.Generator], seat: int | str = 0, *, copy: bool = False,
        chance: str = "drawn", opponent: str | Learned = "random",
    ) -> None:  # fmt: skip
        check_choice("chance", chance, ("drawn", "chosen"))
        if isinstance(seat, str):
            check_choice("seat", seat, [*_SEATS])
        else:
            check_whole("seat", seat, 0, game.seats - 1)
        check_list("rngs", rngs, "a generator of NumPy for each game")
        for rng in rngs:
            if not hasattr(rng, "bit_generator"):
                raise InvalidOption(f"{shorten(to_text(rng))} is no generator of NumPy")
        self.game, self.copy = game, copy
        count, width = len(rngs), game.num_ids if chance == "chosen" else game.num_actions
        self._start = game.setup.start.reshape(1, -1)
        self._learner = _SEATS[seat] if isinstance(seat, str) else seat
        self._rng = np.random.default_rng(0)  # its state is that of one game after another
        self._words = state_words(self._rng)
        self._reward, self._opponents = game.reward_scale, parse_opponents(game, opponent)
        seen = game.observation
        self._feedback = Feedback(seen.function, seen.earned or evaluate_nothing, int(seen.earned is not None))
        self.observations = np.zeros((count, *game.observation.shape), np.float32)
        self.games = Games(
            positions=np.tile(game.setup.start, (count, 1)),
            streams=np.zeros((count, len(self._words)), np.uint64),
            learners=np.zeros(count, np.int64),
            sealed=np.zeros((count, game.seats), np.int64),
            commands=np.zeros(count, np.int64),
            actions=np.zeros(count, np.int64),
            observations=self.observations.reshape(count, -1),
            masks=np.zeros((count, width), np.int8),
            at_chance=np.zeros(count, np.bool_),
            chances=np.zeros((count, width if chance == "chosen" else 0)),
            rewards=np.zeros((count, game.seats)),
            earned=np.zeros((count, game.seats)),
            terminated=np.ones(count, np.bool_),
        )
        self.masks, self.rewards, self.terminated = self.games.masks, self.games.rewards, self.games.terminated
        self.seats, self.at_chance, self.chances = self.games.learners, self.games.at_chance, self.games.chances
        for number, rng in enumerate(rngs):
            self.set_rng(number, rng)

    def set_rng(self, number: int, rng: np.random.Generator) -> None:
        """Let one game draw the numbers that a generator would draw next; the generator itself does not change.

        Raises `InvalidOption` for a game that the batch does not have.
        """
        self._check_number(number)
        self.games.streams[number] = state_words(rng)

    def state(self, number: int) -> State:
        """Return the state of one game.

        Raises `InvalidOption` for a game that the batch does not have.
        """
        self._check_number(number)
        return State(self.game, self.games.positions[number].tobytes())

    def reset(self, which: Bools | None = None, positions: Sequence[State] | None = None) -> None:
        """Begin all games, or those marked in `which`, and play each until its learner must act.

        `positions` are states of this game, one for each game of the batch, in which the games begin.

        Raises `LudariumError` for a list of the wrong length, or a state of another game.
        """
        self._check_length(which)
        starts = self._start
        if positions is not None:
            count = len(self.terminated)
            check_list("positions", positions, "a state for each game")
            if len(positions) != count:
                raise LudariumError(f"expected {count} positions, one for each game, not {len(positions)}")
            other = next((state for state in positions if getattr(state, "game", None) != self.game), None)
            if other is not None:
                spec = getattr(getattr(other, "game", None), "spec", shorten(to_text(other)))
                raise LudariumError(f"expected positions of {self.game.spec}, not of {spec}")
            starts = np.array([state.vector for state in positions])
        self.games.commands[:] = RESET if which is None else np.where(which, RESET, WAIT)
        self._advance(starts)

    def step(self, actions: Vector | ForeignArray, reset: Bools | None = None) -> None:
        """Play every learner's action, and go on until it must act again; begin a new game where `reset` is set.

        Raises `GameOver`, `IllegalMove`, or `LudariumError` for a list of the wrong length; then nothing has changed.
        """
        foreign = not isinstance(actions, np.ndarray) and hasattr(actions, "__dlpack__")
        chosen: Vector = np.asarray(np.from_dlpack(actions) if foreign else actions)
        self._check_length(chosen, reset)
        if not np.issubdtype(chosen.dtype, np.integer):
            raise IllegalMove(f"expected the whole numbers of actions, not those of type {chosen.dtype}")
        commands = self.games.commands
        commands[:] = STEP if reset is None else np.where(reset, RESET, STEP)
        ended = self.terminated & (commands == STEP)
        if ended.any():
            ending = self.state(number := int(ended.argmax())).ending
            raise GameOver(f"game {number} {f'is over: {ending}' if ending else 'has not begun: call reset first'}")
        self.games.actions[:] = chosen
        self._advance(self._start)

    def random_actions(self) -> Vector:
        """Return a legal action for every game, each as likely as the others; 0 where a game is over.

        They are drawn from the games' own generators, so those of a game do not depend on how many there are.
        """
        actions = np.empty(len(self.terminated), np.int64)
        unchecked(draw)(self._rng, self._words, self.games, actions)
        return actions

    def _check_number(self, number: int) -> None:
        check_whole("the number of a game", number, 0, len(self.terminated) - 1)

    def _check_length(self, *lists: Vector | Bools | None) -> None:
        """Raise `LudariumError` for a list of the wrong length, because compiled code does not check its indices."""
        for given in lists:
            if given is not None and np.shape(given) != self.terminated.shape:
                count = len(self.terminated)
                raise LudariumError(f"expected a list of {count}, one for each game, not {np.shape(given)}")

    def _advance(self, starts: Vector) -> None:
        game, games, observations = self.game, self.games, self.observations
        if self.copy:
            observations = observations.copy() if (games.commands == WAIT).any() else np.empty_like(observations)
            games = games._replace(observations=observations.reshape(len(observations), -1))
        wrong = unchecked(advance)(
            game.kernel, self._feedback, self._opponents, game.tables, starts, game.num_ids,
            self._learner, self._reward, self._rng, self._words, games,
        )  # fmt: skip
        if wrong >= 0:
            if self.at_chance[wrong]:
                raise IllegalMove(f"game {wrong}: {games.actions[wrong]} is no outcome of chance here")
            why = self.state(wrong).explain(int(self.seats[wrong]), int(games.actions[wrong]))
            raise IllegalMove(f"game {wrong}: {why}")
        self.games, self.observations = games, observations
