"""The tests of the club run on both databases."""

from tests.databases import url

__all__ = ["url"]
