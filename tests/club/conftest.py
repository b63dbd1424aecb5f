"""The tests of the club run in time that a test sets, most of them."""

import pytest

from ludarium.club.service import Service
from ludarium.store.store import Store
from tests.club.fake_time import FakeTime


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time)
