"""The mail server that the tests of sending share."""

import socket
from collections.abc import Iterator

import pytest
from aiosmtpd.controller import Controller

from tests.server.mail.sending.sink import Sink


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Controller, Sink]]:
    sink = Sink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    yield controller, sink
    controller.stop()


@pytest.fixture
def sink(server: tuple[Controller, Sink]) -> Sink:
    server[1].__init__()  # type: ignore[misc]  # the same server, as if it were new
    return server[1]
