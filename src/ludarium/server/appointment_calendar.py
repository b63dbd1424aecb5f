"""An appointment as an iCalendar object: a file of the page, and a part of its mails by which calendars follow it.

All have the same identifier; that of a cancelled appointment has a higher sequence, so that calendars take it out.
"""

from typing import NamedTuple

from ludarium.club.begin.challenges import Challenge, NoSuchChallenge
from ludarium.club.begin.new_match import describe_game
from ludarium.club.people.people import Person
from ludarium.match.clock import HOUR
from ludarium.server.calendar_file import CalendarEvent, calendar_file
from ludarium.server.words import describe_tempo

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
