"""Where pytest looks for examples in docstrings."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look in modules that have one: every process of the tests would import and search all of them."""
    found = yield
    return [one for one in found if not isinstance(one, DoctestModule) or ">>> " in file_path.read_text("utf-8")]
