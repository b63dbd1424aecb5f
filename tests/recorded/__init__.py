"""Games that independent programs played and recorded.

A sample is part of the project, so that every clone holds the rules to it. All of it, 6 MB, lies beside the checkout
on the build server; a test of a file that is not at hand is skipped elsewhere, and fails there.
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
    """Where a file such as `grid/positions.json` is."""
    for folder in (_ALL, _SAMPLE):
        if (folder / name).is_file():
            return folder / name
    give_up = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
    return give_up(f"the recorded games {name} are not in {_ALL}, and not of the sample")


def lines(name: str) -> Iterator[dict[str, Any]]:
    """The lines of a file such as `throngs/63_pass.jsonl.gz`."""
    with gzip.open(find(name), "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)
