"""Games that independent programs played and recorded.

A sample is part of the project, so that every clone tests the rules against it. All recorded games, 6 MB, are beside
the checkout on the build server; where they are missing, their tests are skipped, but fail on the build server.
"""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

_SAMPLE = Path(__file__).parent
_ALL = _SAMPLE.parents[2] / "shared" / "corpus"


def find(name: str) -> Path:
    """Return the path of a file such as `grid/positions.json`."""
    for folder in (_ALL, _SAMPLE):
        if (folder / name).is_file():
            return folder / name
    give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    return give_up(f"the recorded games {name} are neither in {_ALL} nor in the sample")


def lines(name: str) -> Iterator[dict[str, Any]]:
    """Yield the parsed lines of a file such as `throngs/63_pass.jsonl.gz`."""
    with gzip.open(find(name), "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)
