"""What is seen of a game beside its expectations: the board, the points, the worth of every action, how it ended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game, State
from ludarium.core.kernel import CHANCE, Floats
from ludarium.core.payoffs import PayoffRange
from ludarium.scenes.picture import draw
from ludarium.search.evaluators import find_evaluator, has_evaluation
from ludarium.search.network import values_of

_LIMIT = "turn_limit"
"""The option of games that end after a number of turns."""
_FURTHER = 1000
"""How many turns later a game would end that is asked whether only the limit has ended it."""
_NARROW = 0.75
"""The part of the way from the average to the best action above which an action counts among the best."""

Place = tuple[int, int]


class Traits(NamedTuple):
    """What is seen of one game; NaN where it has nothing of the kind.

    | field         | meaning                                                                        |
    | ------------- | ------------------------------------------------------------------------------ |
    | `places`      | where a piece stood at some time, in hundredths of the picture's unit          |
    | `repeated`    | the part of the turns that led to a board which was there before               |
    | `margin`      | by how many points the best seat was ahead of the last at the end              |
    | `mean_margin` | the same on average over all turns                                             |
    | `narrow`      | the part of the legal actions that were about as good as the best, by choice   |
    | `spread`      | the variance of the values of the legal actions, on average over all choices   |
    | `timed_out`   | whether the limit of turns ended it                                            |
    """

    places: tuple[Place, ...] = ()
    repeated: float = math.nan
    margin: float = math.nan
    mean_margin: float = math.nan
    narrow: float = math.nan
    spread: float = math.nan
    timed_out: bool = False

    def to_json(self) -> list[object]:
        """Return the traits as JSON, with nothing for NaN."""
        return [None if isinstance(one, float) and math.isnan(one) else one for one in self]


def read_traits(found: Sequence[Any]) -> Traits:  # Any: JSON
    """Return the traits that `to_json` has written."""
    places, *numbers, timed_out = found
    repeated, margin, mean_margin, narrow, spread = (math.nan if one is None else float(one) for one in numbers)
    where = tuple((int(x), int(y)) for x, y in places)
    return Traits(where, repeated, margin, mean_margin, narrow, spread, bool(timed_out))


NOTHING_SEEN = Traits()


@dataclass
class Watch:
    """Sees a game state by state, and says its `traits` at the end."""

    game: Game
    places: set[Place] = field(default_factory=set)
    boards: dict[frozenset[object], int] = field(default_factory=dict)
    margins: list[float] = field(default_factory=list)
    narrow: list[float] = field(default_factory=list)
    spread: list[float] = field(default_factory=list)

    def choice(self, state: State, seat: int) -> None:
        """See a state in which a seat chooses."""
        legal = state.legal(seat)
        if len(legal) < 2 or not has_evaluation(self.game, "default"):
            return
        values = np.array([_value(state, seat, action) for action in legal])
        self.narrow.append(narrowness(values))
        self.spread.append(float(values.var()))

    def turn(self, state: State) -> None:
        """See a state at the beginning of a turn of seats, or at the end of the game."""
        self.margins.append(margin_of(state.points))
        if self.game.definition.optional_module("view") is None:
            return
        pieces = [one for one in draw(state).elements if one.role == "piece" and "die" not in one.look.split()]
        on_board = [one for one in pieces if one.stamps]  # what stands beside the board has none
        self.places |= {(round(100 * one.x), round(100 * one.y)) for one in on_board}
        board = frozenset(
            (round(100 * one.x), round(100 * one.y), one.look, *(stamp.text for stamp in one.stamps))
            for one in on_board
        )
        self.boards[board] = self.boards.get(board, 0) + 1

    def traits(self, last: State, step: tuple[int, ...]) -> Traits:
        """Return what was seen; `step` ended the game, from `last`."""
        turns, has_points = sum(self.boards.values()), any(self.margins)
        return Traits(
            tuple(sorted(self.places)),
            1 - len(self.boards) / turns if turns and self.places else math.nan,
            self.margins[-1] if has_points else math.nan,
            float(np.mean(self.margins)) if has_points else math.nan,
            float(np.mean(self.narrow)) if self.narrow else math.nan,
            float(np.mean(self.spread)) if self.spread else math.nan,
            ended_by_limit(last, step),
        )


def narrowness(values: Floats) -> float:
    """Return the part of some actions that are at least three quarters of the way from the average to the best.

    >>> narrowness(np.array([0.9, 0.1, 0.1, 0.1])), narrowness(np.array([0.5, 0.5]))
    (0.25, 1.0)
    """
    average, best = values.mean(), values.max()
    return float((values >= average + _NARROW * (best - average) - 1e-12).mean())


def margin_of(points: tuple[float, ...]) -> float:
    """Return by how many points the best seat is ahead of the last, as Ludii's score difference does.

    >>> margin_of((3.0, 7.0, 5.0)), margin_of((4.0,))
    (4.0, 0.0)
    """
    return max(points) - min(points) if points else 0.0


def ended_by_limit(last: State, step: tuple[int, ...]) -> bool:
    """Return whether a step ended a game only because the limit of turns was reached: with a later one it goes on.

    >>> import ludarium
    >>> state = ludarium.load("orion(turn_limit=10)").initial()
    >>> while (after := state.play(state.legal()[0])).actors:
    ...     state = after
    >>> ended_by_limit(state, (state.legal()[0],)), ended_by_limit(ludarium.load("orion").initial(), (0,))
    (True, False)
    """
    game, limit = last.game, last.game.options.get(_LIMIT)
    if not isinstance(limit, int):
        return False
    later = Game(game.definition, {**game.options, _LIMIT: limit + _FURTHER})
    try:
        return not last.play_unchecked(*step).actors and bool(
            later.parse_position(str(last)).play_unchecked(*step).actors
        )
    except LudariumError:
        return False  # a position that the other game does not know


def _value(state: State, seat: int, action: int) -> float:
    """Return what a seat can expect after an action, by the game's evaluation, as a part of the range of payoffs."""
    step = (action if actor == seat else state.default_action(actor) for actor in state.actors)
    after, payoffs = state.play_unchecked(*step), np.zeros(state.game.seats)
    if not after.actors:
        payoffs[:] = after.payoffs
    else:
        evaluator, tables = find_evaluator(state.game)
        values_of(evaluator, tables, after.vector, payoffs)
    return _part(state.game.payoff_range, float(payoffs[seat]))


def _part(payoffs: PayoffRange, value: float) -> float:
    [part] = payoffs.parts((value,))
    return min(max(part, 0.0), 1.0)


def is_turn(state: State) -> bool:
    """Return whether a turn of seats begins, or the game is over."""
    return not state.in_turn and state.actors != (CHANCE,)
