"""Getting on with a game that is nearly won: no passes, and no way back to a board that was there before.

An evaluation may be as high as it gets on a board from which the game is not yet over, and a search that sees nothing
better would stay there for ever.
"""

from collections.abc import Callable

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


def board_of(game: Game) -> Callable[[Vector, Vector], Vector]:
    """Return a function from tables and a position to the part of it that is equal where the board is.

    It is `board_key` of the game's kernel, which leaves out what counts turns and remembers earlier positions. Without
    it the part is the whole position.
    """
    kernel = game.definition.optional_module("kernel")
    found: Callable[[Vector, Vector], Vector] = getattr(kernel, "board_key", lambda t, v: v)
    return found


class Repetition:
    """The boards that a bot has seen since it was ahead."""

    def __init__(self, game: Game) -> None:
        self._board = board_of(game)
        self._seen: set[bytes] = set()
        self._turns = 0

    @property
    def effort(self) -> int:
        """The factor of the usual search: greater, the longer the seat has been ahead."""
        return min(_MOST_EFFORT, 1 + self._turns // _PATIENCE)

    def choose(self, state: State, edges: Vector, values: Floats, best: int) -> int:
        """Return the edge to play in place of the best one: the most visited that is nearly as good and leads on."""
        visits = edges[:, tree.EDGE_VISITS]
        means = values[:, tree.TOTAL] / np.maximum(visits, 1)
        if means[best] < _AHEAD or values[best, tree.LOWER] > means[best]:
            self._seen.clear()
            self._turns = 0
            return best
        if not state.in_turn:
            self._seen.add(self._key(state))
            self._turns += 1
        good = (means >= means[best] - _NEARLY) & (visits >= _LEAST_VISITS * visits[best])
        for place in [best, *(-np.where(good, visits, 0)).argsort(kind="stable")[: good.sum()].tolist()]:
            following = state.play_unchecked(int(edges[place, tree.ACTION]))
            if following.in_turn or self._key(following) not in self._seen:
                return int(place)
        return best

    def _key(self, state: State) -> bytes:
        """Return the key of a state's board."""
        return self._board(state.game.tables, state.vector).tobytes()
