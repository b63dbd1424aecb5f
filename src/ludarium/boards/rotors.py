"""The rotor lattice: rotors in rows, each with a slot north, west, east and south; neighbours share a slot.

The slots are the edges of a lattice of points. With C rotors in a row, the level slot (r, c) has the number
`S*r + c` and the upright slot (r, c) has `S*r + C + c`, where S = 2C + 1, so that row follows row:

     0   1   2   3   4          a rotor with north slot n has
    5 a 6 b 7 c 8 d 9 e 10      west  n + C
     11  12  13  14  15         east  n + C + 1
    16 f 17 ...                 south n + S
"""

from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase

COMPASS = "NWES"
"""The four slots of a rotor, in ascending order of their numbers."""


@dataclass(frozen=True)
class RotorLattice:
    """A board of rotors, such as Orion's five rows of five.

    >>> board = RotorLattice(5, 5)
    >>> board.slots, len(board.rotors), board.names[6]
    (60, 25, 'aE')
    """

    rows: int
    columns: int

    @property
    def stride(self) -> int:
        """The distance between a slot and the one below it."""
        return 2 * self.columns + 1

    @property
    def slots(self) -> int:
        """How many slots there are."""
        return self.rows * self.stride + self.columns

    @cached_property
    def rotors(self) -> tuple[int, ...]:
        """The number of every rotor's north slot, row by row."""
        return tuple(self.stride * row + column for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def letters(self) -> str:
        """The name of every rotor."""
        return ascii_lowercase[: len(self.rotors)]

    def around(self, rotor: int) -> tuple[int, int, int, int]:
        """The slots north, west, east and south of a rotor."""
        north = self.rotors[rotor]
        return north, north + self.columns, north + self.columns + 1, north + self.stride

    def click(self, rotor: int, back: bool = False) -> dict[int, int]:
        """Where a click carries each slot of a rotor's orbit: clockwise, or back, which is anticlockwise.

        >>> board = RotorLattice(5, 5)
        >>> board.names[board.click(1, back=True)[board.click(0)[board.around(0)[0]]]]  # a+b- from north of a
        'bS'
        """
        north, west, east, south = self.around(rotor)
        ahead = {north: east, east: south, south: west, west: north}
        return {end: start for start, end in ahead.items()} if back else ahead

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every slot: the first rotor that has it, and the side; `aE` is also west of b."""
        first: dict[int, str] = {}
        for rotor, letter in enumerate(self.letters):
            for side, slot in zip(COMPASS, self.around(rotor), strict=True):
                first.setdefault(slot, letter + side)
        return tuple(first[slot] for slot in range(self.slots))

    def slot(self, name: str) -> int | None:
        """The slot that a name such as `aE` or `bW` stands for, or None."""
        rotor, side = self.letters.find(name[:1]), COMPASS.find(name[1:].upper())
        return self.around(rotor)[side] if len(name) == 2 and rotor >= 0 and side >= 0 else None

    def is_level(self, slot: int) -> bool:
        """Whether the slot lies level (north or south of a rotor) rather than upright."""
        return slot % self.stride < self.columns

    def tips(self, slot: int) -> tuple[int, int]:
        """The two points of the lattice in which a slot ends; the point (r, c) has the number S*r + c.

        >>> board = RotorLattice(5, 5)
        >>> board.tips(0), board.tips(5)
        ((0, 1), (0, 11))
        """
        return (slot, slot + 1) if self.is_level(slot) else (slot - self.columns, slot + self.columns + 1)

    def centre(self, slot: int) -> tuple[float, float]:
        """Where a slot's middle lies, as x and y in rotors from the top left corner."""
        row, place = divmod(slot, self.stride)
        return (place + 0.5, float(row)) if self.is_level(slot) else (float(place - self.columns), row + 0.5)

    def middle(self, rotor: int) -> tuple[float, float]:
        """Where a rotor's middle lies, as x and y in rotors from the top left corner."""
        row, column = divmod(rotor, self.columns)
        return column + 0.5, row + 0.5
