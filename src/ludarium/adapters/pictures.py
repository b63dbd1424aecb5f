"""The pictures of the games of a batch, which are played through states as well: slow, and only for render modes."""

from collections.abc import Sequence

import numpy as np

from ludarium.adapters.learner import LearnerGame, Seat
from ludarium.core.game import Game
from ludarium.core.kernel import Vector
from ludarium.scenes.scene import Scene


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
