"""The browsers of the tests of pages, for those of subjects."""

from tests.server.conftest import hash_at_once, shared_loop
from tests.server.web.conftest import app, browser, new_browser, other, path

__all__ = [
    "app",
    "browser",
    "hash_at_once",
    "new_browser",
    "other",
    "path",
    "shared_loop",
]  # the fixtures that other modules define
