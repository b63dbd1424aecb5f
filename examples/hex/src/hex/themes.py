"""The themes of puzzles of Hex: where the stone is placed, as seen from the stones and edges around it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ludarium.authoring import State

from hex.kernel import MOVER, SIDES, SIZE
from hex.rules import NAMES, stones


class Turn(NamedTuple):
    """A turn as the rules of the themes see it: the letters of the board and of both players, and its cell."""

    letters: str
    size: int
    own: str
    other: str
    row: int
    column: int

    def at(self, row: int, column: int) -> str:
        """Return the letter of the cell so many rows below and columns right of the turn's; empty off the board."""
        down, right = self.row + row, self.column + column
        inside = 0 <= down < self.size and 0 <= right < self.size
        return self.letters[down * self.size + right] if inside else ""

    @property
    def near(self) -> list[str]:
        """The letters of the six neighbours, in order around the cell."""
        return [self.at(*side) for side in SIDES]

    @property
    def bridges(self) -> Iterator[str]:
        """The letters of the cells that two empty neighbours in common link to this one."""
        for one, two in zip(SIDES, (*SIDES[1:], SIDES[0]), strict=True):
            if self.at(*one) == self.at(*two) == ".":
                yield self.at(one[0] + two[0], one[1] + two[1])

    @property
    def at_opponents_edge(self) -> bool:
        """Whether the cell is at an edge of the opponent."""
        return (self.column if self.own == NAMES[0] else self.row) in (0, self.size - 1)


def _between(turn: Turn) -> bool:
    """Two stones of the opponent are neighbours of the cell, and not of each other."""
    near = turn.near
    return any(near[side] == turn.other in (near[(side + 2) % 6], near[(side + 3) % 6]) for side in range(6))


THEMES: Mapping[str, Callable[[Turn], bool]] = {
    "bridges": lambda turn: turn.own in turn.bridges,
    "steps": lambda turn: turn.own in turn.near,
    "blocking closely": lambda turn: turn.other in turn.near and turn.own not in turn.near,
    "blocking at a distance": lambda turn: turn.other in turn.bridges and turn.other not in turn.near,
    "beside stones of both": lambda turn: {turn.own, turn.other} <= {*turn.near},
    "between two stones": _between,
    "away from all stones": lambda turn: not {turn.own, turn.other} & {*turn.near},
    "at the opponent's edge": lambda turn: turn.at_opponents_edge,
}
"""The themes, each with its rule."""


def themes(state: State, actions: Sequence[int]) -> tuple[str, ...]:
    """Return the themes of a position in which this turn is right; a swap has none.

    >>> import ludarium
    >>> state = ludarium.load("hex(size=4,swap=off)").parse_position("4/1O2/4/1X2 x")
    >>> themes(state, state.parse_turn("c2"))
    ('bridges', 'blocking closely')
    """
    t, v, (cell,) = state.game.tables, state.vector, actions
    size, seat = int(t[SIZE]), int(v[MOVER])
    if cell == size * size:
        return ()
    turn = Turn(stones(t, v), size, NAMES[seat], NAMES[1 - seat], *divmod(cell, size))
    return tuple(name for name, holds in THEMES.items() if holds(turn))
