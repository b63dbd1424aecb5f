"""The event loop in which the site answers the browsers of tests."""

from collections.abc import Iterator

import pytest
from anyio.from_thread import start_blocking_portal
from starlette.testclient import TestClient


@pytest.fixture(scope="session", autouse=True)
def shared_loop() -> Iterator[None]:
    """Answer all requests in one event loop, as a real site does; by default, each starts a loop and two threads."""
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestClient, "portal", portal)
        yield
