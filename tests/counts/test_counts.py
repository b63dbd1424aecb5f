"""How many ways the first steps of every game can go, counted by its kernel; every slow twin counts them, too."""

from pathlib import Path

import pytest

import ludarium
from ludarium.search.perft import perft
from tests.counts.counting import cases

COMMITTED = [case for path in sorted(Path("tests/counts").glob("*.json")) for case in cases(path.stem)]


@pytest.mark.parametrize(("spec", "position", "counts"), COMMITTED)
def test_the_kernel_counts_as_committed(spec: str, position: str, counts: list[int]):
    state = ludarium.load(spec).read(position)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts
