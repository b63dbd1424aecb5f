"""Multiplication Ludo again, slow and obvious, from the rule book: a dictionary from markers to positions.

Nothing here is shared with the kernel, so where the two agree neither is likely to be wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field

PLAYERS = "ABCD"


@dataclass
class Reference:
    """A game of Multiplication Ludo, played by the texts of turns."""

    players: int = 2
    markers: int = 4
    goal: int = 120
    die: int = 6
    turn_limit: int = 5000
    positions: dict[str, int] = field(default_factory=dict)
    mover: str = ""
    roll: int = 0
    turns: int = 0
    winner: str = ""

    def __post_init__(self) -> None:
        self.names = PLAYERS[: self.players]
        everyone = [f"{player}{number + 1}" for player in self.names for number in range(self.markers)]
        self.positions = {marker: self.positions.get(marker, 1) for marker in everyone}
        self.happened = ""

    @property
    def drawn(self) -> bool:
        return not self.winner and self.turns == self.turn_limit * self.players

    @property
    def over(self) -> bool:
        return bool(self.winner) or self.drawn

    def legal(self) -> list[str]:
        """The turns that may come next, of nature or of the mover."""
        if self.over:
            return []
        if not self.mover:
            return [f"first {player}" for player in self.names]
        if not self.roll:
            return [f"roll {number}" for number in range(1, self.die + 1)]
        return [
            f"{marker} {position}x{self.roll}={position * self.roll}"
            for marker, position in self.positions.items()
            if marker[0] == self.mover and position != self.goal
        ]

    def play(self, turn: str) -> None:
        """Play one of the legal turns."""
        word, _, rest = turn.partition(" ")
        if word == "first":
            self.mover, self.happened = rest, "draw of who begins"
        elif word == "roll":
            self.roll, self.happened = int(rest), "roll"
            if rest == "1":
                self._end_turn()
                self.happened = "one"
        else:
            self._move(word)
            self._end_turn()

    def retired(self, player: str) -> int:
        """How many markers of a player's have reached the goal."""
        return sum(position == self.goal for marker, position in self.positions.items() if marker[0] == player)

    def _move(self, marker: str) -> None:
        target = self.positions[marker] * self.roll
        self.happened = "move"
        if target > self.goal:
            self.positions[marker] = 1
            self.happened = "over the goal"
            return
        self.positions[marker] = target
        if target == self.goal:
            self.happened = "retired"
            if self.retired(self.mover) == self.markers:
                self.winner, self.happened = self.mover, "won"
            return
        for other, position in self.positions.items():
            if other[0] != self.mover and position == target:
                self.positions[other] = 1
                self.happened = "bump"

    def _end_turn(self) -> None:
        self.turns += 1
        self.roll = 0
        self.mover = "" if self.over else self.names[(self.names.index(self.mover) + 1) % self.players]

    def __str__(self) -> str:
        rows = (
            ",".join(str(position) for marker, position in self.positions.items() if marker[0] == player)
            for player in self.names
        )
        return f"{'/'.join(rows)} {self.mover or '-'} {self.roll or '-'} {self.turns + 1}"


def reachable(goal: int, die: int) -> set[int]:
    """Every position that a marker can stand on, by trying all rolls from all of them."""
    found, todo = {1}, [1]
    while todo:
        here = todo.pop()
        for roll in range(2, die + 1):
            if here * roll <= goal and here * roll not in found:
                found.add(here * roll)
                todo.append(here * roll)
    return found
