"""The reference implementation of Hex, slow and obvious, written from the rules page."""

import re
from typing import Literal

Cell = tuple[int, int]
Move = Cell | Literal["swap"]


class Reference:
    """A game of Hex; a cell is (row, column), counted from 0."""

    def __init__(self, size: int, swap: bool) -> None:
        self.size, self.swap = size, swap
        self.stones: dict[Cell, str] = {}
        self.mover = "X"

    @property
    def winner(self) -> str:
        for seat, edge in (("X", 0), ("O", 1)):
            reached, todo = set[Cell](), {c for c, owner in self.stones.items() if owner == seat and c[edge] == 0}
            while todo:
                row, column = cell = todo.pop()
                reached.add(cell)
                around = {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}
                around |= {(row - 1, column + 1), (row + 1, column - 1)}
                todo |= {near for near in around - reached if self.stones.get(near) == seat}
            if any(cell[edge] == self.size - 1 for cell in reached):
                return seat
        return ""

    @property
    def legal(self) -> list[Move]:
        if self.winner:
            return []
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        first_reply = self.swap and self.mover == "O" and len(self.stones) == 1
        moves: list[Move] = [cell for cell in cells if cell not in self.stones]
        return [*moves, "swap"] if first_reply else moves

    def play(self, move: Move) -> None:
        if isinstance(move, str):
            ((row, column),) = self.stones
            self.stones = {(column, row): "O"}
        else:
            self.stones[move] = self.mover
        self.mover = "O" if self.mover == "X" else "X"

    @property
    def text(self) -> str:
        """The position as text."""
        cells = range(self.size)
        rows = "/".join("".join(self.stones.get((row, column), ".") for column in cells) for row in cells)
        return re.sub(r"\.+", lambda run: str(len(run[0])), rows) + f" {self.mover.lower()}"
