"""The tests of the club run on both databases, and most of them in time that a test sets."""

import pytest

from ludarium.club.service import Service
from ludarium.store.match.repository import Store
from tests.club.fake_time import FakeTime
from tests.databases import cleared_url

__all__ = ["cleared_url"]


@pytest.fixture
def url(cleared_url: str) -> str:
    """Return the URL of a database that one test after another uses.

    Where threads may go on after a test, it takes a database of its own: `url` of `tests.databases`.
    """
    return cleared_url


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time)
