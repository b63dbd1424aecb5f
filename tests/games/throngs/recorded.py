"""Games that the program of the source's author played at random, recorded decision by decision."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from tests import recorded

Line = dict[str, Any]


def lines(name: str) -> Iterator[Line]:
    """The recorded decisions, or positions, of a file."""
    return recorded.lines(f"throngs/{name}.jsonl.gz")


def games(name: str) -> Iterator[list[Line]]:
    """The recorded games of a file; the last line of each is its end."""
    for _, game in groupby(lines(name), key=lambda line: line["g"]):
        yield list(game)


def topology() -> dict[str, Any]:
    """The boards as the program has them."""
    found: dict[str, Any] = json.loads(recorded.find("throngs/topology.json").read_text("utf-8"))
    return found
