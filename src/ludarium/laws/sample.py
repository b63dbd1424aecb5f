"""Random games of a game, to try the laws on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.rng import generator

STATES_A_GAME = 12
"""So many states of each random game are looked at closely."""

Step = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Play:
    """A random game: its states, the first and the last included, and the step after each but the last."""

    states: tuple[State, ...]
    steps: tuple[Step, ...]

    def turns(self) -> Iterator[tuple[State, Step]]:
        """Every whole turn: the state in which it begins, and its walk."""
        start: State = self.states[0]
        walk: Step = ()
        for step, state in zip(self.steps, self.states[1:], strict=True):
            walk += step
            if not state.in_turn or not state.actors:
                yield start, walk
                start, walk = state, ()


@dataclass(frozen=True)
class Sample:
    """Random games of a game; the same seed gives the same ones."""

    game: Game
    seed: int
    plays: tuple[Play, ...]

    @classmethod
    def draw(cls, game: Game, seed: int = 0, games: int = 10) -> Sample:
        """So many random games, each played to its end or until it breaks a law that ends it."""
        return cls(game, seed, tuple(_play(game, generator(seed, number)) for number in range(games)))

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Some states of each game: the first, the last, and others anywhere."""
        return tuple(state for play in self.plays for state in _some(play.states, self.dice(1)))

    @cached_property
    def turns(self) -> tuple[tuple[State, Step], ...]:
        """Some whole turns of each game: the state in which one begins, and its walk."""
        return tuple(turn for play in self.plays for turn in _some(tuple(play.turns()), self.dice(2)))

    def dice(self, *path: int) -> np.random.Generator:
        """A source of random numbers that is the same in every run."""
        return generator(self.seed, len(self.plays), *path)


def _play(game: Game, dice: np.random.Generator) -> Play:
    states, steps, ids = [game.initial()], list[Step](), set(range(game.num_actions))
    while states[-1].actors and len(steps) <= game.max_steps:
        choices = [states[-1].legal(seat) for seat in states[-1].actors]
        if not all(legal and ids.issuperset(legal) for legal in choices):
            break
        steps.append(tuple(int(dice.choice(legal)) for legal in choices))
        states.append(states[-1].play_unchecked(*steps[-1]))
    return Play(tuple(states), tuple(steps))


def _some(things: tuple[T, ...], dice: np.random.Generator) -> list[T]:
    if len(things) <= STATES_A_GAME:
        return list(things)
    between = dice.choice(np.arange(1, len(things) - 1), STATES_A_GAME - 2, replace=False)
    return [things[i] for i in (0, *sorted(between.tolist()), len(things) - 1)]
