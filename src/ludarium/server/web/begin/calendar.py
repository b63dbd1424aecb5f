"""An appointment as an iCalendar file."""

from datetime import UTC, datetime, timedelta

from ludarium.club.begin.challenges import Challenge, NoSuchChallenge
from ludarium.club.begin.new_match import describe_game
from ludarium.club.people.people import Person
from ludarium.match.clock import HOUR
from ludarium.server.words import describe_tempo

LENGTH = HOUR
"""For how long a calendar shows a match, of which nobody knows how long it takes."""


def calendar_of(challenge: Challenge, person: Person, page: str, site: str) -> bytes:
    """Return the file of an appointment for one of its two people; after it was cancelled, the file says so.

    Raises `NoSuchChallenge` for a challenge whose time was not agreed on.
    """
    from icalendar import STATUS, Calendar, Event  # here, since it loads much

    if challenge.starts_at is None:
        raise NoSuchChallenge("no time was agreed on yet")
    other = challenge.challenger if person.id == challenge.challenged.id else challenge.challenged
    begins = datetime.fromtimestamp(challenge.starts_at, UTC)
    cancelled = challenge.state == "cancelled"
    event = Event.new(
        uid=f"{challenge.id}@{site.partition('://')[2].partition(':')[0]}",
        stamp=datetime.fromtimestamp(challenge.answered_at or challenge.created_at, UTC),
        start=begins,
        end=begins + timedelta(seconds=LENGTH),
        summary=f"{describe_game(challenge.terms.game)} against {other.name}",
        description=f"{describe_tempo(challenge.terms).capitalize()}. The match begins by itself: {page}",
        url=page,
        sequence=1 if cancelled else 0,
        status=STATUS.CANCELLED if cancelled else STATUS.CONFIRMED,
    )
    calendar = Calendar.new(prodid="-//Ludarium//Appointments//EN", subcomponents=[event])
    file: bytes = calendar.to_ical()
    return file
