"""Requests of the site to other servers: to push services, and to the webhook.

The address of a push service comes from a browser, so nothing is sent to an address that is not of the public internet:
the name is looked up once, and the connection goes to what was found. Of the answer only the status is read, and all
together takes no longer than `PATIENCE`, however slowly the other side answers.
"""

import http.client
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from ludarium.site.notices.push import is_public
from ludarium.site.outbox.outbox import MailRefused

PATIENCE = 20.0
"""Seconds that a request may take."""
_READ = 1000
Connect = Callable[[str], http.client.HTTPConnection]


class Status(NamedTuple):
    """The status of an answer, and its reason in words."""

    code: int
    reason: str


def post(
    connect: Connect,
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    before: Callable[[], None] = lambda: None,
    patience: float = PATIENCE,
) -> Status:
    """Send a body to an address, and return how it was answered; call `before` when it is about to be sent.

    Raises `OSError` if nobody answers in time, or nobody can understand the answer.
    """
    found = urlsplit(url)
    path = (found.path or "/") + (f"?{found.query}" if found.query else "")
    connection = connect(url)
    try:
        with _limited(connection, patience):
            connection.connect()
            before()
            connection.request("POST", path, body, dict(headers))
            response = connection.getresponse()
            response.read(_READ)
            return Status(response.status, response.reason)
    except http.client.HTTPException as error:
        raise OSError(f"{found.hostname} cannot be understood: {error}") from error
    finally:
        connection.close()


@contextmanager
def _limited(connection: http.client.HTTPConnection, seconds: float) -> Iterator[None]:
    """Cut a connection off after some seconds: its own timeout begins again with every byte."""

    def cut() -> None:
        if connection.sock:
            with suppress(OSError):  # it is closed already
                socket.socket.shutdown(connection.sock, socket.SHUT_RDWR)  # not that of TLS, which another thread uses

    timer = Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked up, under the name that its certificate must have."""

    def __init__(self, host: str, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, 443, timeout=PATIENCE, context=self._tls)
        self._address = address

    def connect(self) -> None:
        """Connect to the address."""
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host)


def connect_safely(url: str) -> http.client.HTTPConnection:
    """Return a connection to the host of an address; raise `MailRefused` if it is not of the public internet."""
    host = urlsplit(url).hostname or ""
    addresses = [str(row[4][0]) for row in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    if not addresses or not all(is_public(address.partition("%")[0]) for address in addresses):
        raise MailRefused(f"{host} is not of the public internet")
    return _Pinned(host, addresses[0])


def connect_anywhere(url: str) -> http.client.HTTPConnection:
    """Return a connection to any address, also of a private network."""
    found = urlsplit(url)
    kind = http.client.HTTPSConnection if found.scheme == "https" else http.client.HTTPConnection
    return kind(found.hostname or "", found.port, timeout=PATIENCE)
