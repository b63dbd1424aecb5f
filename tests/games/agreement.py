"""Compare a kernel with its reference implementation: the loop of every `test_reference`."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from ludarium.core.game import State

LEAST, MOST = 4000, 12_500
"""How many positions are compared, and until when a kind that is rare is waited for; 100,000 were compared once."""


def compare(
    play_at_random: Callable[[random.Random], Iterator[tuple[Any, State]]],
    agree: Callable[[Any, State], None],
    kinds: Callable[[Any], Iterable[str]],
    seen_at_least: Mapping[str, int],
) -> None:
    """Assert that reference and kernel agree on positions, among which enough of every kind came up."""
    seen: Counter[str] = Counter()
    dice = random.Random(0)
    missing = dict(seen_at_least)
    while seen["positions"] < LEAST or (missing and seen["positions"] < MOST):
        for reference, state in play_at_random(dice):
            agree(reference, state)
            seen["positions"] += 1
            seen.update(kinds(reference))
        missing = {kind: seen[kind] for kind, least in seen_at_least.items() if seen[kind] < least}
    assert missing == {}
