"""`ludarium serve` in processes that are forked from one that has imported everything, so that a start costs little.

The fork server is the one of `multiprocessing`: it has a single thread, and forks the parent of the site. Where the
site has several processes, their parent forks them, before it has a thread. What is left out of a start: the check of
the database, which the caller makes, and the processes that compile in the background, which end at once where
everything is compiled.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Mapping
from multiprocessing.context import ForkContext, ForkProcess, ForkServerProcess
from unittest.mock import patch

import uvicorn._subprocess as uvicorn_processes

from ludarium.cli.main import app
from ludarium.search.compilers import Compilers
from tests import fork_server
from tests.soak.kills import LONGEST, Fault, Site

__all__ = ["ForkedSite", "Forks"]
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.soak.forked", "tests.soak.warmed"])
_ENDING = (signal.SIGTERM, signal.SIGINT)
"""The signals that end a process in order."""


class ForkedSite(Site):
    """A site whose processes are forked."""

    patience: float | None = None
    """Seconds that a process has to end, instead of the usual ones."""
    _forked: ForkServerProcess | None = None

    def start(self) -> None:
        """Start the process; it answers some time later."""
        self._forked = fork_server.start(serve, self._environment, str(self.log_file))

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._forked
        assert self._forked.pid
        return self._forked.pid

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self._forked is not None and self._forked.is_alive()

    def end(self, by: signal.Signals) -> None:
        """Send the process a signal and wait until it has ended. Raises `Fault` if it does not end."""
        assert self._forked
        if self._forked.is_alive():
            os.kill(self.pid, by)
        patience = LONGEST if self.patience is None else self.patience
        self._forked.join(patience)
        if self._forked.is_alive():
            raise Fault(f"the site has not ended {patience:.0f} s after {by.name}")


class _Fork(ForkProcess):
    """A process of the site that ends by a signal from its first moment, as one that is started does.

    A fork has the handlers of its parent, which only note a signal: without this, one that is ended before it serves
    would go on, and its parent would wait for it for ever.
    """

    def start(self) -> None:
        """Fork; a signal that comes before the handlers are changed waits."""
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)

    def run(self) -> None:
        """Serve."""
        for each in _ENDING:
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
        super().run()


class Forks(ForkContext):
    """The context of such processes, in place of one that starts them."""

    Process = _Fork


def serve(environment: Mapping[str, str], log_file: str) -> None:
    """Serve the site of an environment."""
    os.environ.clear()
    os.environ.update(environment)
    log = os.open(log_file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(log, stream)
    assert threading.active_count() == 1
    with (
        patch.object(uvicorn_processes, "spawn", Forks()),
        patch("ludarium.cli.serve._report_damage"),
        patch.object(Compilers, "start"),
    ):
        app(["serve"], standalone_mode=False)
