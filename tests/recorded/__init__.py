"""Games that independent programs played and recorded.

A sample of each file is part of the project, so that every clone tests the rules against it. All recorded games, 6 MB,
are beside the checkout on the build server, which tests the rules against all of them: see `.ci/run`.
"""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_SAMPLE = Path(__file__).parent
_ALL = _SAMPLE.parents[2] / "shared" / "corpus"


class Count(NamedTuple):
    """How many games or positions a file holds, and how many of them its sample."""

    whole: int
    sample: int

    def of(self, name: str) -> int:
        """Return how many of them `lines` yields for a file."""
        return self.whole if find(name).is_relative_to(_ALL) else self.sample


def find(name: str) -> Path:
    """Return the path of a file such as `grid/positions.json`."""
    if os.environ.get("CI") != "true" and os.environ.get("LUDARIUM_NEED_RECORDED") != "1":
        return _SAMPLE / name
    assert (_ALL / name).is_file(), f"the recorded games {name} are not in {_ALL}"
    return _ALL / name


def lines(name: str) -> Iterator[dict[str, Any]]:
    """Yield the parsed lines of a file such as `throngs/63_pass.jsonl.gz`."""
    with gzip.open(find(name), "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)
