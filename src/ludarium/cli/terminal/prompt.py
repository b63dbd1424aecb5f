"""A prompt that news can interrupt; the text typed until then stands in the next one."""

import signal
import threading
from types import ModuleType

try:
    import readline
except ImportError:  # some builds of Python have no line editing
    _readline: ModuleType | None = None
else:
    _readline = readline

_SIGNAL = signal.SIGUSR1
_AGAIN = 0.5
"""Seconds after which a signal is sent again: one that comes just before the prompt waits does not wake it."""


class Interrupted(Exception):
    """News have come while the prompt waited, or before."""


class Prompt:
    """Reads lines as `input` does, on the main thread, until another thread interrupts it."""

    def __init__(self) -> None:
        self._waiting = False
        self._news, self._interrupted = threading.Event(), threading.Event()
        self._typed = ""
        signal.signal(_SIGNAL, lambda number, frame: self._wake())

    def __call__(self, prompt: str) -> str:
        """Return the next line that is typed.

        Raises `EOFError` at the end of the input, and `Interrupted` once after news.
        """
        line: str | None = None
        if self._news.is_set():
            self._hear()
            raise Interrupted
        try:
            _insert(self._typed)
            self._waiting = True
            line = input(prompt)
            self._waiting = False
        except Interrupted:
            if line is None:  # else the news wait for the next call
                self._hear()
                print()  # noqa: T201  # so that what comes next begins a line
                raise
        finally:
            self._waiting = False
        self._typed = ""
        assert line is not None
        return line

    def interrupt(self) -> None:
        """Interrupt the prompt, or the next one, and return when that has happened; called on another thread."""
        self._interrupted.clear()
        self._news.set()
        while not self._interrupted.is_set():
            signal.pthread_kill(threading.main_thread().ident or 0, _SIGNAL)
            self._interrupted.wait(_AGAIN)

    def close(self) -> None:
        """Stop interrupting."""
        self._hear()
        signal.signal(_SIGNAL, signal.SIG_IGN)  # one may still be on its way

    def _hear(self) -> None:
        self._news.clear()
        self._interrupted.set()

    def _wake(self) -> None:
        if self._waiting and self._news.is_set():
            self._waiting, self._typed = False, _readline.get_line_buffer() if _readline else ""
            raise Interrupted


def _insert(text: str) -> None:
    """Let the next line begin with a text."""
    if _readline:
        _readline.set_startup_hook((lambda: _readline.insert_text(text)) if text else None)
