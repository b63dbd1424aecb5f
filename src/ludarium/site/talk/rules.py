"""The rules of talk: who may read and write in which room of a match, and which texts are allowed.

- The room of the players is theirs alone, from the first invitation on and after the end.
- The room of the spectators is for accounts that do not play in the match; when it is over, its players join them.
- Guests talk where they have a seat. Programs send greetings, where they have a seat.
- Links and addresses are for people who have finished some matches, and never for guests.

The greetings, in a module of their own: a terminal needs no more of the talk.
"""

import re
import unicodedata
from collections.abc import Mapping

from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import counted, prose, shorten
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.talk.rows import Room

GREETINGS: Mapping[str, str] = {
    "hello": "Hello",
    "luck": "Good luck",
    "move": "Good move",
    "played": "Well played",
    "thanks": "Thank you",
    "bye": "Goodbye",
}
"""The greetings, which one press sends and every reader sees with the same picture, by their words."""


PLAYERS: Room = "players"
SPECTATORS: Room = "spectators"
LONGEST = 500
"""Characters of a message."""
FINISHED_FOR_LINKS = 5
"""Matches that a person must have finished before they may send links."""
_DOMAINS = "com|net|org|info|biz|io|co|me|gg|ru|cn|xyz|top|site|online|shop|app|dev|link|tv|ly"
_LINK = re.compile(
    rf"\w://|\bwww\.|[^\s@]@[^\s@]+\.[^\s@]|[\w-]\.[a-z]{{2,24}}/|[\w-]{{2}}\.(?:{_DOMAINS})\b",
    re.IGNORECASE,
)
"""It takes time linear in the length of a text, since mails are long: no alternative begins with a repetition."""


class MayNotTalk(LudariumError):
    """The person may not write this, or not here."""

    status = 403
    kind = "may-not-talk"


def rooms_of(person: Person | None, view: MatchView) -> tuple[Room, ...]:
    """Return the rooms of a match that a person may read."""
    if person is None or person.closed_at is not None:
        return ()
    plays = person.id in view.seated
    rooms: list[Room] = []
    if plays and (len(view.seated) > 1 or view.open_seats):
        rooms.append(PLAYERS)
    if person.is_account and not person.is_bot and (not plays or view.match.over):
        rooms.append(SPECTATORS)
    return tuple(rooms)


def check_may_say(person: Person, view: MatchView, room: str, *, is_greeting: bool) -> Room:
    """Return the room of a match in which a person may write; an empty name is the first one.

    Raises `MayNotTalk`, or `ParseError` for a room that is none.
    """
    if room not in ("", PLAYERS, SPECTATORS):
        raise ParseError(f"{shorten(room)} is not a room: expected {PLAYERS} or {SPECTATORS}")
    mine = rooms_of(person, view)
    if not mine or (room and room not in mine):
        raise MayNotTalk(_refusal(person, view, room))
    if person.is_bot and not is_greeting:
        raise MayNotTalk(f"programs send greetings only: expected one of {', '.join(GREETINGS)}")
    return next(each for each in mine if room in ("", each))


def _refusal(person: Person, view: MatchView, room: str) -> str:
    plays = person.id in view.seated
    if person.closed_at is not None:
        return "this account is closed"
    if plays and room == SPECTATORS and not view.match.over:
        return "players hear and join the spectators when the match is over"
    if room == PLAYERS and not plays:
        return "only the players of a match talk in their room"
    if plays and not room:
        return "nobody else plays in this match"
    return "only people with an account talk here: make an account first"


def read_text(text: str) -> str:
    r"""Return the printable characters of a message, in lines of which no two are empty in a row.

    >>> read_text(" Well played!\x1b \r\n\n\n\nAgain? ")
    'Well played!\n\nAgain?'

    Raises `ParseError` if nothing is left, or too much.
    """
    said = printable(text)
    if not said:
        raise ParseError("nothing was said: expected a text")
    if len(said) > LONGEST:
        raise ParseError(f"the text has {counted(len(said), 'character')}: expected at most {LONGEST}")
    return said


def printable(text: str) -> str:
    """Return the printable characters of a text, in lines of which no two are empty in a row."""
    lines = map(prose, text.splitlines())
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.strip() for line in lines)).strip()


def has_link(text: str) -> bool:
    """Return whether a text has a link or an address.

    >>> [has_link(text) for text in ("see www.example.net", "ann@example.org", "u+.a-- was better", "1.5/2")]
    [True, True, False, False]
    """
    return bool(_LINK.search(unicodedata.normalize("NFKC", text)))


def check_links(person: Person, text: str, finished: int) -> None:
    """Raise `MayNotTalk` for a link of a person who has not finished enough matches."""
    if not has_link(text) or (person.is_account and finished >= FINISHED_FOR_LINKS):
        return
    if not person.is_account:
        raise MayNotTalk("links and addresses are for people with an account")
    raise MayNotTalk(
        f"links and addresses are for people who have finished {FINISHED_FOR_LINKS} matches, and you have {finished}"
    )
