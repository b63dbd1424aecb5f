"""Gymnasium environments of every installed game: one learner, and bots in the other seats.

Importing this module registers `ludarium/Orion-v0` and so on; the version is that of the game's observation.
`info["action_mask"]` is the mask of legal actions; an illegal action raises `IllegalMove`.

>>> import gymnasium, ludarium.adapters.gymnasium
>>> env = gymnasium.make("ludarium/Ludo-v0", opponent="easy")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"]
((24,), array([1, 1, 1, 1], dtype=int8))
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.adapters import Mask, action_mask, parse_action, rewards
from ludarium.core.errors import GameOver, ParseError
from ludarium.core.extras import extra
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Singles
from ludarium.core.observe import observe
from ludarium.core.registry import game_names, load
from ludarium.core.spec import Value, format_spec
from ludarium.core.text import shorten
from ludarium.match.dice import sample_chance
from ludarium.scenes.picture import draw, follow
from ludarium.search.player import Bot, make_bot

with extra("gymnasium", "this adapter"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding

    from ludarium.adapters.rendering import RENDER_MODES, Frame, parse_render_mode, render

Info = dict[str, Any]
Seat = int | Literal["random"]
"""The learner's seat: a number, or "random" for a seat that is drawn for every game."""


class _Episode(NamedTuple):
    """A game in progress.

    | field      | meaning                                                         |
    | ---------- | --------------------------------------------------------------- |
    | `seat`     | the learner's seat                                              |
    | `bots`     | the bots by their seats                                         |
    | `rng`      | the generator for chance                                        |
    | `state`    | the state in which the learner must act, or the last state      |
    | `previous` | the state before the last call of `play`, for the picture       |
    | `actions`  | the actions that were played since then                         |
    """

    seat: int
    bots: Mapping[int, Bot]
    rng: np.random.Generator
    state: State
    previous: State
    actions: tuple[int, ...] = ()

    def play(self, state: State, action: int | None = None) -> "_Episode":
        """Return the episode after the learner's action, if there is one, and all steps until it must act again.

        Raises `GameOver` or `IllegalMove`.
        """
        previous, actions = state, list[int]()
        if action is not None and not state.actors:
            raise GameOver(f"the game is over: {state.ending}")
        while state.actors and (action is not None or self.seat not in state.actors):
            step = [self._choose(state, actor, action) for actor in state.actors]
            state, action = state.play(*step), None
            actions += step
        return self._replace(state=state, previous=previous, actions=tuple(actions))

    def _choose(self, state: State, actor: int, action: int | None) -> int:
        if actor == CHANCE:
            return sample_chance(state, self.rng)
        return action if actor == self.seat and action is not None else self.bots[actor].choose(state, actor)

    def mask(self) -> Mask:
        """Return the learner's action mask."""
        return action_mask(self.state, self.seat)


class GameEnv(gymnasium.Env[Singles, np.int64]):
    """A game with a learner in one seat and bots in the others.

    `opponent` is the spec of the bots, `seat` the learner's seat or "random"; other options are those of the game.
    The reward of a win is 1; see `ludarium.adapters.rewards`.

    Raises `InvalidOption` or `ParseError` for an option, a bot or a seat that does not exist.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  Gymnasium's

    action_space: "LegalActions"

    def __init__(
        self,
        name: str,
        *,
        opponent: str = "random",
        seat: Seat = 0,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.game = load(format_spec(name, options))
        self.opponent, self.seat = opponent, parse_seat(self.game, seat)
        self.render_mode = parse_render_mode(render_mode)
        make_bot(opponent, self.game, 0)  # to raise errors here and not when a game begins
        self._episode: _Episode | None = None
        self.observation_space = observation_space(self.game)
        self.action_space = LegalActions(self)

    @property
    def state(self) -> State:
        """The state in which the learner must act, or the last state of the game.

        Raises `ResetNeeded` before the first game.
        """
        return self._current().state

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Singles, Info]:
        """Begin a game and play it until the learner must act; returns the observation and the info."""
        super().reset(seed=seed)
        return self._show(self._begin(self.np_random))

    def step(self, action: np.int64 | int) -> tuple[Singles, float, bool, bool, Info]:
        """Play the learner's action, and go on until it must act again.

        Returns the observation, the reward, terminated, truncated (always False) and the info.
        Raises `IllegalMove`, `GameOver`, or `ResetNeeded` before the first game; then nothing has changed.
        """
        episode = self._current()
        observation, info = self._show(episode.play(episode.state, parse_action(action)))
        return observation, rewards(self.state)[episode.seat], not self.state.actors, False, info

    def render(self) -> Frame | None:
        """Return the board as text ("ansi") or as pixels ("rgb_array"), or print it ("human")."""
        episode = self._current()
        return render(draw(follow(episode.previous, episode.actions)), self.render_mode)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask as booleans, under the name that algorithms with action masks call."""
        return self._current().mask().astype(np.bool_)

    def state_bytes(self) -> bytes:
        """Return the position for `restore`; the state of the random generator is not part of it."""
        return str(self.state).encode()

    def restore(self, saved: bytes) -> tuple[Singles, Info]:
        """Continue from a position that `state_bytes` returned; returns the observation and the info.

        Raises `ParseError` for anything else, `ResetNeeded` before the first game.
        """
        try:
            position = saved.decode()
        except UnicodeDecodeError as error:
            raise ParseError(f"{shorten(repr(saved))} is not a position: expected the bytes of state_bytes") from error
        episode = self._current()
        return self._show(episode.play(self.game.parse_position(position)))

    def mask_after_reset(self, seed: int) -> Mask:
        """Return the action mask that `reset` with this seed would lead to; nothing changes."""
        return self._begin(seeding.np_random(seed)[0]).mask()

    def _begin(self, rng: np.random.Generator) -> _Episode:
        seat = int(rng.integers(self.game.seats)) if self.seat == "random" else self.seat
        others = [other for other in range(self.game.seats) if other != seat]
        bots = {other: make_bot(self.opponent, self.game, int(rng.integers(2**31))) for other in others}
        start = self.game.initial()
        return _Episode(seat, bots, rng, start, start).play(start)

    def _current(self) -> _Episode:
        if self._episode is None:
            raise ResetNeeded("no game has begun: call reset first")
        return self._episode

    def _show(self, episode: _Episode) -> tuple[Singles, Info]:
        self._episode = episode
        self.action_space.set_mask(episode.mask())
        if self.render_mode == "human":
            self.render()
        return observe(episode.state, episode.seat), {"action_mask": episode.mask(), "seat": episode.seat}


class LegalActions(spaces.Discrete[np.int64]):
    """The space of all actions, of which `sample` returns one that is legal now.

    Gymnasium's tools give this space and the environment the same seed, and sample before they reset. Therefore a
    sample after `seed` is legal in the position that a reset with that seed leads to, and, if possible, in the present
    position.
    """

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env.game.num_actions)
        self._env = env
        self._mask = np.ones(env.game.num_actions, np.int8)
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
                after = self._env.mask_after_reset(self._seed)
                mask = after & mask if (after & mask).any() else after
        return super().sample(mask, probability)


def observation_space(game: Game) -> spaces.Box[np.float32]:
    """Return the space of a seat's observations."""
    return spaces.Box(game.observation.low, game.observation.high, dtype=np.float32)


def parse_seat(game: Game, seat: Seat) -> Seat:
    """Return the learner's seat.

    Raises `ParseError` for a seat that the game does not have.
    """
    if seat != "random" and seat not in range(game.seats):
        raise ParseError(f"{seat!r} is not a seat of {game.spec}: expected 0 to {game.seats - 1}, or 'random'")
    return seat


for _name in game_names():
    gymnasium.register(
        id=f"ludarium/{_name.title().replace('_', '')}-v{load(_name).observation.version}",
        entry_point="ludarium.adapters.gymnasium:GameEnv",
        vector_entry_point="ludarium.adapters.vector:GameVectorEnv",
        kwargs={"name": _name},
    )
