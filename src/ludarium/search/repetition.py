"""Getting on with a game that is nearly won: no passes, and no way back to a board that was there before.

An evaluation may be as high as it gets on a board from which the game is not yet over, and a search that sees nothing
better would stay there for ever.
"""

import numpy as np

from ludarium.core.game import Game, State
from ludarium.core.kernel import Floats, Vector
from ludarium.search import tree

_AHEAD = 0.75
"""The scaled value from which a seat is ahead."""
_NEARLY = 0.05
"""How much less, on the same scale, an action may be worth that gets on with the game."""
_LEAST_VISITS = 0.02
"""The visits that such an action needs, as a fraction of those of the best."""
_PATIENCE = 8
"""Turns that a seat is ahead before it searches twice as much, and again before three times as much."""
_MOST_EFFORT = 8


class Repetition:
    """The boards that a bot has seen since it was ahead; those of a game without pictures are not told apart."""

    def __init__(self, game: Game) -> None:
        self._has_boards = game.definition.optional_module("view") is not None
        self._seen: set[str] = set()
        self._turns = 0

    @property
    def effort(self) -> int:
        """How many times as much as usual to search: more, the longer the seat has been ahead."""
        return min(_MOST_EFFORT, 1 + self._turns // _PATIENCE)

    def choose(self, state: State, edges: Vector, values: Floats, best: int) -> int:
        """Return the edge to play in place of the best one: the most visited that is nearly as good and leads on."""
        visits = edges[:, tree.EDGE_VISITS]
        means = values[:, tree.TOTAL] / np.maximum(visits, 1)
        if means[best] < _AHEAD or values[best, tree.LOWER] > means[best]:
            self._seen.clear()
            self._turns = 0
            return best
        if not self._has_boards:
            return best
        if not state.in_turn:
            self._seen.add(state.text())
            self._turns += 1
        good = (means >= means[best] - _NEARLY) & (visits >= _LEAST_VISITS * visits[best])
        for place in [best, *(-np.where(good, visits, 0)).argsort(kind="stable")[: good.sum()].tolist()]:
            following = state.play_unchecked(int(edges[place, tree.ACTION]))
            if following.in_turn or following.text() not in self._seen:
                return int(place)
        return best
