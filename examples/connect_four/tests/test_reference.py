"""The reference implementation, slow and obvious, written from the rules page, and what agrees with it: the kernel in
many random games, the counts of games, and the values of the smallest board."""

import random
import re

import ludarium
import pytest
from ludarium import State
from ludarium.authoring import generator
from ludarium.search import perft
from ludarium.solve import solve

Cell = tuple[int, int]


class Reference:
    """A game of Connect Four; a cell is (column, row), counted from 0, with the rows from the bottom."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.stones: dict[Cell, str] = {}

    @property
    def mover(self) -> str:
        return "XO"[len(self.stones) % 2]

    @property
    def winner(self) -> str:
        for column, row in self.stones:
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                four = {self.stones.get((column + k * right, row + k * up), "") for k in range(4)}
                if len(four) == 1:
                    return four.pop()
        return ""

    @property
    def legal(self) -> list[int]:
        if self.winner:
            return []
        return [column for column in range(self.columns) if (column, self.rows - 1) not in self.stones]

    def play(self, column: int) -> None:
        row = sum(there == column for there, _ in self.stones)
        self.stones[column, row] = self.mover

    @property
    def text(self) -> str:
        """The position as text."""
        lines = ["".join(self.stones.get((c, r), ".") for c in range(self.columns)) for r in range(self.rows)]
        return re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(reversed(lines))) + f" {self.mover.lower()}"

    def value(self, known: dict[str, float]) -> float:
        """Return what X gets if both play perfectly, by looking at everything; `known` holds what was found."""
        if self.winner:
            return float(self.winner == "X")
        if not self.legal:
            return 0.5
        text = self.text
        if text not in known:
            found = []
            for column in self.legal:
                after = Reference(self.columns, self.rows)
                after.stones = dict(self.stones)
                after.play(column)
                found.append(after.value(known))
            known[text] = max(found) if self.mover == "X" else min(found)
        return known[text]


POSITIONS = {(4, 4): 400, (7, 6): 600, (5, 8): 300, (8, 4): 300, (8, 8): 400}


@pytest.mark.parametrize(("columns", "rows"), POSITIONS)
def test_the_kernel_agrees_with_the_reference(columns: int, rows: int) -> None:
    dice, seen, ends = random.Random(columns), 0, []
    game = ludarium.load(f"connect_four(columns={columns},rows={rows})")
    while seen < POSITIONS[columns, rows]:
        state, reference = game.initial(), Reference(columns, rows)
        while legal := agree(reference, state):
            column = dice.choice(legal)
            reference.play(column)
            state = state.play(column)
            seen += 1
        ends.append(reference.winner)
    assert {"X", "O"} <= set(ends)


def agree(reference: Reference, state: State) -> list[int]:
    """Assert that kernel and reference agree, also on the position as text; return the legal columns."""
    legal, winner = reference.legal, reference.winner
    assert list(state.legal()) == legal
    assert state.actors == (("XO".index(reference.mover),) if legal else ())
    assert state.winners == (("XO".index(winner),) if winner else ())
    assert state.game.parse_position(reference.text) == state
    return legal


COUNTS = {
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "connect_four(columns=4,rows=4)": [4, 16, 64, 256, 1020],
}
"""The number of ways to play the next one, two, ... steps."""


@pytest.mark.parametrize("spec", COUNTS)
def test_the_kernel_counts_as_committed(spec: str) -> None:
    state = ludarium.load(spec).initial()
    assert [perft(state, depth) for depth in range(1, len(COUNTS[spec]) + 1)] == COUNTS[spec]


def test_the_reference_counts_as_committed() -> None:
    counts = COUNTS["connect_four(columns=4,rows=4)"]
    assert [count(Reference(4, 4), depth) for depth in range(1, len(counts) + 1)] == counts


def count(reference: Reference, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for column in reference.legal:
        after = Reference(reference.columns, reference.rows)
        after.stones = dict(reference.stones)
        after.play(column)
        total += count(after, depth - 1)
    return total


def test_positions_have_the_values_of_the_reference() -> None:
    game = ludarium.load("connect_four(columns=4,rows=4)")
    table, rng, known = solve(game).table(), generator(2), dict[str, float]()
    for _ in range(12):
        state, reference = game.initial(), Reference(4, 4)
        for _ in range(9):
            if state.actors:
                action = int(rng.choice(state.legal()))
                state = state.play(action)
                reference.play(action)
        assert table.value(state) == reference.value(known)
