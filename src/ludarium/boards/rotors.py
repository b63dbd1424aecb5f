"""The rotor lattice: rotors in rows, each with a slot north, west, east and south; adjacent rotors share a slot.

The slots are the edges of a lattice of points. With C rotors in a row and S = 2C + 1, the horizontal slot (r, c) has
the number `S*r + c` and the vertical slot (r, c) the number `S*r + C + c`:

     0   1   2   3   4          a rotor with north slot n has
    5 a 6 b 7 c 8 d 9 e 10      west  n + C
     11  12  13  14  15         east  n + C + 1
    16 f 17 ...                 south n + S
"""

from dataclasses import dataclass
from string import ascii_lowercase

from ludarium.core.cached import cached_property

COMPASS = "NWES"
"""The sides of a rotor, in the order of their slots' numbers."""


@dataclass(frozen=True)
class RotorLattice:
    """A board of rotors, such as the five rows of five in Orion.

    >>> board = RotorLattice(5, 5)
    >>> board.slots, len(board.rotors), board.names[6]
    (60, 25, 'aE')
    """

    rows: int
    columns: int

    @property
    def stride(self) -> int:
        """The difference between the numbers of a slot and of the slot below it."""
        return 2 * self.columns + 1

    @property
    def slots(self) -> int:
        """The number of slots."""
        return self.rows * self.stride + self.columns

    @cached_property
    def rotors(self) -> tuple[int, ...]:
        """The north slot of every rotor, row by row."""
        return tuple(self.stride * row + column for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def letters(self) -> str:
        """The names of the rotors: a letter each, row by row."""
        return ascii_lowercase[: len(self.rotors)]

    def around(self, rotor: int) -> tuple[int, int, int, int]:
        """Return the slots north, west, east and south of a rotor."""
        north = self.rotors[rotor]
        return north, north + self.columns, north + self.columns + 1, north + self.stride

    def click(self, rotor: int, back: bool = False) -> dict[int, int]:
        """Return where a click moves the content of each slot of a rotor: clockwise, or anticlockwise with `back`.

        >>> board = RotorLattice(5, 5)
        >>> board.names[board.click(1, back=True)[board.click(0)[board.around(0)[0]]]]  # a+b- from north of a
        'bS'
        """
        north, west, east, south = self.around(rotor)
        ahead = {north: east, east: south, south: west, west: north}
        return {end: start for start, end in ahead.items()} if back else ahead

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of every slot: the first rotor that has it, and the side, such as `aE`, which is also `bW`."""
        first: dict[int, str] = {}
        for rotor, letter in enumerate(self.letters):
            for side, slot in zip(COMPASS, self.around(rotor), strict=True):
                first.setdefault(slot, letter + side)
        return tuple(first[slot] for slot in range(self.slots))

    def slot(self, name: str) -> int | None:
        """Return the slot of a name such as `aE` or `bW`; None if there is none."""
        rotor, side = self.letters.find(name[:1]), COMPASS.find(name[1:].upper())
        return self.around(rotor)[side] if len(name) == 2 and rotor >= 0 and side >= 0 else None

    def is_level(self, slot: int) -> bool:
        """Return whether a slot is horizontal: north or south of a rotor."""
        return slot % self.stride < self.columns

    def tips(self, slot: int) -> tuple[int, int]:
        """Return the two points of the lattice at the ends of a slot; the point (r, c) has the number `S*r + c`.

        >>> board = RotorLattice(5, 5)
        >>> board.tips(0), board.tips(5)
        ((0, 1), (0, 11))
        """
        return (slot, slot + 1) if self.is_level(slot) else (slot - self.columns, slot + self.columns + 1)

    def centre(self, slot: int) -> tuple[float, float]:
        """Return the centre of a slot: x and y in rotors from the top left corner."""
        row, place = divmod(slot, self.stride)
        return (place + 0.5, float(row)) if self.is_level(slot) else (float(place - self.columns), row + 0.5)

    def middle(self, rotor: int) -> tuple[float, float]:
        """Return the centre of a rotor: x and y in rotors from the top left corner."""
        row, column = divmod(rotor, self.columns)
        return column + 0.5, row + 0.5
