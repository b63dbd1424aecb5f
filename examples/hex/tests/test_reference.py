"""The kernel and the reference agree: what is legal and who has won, at every step of many random games."""

import random

import ludarium
import pytest
from ludarium import State
from ludarium.search import perft
from reference import Move, Reference

POSITIONS = {3: 1000, 4: 1000, 5: 1000, 7: 700, 11: 500, 19: 1}
"""The positions that are looked at, of whole games; both seats win one at least."""


@pytest.mark.parametrize("size", POSITIONS)
def test_the_kernel_agrees_with_the_reference(size: int) -> None:
    dice, seen, won = random.Random(size), 0, set[str]()
    while seen < POSITIONS[size] or len(won) < 2:
        swap = dice.random() < 0.7
        state = ludarium.load(f"hex(size={size}, swap={'on' if swap else 'off'})").initial()
        reference = Reference(size, swap)
        while legal := agree(reference, state):
            swaps = legal[-1] == "swap" and dice.random() < 0.5
            move: Move = "swap" if swaps else dice.choice(legal)
            reference.play(move)
            state = state.play(number(move, size))
            seen += 1
        won.add(reference.winner)
    assert won == {"X", "O"}


def number(move: Move, size: int) -> int:
    return size * size if isinstance(move, str) else move[0] * size + move[1]


def agree(reference: Reference, state: State) -> list[Move]:
    """Assert that kernel and reference agree, also on the position as text; return the legal moves."""
    legal, winner = reference.legal, reference.winner
    assert list(state.legal()) == [number(move, reference.size) for move in legal]
    assert state.actors == (() if winner else ("XO".index(reference.mover),))
    assert state.winners == (("XO".index(winner),) if winner else ())
    assert state.game.parse_position(reference.text) == state
    return legal


COUNTS = {
    "hex(size=3)": [9, 81, 576, 3528, 18144, 69840],
    "hex(size=3, swap=off)": [9, 72, 504, 3024, 15120, 54720],
    "hex": [121, 14641, 1742400],
}
"""The number of ways to play the next one, two, ... steps."""


@pytest.mark.parametrize("spec", COUNTS)
def test_the_kernel_counts_as_committed(spec: str) -> None:
    state = ludarium.load(spec).initial()
    assert [perft(state, depth) for depth in range(1, len(COUNTS[spec]) + 1)] == COUNTS[spec]


@pytest.mark.parametrize("swap", [True, False])
def test_the_reference_counts_as_committed(swap: bool) -> None:
    counts = COUNTS["hex(size=3)" if swap else "hex(size=3, swap=off)"]
    assert [count(Reference(3, swap), depth) for depth in (1, 2, 3, 4)] == counts[:4]


def count(reference: Reference, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in reference.legal:
        after = Reference(reference.size, reference.swap)
        after.stones, after.mover = dict(reference.stones), reference.mover
        after.play(move)
        total += count(after, depth - 1)
    return total
