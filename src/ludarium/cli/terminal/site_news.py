"""News of a match on a site: a thread listens for them, and connects again when the connection is lost."""

import random
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from ludarium.cli.terminal.site import SiteClient
from ludarium.core.errors import LudariumError

_FIRST_DELAY, _LONGEST_DELAY, _JITTER = 0.5, 8.0, 0.3
"""Seconds before the next attempt to connect, and the part of them that is left to chance."""
_TALK = "talk-"
"""What stands before the id of a match whose talk is watched."""
_LOST = 2
"""Attempts in a row that have failed, after which the site seems to be away; proxies end streams now and then."""


def delay(failures: int) -> float:
    """Return how many seconds to wait after a number of attempts that failed."""
    longest = min(_LONGEST_DELAY, _FIRST_DELAY * 2.0 ** min(failures - 1, 8))
    return longest * (1 - _JITTER * random.random())  # noqa: S311  # so that many do not ask at once


class SiteNews:
    """Calls `tell` whenever a match has changed since the revision `known`, and once when the site seems to be away.

    It also does so when something is said there after the message with the number `heard`.
    """

    def __init__(self, site: SiteClient, match_id: str, known: int, tell: Callable[[], None], heard: int = 0) -> None:
        self.known, self.heard = known, heard
        self._site = site
        self._match_id = match_id
        self._tell = tell
        self._closed = Event()
        Thread(target=self._listen, name="news", daemon=True).start()  # which may still wait for the site at the end

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()

    def _listen(self) -> None:
        failures = 0
        while not self._closed.is_set():
            with suppress(LudariumError):
                talk = f"{_TALK}{self._match_id}"
                for event in self._site.listen(f"/events?watch={self._match_id}:{self.known},{talk}:{self.heard}"):
                    failures = 0
                    if self._closed.is_set():
                        return
                    if event.get("revision", 0) > (self.heard if event.get("match") == talk else self.known):
                        self._tell()
            failures += 1
            if failures == _LOST and not self._closed.is_set():
                self._tell()
            self._closed.wait(delay(failures))
