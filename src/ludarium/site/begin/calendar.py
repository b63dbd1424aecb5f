"""Files of calendars (RFC 5545), and an appointment as one: on its page, and in its mails.

All files of an appointment have the same identifier; that of a cancelled one has a higher sequence, so that calendars
take it out.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from ludarium.match.clock import HOUR
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import Challenge, NoSuchChallenge
from ludarium.site.ground.values import Person
from ludarium.site.words import describe_tempo

_LONGEST = 75
"""Bytes of a line, after which it goes on in the next one."""


class CalendarEvent(NamedTuple):
    """A moment in a calendar; a file that has the same `id` and a higher `sequence` replaces it.

    Times are in seconds since 1970. `organizer` is the address of who organises it, and `attendee` the address and the
    name of who attends it.
    """

    id: str
    made_at: float
    begins_at: float
    ends_at: float
    summary: str
    description: str
    url: str
    sequence: int = 0
    status: str = "CONFIRMED"
    organizer: str = ""
    attendee: tuple[str, str] = ("", "")


def calendar_file(product: str, events: Iterable[CalendarEvent], method: str = "") -> bytes:
    """Return the file of events; `product` is what has made it, and `method` what a mail asks of a calendar."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{escape(product)}"]
    lines += [f"METHOD:{method}"] if method else []
    for event in events:
        lines += _lines(event)
    return "".join(map(folded, [*lines, "END:VCALENDAR"])).encode()


def _lines(event: CalendarEvent) -> list[str]:
    lines = [
        "BEGIN:VEVENT",
        f"UID:{escape(event.id)}",
        f"DTSTAMP:{_moment(event.made_at)}",
        f"DTSTART:{_moment(event.begins_at)}",
        f"DTEND:{_moment(event.ends_at)}",
        f"SUMMARY:{escape(event.summary)}",
        f"DESCRIPTION:{escape(event.description)}",
        f"URL:{event.url}",
        f"SEQUENCE:{event.sequence}",
        f"STATUS:{event.status}",
    ]
    if event.organizer:
        lines.append(f"ORGANIZER;CN=Ludarium:mailto:{event.organizer}")
    address, name = event.attendee
    if address:
        lines.append(f"ATTENDEE;CN={_quoted(name)};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:{address}")
    return [*lines, "END:VEVENT"]


def escape(text: str) -> str:
    r"""Return a text as a value: section 3.3.11, without characters that no text may have.

    >>> print(escape("a, b; c\\d\ne\a"))
    a\, b\; c\\d\ne
    """
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return _printable("\\n".join(text.splitlines()))


def folded(line: str) -> str:
    """Return a line with its end, broken so that no part of it is longer than 75 bytes: section 3.1.

    >>> folded("x" * 80) == "x" * 75 + chr(13) + chr(10) + " " + "x" * 5 + chr(13) + chr(10)
    True
    """
    parts, length = [""], 0
    for character in line:
        size = len(character.encode("utf-8", "replace"))
        if length + size > _LONGEST:
            parts.append(" ")
            length = 1
        parts[-1] += character
        length += size
    return "\r\n".join([*parts, ""])


def _quoted(name: str) -> str:
    """Return a name as a parameter, which may not have a quotation mark: section 3.2."""
    return f'"{_printable(name).replace(chr(34), chr(39))}"'


def _printable(text: str) -> str:
    return "".join(character for character in text if character >= " " and character != "\x7f")


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y%m%dT%H%M%SZ")


LENGTH = HOUR
"""For how long a calendar shows a match, of which nobody knows how long it takes."""


class Mailed(NamedTuple):
    """The addresses of an object in a mail: that of the site, which organises, and that of the reader, who attends."""

    organizer: str
    attendee: str


def calendar_of(challenge: Challenge, person: Person, page: str, site: str, mailed: Mailed | None = None) -> bytes:
    """Return the object of an appointment for one of its two people; after it was cancelled, it says so.

    Raises `NoSuchChallenge` for a challenge whose time was not agreed on.
    """
    if challenge.starts_at is None:
        raise NoSuchChallenge("no time was agreed on yet")
    other = challenge.challenger if person.id == challenge.challenged.id else challenge.challenged
    cancelled = is_cancelled(challenge)
    event = CalendarEvent(
        id=f"{challenge.id}@{site.partition('://')[2].partition(':')[0]}",
        made_at=challenge.answered_at or challenge.created_at,
        begins_at=challenge.starts_at,
        ends_at=challenge.starts_at + LENGTH,
        summary=f"{describe_game(challenge.terms.game)} against {other.name}",
        description=f"{describe_tempo(challenge.terms).capitalize()}. The match begins by itself: {page}",
        url=page,
        sequence=1 if cancelled else 0,
        status="CANCELLED" if cancelled else "CONFIRMED",
        organizer=mailed.organizer if mailed else "",
        attendee=(mailed.attendee, person.name) if mailed else ("", ""),
    )
    method = ("CANCEL" if cancelled else "REQUEST") if mailed else ""
    return calendar_file("-//Ludarium//Appointments//EN", [event], method)


def is_cancelled(challenge: Challenge) -> bool:
    """Return whether an appointment was cancelled."""
    return challenge.state == "cancelled"
