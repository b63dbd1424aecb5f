"""What a learner sees of a state: an array of float32, and what every number in it means.

A game's folder may say so in a file of its own, `observation.py`:

`describe(t)`                the `Observation` of the game with these constants
`observe(t, v, seat, out)`   compiled, as a kernel is, with `rule(OBSERVE)`; it fills the whole of `out`

A seat may see all that lies on the table: the rolled dice and everybody's pieces. What is sealed, such as the orders of
a joint turn, is no part of a state, and so of no observation. A game without the file is seen as the words of its
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ludarium.core.definition import GameDefinition, Setup
from ludarium.core.errors import LudariumError
from ludarium.core.kernel import OBSERVE, Singles, Vector, rule

if TYPE_CHECKING:
    from ludarium.core.state import State

_BITS = 21
_HALF = 1 << _BITS - 1
"""Words are split into digits of so many bits, which float32 holds exactly; they lie about 0, from -_HALF."""


@dataclass(frozen=True, slots=True)
class Part:
    """Planes, or numbers where there is no board, that lie side by side and mean the same.

    `whole` is set where they are whole numbers.
    """

    name: str
    meaning: str
    size: int = 1
    low: float = 0
    high: float = 1
    whole: bool = False

    @property
    def type(self) -> str:
        """What kind of numbers these are."""
        return "number" if not self.whole else "0 or 1" if (self.low, self.high) == (0, 1) else "whole number"


@dataclass(frozen=True)
class Observation:
    """The form of what a learner sees; printed, it is the table on the game's page.

    `board` is the height and the width of every plane, and empty for a flat list of numbers.
    Whoever changes what is seen raises `version`, so that what was trained on one is not used on another.

    >>> import ludarium
    >>> seen = ludarium.load("orion").observation
    >>> seen.shape, seen.parts[0].name
    ((7, 11, 11), 'own pieces')
    """

    function: Callable[[Vector, Vector, int, Singles], None]
    parts: tuple[Part, ...]
    board: tuple[int, ...] = ()
    version: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array: planes, rows and columns, or how many numbers."""
        return (sum(part.size for part in self.parts), *self.board)

    @property
    def low(self) -> Singles:
        """The least value of every number."""
        return self._spread([part.low for part in self.parts])

    @property
    def high(self) -> Singles:
        """The greatest value of every number."""
        return self._spread([part.high for part in self.parts])

    def _spread(self, values: list[float]) -> Singles:
        column = np.repeat(np.array(values, np.float32), [part.size for part in self.parts])
        return np.broadcast_to(column.reshape(-1, *(1 for _ in self.board)), self.shape).copy()

    def __str__(self) -> str:
        where = f": planes of {self.board[0]} rows and {self.board[1]} columns" if self.board else ""
        return "\n".join(
            [
                f"Version {self.version}, float32 of the shape {self.shape}{where}.",
                "",
                f"| {'plane' if self.board else 'place'} | what | type | range | meaning |",
                "|---|---|---|---|---|",
                *self._rows(),
            ]
        )

    def _rows(self) -> Iterator[str]:
        first = 0
        for part in self.parts:
            after = first + part.size
            places = f"{first}" if part.size == 1 else f"{first} to {after - 1}"
            yield f"| {places} | {part.name} | {part.type} | {part.low:g} to {part.high:g} | {part.meaning} |"
            first = after


def observe(state: State, seat: int) -> Singles:
    """What a seat sees of a state, as a new array; `state.game.observation` says what it means.

    >>> import ludarium
    >>> start = ludarium.load("orion").initial()
    >>> own, other = observe(start, seat=0)[:2]
    >>> own.sum(), (observe(start, seat=1)[1] == own).all()
    (np.float32(16.0), np.True_)

    Raises `LudariumError` for a seat that is not at the table.
    """
    game = state.game
    if seat not in range(game.seats):
        raise LudariumError(f"{seat} is no seat of {game.spec}: they are 0 to {game.seats - 1}")
    out = np.zeros(game.observation.shape, np.float32)
    game.observation.function(game.tables, state.vector, seat, out.reshape(-1))
    return out


def observation(definition: GameDefinition, setup: Setup) -> Observation:
    """The observation of a game with its options settled: its own, or else every word of the position."""
    module = definition.optional_module("observation")
    if module is not None:
        own: Observation = module.describe(setup.tables)
        return own
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
    """Every word of the position in digits that float32 holds exactly, the lowest digits first; then the seat."""
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
