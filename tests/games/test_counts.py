"""How many ways the first steps of games can go, counted by the kernels."""

import copy
import json
from collections.abc import Callable, Collection
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.search.counts import perft

FOLDER = Path("tests/counts")
NAMES = ("spec", "position", "counts")
FEW = 10_000
"""Up to so many ways the references count; of more, which they have counted once, the kernels are asked alone."""


def cases(name: str) -> list[Any]:
    """What is committed of a game: its spec, a position, and in how many ways the next 1, 2, ... steps can go."""
    found = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return [pytest.param(*case.values(), id=f"{case['game']} {case['position']}") for case in found]


def count(
    reference: Any, depth: int, legal: Callable[[Any], Collection[Any]] = lambda reference: reference.legal()
) -> int:
    """In how many ways the next steps of a reference implementation can go."""
    if depth == 1:
        return len(legal(reference))
    total = 0
    for way in legal(reference):
        after = copy.copy(reference)
        vars(after).update(
            (name, copy.copy(value)) for name, value in vars(reference).items()
        )  # deep enough, and quick
        after.play(way)
        total += count(after, depth - 1, legal)
    return total


def check_reference(
    reference: Any,
    counts: list[int],
    legal: Callable[[Any], Collection[Any]] = lambda reference: reference.legal(),
) -> None:
    """Assert that a reference implementation counts as committed, as deep as the ways are few."""
    few = list(takewhile(lambda ways: ways <= FEW, counts))
    assert len(few) >= 2
    assert [count(reference, depth, legal) for depth in range(1, len(few) + 1)] == few


@pytest.mark.parametrize(NAMES, [case for path in sorted(FOLDER.glob("*.json")) for case in cases(path.stem)])
def test_the_kernel_counts_as_committed(spec: str, position: str, counts: list[int]) -> None:
    state = ludarium.load(spec).parse_position(position)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
