"""Scheduled work: due steps are found in the database by time, and any process carries them out."""

import logging
from collections.abc import Callable, Iterable

from ludarium.club.failures import log_failure

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
