"""The dice worker of one server process: a thread that counts throws and losses of one finished match after another.

A long match with a table of exact values takes seconds, for which neither requests nor mails wait: the thread counts
for nobody in particular, and gives the processor to others in between as any thread does.
"""

import logging
from dataclasses import dataclass, field
from threading import Event, Thread

from ludarium.club.failures import log_failure
from ludarium.club.people.dice import Dice

_log = logging.getLogger(__name__)


@dataclass
class DiceWorker:
    """Counts what is due; `pause` is the seconds between two looks."""

    dice: Dice
    pause: float = 10.0
    _closing: Event = field(default_factory=Event, init=False)
    _thread: Thread | None = field(default=None, init=False)

    def start(self) -> None:
        """Begin to count, also what stopped servers have left."""
        self._thread = Thread(target=self._look, name="dice", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop; what was not counted is counted by the next server."""
        self._closing.set()
        if self._thread:
            self._thread.join(5.0)

    def _look(self) -> None:
        while not self._closing.is_set():
            try:
                if self.dice.work(self._closing.is_set):
                    continue
            except Exception as error:  # noqa: BLE001 - the database may be unavailable for a while, so try again
                log_failure(_log, "counting the dice failed", error)
            self._closing.wait(self.pause)
