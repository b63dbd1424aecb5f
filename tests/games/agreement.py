"""Compare a kernel with its reference implementation in chunks: the loop of every `test_reference`."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ludarium.core.game import State

CHUNKS, POSITIONS = 2, 12_500
"""Each chunk alone meets everything that a test counts; eight of them, 100,000 positions, were compared once."""


def compare(
    chunk: int,
    play_at_random: Callable[[random.Random], Iterator[tuple[Any, State]]],
    agree: Callable[[Any, State], None],
    kinds: Callable[[Any], Iterable[str]],
    seen_at_least: Mapping[str, int],
) -> None:
    """Assert that reference and kernel agree on a chunk of positions, among which enough of every kind came up."""
    seen: Counter[str] = Counter()
    dice = random.Random(chunk)
    while seen["positions"] < POSITIONS:
        for reference, state in play_at_random(dice):
            agree(reference, state)
            seen["positions"] += 1
            seen.update(kinds(reference))
    assert {kind: seen[kind] for kind, least in seen_at_least.items() if seen[kind] < least} == {}
