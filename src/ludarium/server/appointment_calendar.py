"""An appointment as an iCalendar object: a file of the page, and a part of its mails by which calendars follow it.

All have the same identifier; that of a cancelled appointment has a higher sequence, so that calendars take it out.
"""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from ludarium.club.begin.challenges import Challenge, NoSuchChallenge
from ludarium.club.begin.new_match import describe_game
from ludarium.club.people.people import Person
from ludarium.match.clock import HOUR
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
    from icalendar import STATUS, Calendar, Event, vCalAddress  # here, since it loads much

    if challenge.starts_at is None:
        raise NoSuchChallenge("no time was agreed on yet")
    other = challenge.challenger if person.id == challenge.challenged.id else challenge.challenged
    begins = datetime.fromtimestamp(challenge.starts_at, UTC)
    event = Event.new(
        uid=f"{challenge.id}@{site.partition('://')[2].partition(':')[0]}",
        stamp=datetime.fromtimestamp(challenge.answered_at or challenge.created_at, UTC),
        start=begins,
        end=begins + timedelta(seconds=LENGTH),
        summary=f"{describe_game(challenge.terms.game)} against {other.name}",
        description=f"{describe_tempo(challenge.terms).capitalize()}. The match begins by itself: {page}",
        url=page,
        sequence=1 if is_cancelled(challenge) else 0,
        status=STATUS.CANCELLED if is_cancelled(challenge) else STATUS.CONFIRMED,
        organizer=vCalAddress.new(mailed.organizer, cn="Ludarium") if mailed else None,
        attendees=[vCalAddress.new(mailed.attendee, cn=person.name, partstat="ACCEPTED", rsvp=False)] if mailed else [],
    )
    calendar = Calendar.new(prodid="-//Ludarium//Appointments//EN", subcomponents=[event])
    if mailed:
        calendar.add("method", "CANCEL" if is_cancelled(challenge) else "REQUEST")
    file: bytes = calendar.to_ical()
    return file


def is_cancelled(challenge: Challenge) -> bool:
    """Return whether an appointment was cancelled."""
    return challenge.state == "cancelled"
