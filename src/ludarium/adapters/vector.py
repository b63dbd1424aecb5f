"""Gymnasium vector environments: many games side by side, stepped in one call.

In each game a learner plays against random or greedy play, or plays all seats.

>>> import gymnasium, ludarium.adapters.gymnasium
>>> envs = gymnasium.make_vec("ludarium/Orion-v0", num_envs=1000, clicks=2)
>>> observations, infos = envs.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = envs.step(infos["action_mask"].argmax(axis=1))
>>> observations.shape, infos["action_mask"].shape
((1000, 7, 11, 11), (1000, 51))
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters.gymnasium import Info
from ludarium.adapters.learner import LearnerGame, Seat, check_seat, load_game
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.core.extras import extra
from ludarium.core.game import Game
from ludarium.core.kernel import Floats, Singles, Vector
from ludarium.core.spec import Value, parse_spec
from ludarium.core.text import shorten
from ludarium.scenes.scene import Scene
from ludarium.search.batch import Batch
from ludarium.search.learned import ENDING, Learned, read_player
from ludarium.search.player import plays_at_random


class Pictures:
    """Games of a learner, drawn with what was played since it acted; `rngs` are their random generators."""

    def __init__(self, game: Game, seat: Seat, rngs: Sequence[np.random.Generator]) -> None:
        self._game, self._seat, self.rngs = game, seat, list(rngs)
        start = game.initial()
        self._games = [LearnerGame((), {}, rng, start, start) for rng in rngs]
        self._sealed = [dict[int, int]() for _ in rngs]

    def reset(self, which: Sequence[int] | Vector) -> None:
        """Begin the games with these numbers."""
        for number in which:
            self._games[number] = LearnerGame.begin(self._game, self._seat, "random", self.rngs[number])
            self._sealed[number] = {}

    def step(self, which: Sequence[int] | Vector, seats: Vector, actions: Vector) -> None:
        """Play legal actions in the games with these numbers; all seats of a simultaneous turn choose before it."""
        for number in which:
            now, sealed = self._games[number], self._sealed[number]
            sealed[int(seats[number])] = int(actions[number])
            if set(sealed) == set(now.seats).intersection(now.state.actors):
                self._games[number] = now.play(now.state, sealed)
                self._sealed[number] = {}

    def draw(self, number: int) -> Scene:
        """Return the picture of a game."""
        return self._games[number].picture()


with extra("gymnasium", "this adapter"):
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from ludarium.adapters.rendering import parse_render_mode, render
    from ludarium.adapters.spaces import LegalBatch, observation_space

Bools = npt.NDArray[np.bool_]
_RENDER_MODES = ("ansi", "rgb_array")


class GameVectorEnv(VectorEnv[Singles, Vector, Any]):
    """Many games side by side; a game that is over begins again as `autoreset_mode` says.

    The opponents play at random, or `greedy` by the turn with the best evaluation, that of the game or of the file of a
    learnt player. Against random play each game is the one that the single environment plays with the same seed. With
    `seat="all"` the learner plays all seats, `infos["to_move"]` is the seat that it plays for now, and
    `infos["rewards"]` has the reward of every seat. With `copy=False` every step fills the same arrays again, which is
    faster if observations are large.

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
        render_mode: str | None = None,
        copy: bool = True,
        **options: Value,
    ) -> None:
        game = load_game(self, name, options)
        opponents: str | Learned = "random" if plays_at_random(opponent, game) else opponent
        if opponent.endswith(ENDING):
            opponents = read_player(Path(opponent))
        elif opponents != "random" and parse_spec(opponent)[0] != "greedy":
            raise InvalidOption(
                f"in games that are stepped in one call the opponents are random, greedy or the file of a learnt "
                f"player, not {shorten(opponent)}; bots play with vectorization_mode='sync'"
            )
        if num_envs < 1:
            raise InvalidOption(f"num_envs is a whole number from 1, not {shorten(str(num_envs))}")
        check_seat(game, seat, "random", "all")
        self.game, self.num_envs, self.copy, self.seat = game, num_envs, copy, seat
        rngs = [seeding.np_random(None)[0] for _ in range(num_envs)]
        self._batch = Batch(game, rngs, seat, copy=copy, opponent=opponents)
        self.render_mode = parse_render_mode(render_mode, _RENDER_MODES)
        self._pictures = Pictures(game, seat, rngs) if render_mode else None
        self._mode, self._has_reset = AutoresetMode(autoreset_mode), False
        self.metadata = {"render_modes": list(_RENDER_MODES), "render_fps": 2, "autoreset_mode": self._mode}
        self.single_observation_space = observation_space(game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(game.num_actions)
        self.action_space = LegalBatch(num_envs, game.num_actions, self._batch.masks)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Singles, Info]:
        """Begin all games, or those that `options["reset_mask"]` marks.

        A number seeds the games with itself and the numbers after it, a list gives every game its seed; without a seed
        the game's random generator goes on. Raises `InvalidOption` for a list of the wrong length.
        """
        seeds = [seed + number for number in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise InvalidOption(f"expected {self.num_envs} seeds, one for each game, not {len(seeds)}")
        which = (options or {}).get("reset_mask")
        for number, own in enumerate(seeds or ()):
            if own is not None and (which is None or which[number]):
                rng = seeding.np_random(own)[0]
                self._batch.set_rng(number, rng)
                if self._pictures:
                    self._pictures.rngs[number] = rng
        self._begin(which)
        self._has_reset = True
        return self._batch.observations, self._infos(self._batch.rewards.copy())

    def step(self, actions: Vector) -> tuple[Singles, Floats, Bools, Bools, Info]:
        """Play every learner's action, and go on until it must act again.

        Returns observations, rewards, terminations, truncations (all False) and infos; a reward is that of the seat
        that acted. Raises `IllegalMove`, `GameOver`, or `ResetNeeded` before the first games; then nothing has changed.
        """
        if not self._has_reset:
            raise ResetNeeded("no game has begun: call reset first")
        batch, final, chosen = self._batch, Info(), np.asarray(actions)
        if chosen.dtype.kind not in "biu":
            raise IllegalMove(f"actions are whole numbers, not {chosen.dtype}")
        acting, over = batch.seats.copy(), batch.terminated.copy()
        batch.step(chosen, over if self._mode == AutoresetMode.NEXT_STEP else None)
        if self._pictures:
            self._pictures.step(np.flatnonzero(~over), acting, chosen)
            self._pictures.reset(np.flatnonzero(over))
        rewards, terminations = batch.rewards.copy(), batch.terminated.copy()
        if self._mode == AutoresetMode.SAME_STEP and terminations.any():
            final = self._final_infos(terminations, self._infos(rewards))
            self._begin(terminations)
        earned, infos = rewards[np.arange(self.num_envs), acting], self._infos(rewards) | final
        return batch.observations, earned, terminations, np.zeros_like(terminations), infos

    def render(self) -> tuple[Any, ...] | None:
        """Return every board as text ("ansi") or as pixels ("rgb_array"); None without a render mode.

        Raises `ResetNeeded` before the first games.
        """
        if self._pictures is None:
            return None
        if not self._has_reset:
            raise ResetNeeded("no game has begun: call reset first")
        return tuple(render(self._pictures.draw(number), self.render_mode) for number in range(self.num_envs))

    def action_masks(self) -> Bools:
        """Return the action masks as booleans, under the name that algorithms with action masks call."""
        return self._batch.masks.astype(np.bool_)

    def _begin(self, which: Bools | None) -> None:
        self._batch.reset(which)
        if self._pictures:
            self._pictures.reset(range(self.num_envs) if which is None else np.flatnonzero(which))

    def _infos(self, rewards: Floats) -> Info:
        masks, seats = self._batch.masks, self._batch.seats.copy()
        every = np.ones(self.num_envs, np.bool_)
        found: Info = {"action_mask": masks.copy() if self.copy else masks}
        found |= {"to_move": seats, "rewards": rewards} if self.seat == "all" else {"seat": seats}
        return found | {f"_{key}": every for key in found}

    def _final_infos(self, terminations: Bools, infos: Info) -> Info:
        """Return the last observations and infos of games that begin again in the same step, by Gymnasium's keys."""
        observations = np.full(self.num_envs, None, object)
        for number in np.flatnonzero(terminations):
            observations[number] = self._batch.observations[number].copy()
        info = {key: terminations if key.startswith("_") else value.copy() for key, value in infos.items()}
        return {
            "final_obs": observations,
            "_final_obs": terminations,
            "final_info": info,
            "_final_info": terminations,
        }
