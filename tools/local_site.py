"""The site on a port of this machine, for tests, soak programs and benchmarks: as a program, or in a thread.

`LocalSite` is the program, for what concerns its process or kills it; `listening` starts in a hundredth of the time.
"""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import uvicorn

from ludarium.site.app import create_app
from ludarium.site.service import Service
from tools.ports import reserved_port

_PATIENCE = 300.0
"""Seconds after which a site that does not answer fails; only a fault is waited for so long."""


class LocalSite:
    """`ludarium serve` with its data in a folder; the process may be killed and started again, the data stay.

    What it prints is in a file beside the folder. `settings` are environment variables; unless they name a database,
    it is an SQLite file in the folder.
    """

    def __init__(self, folder: Path, port: int, settings: Mapping[str, str] | None = None) -> None:
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self.log_file = folder.with_name(f"{folder.name}.log")
        own = {"PORT": str(port), "LUDARIUM_DATA": str(folder), "LUDARIUM_DATABASE": "", **(settings or {})}
        self.database = own["LUDARIUM_DATABASE"] or f"sqlite:///{folder / 'ludarium.sqlite'}"
        self._environment = {**os.environ, **own}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process; it answers some time later."""
        with self.log_file.open("ab") as log:
            command = [sys.executable, "-m", "ludarium", "serve"]
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)

    def open(self) -> None:
        """Start the process and wait until it answers.

        Raises `AssertionError` with what it printed if it ends instead.
        """
        self.start()
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                urllib.request.urlopen(self.url, timeout=60).close()  # noqa: S310  an address of this machine
            except OSError:
                assert self.runs, f"the site ended:\n{self.log()}"
                assert time.monotonic() < until, f"the site does not answer:\n{self.log()}"
                time.sleep(0.05)
            else:
                return

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process
        return self._process.pid

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def end(self, by: signal.Signals) -> None:
        """Send the process a signal and wait until it has ended."""
        assert self._process
        self._process.send_signal(by)
        self._process.wait()

    def close(self) -> None:
        """End the process in order."""
        self.end(signal.SIGTERM)

    def kill(self) -> None:
        """End the process as a power cut does."""
        self.end(signal.SIGKILL)

    def log(self) -> str:
        """Return what all processes of this site have printed."""
        return self.log_file.read_text("utf-8")


@contextmanager
def open_site(folder: Path | None = None, settings: Mapping[str, str] | None = None) -> Iterator[LocalSite]:
    """Give a site that answers, with its data in a folder or in a temporary one; end it in order."""
    with tempfile.TemporaryDirectory() as name, reserved_port() as port:
        site = LocalSite(folder or Path(name) / "data", port, settings)
        try:
            site.open()
            yield site
        finally:
            if site.runs:
                site.close()


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
