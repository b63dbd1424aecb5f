"""Grid Game again, slow and obvious, from the rule book: a dictionary of pieces, and one rule after another.

Nothing here is shared with the kernel, so where the two agree neither is likely to be wrong.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

Cell = tuple[int, int]
"""Column and row."""

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


@dataclass(frozen=True)
class Piece:
    """A walker with its value, or a city with its health."""

    seat: int
    value: int
    city: bool = False


@dataclass
class Reference:
    """A game of Grid Game; a direction of None is that of a seat that has lost."""

    width: int
    height: int
    interval: int
    city_at: int
    limit: int
    pieces: dict[Cell, Piece]
    directions: list[str | None]
    rocks: frozenset[Cell] = frozenset()
    turn: int = 0

    @property
    def alive(self) -> list[int]:
        return [seat for seat, direction in enumerate(self.directions) if direction]

    @property
    def over(self) -> bool:
        return len(self.alive) < 2 or self.turn >= self.limit

    @property
    def points(self) -> list[int]:
        return [sum(p.value for p in self.pieces.values() if p.seat == seat) for seat in range(len(self.directions))]

    @property
    def winners(self) -> list[int]:
        if not self.over or not self.alive:
            return []
        if len(self.alive) == 1:
            return self.alive
        return [seat for seat, points in enumerate(self.points) if points == max(self.points)]

    def play(self, chosen: dict[int, str]) -> None:
        """A turn: a direction for each seat that has not lost."""
        for seat, direction in chosen.items():
            self.directions[seat] = direction
        self._damage()
        for seat in self.alive:
            if not any(piece.seat == seat for piece in self.pieces.values()):
                self.directions[seat] = None
        self._move()
        self.turn += 1

    def _damage(self) -> None:
        after = {}
        for (x, y), piece in self.pieces.items():
            around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
            enemies = [self.pieces[cell] for cell in around if cell in self.pieces]
            left = piece.value - sum(enemy.value for enemy in enemies if enemy.seat != piece.seat)
            if left > 0:
                after[x, y] = replace(piece, value=left)
        self.pieces = after

    def _open(self, cell: Cell) -> bool:
        """Whether a walker can go there: it is on the board, no rock and no city."""
        x, y = cell
        inside = 0 <= x < self.width and 0 <= y < self.height
        return inside and cell not in self.rocks and not (cell in self.pieces and self.pieces[cell].city)

    def _move(self) -> None:
        after: dict[Cell, Piece] = {}
        arrivals: dict[Cell, list[Piece]] = defaultdict(list)
        for (x, y), piece in self.pieces.items():
            dx, dy = STEPS[self.directions[piece.seat] or "n"]
            there = (x + dx, y + dy)
            if piece.city:
                after[x, y] = piece
                if self.turn % self.interval == 0 and self._open(there):
                    arrivals[there].append(Piece(piece.seat, 1))
            elif self._open(there):
                arrivals[there].append(piece)
            else:
                after[x, y] = piece
        for cell, pieces in arrivals.items():
            pieces.sort(key=lambda piece: piece.value)
            strongest = pieces.pop()
            left = strongest.value - sum(piece.value for piece in pieces)
            if left > 0:
                friend = after[cell].value if cell in after else 0
                assert cell not in after or after[cell].seat == strongest.seat, "nobody steps onto an enemy"
                after[cell] = Piece(strongest.seat, left + friend)
        for cell, piece in after.items():
            if not piece.city and piece.value >= self.city_at:
                after[cell] = Piece(piece.seat, 10, city=True)
        self.pieces = after
