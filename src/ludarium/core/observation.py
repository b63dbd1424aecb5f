"""Observations: what a learner sees of a state, as a float32 array, and what every number in it means.

A game may define its observation in the module `observation` of its package:

| function                  | content                                                                      |
|---------------------------|------------------------------------------------------------------------------|
| `describe(t)`             | returns the `Observation` of the game with these constants                   |
| `observe(t, v, seat, out)` | compiled with `rule(OBSERVE)`; fills the whole of `out` with what a seat sees |

A seat sees all public information: dice and the pieces of every seat. Sealed orders of a simultaneous turn are not
part of a state, so they are not part of an observation either. A game without this module shows the words of its
position.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from ludarium.core.definition import GameDefinition, Setup
from ludarium.core.html import section, table
from ludarium.core.kernel import OBSERVE, Floats, Singles, Vector, rule

_BITS = 21
_HALF = 1 << _BITS - 1
"""Words are split into signed digits of `_BITS` bits, from `-_HALF` to `_HALF - 1`, which are exact in float32."""


@dataclass(frozen=True, slots=True)
class Part:
    """Adjacent planes, or numbers if there is no board, with the same meaning.

    | field     | meaning                          |
    |-----------|----------------------------------|
    | `size`    | how many planes or numbers       |
    | `low`     | the smallest possible value      |
    | `high`    | the greatest possible value      |
    | `whole`   | whether values are whole numbers |
    | `fixed`   | whether the values are the same in all positions and for all seats |
    | `filled`  | whether each plane is filled with one number |
    """

    name: str
    meaning: str
    size: int = 1
    low: float = 0
    high: float = 1
    whole: bool = False
    fixed: bool = False
    filled: bool = False

    @property
    def type(self) -> str:
        """The kind of the values, in words."""
        return "number" if not self.whole else "0 or 1" if (self.low, self.high) == (0, 1) else "whole number"


@dataclass(frozen=True)
class Observation:
    """The format of a game's observations; `str` gives the table of the game's rules page.

    | field      | meaning                                                                                    |
    |------------|--------------------------------------------------------------------------------------------|
    | `function` | `observe(t, v, seat, out)`                                                                 |
    | `parts`    | the parts in order                                                                         |
    | `board`    | rows and columns of every plane, or the number of cells of a board of another shape;       |
    |            | empty for a flat list of numbers                                                           |
    | `version`  | raised with every change of the format, so that a network is not used with another format  |
    | `cells`    | the cells of a plane that can hold something but 0, by index; empty for all                |
    | `symmetries` | the symmetries of the board: each lists for every cell of a plane the one it is moved to; |
    |            | positions that a symmetry moves into each other are worth the same to the observing seat   |
    | `actions`  | for each symmetry, in the same order, the action that every action becomes; empty if the   |
    |            | game does not say                                                                          |
    | `earned`   | `earned(t, v, out)`, compiled with `rule(RESULTS)`: fills in what each seat has been paid  |
    |            | so far, at the end its payoff, so that learners get rewards on the way; None if all is     |
    |            | paid at the end. The game must declare its payoffs; its return value is ignored            |

    >>> import ludarium
    >>> seen = ludarium.load("orion").observation
    >>> seen.shape, seen.parts[0].name
    ((7, 11, 11), 'own pieces')
    """

    function: Callable[[Vector, Vector, int, Singles], None]
    parts: tuple[Part, ...]
    board: tuple[int, ...] = ()
    version: int = 0
    cells: tuple[int, ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = ()
    actions: tuple[tuple[int, ...], ...] = ()
    earned: Callable[[Vector, Vector, Floats], int] | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array: planes, rows, columns; or the number of numbers."""
        return (sum(part.size for part in self.parts), *self.board)

    @property
    def low(self) -> Singles:
        """The smallest possible value of every number, as an array of this shape."""
        return self._spread([part.low for part in self.parts])

    @property
    def high(self) -> Singles:
        """The greatest possible value of every number, as an array of this shape."""
        return self._spread([part.high for part in self.parts])

    @property
    def inputs(self) -> tuple[int, ...]:
        """The places of the flat array that tell a learner something: not fixed, not always 0, not repeated.

        >>> import ludarium
        >>> seen = ludarium.load("orion").observation
        >>> len(seen.inputs), seen.shape
        (243, (7, 11, 11))
        """
        size = prod(self.board)
        cells = self.cells or tuple(range(size))
        found, plane = list[int](), 0
        for part in self.parts:
            for first in range(plane * size, (plane + part.size) * size, size):
                found += () if part.fixed else (first,) if part.filled else (first + cell for cell in cells)
            plane += part.size
        return tuple(found)

    def moved(self, symmetry: Sequence[int]) -> Vector:
        """Return for every place of the flat array the one that a symmetry of the board moves it to.

        >>> import ludarium
        >>> seen = ludarium.load("orion").observation
        >>> [int(place) for place in seen.moved(seen.symmetries[0])[:3]]  # to the last row
        [110, 111, 112]
        """
        places = np.arange(prod(self.shape)).reshape(-1, prod(self.board))
        filled = np.repeat([part.filled for part in self.parts], [part.size for part in self.parts])
        return np.where(filled[:, None], places, places[:, list(symmetry)]).reshape(-1)

    def _spread(self, values: list[float]) -> Singles:
        column = np.repeat(np.array(values, np.float32), [part.size for part in self.parts])
        return np.broadcast_to(column.reshape(-1, *(1 for _ in self.board)), self.shape).copy()

    def __str__(self) -> str:
        where = ""
        if len(self.board) == 1:
            where = f": planes of {self.board[0]} cells"
        elif self.board:
            where = f": planes of {self.board[0]} rows and {self.board[1]} columns"
        return "\n".join(
            [
                f"Version {self.version}, float32 of the shape {self.shape}{where}.",
                "",
                f"| {'plane' if self.board else 'place'} | what | type | range | meaning |",
                "|---|---|---|---|---|",
                *self._rows(),
            ]
        )

    def _repr_html_(self) -> str:
        """Return the table that a notebook shows."""
        place = "plane" if self.board else "place"
        lines = (row.strip("| ").split(" | ") for row in self._rows())
        shape, heads = f"float32 of the shape {self.shape}", (place, "what", "type", "range", "meaning")
        return section(f"Observation, version {self.version}", shape, table(heads, lines))

    def _rows(self) -> Iterator[str]:
        first = 0
        for part in self.parts:
            after = first + part.size
            places = f"{first}" if part.size == 1 else f"{first} to {after - 1}"
            yield f"| {places} | {part.name} | {part.type} | {part.low:g} to {part.high:g} | {part.meaning} |"
            first = after


def observation(definition: GameDefinition, setup: Setup) -> Observation:
    """Return the format of a game's observations: its own, or else the words of its position."""
    module = definition.optional_module("observation")
    if module is not None:
        described: Observation = module.describe(setup.tables)
        return described
    words, seats = len(setup.start), len(setup.seat_names)
    every = "every word w of the position is d0 + d1 * 2^21 + d2 * 2^42; a small number is its d0"
    parts = (
        Part("d0", every, words, -_HALF, _HALF - 1, whole=True),
        Part("d1", "the next digit of every word", words, -_HALF, _HALF - 1, whole=True),
        Part("d2", "the last digit of every word", words, -2 * _HALF, 2 * _HALF, whole=True),
        Part("seat", "which seat sees this", seats, whole=True),
    )
    return Observation(_words, parts)


@rule(OBSERVE)
def _words(t: Vector, v: Vector, seat: int, out: Singles) -> None:
    """Write the digits of every word, the lowest digits of all words first; then the seat, one-hot."""
    size = len(v)
    for i in range(size):
        rest = v[i]
        for place in range(2):
            digit = ((rest & (2 * _HALF - 1)) ^ _HALF) - _HALF
            out[place * size + i] = digit
            rest = (rest >> _BITS) + (digit < 0)
        out[2 * size + i] = rest
    for i in range(3 * size, len(out)):
        out[i] = i - 3 * size == seat
