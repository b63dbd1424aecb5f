"""How a game is learnt: the numbers of the method, and what suits a game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import prod
from typing import Literal

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.search.matrix import MOST_COMBINATIONS
from ludarium.search.playout import random_action, random_outcome

Targets = Literal["play", "search"]


@dataclass(frozen=True)
class Method:
    """How to learn; None is what suits the game.

    | field     | meaning                                                                                     |
    | --------- | ------------------------------------------------------------------------------------------- |
    | `seed`    | random seed                                                                                 |
    | `first`   | units of the first layer                                                                    |
    | `second`  | units of the second layer                                                                   |
    | `trace`   | λ: how much of what a position teaches comes from later ones than the next                  |
    | `epsilon` | how often self-play takes a random action                                                   |
    | `opening` | self-play begins with up to so many random actions                                          |
    | `rate`    | the rate of learning                                                                        |
    | `buffer`  | the latest positions, from which training draws                                             |
    | `batch`   | positions in a step of training                                                             |
    | `targets` | `play`: what self-play one action ahead has led to; `search`: what a search has found       |
    | `before`  | with `search`, so many positions are learnt by play first, since a search needs values      |
    | `simulations` | with `search`, those for an action                                                      |
    | `explore` | with `search`, its constant of exploration                                                  |
    """

    seed: int = 0
    first: int = 64
    second: int = 16
    trace: float | None = None
    epsilon: float | None = None
    opening: int | None = None
    rate: float = 1e-3
    buffer: int = 50_000
    batch: int = 32
    targets: Targets = "play"
    before: int = 2_000_000
    simulations: int = 64
    explore: float = 0.1

    def suited(self, game: Game) -> Method:
        """Return the method with everything that suits the game: dice explore a part by themselves.

        >>> import ludarium
        >>> Method().suited(ludarium.load("ludo")).trace, Method().suited(ludarium.load("orion")).trace
        (0.7, 0.85)
        """
        dice = has_dice(game)
        suits = (
            {"trace": 0.7, "epsilon": 0.03, "opening": 0} if dice else {"trace": 0.85, "epsilon": 0.04, "opening": 6}
        )
        given = {name: number for name, number in asdict(self).items() if number is not None}
        return Method(**(suits | given))


def require_learnable(game: Game, method: Method) -> None:
    """Raise `LudariumError` for a game that cannot be learnt so."""
    if method.targets == "search" and (game.seats != 2 or game.payoff_range.total is None):
        raise LudariumError(
            f"{game.name} can be learnt by play; from a search only two seats learn whose payoffs have a fixed sum"
        )
    state, rng = game.initial(), generator(0)
    while state.actors:
        if state.actors == (CHANCE,):
            state = state.play_unchecked(random_outcome(state, rng))
            continue
        if len(state.actors) > 1 and method.targets == "search":
            raise LudariumError(f"{game.name} has simultaneous turns, and can be learnt by play, not from a search")
        combinations = prod(len(state.legal(seat)) for seat in state.actors) if len(state.actors) > 1 else 1
        if combinations > MOST_COMBINATIONS:
            raise LudariumError(
                f"{game.name} has simultaneous turns with {combinations:,} combinations of choices: "
                f"at most {MOST_COMBINATIONS:,} can be learnt"
            )
        state = state.play_unchecked(*(random_action(state, seat, rng) for seat in state.actors))


def has_dice(game: Game) -> bool:
    """Return whether chance acts again and again in a random game, and not only before it begins."""
    state, rng, rolls, steps = game.initial(), generator(0), 0, 0
    while state.actors and steps < 1000:
        rolls += state.actors == (CHANCE,)
        steps += 1
        if state.actors == (CHANCE,):
            state = state.play_unchecked(random_outcome(state, rng))
        else:
            state = state.play_unchecked(*(random_action(state, seat, rng) for seat in state.actors))
    return rolls > steps / 10
