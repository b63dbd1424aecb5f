"""A site that listens on a port of this machine, in a thread of the tests' own process."""

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import uvicorn

from ludarium.club.service import Service
from ludarium.server.web.app import create_app


@contextmanager
def listening(service: Service, port: int = 0) -> Iterator[str]:
    """Give the address of the running site of a service."""
    with socket.create_server(("127.0.0.1", port)) as listener:
        app = create_app(service, "a secret of the site")
        config = uvicorn.Config(app, log_config=None, log_level="critical", timeout_graceful_shutdown=0)
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True  # which cuts streams that are open
        thread.join()
