"""The mail server that the tests of sending share."""

from collections.abc import Iterator

import pytest

from tests.site.mail.sending.sink import Sink
from tools.mail_server import MailServer


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[MailServer, Sink]]:
    sink = Sink()
    controller = MailServer(sink)
    controller.start()
    yield controller, sink
    controller.stop()


@pytest.fixture
def sink(server: tuple[MailServer, Sink]) -> Sink:
    server[1].__init__()  # type: ignore[misc]  # the same server, as if it were new
    return server[1]
