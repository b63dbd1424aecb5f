"""The kernel and the slow twin agree: what is legal and who has won, at every step of many random games."""

import random

import ludarium
import pytest
from ludarium.search.perft import perft
from twin import Twin

POSITIONS = {3: 5000, 4: 5000, 5: 5000, 7: 3000, 11: 3000, 19: 4000}


@pytest.mark.parametrize("size", POSITIONS)
def test_the_kernel_agrees_with_the_twin(size):
    dice, seen, won = random.Random(size), 0, []
    while seen < POSITIONS[size]:
        swap = dice.random() < 0.7
        state = ludarium.load(f"hex(size={size}, swap={'on' if swap else 'off'})").initial()
        twin = Twin(size, swap)
        agree(twin, state)
        while twin.legal:
            way = "swap" if twin.legal[-1] == "swap" and dice.random() < 0.5 else dice.choice(twin.legal)
            twin.play(way)
            state = state.play(number(way, size))
            agree(twin, state)
            seen += 1
        won.append(twin.winner)
    assert set(won) == {"X", "O"}


def number(way, size):
    return size * size if way == "swap" else way[0] * size + way[1]


def agree(twin, state):
    """Assert that kernel and twin find the same, and that the position reads back from the twin's text."""
    assert list(state.legal()) == [number(way, twin.size) for way in twin.legal]
    assert state.actors == (() if twin.winner else ("XO".index(twin.mover),))
    assert state.winners == (("XO".index(twin.winner),) if twin.winner else ())
    assert state.game.read(twin.text) == state


COUNTS = {
    "hex(size=3)": [9, 81, 576, 3528, 18144, 69840],
    "hex(size=3, swap=off)": [9, 72, 504, 3024, 15120, 54720],
    "hex": [121, 14641, 1742400],
}
"""In how many ways the next one, two, ... steps can go."""


@pytest.mark.parametrize("spec", COUNTS)
def test_the_kernel_counts_as_committed(spec):
    state = ludarium.load(spec).initial()
    assert [perft(state, depth) for depth in range(1, len(COUNTS[spec]) + 1)] == COUNTS[spec]


@pytest.mark.parametrize("swap", [True, False])
def test_the_twin_counts_as_committed(swap):
    counts = COUNTS["hex(size=3)" if swap else "hex(size=3, swap=off)"]
    assert [count(Twin(3, swap), depth) for depth in (1, 2, 3, 4)] == counts[:4]


def count(twin, depth):
    if depth == 0:
        return 1
    total = 0
    for way in twin.legal:
        after = Twin(twin.size, twin.swap)
        after.stones, after.mover = dict(twin.stones), twin.mover
        after.play(way)
        total += count(after, depth - 1)
    return total
