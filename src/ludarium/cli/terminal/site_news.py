"""News of a match on a site: a thread listens for them, and connects again when the connection is lost."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Thread

from ludarium.cli.terminal.output import say
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Data
from ludarium.core.errors import LudariumError
from ludarium.core.text import plain
from ludarium.site.talk.rules import GREETINGS

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


_LAST = 20
"""Messages that are printed at once."""


@dataclass
class SiteTalk:
    """The talk of the matches that a person plays; `heard` has by match the number of its last message."""

    site: SiteClient
    heard: dict[str, int] = field(default_factory=dict)

    def show_new(self, match_id: str) -> int:
        """Print what others have said since the last time, and return the number of the last message.

        At first only what is unread is printed.
        """
        first = match_id not in self.heard
        unread = self.site.get(f"/matches/{match_id}/talk?folded=yes")["unread"] if first else 0
        talk = self.site.get(f"/matches/{match_id}/talk")  # after which all is read
        new = [each for each in talk["messages"] if each["number"] > self.heard.get(match_id, 0)]
        new = new[len(new) - unread :] if first else new
        self.heard[match_id] = talk["number"]
        _show(new[-_LAST:])
        return self.heard[match_id]

    def show_all(self, match_id: str) -> None:
        """Print the last messages."""
        talk = self.site.get(f"/matches/{match_id}/talk")
        messages = talk["messages"][-_LAST:]
        if not messages:
            say("Nothing was said." if talk["rooms"] else "Only people who play here, or have an account, talk.")
        _show(messages)

    def send(self, match_id: str, line: str) -> None:
        """Send a line such as `say Good game` or `greet luck`.

        Raises `Refused` with the reason of the site.
        """
        word, _, rest = line.partition(" ")
        fields = {"do": "say", "text": rest.strip()} if word == "say" else {"do": "greet", "greeting": rest.strip()}
        self.site.post(f"/matches/{match_id}/talk", **fields)


def _show(messages: list[Data]) -> None:
    for each in messages:
        said = f"{GREETINGS[each['greeting']]}." if each["greeting"] in GREETINGS else each["text"]
        say(plain(f"{each['name']}: {' '.join(said.split())}"), "cyan")
