"""A site whose processes take the time from a file, so that weeks pass while its pages are used, and that is killed.

A thread starts it again whenever it has ended, as a service manager does: after its parent is killed the other
processes hold the port for some seconds, in which no other parent can begin.
"""

import mmap
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, RLock, Thread
from types import ModuleType
from unittest.mock import patch

from sqlalchemy import Engine, create_engine, update
from sqlalchemy.exc import OperationalError

from ludarium.site.ground.tables import heartbeat
from ludarium.site.service import Service
from ludarium.solve.tablefile import ENDING
from tests.soak.forked import _FORKS, ForkedSite, serve

START = 1_800_000_000.0
_RESTARTS = 0.5
"""Seconds after which a site that has ended is started again."""


class FakeClock:
    """The time that all processes read."""

    def __init__(self, path: Path, *, begin: bool = False) -> None:
        if begin:
            path.write_bytes(struct.pack("<d", START))
        with path.open("r+b") as opened:
            self._shared = mmap.mmap(opened.fileno(), 8)

    def __call__(self) -> float:
        """Return the time."""
        found: float = struct.unpack("<d", self._shared[:8])[0]
        return found

    def set(self, now: float) -> None:
        """Let it be another time."""
        self._shared[:8] = struct.pack("<d", now)


class TimedSite(ForkedSite):
    """A site of several processes whose time is in a file."""

    def __init__(self, folder: Path, port: int, processes: int, database: str = "") -> None:
        super().__init__(folder, port, processes, database)
        folder.mkdir(parents=True, exist_ok=True)
        self._clock_file = folder.with_name("clock")
        self.clock = FakeClock(self._clock_file, begin=True)
        self._engine: Engine | None = None
        self._lock, self._closed = RLock(), Event()
        self._manager = Thread(target=self._manage, daemon=True)

    def install_table(self, game: str) -> None:
        """Compute the exact values of a game, which the site then has."""
        folder = self._clock_file.with_name("tables")
        folder.mkdir()
        out = ["--out", str(folder / f"solved{ENDING}"), "--check", "0"]
        subprocess.run([sys.executable, "-m", "ludarium", "solve", game, *out], check=True, stdout=subprocess.DEVNULL)
        self._environment["LUDARIUM_TABLES"] = str(folder)

    def open(self) -> None:
        """Start the site and wait until it answers, and start it again from now on whenever it has ended."""
        super().open()
        self._manager.start()

    def keep(self) -> None:
        """Start the site again if it has ended."""
        with self._lock:
            super().keep()

    def kill_one(self, which: int, by: signal.Signals) -> str:
        """Kill the process of this number, where 0 is the parent."""
        with self._lock:
            return super().kill_one(which, by)

    def close(self) -> None:
        """End the process in order."""
        self._closed.set()
        if self._manager.is_alive():
            self._manager.join()
        super().close()

    def _manage(self) -> None:
        while not self._closed.wait(_RESTARTS):
            self.keep()

    def start(self) -> None:
        """Start the process; it answers some time later."""
        arguments = (self._environment, str(self.log_file), str(self._clock_file))
        self._forked = _FORKS.Process(target=serve_timed, args=arguments)
        with patch.dict(sys.modules, {"__main__": ModuleType("__main__")}):  # which would be run again in the process
            self._forked.start()

    def advance(self, now: float) -> None:
        """Let time pass, in which the site is there: first for its heartbeat, which would credit the time otherwise."""
        self._engine = self._engine or create_engine(self.database)
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OperationalError):  # another process writes
                with self._engine.begin() as connection:
                    connection.execute(update(heartbeat).values(beat_at=now))
                break
        self.clock.set(now)


def serve_timed(environment: Mapping[str, str], log_file: str, clock_file: str) -> None:
    """Serve the site of an environment at the time of a file."""
    clock = FakeClock(Path(clock_file))
    with patch("ludarium.site.process.Service", partial(Service, now=clock)):
        serve(environment, log_file)
