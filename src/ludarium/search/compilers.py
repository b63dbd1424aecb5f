"""Background processes that compile for this one."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Event, Thread

from ludarium.core.compiling import cache_folder
from ludarium.core.compiling.compiler import load_numba
from ludarium.core.compiling.waiting import compile_here, wait_for_compilers
from ludarium.search.compilation import BEGUN, processes

_log = logging.getLogger(__name__)
_ATTEMPTS = 3
"""How often the processes are started if none of them comes to its end."""


def compile_everything() -> Iterator[str]:
    """Compile all games and searches, and yield each unit when it is compiled, by any of the processes."""
    running = [_start(0, subprocess.PIPE) for _ in range(processes())]
    reports: SimpleQueue[str] = SimpleQueue()
    for process in running:
        Thread(target=_read, args=(process, reports), daemon=True).start()
    ended = 0
    while ended < len(running):
        unit = reports.get()
        if not unit:
            ended += 1
        elif unit != BEGUN:
            yield unit


def _start(niceness: int, stdout: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ludarium.search.compilation", str(niceness)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=stdout, text=True)  # noqa: S603  our own program


def _wait(process: subprocess.Popen[str]) -> int:
    """Return the exit code of a process at its end."""
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # what was written to it is of no use any more
            if pipe:
                pipe.close()
    return process.returncode


def _read(process: subprocess.Popen[str], reports: SimpleQueue[str]) -> None:
    """Pass on the lines of a process, and an empty one at its end."""
    assert process.stdout
    for line in process.stdout:
        reports.put(line.strip())
    _wait(process)
    reports.put("")


@dataclass
class Compilers:
    """Niced processes that compile all games and searches while this one runs rules as plain Python.

    When they are done, or have died three times, this process uses the cache and compiles what is missing by itself.
    They end with this process, however it ends, because their standard input is closed; first they finish the function
    at hand.
    """

    niceness: int = 10
    running: list[subprocess.Popen[str]] = field(default_factory=list, init=False)
    _closing: Event = field(default_factory=Event, init=False)
    _thread: Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Start the processes, unless they could not write what they compile."""
        if cache_folder.is_writable():
            wait_for_compilers(self.need)
            self._thread = Thread(target=self._look_after, name="compilers", daemon=True)
            self._thread.start()

    def need(self, module: str) -> None:
        """Have a module compiled first."""
        for process in self.running:
            with suppress(OSError, ValueError):  # it has ended, and another one does its work
                assert process.stdin
                process.stdin.write(f"{module}\n")
                process.stdin.flush()

    def close(self) -> None:
        """Let the processes end."""
        self._closing.set()
        for process in self.running:
            with suppress(OSError):  # it has ended
                assert process.stdin
                process.stdin.close()

    def wait(self) -> None:
        """Wait until this process compiles for itself again: everything is compiled, or the processes have died."""
        if self._thread:
            self._thread.join()

    def _look_after(self) -> None:
        """Start the processes again as long as none of them comes to its end."""
        for _ in range(_ATTEMPTS):
            if self._closing.is_set() or self._run():
                break
        else:
            _log.warning("the background processes that compile have died: bots wait for the compiler instead")
        try:
            if not self._closing.is_set():
                load_numba()  # in this thread, so that no page waits for it
        except ImportError:
            _log.critical("Numba cannot be loaded, so no bot can play: this process ends", exc_info=True)
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            compile_here()

    def _run(self) -> bool:
        """Return whether one of the processes found that everything is compiled; the others need not check that.

        One process looks, as most sites that start find nothing to do; when it finds something, others help. Where the
        cache is empty, as after an installation, they all begin at once.
        """
        first = _start(self.niceness, subprocess.PIPE)
        self.running = [first]
        if cache_folder.is_empty():
            self._help()
        assert first.stdout
        with first.stdout as lines:
            for line in lines:
                if line.strip() == BEGUN and not self._closing.is_set() and self.running == [first]:
                    self._help()
        if self._closing.is_set():  # perhaps before the others were among those that run
            self.close()
        return 0 in [_wait(process) for process in self.running]

    def _help(self) -> None:
        """Start as many more processes as may compile at once."""
        self.running += [_start(self.niceness, subprocess.DEVNULL) for _ in range(processes() - 1)]
