"""Orion again, slow and obvious, from the rule book: pieces on the edges of a lattice of points, turned by name.

A slot is the pair of points that it joins; a position is a dictionary from slots to "X" or "O".
Nothing here is shared with the kernel, so where the two agree neither is likely to be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

Point = tuple[int, int]
Slot = tuple[Point, Point]
Pieces = dict[Slot, str]


class Board:
    """Rotors in rows, named row by row.

    `orbits` are the slots of each rotor in the order of a clockwise click: north, east, south, west; `slots` every
    slot, row by row as the board is printed: level ones, then the upright ones below them; `places` where each click
    carries a piece from each slot of its orbit.
    """

    def __init__(self, rows: int = 5, columns: int = 5) -> None:
        self.rows, self.columns = rows, columns
        self.letters = "abcdefghijklmnopqrstuvwxy"[: rows * columns]
        self.clicks = tuple(letter + sign for letter, sign in product(self.letters, "+-"))
        self.orbits = {letter: self._orbit(letter) for letter in self.letters}
        every = {slot for slots in self.orbits.values() for slot in slots}
        self.slots = sorted(every, key=lambda s: (s[0][0], s[0][0] != s[1][0], s))
        self.places = {
            click: dict(zip(slots, slots[1:] + slots[:1] if click[1] == "+" else slots[-1:] + slots[:-1], strict=True))
            for click in self.clicks
            for slots in [self.orbits[click[0]]]
        }

    def _orbit(self, letter: str) -> tuple[Slot, Slot, Slot, Slot]:
        row, column = divmod(self.letters.index(letter), self.columns)
        northwest, northeast = (row, column), (row, column + 1)
        southwest, southeast = (row + 1, column), (row + 1, column + 1)
        return (northwest, northeast), (northeast, southeast), (southwest, southeast), (northwest, southwest)

    def usual(self) -> Pieces:
        """O on every slot of the first row of rotors, X on every one of the last row."""
        first, last = self.letters[: self.columns], self.letters[-self.columns :]
        return {slot: "O" for letter in first for slot in self.orbits[letter]} | {
            slot: "X" for letter in last for slot in self.orbits[letter]
        }

    def clicked(self, pieces: Pieces, click: str) -> Pieces:
        """The pieces after a click."""
        places = self.places[click]
        return {places.get(slot, slot): piece for slot, piece in pieces.items()}


def has_chain(pieces: Pieces, player: str, rows: int = 5) -> bool:
    """Whether the player's pieces lead from the top edge to the bottom edge, point by point."""
    own = [slot for slot, piece in pieces.items() if piece == player]
    reached = {point for slot in own for point in slot if point[0] == 0}
    todo = list(reached)
    while todo:
        here = todo.pop()
        for slot in own:
            if here in slot:
                for point in slot:
                    if point not in reached:
                        reached.add(point)
                        todo.append(point)
    return any(row == rows for row, _ in reached)


LARGEST = Board()


@dataclass
class Reference:
    """A game of Hydra, played by names of clicks.

    `legal` holds the clicks that may come next, and `done` or `pass`; `carried` the slots of the pieces that every
    click of this turn has carried.
    """

    clicks: int = 3
    reversal: bool = False
    turn_limit: int = 500
    pieces: Pieces = field(default_factory=LARGEST.usual)
    turn: int = 1
    board: Board = LARGEST

    def __post_init__(self) -> None:
        self.starts: list[tuple[Pieces, str, int]] = []
        """Every position in which a turn began, with the player to move and the clicks allowed."""
        self.carried: set[Slot] = set()
        self.winner = ""
        self.drawn = False
        self._begin()

    @property
    def over(self) -> bool:
        return bool(self.winner) or self.drawn

    def _legal(self) -> set[str]:
        if self.over:
            return set()
        ways = {
            click
            for click, after, carried in self._clicks(self.pieces, self.carried)
            if self._can_end(after, carried, self.left - 1)
        }
        if self.pieces != self.forbidden:
            ways.add("done" if self.begun else "pass")
        return ways

    def play(self, way: str) -> None:
        """Make a click or end the turn; when no click is left, it ends by itself."""
        if way not in ("done", "pass"):
            places = self.board.places[way]
            self.carried = {places[slot] for slot in self.carried if slot in places}
            self.pieces = self.board.clicked(self.pieces, way)
            self.left -= 1
            self.begun = True
            if self.left:
                self.legal = self._legal()
                return
        self.turn += 1
        self._begin()

    def _begin(self) -> None:
        self.mover, self.other = "XO" if self.turn % 2 else "OX"
        self.left = min(self.turn, self.clicks)
        self.begun = False
        self.carried = {slot for slot, piece in self.pieces.items() if piece == self.mover}
        self.starts.append((self.pieces, self.mover, self.left))
        self.forbidden = self._forbidden()
        self.chains = {player: has_chain(self.pieces, player, self.board.rows) for player in "XO"}
        just_moved = self.other
        if self.chains[just_moved]:
            self.winner = just_moved
        elif self.chains[self.mover]:
            self.winner = self.mover
        elif self.starts.count(self.starts[-1]) == 3 or self.turn > self.turn_limit:
            self.drawn = True
        self.legal = self._legal()

    def _forbidden(self) -> Pieces | None:
        """The position before the opponent's last move, unless that move left it as it was."""
        if self.reversal or len(self.starts) < 2 or self.starts[-2][0] == self.pieces:
            return None
        return self.starts[-2][0]

    def _clicks(self, pieces: Pieces, carried: set[Slot]) -> Iterator[tuple[str, Pieces, set[Slot]]]:
        """Every click that carries one of these pieces; what it makes of the board, and which pieces it carries."""
        for click, places in self.board.places.items():
            still = {places[slot] for slot in carried if slot in places}
            if still:
                yield click, self.board.clicked(pieces, click), still

    def _can_end(self, pieces: Pieces, carried: set[Slot], left: int) -> bool:
        """Whether a turn that has come so far can end, now or after more clicks."""
        if pieces != self.forbidden:
            return True
        return left > 0 and any(
            self._can_end(after, still, left - 1) for _, after, still in self._clicks(pieces, carried)
        )
