"""A child process that reads and writes lines: its limits, its environment, and a time limit on every line."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.core.spec import Option
from ludarium.players.player import BotFailed

_IS_POSIX = os.name == "posix"
_HAS_KEEPER = sys.platform == "linux"
_KEEPER = Path(__file__).with_name("_keeper.py")
_STARTING, _ENDING = 60.0, 5.0
"""Seconds that the keeper has to start a program, and to end all that it has begun."""
LONGEST = 65_536
"""The maximum length of a line in bytes."""
_CHUNK = 65_536
_SLICE = 0.05
"""Seconds of waiting between two questions whether others have precedence."""
_FAREWELL = 0.5
"""Seconds that a program has to exit after it was asked to."""
MEMORY = Option("LUDARIUM_PROGRAM_MEMORY", 4096, range(16, 2**30), "megabytes that a player's program may use")
PROCESSES = Option("LUDARIUM_PROGRAM_PROCESSES", 64, range(1, 2**16), "processes that a player's program may have")
_KEPT = frozenset(
    {"HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER", "VIRTUAL_ENV"}
)
_KEPT_PREFIXES = ("CUDA_", "DYLD_", "JAVA_", "LC_", "LD_", "MKL_", "NODE_", "NUMBA_", "OMP_", "PYTHON", "XDG_")
_KEPT_SETTINGS = ("LUDARIUM_CACHE", "LUDARIUM_PLAYERS")


class ProcessLimits(NamedTuple):
    """The bytes of memory and the number of processes that a program may use with all that it starts."""

    memory: int
    processes: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ProcessLimits:
        """Return the limits of an environment.

        Raises `InvalidOption`.
        """
        memory, processes = (
            int(option.parse(environment.get(option.name) or option.default)) for option in (MEMORY, PROCESSES)
        )
        return cls(memory * 1_000_000, processes)


def clean_environment(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the part of an environment that a program needs to run; passwords and keys of others are not in it.

    >>> clean_environment({"PATH": "/bin", "LC_ALL": "C", "LUDARIUM_DATABASE": "postgresql://a:b@c", "TOKEN": "x"})
    {'PATH': '/bin', 'LC_ALL': 'C'}
    """
    return {
        name: value
        for name, value in environment.items()
        if name in _KEPT or name in _KEPT_SETTINGS or name.startswith(_KEPT_PREFIXES)
    }


def stay() -> None:
    """Give way to nobody."""


class ResponseTimeout(BotFailed):
    """The program did not write or read a line in time."""


class LineProcess:
    """A child process with limits and a clean environment; it shares the error stream of this process.

    In Linux a process of its own keeps it (see `_keeper.py`), so that nothing which it starts outlives it; elsewhere
    its process group is killed, and no limits hold. `give_way` is called again and again while a line is waited for,
    and returns when this process may go on; how long that takes does not count.

    Raises `BotFailed` if it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if not _IS_POSIX:
            raise LudariumError("programs and scripts can play on Linux and macOS only; on Windows, use WSL")
        limits = ProcessLimits.from_environment()
        ours, theirs = socket.socketpair()
        if _HAS_KEEPER:
            arguments = (str(theirs.fileno()), str(limits.memory), str(limits.processes))
            command = [sys.executable, "-I", "-S", str(_KEEPER), *arguments, *command]
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the person who plays names it
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=clean_environment(),
                pass_fds=(theirs.fileno(),) if _HAS_KEEPER else (),
            )
        except OSError as error:
            ours.close()
            raise BotFailed(f"cannot be started: {error.strerror}") from None
        finally:
            theirs.close()
        self._control, self._limits = ours, limits
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        self._buffer = bytearray()
        self.give_way: Callable[[], None] = stay
        for end in (self._in, self._out):
            os.set_blocking(end.fileno(), False)
        if _HAS_KEEPER and (said := self._hear()) != "started":
            self.close()
            raise BotFailed(f"cannot be started: {os.strerror(int(said or 0))}")

    def _hear(self, seconds: float = _STARTING) -> str:
        """Return the next word of the keeper; empty if it says nothing more."""
        with suppress(OSError):
            self._control.settimeout(seconds)
            return self._control.recv(100).decode().strip()
        return ""

    def send(self, text: str, until: float) -> None:
        """Write one or more lines; `until` is a time of `time.monotonic`.

        Raises `ResponseTimeout` if the program does not read them in time, `BotFailed` if it has ended.
        """
        rest = memoryview(f"{text}\n".encode())
        while rest:
            try:
                rest = rest[os.write(self._in.fileno(), rest) :]
            except BlockingIOError:
                _wait(self._in.fileno(), select.POLLOUT, until)
            except BrokenPipeError:
                raise self._ended() from None

    def receive(self, until: float, longest: int = LONGEST) -> str:
        """Return the next line; `until` is a time of `time.monotonic`.

        Raises `ResponseTimeout`, and `BotFailed` if the program has ended or the line is too long or not UTF-8.
        """
        while b"\n" not in self._buffer:
            if len(self._buffer) > longest:
                raise BotFailed(f"wrote a line of more than {longest:,} bytes")
            until = self._wait_to_read(until)
            said = os.read(self._out.fileno(), _CHUNK)
            if not said:
                raise self._ended()
            self._buffer += said
        line, _, self._buffer = self._buffer.partition(b"\n")
        if len(line) > longest:
            raise BotFailed(f"wrote a line of more than {longest:,} bytes")
        try:
            return line.decode().strip()
        except UnicodeDecodeError as error:
            raise BotFailed(f"wrote a line that is not UTF-8 text (byte {error.start})") from None

    def _wait_to_read(self, until: float) -> float:
        """Wait until the program has written, and let others have precedence meanwhile; return the time that is left.

        Raises `ResponseTimeout`, and what `give_way` does.
        """
        while True:
            before = time.monotonic()
            self.give_way()
            until += time.monotonic() - before
            try:
                _wait(self._out.fileno(), select.POLLIN, min(until, time.monotonic() + _SLICE))
            except ResponseTimeout:
                if time.monotonic() >= until:
                    raise
            else:
                return until

    def suspend(self, *, suspended: bool) -> None:
        """Let the program rest, with all that it has started, or go on."""
        with suppress(OSError):  # it has ended
            if _HAS_KEEPER:
                self._control.send(b"-" if suspended else b"+")
            else:
                os.killpg(self._process.pid, signal.SIGSTOP if suspended else signal.SIGCONT)

    def close(self, farewell: str = "") -> None:
        """Send a last line, wait a moment for the program to end, and kill it with all processes of its group."""
        until = time.monotonic() + _FAREWELL
        with suppress(BotFailed):
            if farewell:
                self.send(farewell, until)
            self._in.close()
            while True:
                _wait(self._out.fileno(), select.POLLIN, until)
                if not os.read(self._out.fileno(), _CHUNK):
                    break
        self._in.close()
        self._control.close()  # then the keeper ends all processes of the program
        if _HAS_KEEPER:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_ENDING)
        if self._process.returncode is None:
            with suppress(ProcessLookupError):  # the process was not waited for yet, so its id has not been reused
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._out.close()

    def _ended(self) -> BotFailed:
        """Return the error for a program that has closed its pipe: how it ended."""
        if _HAS_KEEPER and (exceeded := self._hear(_FAREWELL)):
            memory, processes = self._limits
            most = f"{memory // 1_000_000:,} MB of memory" if exceeded == "memory" else f"{processes} processes"
            return BotFailed(f"used more than {most}")
        until = time.monotonic() + _FAREWELL
        look = os.WEXITED | os.WNOWAIT | os.WNOHANG
        while (now := os.waitid(os.P_PID, self._process.pid, look)) is None:
            if time.monotonic() > until:
                return BotFailed("closed its output")
            time.sleep(0.002)
        if now.si_code == os.CLD_EXITED:
            return BotFailed(f"exited with code {now.si_status}")
        names = {known.value: known.name for known in signal.Signals}  # not all signals have a name
        return BotFailed(f"was killed by {names.get(now.si_status, f'signal {now.si_status}')}")


def _wait(end: int, event: int, until: float) -> None:
    """Wait until a file descriptor can be read or written.

    Raises `ResponseTimeout`.
    """
    left = until - time.monotonic()
    poll = select.poll()
    poll.register(end, event)
    if left <= 0 or not poll.poll(left * 1000):  # a program that never stops writing can always be read
        raise ResponseTimeout("did not respond in time")
