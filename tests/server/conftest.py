"""The event loop in which the site answers the browsers of tests, and passwords that are hashed at once."""

from collections.abc import Iterator
from functools import cache

import pytest
from anyio.from_thread import start_blocking_portal
from starlette import routing
from starlette.testclient import TestClient

from ludarium.club.people import passwords
from ludarium.club.people.password_hash import PasswordHasher


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


@pytest.fixture(scope="session", autouse=True)
def compile_paths_once() -> Iterator[None]:
    """Compile the path of a route once: almost every test makes a site, which has some 130."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "compile_path", cache(routing.compile_path))
        yield
