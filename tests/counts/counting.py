"""Counting the ways of a slow twin, as `perft` counts those of a kernel."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest


def cases(game: str) -> list[Any]:
    """What is committed for a game: a spec, a position, and the ways that the next one, two, ... steps can go."""
    committed = json.loads(Path(f"tests/counts/{game}.json").read_text("utf-8"))
    return [pytest.param(*case.values(), id=f"{case['game']} {case['position']}") for case in committed]


def count(twin: Any, depth: int) -> int:
    """In how many ways the next steps of a twin can go."""
    ways = twin.legal() if callable(twin.legal) else twin.legal
    if depth == 1:
        return len(ways)
    total = 0
    for way in ways:
        after = copy.deepcopy(twin)
        after.play(way)
        total += count(after, depth - 1)
    return total
