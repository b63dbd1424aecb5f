"""The tests of the store run on both databases, and begin without tables."""

import pytest

from tests.databases import empty_url

__all__ = ["empty_url", "url"]


@pytest.fixture
def url(empty_url: str) -> str:
    return empty_url
