"""Random games on which the laws are tested."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ludarium.core.arguments import check_games, check_seed
from ludarium.core.cached import cached_property
from ludarium.core.compiling.compiler import load_numba
from ludarium.core.error_places import describe_error
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.laws.broken import LawBroken
from ludarium.scenes.scene import Scene

STATES_A_GAME = 12
"""The numbers of states and of turns of each random game that most laws are tested on."""

Step = tuple[int, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Play:
    """A random game: its states, the first and the last included, and the step after each state but the last."""

    states: tuple[State, ...]
    steps: tuple[Step, ...]

    def turns(self) -> Iterator[tuple[State, Step]]:
        """Yield every complete turn: the state in which it begins, and its actions."""
        start: State = self.states[0]
        actions: Step = ()
        for step, state in zip(self.steps, self.states[1:], strict=True):
            actions += step
            if not state.in_turn or not state.actors:
                yield start, actions
                start, actions = state, ()


@dataclass(frozen=True)
class Sample:
    """Random games of a game; the same seed gives the same games."""

    game: Game
    seed: int
    plays: tuple[Play, ...]

    @classmethod
    def draw(cls, game: Game, seed: int = 0, games: int = 10) -> Sample:
        """Play random games, each to its end, or until a broken law makes it impossible to go on.

        Raises `InvalidOption` unless there is a game to play, `LawBroken` if the game raises anything, with the place
        in its files.
        """
        check_games(games)
        check_seed(seed)
        load_numba()  # or its rules run as plain Python for a while, which no law is about
        try:
            return cls(game, seed, tuple(_play(game, generator(seed, number)) for number in range(games)))
        except Exception as error:  # an unfinished game may raise anything
            raise LawBroken(describe_error(error, game.definition.package), law="random games can be played") from error

    @cached_property
    def states(self) -> tuple[State, ...]:
        """States of each game: the first, the last, and some between."""
        return tuple(state for play in self.plays for state in _some(play.states, self.dice(1)))

    @cached_property
    def turns(self) -> tuple[tuple[State, Step], ...]:
        """Complete turns of each game: the state in which one begins, and its actions."""
        return tuple(turn for play in self.plays for turn in _some(tuple(play.turns()), self.dice(2)))

    @cached_property
    def drawings(self) -> dict[tuple[State, str], Scene]:
        """The pictures of states in their layouts, drawn so far: several laws look at them."""
        return {}

    def steps(self, count: int) -> tuple[tuple[State, Step], ...]:
        """Return at most `count` steps of each game, the first and the last included: a state, and its actions."""
        games = (tuple(zip(play.states, play.steps, strict=False)) for play in self.plays)
        return tuple(step for game in games for step in _some(game, self.dice(3), count))

    def dice(self, *path: int) -> np.random.Generator:
        """Return a random generator that gives the same numbers in every run."""
        return generator(self.seed, len(self.plays), *path)


def action_ids(game: Game, actor: int) -> range:
    """Return the ids that the actions of a seat or of chance may have."""
    return range(game.max_chance_outcomes if actor == CHANCE else game.num_actions)


def _play(game: Game, dice: np.random.Generator) -> Play:
    states, steps = [game.initial()], list[Step]()
    while states[-1].actors and len(steps) <= game.max_steps:
        choices = [states[-1].legal(seat) for seat in states[-1].actors]
        ids = [action_ids(game, seat) for seat in states[-1].actors]
        if not all(legal and set(legal).issubset(known) for legal, known in zip(choices, ids, strict=True)):
            break
        steps.append(tuple(int(dice.choice(legal)) for legal in choices))
        states.append(states[-1].play_unchecked(*steps[-1]))
    return Play(tuple(states), tuple(steps))


def _some(things: tuple[T, ...], dice: np.random.Generator, count: int = STATES_A_GAME) -> list[T]:
    if len(things) <= count:
        return list(things)
    between = dice.choice(np.arange(1, len(things) - 1), count - 2, replace=False)
    return [things[i] for i in (0, *sorted(between.tolist()), len(things) - 1)]
