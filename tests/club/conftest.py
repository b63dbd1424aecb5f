"""The tests of the club run on both databases."""

from tests.databases import cleared_url, url

__all__ = ["cleared_url", "url"]
