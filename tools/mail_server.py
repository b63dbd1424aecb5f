"""A mail server in a thread of this process, on a port that the system chooses."""

from asyncio import Server
from typing import Any

from aiosmtpd.controller import Controller


class MailServer(Controller):
    """A mail server of this machine; `port` is its port as soon as it has started."""

    def __init__(self, handler: object, **settings: Any) -> None:
        super().__init__(handler, hostname="127.0.0.1", port=0, ready_timeout=60.0, **settings)

    def _trigger_server(self) -> None:
        """Ask the server for a first answer, at the port that it has got."""
        assert isinstance(self.server, Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]  # the library does not type it
