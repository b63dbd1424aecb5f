"""A thread of a server process that does one piece of work after another, and work that is due at a time.

What waits is in the database, so a process that starts goes on with what a stopped one has left.

Scheduled work: due steps are found in the database by time, and any process carries them out.
"""

import logging
from collections.abc import Callable, Iterable
from threading import Event, Thread

from ludarium.site.ground.failures import log_failure

_log = logging.getLogger(__name__)
PATIENCE = 5.0
"""Seconds for which a worker that is closed may go on with what it does."""


class Worker:
    """A thread that calls `work`, again at once as long as it returns that something was done, else after a pause.

    | field     | content                                                                                   |
    |-----------|-------------------------------------------------------------------------------------------|
    | `pause`   | seconds between two looks for work                                                        |
    | `failure` | what the log says of work that fails, and is tried again after the pause                  |
    | `asked`   | ends a pause when it is set                                                               |
    | `delay`   | seconds before the first look                                                             |
    | `closing` | set when the worker is closed, for work that takes long                                   |
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], object],
        pause: float,
        failure: str,
        *,
        asked: Event | None = None,
        delay: float = 0.0,
    ) -> None:
        self.closing, self.asked = Event(), asked or Event()
        self._work, self._pause, self._failure, self._delay = work, pause, failure, delay
        self._thread = Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to look for work."""
        self._thread.start()

    def end(self) -> None:
        """Begin nothing more; wait for nothing."""
        self.closing.set()
        self.asked.set()

    def close(self, patience: float | None = PATIENCE) -> None:
        """Begin nothing more, and wait for what is done now, for some seconds; with None until it is done."""
        self.end()
        if self._thread.is_alive():
            self._thread.join(patience)

    def _run(self) -> None:
        self.closing.wait(self._delay)
        while not self.closing.is_set():
            self.asked.clear()
            try:
                if self._work():
                    continue
            except Exception as error:  # noqa: BLE001 - such as a database that cannot be reached for a while
                log_failure(_log, self._failure, error)
                self.closing.wait(self._pause)
                continue
            if not self.closing.is_set():  # `end` sets `asked` once, perhaps before it was cleared
                self.asked.wait(self._pause)


AT_ONCE, _MOST_LOOKS = 20, 200
"""Ids that one look at the database returns at most, and looks in a row."""


def carry_out(due: Callable[[], Iterable[str]], step: Callable[[str], bool], log: logging.Logger, subject: str) -> int:
    """Carry out steps until none is left that changes something; return the number that this process has made.

    `due` returns the ids of what is due, `step` carries out what follows for one. A step that fails, as of a game that
    is not installed any more, stops no other.
    """

    def made(one: str) -> bool:
        try:
            return step(one)
        except Exception as error:  # noqa: BLE001  # whatever it is, mails and what else is due must go on
            log_failure(log, f"{subject} {one} is looked at again soon", error)
            return False

    steps = 0
    for _ in range(_MOST_LOOKS):
        now_made = sum(made(one) for one in due())
        steps += now_made
        if not now_made:
            break
    return steps
