"""The calendar part of mails about appointments: of the answer, the reminder, and of the end."""

from ludarium.club.begin.challenges import NoSuchChallenge, challenge_path
from ludarium.club.notices.notices import ANSWER, APPOINTMENT, Notice
from ludarium.club.people.people import Person
from ludarium.club.service import Service
from ludarium.server.appointment_calendar import Mailed, calendar_of
from ludarium.server.mail.settings import MailDoor


def calendars_of(service: Service, door: MailDoor, notice: Notice, person: Person, address: str) -> tuple[bytes, ...]:
    """Return the iCalendar object of a notice for its reader, who has an address; none if it is of no appointment."""
    path, _, challenge_id = notice.path.rpartition("/")
    if notice.kind not in (ANSWER, APPOINTMENT) or f"{path}/{challenge_id}" != challenge_path(challenge_id):
        return ()
    try:
        challenge = service.challenges.load(challenge_id, person)
    except NoSuchChallenge:
        return ()
    if challenge.starts_at is None or challenge.state not in ("agreed", "cancelled"):
        return ()
    site = service.accounts.rules.url
    organizer = door.address or f"no-reply@{service.accounts.rules.host}"
    return (calendar_of(challenge, person, f"{site}{notice.path}", site, Mailed(organizer, address)),)
