"""The canonical form of positions: what a game offers to a solver in its module `exact`, all of it optional.

`canonical(t, v)` rewrites a position as one with the same values, the same for all that differ in nothing that matters:
like pieces are sorted, numbers that count turns are 0, one of two mirrored boards is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludarium.core.game import Game, State
from ludarium.core.kernel import INTS, FunctionType, Vector, rule, types

CANONICAL = types.void(INTS, INTS)
CANONICAL_TYPE = FunctionType(CANONICAL)
OUTLOOK = types.void(INTS, INTS, INTS)
"""`outlook(t, v, out)` writes how hard it is to prove that seat 0 wins and that it does not: two numbers from 1 on.
`out` is as long as `v` and two more, for what is noted meanwhile."""
OUTLOOK_TYPE = FunctionType(OUTLOOK)
MOST_CELLS = 63
"""Cells of a set of cells, which is one number."""
CELL = types.int64(INTS, INTS, types.int64)
"""`cell(t, v, action)` returns the cell that an action takes, from 0 to 62; -1 if it takes another or none.
For games in which the seats take one free cell each in turn, and a further stone never harms its seat."""
CELL_TYPE = FunctionType(CELL)


@rule(CANONICAL)
def as_it_is(t: Vector, v: Vector) -> None:
    """Leave a position as it is."""


@rule(OUTLOOK)
def no_outlook(t: Vector, v: Vector, out: Vector) -> None:
    """Take both for equally hard."""
    out[0] = out[1] = 1


@rule(CELL)
def no_cell(t: Vector, v: Vector, action: int) -> int:
    """Return -1: nothing is known of what an action takes."""
    return -1


def outlook(game: Game) -> Callable[[Vector, Vector, Vector], None]:
    """Return the function `outlook` of the game's module `exact`, or one that knows nothing."""
    return getattr(game.definition.optional_module("exact"), "outlook", no_outlook)


def cell(game: Game) -> Callable[[Vector, Vector, int], int] | None:
    """Return the function `cell` of the game's module `exact`; None if it offers none."""
    return getattr(game.definition.optional_module("exact"), "cell", None)


@dataclass(frozen=True)
class CanonicalForm:
    """The canonical form of a game's positions.

    | field      | meaning                                                                       |
    | ---------- | ----------------------------------------------------------------------------- |
    | `function` | `canonical(t, v)`                                                             |
    | `left_out` | the rule that values in this form leave out, as in `the limit of turns`, or "" |
    """

    function: Callable[[Vector, Vector], None] = as_it_is
    left_out: str = ""

    @classmethod
    def of(cls, game: Game, *, whole: bool = False) -> CanonicalForm:
        """Return the form that the game offers; `whole` refuses one that leaves out a rule."""
        module = game.definition.optional_module("exact")
        function, left_out = getattr(module, "canonical", None), str(getattr(module, "LEFT_OUT", ""))
        return cls() if function is None or (whole and left_out) else cls(function, left_out)

    def position(self, state: State) -> State:
        """Return a position in this form: positions that differ in nothing that matters are the same then.

        >>> from ludarium.core.registry import load
        >>> state = load("ludo(markers=3)").parse_position("1,1,12/1,1,60 A 5 9")
        >>> one, other, third = (CanonicalForm.of(state.game).position(state.play(marker)) for marker in range(3))
        >>> one == other, one == third
        (True, False)
        """
        vector = state.vector
        self.function(state.game.tables, vector)
        return state.game.state(vector)

    def alike(self, one: State, other: State) -> bool:
        """Return whether two positions differ in nothing that matters."""
        return self.position(one) == self.position(other)
