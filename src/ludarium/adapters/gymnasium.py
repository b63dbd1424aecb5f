"""Every installed game for Gymnasium: one learner, and bots in the other seats.

Importing this registers `ludarium/Orion-v0` and the like; the version is that of the game's observation.
The mask of legal actions is in `info["action_mask"]`, and an illegal action raises.

>>> import gymnasium, ludarium.adapters.gymnasium
>>> env = gymnasium.make("ludarium/Ludo-v0", opponent="easy", markers=1)
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"]
((12,), array([1, 0, 0, 0, 0, 0], dtype=int8))
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ludarium.adapters import Mask, mask, read_action, rewards
from ludarium.core.errors import GameOver, ParseError
from ludarium.core.extras import extra
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Singles
from ludarium.core.observe import observe
from ludarium.core.registry import game_names, load
from ludarium.core.spec import Value, format_spec
from ludarium.core.text import shorten
from ludarium.match.dice import throw
from ludarium.scenes.scene import draw
from ludarium.search.player import Bot, make_bot

with extra("gymnasium", "this adapter"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding

    from ludarium.adapters.pictures import MODES, Frame, read_mode, show

Info = dict[str, Any]
Seat = int | Literal["random"]
"""The learner's: a number, or drawn anew for every game."""


class _Table(NamedTuple):
    """A game that goes on: the learner's seat, the bots in the others, and what was last played from where."""

    seat: int
    bots: Mapping[int, Bot]
    dice: np.random.Generator
    state: State
    before: State
    walk: tuple[int, ...] = ()

    def on(self, state: State, action: int | None = None) -> "_Table":
        """The table after the learner's action, if there is one, and all that follows until it must act again.

        Raises `GameOver` or `IllegalMove`.
        """
        before, walk = state, list[int]()
        if action is not None and not state.actors:
            raise GameOver(f"the game is over: {state.ending}")
        while state.actors and (action is not None or self.seat not in state.actors):
            step = [self._choose(state, who, action) for who in state.actors]
            state, action = state.play(*step), None
            walk += step
        return self._replace(state=state, before=before, walk=tuple(walk))

    def _choose(self, state: State, who: int, action: int | None) -> int:
        if who == CHANCE:
            return throw(state, self.dice)
        return action if who == self.seat and action is not None else self.bots[who].choose(state, who)

    def mask(self) -> Mask:
        """Which actions the learner may choose."""
        return mask(self.state, self.seat)


class GameEnv(gymnasium.Env[Singles, np.int64]):
    """A game with a learner in one seat; the other seats are bots, named as `opponent` says.

    `seat` is the learner's, or "random"; options are the game's own. A win is worth 1; see `adapters.rewards`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012  Gymnasium's

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
        self.opponent, self.seat, self.render_mode = opponent, read_seat(self.game, seat), read_mode(render_mode)
        make_bot(opponent, self.game, 0)  # what cannot be made is told now, and not when a game begins
        self._table: _Table | None = None
        self.observation_space = observation_space(self.game)
        self.action_space = LegalActions(self)

    @property
    def state(self) -> State:
        """The state in which the learner must act, or the last of the game.

        Raises `ResetNeeded` before the first game.
        """
        return self._now().state

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Singles, Info]:
        """Begin a game, and play it until the learner must act."""
        super().reset(seed=seed)
        return self._show(self._begin(self.np_random))

    def step(self, action: np.int64 | int) -> tuple[Singles, float, bool, bool, Info]:
        """Play the learner's action, and on until it must act again.

        Raises `IllegalMove` or `GameOver`, and then nothing has changed.
        """
        before = self._now()
        seen, info = self._show(before.on(before.state, read_action(action)))
        return seen, rewards(self.state)[before.seat], not self.state.actors, False, info

    def render(self) -> Frame | None:
        """The board: as text, as pixels, or shown to people in the terminal."""
        table = self._now()
        return show(draw(table.state, table.before, table.walk), self.render_mode)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal, under the name by which algorithms that know masks ask for it."""
        return self._now().mask().astype(np.bool_)

    def state_bytes(self) -> bytes:
        """The position, to be kept and restored; the dice that are yet to be thrown are no part of it."""
        return str(self.state).encode()

    def restore(self, kept: bytes) -> tuple[Singles, Info]:
        """Go on from a position that was kept.

        Raises `ParseError` where it is none of this game.
        """
        try:
            position = kept.decode()
        except UnicodeDecodeError as error:
            raise ParseError(f"{shorten(repr(kept))} is no position: expected what state_bytes gave") from error
        table = self._now()
        return self._show(table.on(self.game.parse_position(position)))

    def mask_after(self, seed: int) -> Mask:
        """What is legal when a game has been begun with this seed; nothing changes."""
        return self._begin(seeding.np_random(seed)[0]).mask()

    def _begin(self, dice: np.random.Generator) -> _Table:
        seat = int(dice.integers(self.game.seats)) if self.seat == "random" else self.seat
        others = [other for other in range(self.game.seats) if other != seat]
        bots = {other: make_bot(self.opponent, self.game, int(dice.integers(2**31))) for other in others}
        start = self.game.initial()
        return _Table(seat, bots, dice, start, start).on(start)

    def _now(self) -> _Table:
        if self._table is None:
            raise ResetNeeded("no game has begun: call reset first")
        return self._table

    def _show(self, table: _Table) -> tuple[Singles, Info]:
        self._table = table
        self.action_space.moved(table.mask())
        if self.render_mode == "human":
            self.render()
        return observe(table.state, table.seat), {"action_mask": table.mask(), "seat": table.seat}


class LegalActions(spaces.Discrete[np.int64]):
    """The ids of all actions; a sample is one that is legal now.

    Gymnasium's tools seed this space and the environment alike, and sample before they reset. So the sample that
    follows upon `seed` is legal where a reset with that seed leads to, and in the present position as well if it can.
    """

    def __init__(self, env: GameEnv) -> None:
        super().__init__(env.game.num_actions)
        self._env = env
        self._mask = np.ones(env.game.num_actions, np.int8)
        self._seed: int | None = None

    def moved(self, mask: Mask) -> None:
        """The position has changed, and these are the legal actions."""
        self._mask, self._seed = mask, None

    def seed(self, seed: int | None = None) -> Any:
        """Seed the samples."""
        self._seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A legal action, unless a mask or probabilities say otherwise."""
        if mask is None and probability is None:
            mask = self._mask
            if self._seed is not None:
                after = self._env.mask_after(self._seed)
                mask = after & mask if (after & mask).any() else after
        return super().sample(mask, probability)


def observation_space(game: Game) -> spaces.Box[np.float32]:
    """What a learner sees, as a space."""
    return spaces.Box(game.observation.low, game.observation.high, dtype=np.float32)


def read_seat(game: Game, seat: Seat) -> Seat:
    """The learner's seat.

    Raises `ParseError` where the game has no such seat.
    """
    if seat != "random" and seat not in range(game.seats):
        raise ParseError(f"{seat!r} is no seat of {game.spec}: it is 0 to {game.seats - 1}, or 'random'")
    return seat


for _name in game_names():
    gymnasium.register(
        id=f"ludarium/{_name.title().replace('_', '')}-v{load(_name).observation.version}",
        entry_point="ludarium.adapters.gymnasium:GameEnv",
        vector_entry_point="ludarium.adapters.vector:GameVectorEnv",
        kwargs={"name": _name},
    )
