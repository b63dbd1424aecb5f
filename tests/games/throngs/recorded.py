"""Games that the program of the source's author played at random, recorded decision by decision."""

import gzip
import json
import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[4] / "shared" / "corpus" / "throngs"
"""Beside the checkout; the recordings are not part of it."""

Line = dict[str, Any]


def folder() -> Path:
    """Where the recordings are; where there are none, the test is skipped, but on the build server it fails."""
    if not FOLDER.is_dir():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(f"the recorded games are not in {FOLDER}")
    return FOLDER


def lines(name: str) -> Iterator[Line]:
    """The recorded decisions, or positions, of a file."""
    with gzip.open(folder() / f"{name}.jsonl.gz", "rt") as file:
        yield from map(json.loads, file)


def games(name: str) -> Iterator[list[Line]]:
    """The recorded games of a file; the last line of each is its end."""
    for _, game in groupby(lines(name), key=lambda line: line["g"]):
        yield list(game)


def topology() -> dict[str, Any]:
    """The boards as the program has them."""
    found: dict[str, Any] = json.loads((folder() / "topology.json").read_text())
    return found
