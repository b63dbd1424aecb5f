"""The method of learning: its numbers, and the values that suit a game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import prod
from typing import Any, Literal, get_args

from ludarium.core.arguments import check_choice, check_number, check_whole
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE
from ludarium.core.rng import generator
from ludarium.core.text import shorten
from ludarium.search.matrix import MOST_COMBINATIONS
from ludarium.search.playout import random_step

_LONG, _SAMPLED = 100, 1000
"""Steps from which a game with simultaneous turns is long, and the steps of a random game that are looked at."""
_AVERAGED = 12
"""Outcomes of chance over which a mean is worth its time: all of one die, some of two."""
Targets = Literal["play", "search", "plans"]
_UNITS, _MANY, _MOST_AHEAD = 4096, 10**9, 1024
_WHOLE = {
    "seed": (0, None), "first": (1, _UNITS), "second": (1, _UNITS), "outcomes": (0, _MANY), "opening": (0, _MANY),
    "settled": (0, _MANY), "buffer": (1, _MANY), "batch": (1, _MANY), "passes": (1, _MANY), "before": (0, _MANY),
    "simulations": (1, _MANY), "ahead": (0, _MOST_AHEAD),
}  # fmt: skip
"""The least and the greatest of the whole numbers of a method."""
_PARTS = {"trace": 1.0, "epsilon": 1.0, "rate": 1.0, "explore": 1000.0}
"""The greatest of the other numbers."""


@dataclass(frozen=True)
class Method:
    """The method of learning; None is the value that suits the game.

    | field     | meaning                                                                                     |
    | --------- | ------------------------------------------------------------------------------------------- |
    | `seed`    | random seed                                                                                 |
    | `first`   | units of the first layer                                                                    |
    | `second`  | units of the second layer                                                                   |
    | `trace`   | λ: how much of what a position teaches comes from later ones than the next                  |
    | `outcomes` | chance teaches what its outcomes are worth on average; of more than so many some are drawn  |
    | `epsilon` | how often self-play takes a random action                                                   |
    | `opening` | self-play begins with up to so many random actions                                          |
    | `starts`  | positions, of which self-play draws one for each game; empty for the start of the game      |
    | `rate`    | the rate of learning at the beginning                                                       |
    | `settled` | the rate falls with the root of the steps of training, counted in so many; 0: never         |
    | `buffer`  | the latest positions, from which training draws                                             |
    | `batch`   | positions in a step of training                                                             |
    | `passes`  | how often training draws as many positions as a round has given                             |
    | `targets` | `play`: what self-play one action ahead has led to; `search`: what a search has found;      |
    |           | `plans`: what plans for many simultaneous turns have led to                                 |
    | `before`  | with `search`, so many positions are learnt by play first, since a search needs values      |
    | `simulations` | with `search`, those for an action                                                      |
    | `explore` | with `search`, its constant of exploration                                                  |
    | `ahead`   | rounds of self-play that are under way at once, on any executor; 0: each after the last one |
    """

    seed: int = 0
    first: int = 64
    second: int = 16
    trace: float | None = None
    outcomes: int | None = None
    epsilon: float | None = None
    opening: int | None = None
    rate: float | None = None
    settled: int | None = None
    buffer: int = 50_000
    batch: int = 32
    passes: int | None = None
    targets: Targets | None = None
    before: int = 2_000_000
    simulations: int = 64
    explore: float = 0.1
    starts: tuple[str, ...] = ()
    ahead: int = 0

    def __post_init__(self) -> None:
        """Raise `InvalidOption` for a number out of range."""
        for name, (least, most) in _WHOLE.items():
            if (value := getattr(self, name)) is not None:
                check_whole(name, value, least, most)
        for name, greatest in _PARTS.items():
            if (value := getattr(self, name)) is not None:
                check_number(name, value, 0, greatest)
        if self.targets is not None:
            check_choice("targets", self.targets, get_args(Targets))

    def suited(self, game: Game) -> Method:
        """Return the method with everything that suits the game: dice explore a part by themselves.

        >>> import ludarium
        >>> Method().suited(ludarium.load("ludo")).trace, Method().suited(ludarium.load("orion")).trace
        (0.7, 0.85)
        """
        if needs_plans(game):
            suits: dict[str, Any] = {
                "targets": "plans", "trace": 0.9, "outcomes": 0, "epsilon": 0.1, "opening": 0, "rate": 1e-3,
                "settled": 0, "passes": 4,
            }  # fmt: skip
        elif has_dice(game):
            suits = {
                "targets": "play", "trace": 0.7, "outcomes": _AVERAGED, "epsilon": 0.03, "opening": 0, "rate": 2e-3,
                "settled": 100_000, "passes": 2,
            }  # fmt: skip
        else:
            suits = {
                "targets": "play", "trace": 0.85, "outcomes": 0, "epsilon": 0.04, "opening": 6, "rate": 1e-3,
                "settled": 100_000, "passes": 1,
            }  # fmt: skip
        given = {name: number for name, number in asdict(self).items() if number is not None}
        return Method(**(suits | given | {"starts": tuple(self.starts)}))


def start_positions(game: Game, method: Method) -> list[State]:
    """Return the positions from which self-play begins.

    >>> import ludarium
    >>> [str(state) for state in start_positions(ludarium.load("vortex(tokens=1)"), Method(starts=("25/3 X 3",)))]
    Traceback (most recent call last):
        ...
    ludarium.core.errors.ParseError: the game is over in '25/3 X 3': expected positions from which it can be played

    Raises `ParseError` for a text that is no position of this game, or one in which the game is over.
    """
    states = [game.parse_position(text) for text in method.starts] or [game.initial()]
    for state in states:
        if not state.actors:
            raise ParseError(
                f"the game is over in {shorten(str(state))}: expected positions from which it can be played"
            )
    return states


def require_learnable(game: Game, method: Method) -> None:
    """Raise `LudariumError` for a game that cannot be learnt so."""
    if method.targets == "search" and (game.seats != 2 or game.payoff_range.total is None):
        raise LudariumError(
            f"{game.name} can be learnt by play; from a search only two seats learn whose payoffs have a fixed sum"
        )
    if method.targets == "search" and max(_random_game(game)) > 1:
        raise LudariumError(f"{game.name} has simultaneous turns, and so can be learnt by play, not from a search")


def has_dice(game: Game) -> bool:
    """Return whether chance acts again and again in a random game, and not only before it begins."""
    steps = _random_game(game)
    return steps.count(0) > len(steps) / 10


def needs_plans(game: Game) -> bool:
    """Return whether looking at all choices of one turn would show too little, or take too long.

    It is so where most turns of a long game are simultaneous, and where a turn has very many combinations of choices.

    >>> import ludarium
    >>> needs_plans(ludarium.load("grid")), needs_plans(ludarium.load("orion"))
    (True, False)
    """
    steps = _random_game(game)
    together = sum(combinations > 1 for combinations in steps)
    return max(steps) > MOST_COMBINATIONS or (together > len(steps) / 2 and len(steps) > _LONG)


def _random_game(game: Game) -> list[int]:
    """Return the steps of a random game: 0 for chance, 1 for one seat, else the combinations of the seats' choices."""
    state, rng, steps = game.initial(), generator(0), list[int]()
    while state.actors and len(steps) < _SAMPLED:
        if state.actors == (CHANCE,):
            steps.append(0)
        else:
            steps.append(prod(len(state.legal(seat)) for seat in state.actors) if len(state.actors) > 1 else 1)
        state = random_step(state, rng)
    return steps
