"""A program that is told lines and asked for lines, and that can make nobody wait for longer than was agreed."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from ludarium.core.errors import LudariumError
from ludarium.players.player import BotFailed

_IS_POSIX = os.name == "posix"
LONGEST = 65_536
"""No line of a program has more bytes."""
_CHUNK = 65_536
_FAREWELL = 0.5
"""Seconds that a program has to end by itself."""


class ResponseTimeout(BotFailed):
    """The time is over, and the program has not said, or not read, a line."""


class LineProcess:
    """A program that runs beside us, in a process group of its own; what it says on its error stream is shown.

    Raises `BotFailed` where it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        if not _IS_POSIX:
            raise LudariumError("programs and scripts can play on Linux and macOS only; on Windows, use WSL")
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0, start_new_session=True)  # noqa: S603  whoever sits down to play names it
        except OSError as error:
            raise BotFailed(f"cannot be started: {error.strerror}") from None
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        self._heard = bytearray()
        for end in (self._in, self._out):
            os.set_blocking(end.fileno(), False)

    def tell(self, text: str, until: float) -> None:
        """Tell one or more lines before the time is over.

        Raises `ResponseTimeout` where the program does not read them, `BotFailed` where it has ended.
        """
        rest = memoryview(f"{text}\n".encode())
        while rest:
            try:
                rest = rest[os.write(self._in.fileno(), rest) :]
            except BlockingIOError:
                _wait(self._in.fileno(), select.POLLOUT, until)
            except BrokenPipeError:
                raise self._ended() from None

    def hear(self, until: float) -> str:
        """The next line.

        Raises `ResponseTimeout` when the time is over, `BotFailed` where the program has ended or says what is no line.
        """
        while b"\n" not in self._heard:
            if len(self._heard) > LONGEST:
                raise BotFailed(f"said a line of more than {LONGEST:,} bytes")
            _wait(self._out.fileno(), select.POLLIN, until)
            said = os.read(self._out.fileno(), _CHUNK)
            if not said:
                raise self._ended()
            self._heard += said
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > LONGEST:
            raise BotFailed(f"said a line of more than {LONGEST:,} bytes")
        try:
            return line.decode().strip()
        except UnicodeDecodeError as error:
            raise BotFailed(f"said what is not text in UTF-8 (byte {error.start} of a line)") from None

    def close(self, farewell: str = "") -> None:
        """Say farewell, wait a moment for the program to end, and end it with whatever it has begun."""
        until = time.monotonic() + _FAREWELL
        with suppress(BotFailed):
            if farewell:
                self.tell(farewell, until)
            self._in.close()
            while True:
                _wait(self._out.fileno(), select.POLLIN, until)
                if not os.read(self._out.fileno(), _CHUNK):
                    break
        self._in.close()
        with suppress(ProcessLookupError):  # not waited for yet, so nobody else can have its number
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._out.close()

    def _ended(self) -> BotFailed:
        """What became of a program that says nothing any more."""
        until = time.monotonic() + _FAREWELL
        look = os.WEXITED | os.WNOWAIT | os.WNOHANG
        while (now := os.waitid(os.P_PID, self._process.pid, look)) is None:
            if time.monotonic() > until:
                return BotFailed("closed its output")
            time.sleep(0.002)
        if now.si_code == os.CLD_EXITED:
            return BotFailed(f"ended by itself, with exit code {now.si_status}")
        return BotFailed(f"was ended by {signal.Signals(now.si_status).name}")


def _wait(end: int, event: int, until: float) -> None:
    """Wait until something can be read or written; raises `ResponseTimeout` when the time is over."""
    left = until - time.monotonic()
    poll = select.poll()
    poll.register(end, event)
    if left <= 0 or not poll.poll(left * 1000):  # who never stops talking can always be read
        raise ResponseTimeout("gave no sign")
