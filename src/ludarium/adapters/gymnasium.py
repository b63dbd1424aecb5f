"""Gymnasium environments of every installed game: one learner, and bots in the other seats.

Importing this module registers `ludarium/Orion-v0` and so on; the version is that of the game's observation.
`info["action_mask"]` is the mask of legal actions; an illegal action raises `IllegalMove`.

>>> import gymnasium, ludarium.adapters.gymnasium
>>> env = gymnasium.make("ludarium/Ludo-v1", opponent="easy")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"]
((96,), array([1, 1, 1, 1], dtype=int8))
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters import Mask, action_mask, parse_action, rewards
from ludarium.adapters.learner import LearnerGame, Seat, check_seat, load_game, make_opponent
from ludarium.core.errors import ParseError
from ludarium.core.extras import extra
from ludarium.core.game import State
from ludarium.core.kernel import Singles
from ludarium.core.observe import observe
from ludarium.core.registry import game_names, load
from ludarium.core.spec import Value
from ludarium.core.text import shorten
from ludarium.players.external.specs import AnyPlayer

with extra("gymnasium", "this adapter"):
    import gymnasium
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding

    from ludarium.adapters.rendering import RENDER_MODES, Frame, parse_render_mode, render
    from ludarium.adapters.spaces import LegalActions, observation_space

Info = dict[str, Any]


class GameEnv(gymnasium.Env[Singles, np.int64]):
    """A game with a learner in one seat and bots in the others.

    `opponent` is the spec of the bots, a `Bot` or a function `(state, seat)`; `seat` is the learner's seat or "random".
    Other options are those of the game. The reward of a win is 1; see `ludarium.adapters.rewards`. A game that pays on
    the way pays in each step what the learner has earned since its last one.

    Raises `InvalidOption` or `ParseError` for an option, a bot or a seat that does not exist.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  Gymnasium's

    action_space: LegalActions

    def __init__(
        self,
        name: str,
        *,
        opponent: AnyPlayer = "random",
        seat: Seat = 0,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.game = load_game(self, name, options)
        check_seat(self.game, seat, "random")
        self.opponent, self.seat = opponent, seat
        self.render_mode = parse_render_mode(render_mode)
        make_opponent(opponent, self.game, 0)  # to raise errors here and not when a game begins
        self._episode: LearnerGame | None = None
        self._rewarded = self.game.initial()
        self.observation_space = observation_space(self.game)
        self.action_space = LegalActions(self.game.num_actions, self.mask_after_reset)

    @property
    def state(self) -> State:
        """The state in which the learner must act, or the last state of the game.

        Raises `ResetNeeded` before the first game.
        """
        return self._current().state

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Singles, Info]:
        """Begin a game and play it until the learner must act; returns the observation and the info."""
        super().reset(seed=seed)
        self._rewarded = self.game.initial()
        return self._show(self._begin(self.np_random))

    def step(self, action: np.int64 | int) -> tuple[Singles, float, bool, bool, Info]:
        """Play the learner's action, and go on until it must act again.

        Returns the observation, the reward, terminated, truncated (always False) and the info.
        Raises `IllegalMove`, `GameOver`, or `ResetNeeded` before the first game; then nothing has changed.
        """
        episode = self._current()
        (seat,) = episode.seats
        observation, info = self._show(episode.play(episode.state, {seat: parse_action(action)}))
        reward, self._rewarded = rewards(self.state, self._rewarded)[seat], self.state
        return observation, reward, not self.state.actors, False, info

    def render(self) -> Frame | None:
        """Return the board as text ("ansi") or as pixels ("rgb_array"), or print it ("human")."""
        return render(self._current().picture(), self.render_mode)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the action mask as booleans, under the name that algorithms with action masks call."""
        return self._mask(self._current()).astype(np.bool_)

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
        self._rewarded = self.game.parse_position(position)
        return self._show(self._current().play(self._rewarded, {}))

    def mask_after_reset(self, seed: int) -> Mask:
        """Return the action mask that `reset` with this seed would lead to; nothing changes."""
        return self._mask(self._begin(seeding.np_random(seed)[0]))

    def _begin(self, rng: np.random.Generator) -> LearnerGame:
        return LearnerGame.begin(self.game, self.seat, self.opponent, rng)

    def _mask(self, episode: LearnerGame) -> Mask:
        return action_mask(episode.state, *episode.seats)

    def _current(self) -> LearnerGame:
        if self._episode is None:
            raise ResetNeeded("no game has begun: call reset first")
        return self._episode

    def _show(self, episode: LearnerGame) -> tuple[Singles, Info]:
        self._episode, mask, (seat,) = episode, self._mask(episode), episode.seats
        self.action_space.set_mask(mask)
        if self.render_mode == "human":
            self.render()
        return observe(episode.state, seat), {"action_mask": mask.copy(), "seat": seat}


for _name in game_names():
    gymnasium.register(
        id=f"ludarium/{_name.title().replace('_', '')}-v{load(_name).observation.version}",
        entry_point="ludarium.adapters.gymnasium:GameEnv",
        vector_entry_point="ludarium.adapters.vector:GameVectorEnv",
        kwargs={"name": _name},
    )
