"""A table for agents: a game in play, with what every agent sees and may do, however they take turns."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters import Mask, mask
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.extras import extra
from ludarium.core.game import State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.registry import load
from ludarium.core.spec import Value, format_spec
from ludarium.core.text import shorten
from ludarium.match.dice import throw
from ludarium.scenes.scene import draw

with extra("pettingzoo", "this adapter"):
    from gymnasium import spaces
    from gymnasium.utils import seeding

    from ludarium.adapters.pictures import Frame, show

Seen = dict[str, npt.NDArray[Any]]


class Table:
    """A game in play; the environment throws the dice."""

    def __init__(self, name: str, options: dict[str, Value]) -> None:
        self.game = load(format_spec(name, options))
        self.agents = [f"player_{seat}" for seat in range(self.game.seats)]
        seen, size = self.game.observation, self.game.num_actions
        box = spaces.Box(seen.low, seen.high, dtype=np.float32)
        masks = spaces.Box(0, 1, (size,), np.int8)
        self.observation_spaces = {a: spaces.Dict({"observation": box, "action_mask": masks}) for a in self.agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.agents}
        self.dice, self.state = np.random.default_rng(), self.game.initial()
        self.before, self.walk, self.acted = self.state, tuple[int, ...](), [0] * self.game.seats

    def begin(self, seed: int | None) -> None:
        """Set up a new game; without a seed the dice roll on."""
        if seed is not None:
            self.dice = seeding.np_random(seed)[0]
        self.go_to(self.game.initial(), [0] * self.game.seats)

    def go_to(self, state: State, acted: list[int]) -> None:
        """Go on from a state, in which every seat has acted so often."""
        self.before, self.state, self.walk, self.acted = state, state, (), acted
        self._roll()

    def play(self, *actions: int) -> None:
        """Play one step of the seats, and what nature does after it.

        Raises `IllegalMove` or `GameOver`.
        """
        after = self.state.play(*actions)
        for seat in self.state.actors:
            self.acted[seat] += 1
        self.before, self.state, self.walk = self.state, after, actions
        self._roll()

    def _roll(self) -> None:
        while self.state.actors == (CHANCE,):
            rolled = throw(self.state, self.dice)
            self.state, self.walk = self.state.play_unchecked(rolled), (*self.walk, rolled)

    def mask(self, seat: int) -> Mask:
        """Which actions a seat may choose: none where it need not act."""
        return mask(self.state, seat)

    def seen(self, seat: int) -> Seen:
        """What a seat sees, and may do."""
        return {"observation": observe(self.state, seat), "action_mask": self.mask(seat)}

    def over(self, max_cycles: int | None) -> tuple[bool, bool]:
        """Whether the game has ended, and whether it is cut off before its end."""
        ended = not self.state.actors
        return ended, not ended and max_cycles is not None and max(self.acted) >= max_cycles

    def picture(self, render_mode: str | None) -> Frame | None:
        """The board: as text, as pixels, or shown to people in the terminal."""
        return show(draw(self.state, self.before, self.walk), render_mode)

    def keep(self, orders: dict[int, int]) -> bytes:
        """The position with the sealed orders that have been given in it, and how often every seat has acted."""
        return json.dumps([str(self.state), list(orders.items()), self.acted]).encode()

    def restore(self, kept: bytes) -> dict[int, int]:
        """Go on from what was kept; returns the sealed orders.

        Raises `ParseError` where it is nothing of this game.
        """
        try:
            position, orders, acted = json.loads(kept)
            state, sealed = self.game.parse_position(position), {int(seat): int(action) for seat, action in orders}
            times = [int(count) for _, count in zip(self.agents, acted, strict=True)]
            if any(action not in state.legal(seat) for seat, action in sealed.items()):
                raise ValueError(sealed)
        except LudariumError:
            raise
        except (TypeError, ValueError) as error:
            raise ParseError(f"{shorten(repr(kept))} is no game: expected what state_bytes gave") from error
        self.go_to(state, times)
        return sealed
