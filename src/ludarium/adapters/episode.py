"""A game in progress for PettingZoo's environments: what every agent observes and may do."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from ludarium.adapters import Mask, action_mask, rewards
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.extras import extra
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.observe import observe
from ludarium.core.text import shorten
from ludarium.match.dice import sample_chance
from ludarium.scenes.picture import draw, follow

with extra("pettingzoo", "this adapter"):
    from gymnasium import spaces
    from gymnasium.utils import seeding

    from ludarium.adapters.rendering import Frame, render

Observation = dict[str, npt.NDArray[Any]]


class PettingZooGame:
    """A game in progress; the environment plays for chance.

    | attribute  | meaning                                                    |
    | ---------- | ---------------------------------------------------------- |
    | `state`    | the current state, in which seats must act, or the last    |
    | `previous` | the state before the last step of the seats                |
    | `actions`  | the actions since then, those of chance included           |
    | `cycles`   | how many times every seat has acted                        |
    | `rewards`  | the rewards of the seats in the last step                  |
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.agents = [f"player_{seat}" for seat in range(self.game.seats)]
        observation, size = self.game.observation, self.game.num_actions
        box = spaces.Box(observation.low, observation.high, dtype=np.float32)
        masks = spaces.Box(0, 1, (size,), np.int8)
        self.observation_spaces = {a: spaces.Dict({"observation": box, "action_mask": masks}) for a in self.agents}
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.agents}
        self.rng, self.state = np.random.default_rng(), self.game.initial()
        self.previous, self.actions, self.cycles = self.state, tuple[int, ...](), [0] * self.game.seats
        self.rewards = (0.0,) * self.game.seats

    def reset(self, seed: int | None) -> None:
        """Begin a game; without a seed the random generator goes on."""
        if seed is not None:
            self.rng = seeding.np_random(seed)[0]
        self._continue_from(self.game.initial(), [0] * self.game.seats)

    def play(self, *actions: int) -> None:
        """Play one step of the seats, and the steps of chance after it.

        Raises `IllegalMove` or `GameOver`.
        """
        after = self.state.play(*actions)
        for seat in self.state.actors:
            self.cycles[seat] += 1
        self.previous, self.state, self.actions = self.state, after, actions
        self._play_chance()
        self.rewards = rewards(self.state, self.previous)

    def action_mask(self, seat: int) -> Mask:
        """Return the seat's legal actions as ones; all are 0 if it need not act."""
        return action_mask(self.state, seat)

    def observe(self, seat: int) -> Observation:
        """Return what a seat observes, with its action mask."""
        return {"observation": observe(self.state, seat), "action_mask": self.action_mask(seat)}

    def status(self, max_cycles: int | None) -> tuple[bool, bool]:
        """Return whether the game is terminated, and whether it is truncated."""
        terminated = not self.state.actors
        return terminated, not terminated and max_cycles is not None and max(self.cycles) >= max_cycles

    def render(self, render_mode: str | None) -> Frame | None:
        """Return the board as text ("ansi") or as pixels ("rgb_array"), or print it ("human")."""
        return render(draw(follow(self.previous, self.actions)), render_mode)

    def save(self, orders: dict[int, int]) -> bytes:
        """Return the position for `restore`, with the actions by seat that are sealed in it, and the cycles."""
        return json.dumps([str(self.state), list(orders.items()), self.cycles]).encode()

    def restore(self, saved: bytes) -> dict[int, int]:
        """Continue from what `save` returned; returns the sealed actions by seat.

        Raises `ParseError` for anything else.
        """
        try:
            position, orders, cycles = json.loads(saved)
            state, sealed = self.game.parse_position(position), {int(seat): int(action) for seat, action in orders}
            counts = [int(count) for _, count in zip(self.agents, cycles, strict=True)]
            if any(action not in state.legal(seat) for seat, action in sealed.items()):
                raise ValueError(sealed)
        except LudariumError:
            raise
        except (TypeError, ValueError) as error:
            raise ParseError(f"{shorten(repr(saved))} is not a game: expected the bytes of state_bytes") from error
        self._continue_from(state, counts)
        return sealed

    def _continue_from(self, state: State, cycles: list[int]) -> None:
        self.previous, self.state, self.actions, self.cycles = state, state, (), cycles
        self._play_chance()
        self.rewards = rewards(self.state, state)

    def _play_chance(self) -> None:
        while self.state.actors == (CHANCE,):
            outcome = sample_chance(self.state, self.rng)
            self.state, self.actions = self.state.play_unchecked(outcome), (*self.actions, outcome)
