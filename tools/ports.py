"""Ports for servers that tests, soak programs and benchmarks start as programs of their own."""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def reserved_port() -> Iterator[int]:
    """Give a port of this machine on which a server may listen, once or again, and which nobody else is given.

    In Linux a server may listen where a socket is bound that does not listen, if both reuse addresses, as servers do.
    Other systems refuse that, so there the port is one that has just been free, and somebody may take it.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port: int = held.getsockname()[1]
        if sys.platform != "linux":
            held.close()
        yield port
