"""The event loop in which the site answers the browsers of tests, and passwords that are hashed at once."""

from collections.abc import Iterator

import pytest
from anyio.from_thread import start_blocking_portal
from starlette.testclient import TestClient

from ludarium.club.people import passwords
from ludarium.club.people.passwords import PasswordHasher


@pytest.fixture(scope="session", autouse=True)
def shared_loop() -> Iterator[None]:
    """Answer all requests in one event loop, as a real site does; by default, each starts a loop and two threads."""
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestClient, "portal", portal)
        yield


@pytest.fixture(scope="session", autouse=True)
def hash_at_once() -> Iterator[None]:
    """Hash passwords at the least cost: no test of the site attacks a hash."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", PasswordHasher(memory=8, passes=1))
        yield
