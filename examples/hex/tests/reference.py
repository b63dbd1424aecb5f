"""Hex once more, slow and obvious, written from the rules page: stones in a dictionary, chains by looking around."""

import re


class Reference:
    """A game of Hex; a cell is (row, column), counted from 0."""

    def __init__(self, size, swap) -> None:
        self.size, self.swap = size, swap
        self.stones, self.mover = {}, "X"

    @property
    def winner(self):
        for seat, edge in (("X", 0), ("O", 1)):
            reached, todo = set(), [c for c, owner in self.stones.items() if owner == seat and c[edge] == 0]
            while todo:
                row, column = cell = todo.pop()
                reached.add(cell)
                around = {(row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)}
                around |= {(row - 1, column + 1), (row + 1, column - 1)}
                todo += [near for near in around - reached if self.stones.get(near) == seat]
            if any(cell[edge] == self.size - 1 for cell in reached):
                return seat
        return ""

    @property
    def legal(self):
        if self.winner:
            return []
        cells = [(row, column) for row in range(self.size) for column in range(self.size)]
        first_reply = self.swap and self.mover == "O" and len(self.stones) == 1
        return [cell for cell in cells if cell not in self.stones] + ["swap"] * first_reply

    def play(self, way) -> None:
        if way == "swap":
            ((row, column),) = self.stones
            self.stones = {(column, row): "O"}
        else:
            self.stones[way] = self.mover
        self.mover = "O" if self.mover == "X" else "X"

    @property
    def text(self):
        """The position as text."""
        cells = range(self.size)
        rows = "/".join("".join(self.stones.get((row, column), ".") for column in cells) for row in cells)
        return re.sub(r"\.+", lambda run: str(len(run[0])), rows) + f" {self.mover.lower()}"
