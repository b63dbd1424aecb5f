"""Reading mails in a process of its own, which has little memory, and little time of the processor for each of them.

Whatever a stranger has mailed, and whatever it does to the parsers of the standard library, the site goes on: the
system ends a reader that takes too much, and the next mail gets a new one. A reader keeps nothing of a mail for the
next one, and ends with the process that has started it, because its standard input is closed.
"""

import json
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from threading import Lock, Timer
from typing import Any, BinaryIO

from ludarium.core.errors import LudariumError
from ludarium.site.mail.incoming.automatic import Bounce, read_bounce
from ludarium.site.mail.incoming.reader import MailText, head_of, read_mail

PROCESSOR_SECONDS = 1.8
MEMORY_BYTES = 100_000_000
"""What reading a mail of 1 MB may take; one with an attachment takes 0.02 seconds and 35 MB."""
_COMMAND = (sys.executable, "-m", __name__)
_PATIENCE = 60.0
"""Seconds after which a reader that the system does not let run is ended."""


class UnreadableMail(LudariumError):
    """The mail takes more time or memory to read than a mail may."""


class ReaderClosed(LudariumError):
    """The site closes, and reads no mails any more."""


class ReaderDied(LudariumError):
    """The reader has ended for a reason that is not known; the mail may be read by another one."""


class LimitedReader:
    """Reads mails in another process, which is started with the first mail; `close` may be called by any thread."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._lock = Lock()

    def read(self, raw: bytes, sender: str, recipient: str, domain: str) -> MailText:
        """Read a mail, as `read_mail` does.

        Raises `UnreadableMail`, `ReaderClosed`, `ReaderDied`.
        """
        return MailText(**self._ask({"sender": sender, "recipient": recipient, "domain": domain}, raw))

    def read_head(self, raw: bytes, sender: str, recipient: str, domain: str) -> MailText:
        """Read only the first headers of a mail; the result has no text.

        Raises `ReaderClosed`, `ReaderDied`.
        """
        return self.read(head_of(raw), sender, recipient, domain)

    def read_bounce(self, raw: bytes) -> Bounce | None:
        """Read a report, as the function of this name does; raises as `read` does."""
        found = self._ask({}, raw)
        return Bounce(**found) if found else None

    def stop(self) -> None:
        """End the process; the next mail starts another one."""
        with self._lock:
            if self._process:
                _end(self._process)
            self._process = None

    def close(self) -> None:
        """Read no mails any more, not even the one that is read now."""
        with self._lock:
            self._closed = True
            if self._process:
                self._process.kill()  # a thread that waits for it gets the end of its output

    def _ask(self, envelope: Mapping[str, str], raw: bytes) -> Any:  # Any: of JSON
        process = self._start()
        assert process.stdin
        assert process.stdout
        late = Timer(_PATIENCE, process.kill)
        late.daemon = True
        late.start()
        answer = b""
        try:
            process.stdin.write(json.dumps([len(raw), envelope]).encode() + b"\n" + raw)
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:  # it has ended
            pass
        finally:
            late.cancel()
        if answer.endswith(b"\n"):
            return json.loads(answer)
        self.stop()
        if self._closed:
            raise ReaderClosed("the site closes")
        if process.returncode in (-signal.SIGPROF, _NO_MEMORY):
            limits = f"{PROCESSOR_SECONDS} seconds of processor, or {MEMORY_BYTES // 1_000_000} MB of memory"
            raise UnreadableMail(f"it takes more than {limits} to read")
        raise ReaderDied(f"the reader of mails has ended with the code {process.returncode}")

    def _start(self) -> subprocess.Popen[bytes]:
        with self._lock:
            if self._closed:
                raise ReaderClosed("the site closes")
            if self._process is None:
                self._process = subprocess.Popen(  # noqa: S603  # our own program
                    _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE
                )
            return self._process


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):  # what was written to it is of no use any more
            if pipe:
                pipe.close()
    process.wait()


_NO_MEMORY = 71
"""The exit code of a reader that has no memory left."""


def answer(source: BinaryIO, target: BinaryIO) -> None:
    """Read the mails that come, and write the results; a mail without an envelope is a report."""
    while question := source.readline():
        size, envelope = json.loads(question)
        raw = source.read(size)
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)  # its signal ends this process
        bounce = None if envelope else read_bounce(raw)
        found = asdict(read_mail(raw, **envelope)) if envelope else bounce and bounce._asdict()
        line = json.dumps(found).encode() + b"\n"
        signal.setitimer(signal.ITIMER_PROF, 0)
        target.write(line)
        target.flush()


def main() -> None:
    """Answer on the standard streams, within limits, until the input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):  # which systems send to all processes of a service
        signal.signal(number, signal.SIG_IGN)
    with suppress(ValueError, OSError):  # of a system without this limit
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    try:
        answer(sys.stdin.buffer, sys.stdout.buffer)
    except MemoryError:
        sys.exit(_NO_MEMORY)


if __name__ == "__main__":
    main()
