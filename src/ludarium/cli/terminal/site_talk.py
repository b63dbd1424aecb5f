"""The talk of a match of a site at a terminal: what others say is printed, and lines are sent."""

from dataclasses import dataclass, field

from ludarium.cli.terminal.output import say
from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Data
from ludarium.club.talk.greetings import GREETINGS
from ludarium.core.text import plain

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
