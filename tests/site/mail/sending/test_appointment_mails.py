"""Mails about appointments have a calendar part: a request, and after a cancellation one that takes it out again."""

from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

import pytest
from icalendar import Calendar
from icalendar.cal import Component

from ludarium.site.begin.challenges import AcceptChallenge, CancelAppointment
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person
from ludarium.site.mail.outgoing.smtp import write_mail
from ludarium.site.mail.outgoing.smtp_settings import SmtpSettings
from ludarium.site.notices.rows.notices import NoticeSettings
from ludarium.site.outbox.outbox import Mail
from tests.site.mail.conftest import DOOR, Post, written

SETTINGS = SmtpSettings("localhost", 25, "none", "", None, DOOR.address, door=True)
LIVE = Terms("orion", clock="600+5")


def agree(post: Post, ann: Person, bob: Person) -> str:
    made = post.service.challenges.make(ann, "Bob", replace(LIVE, times=(post.now + 86400.0,)))
    post.now += 61
    post.service.notices.plan()
    post.sent()
    post.service.challenges.answer(bob, made.id, AcceptChallenge())
    return made.id


def mails_of(post: Post, person: Person) -> list[Mail]:
    post.now += 61
    post.service.notices.plan()
    return [mail for mail in post.sent() if mail.address == person.email]


def parts_of(mail: Mail) -> list[EmailMessage]:
    message = message_from_bytes(write_mail(mail._replace(id="1"), SETTINGS, 0.0), policy=default)
    assert isinstance(message, EmailMessage)
    return [part for part in message.walk() if part.get_content_type() == "text/calendar"]


def event_of(part: EmailMessage) -> tuple[str, Component]:
    calendar = Calendar.from_ical(part.get_content())
    (event,) = calendar.walk("VEVENT")
    assert part.get_param("method") == calendar["METHOD"]
    return str(calendar["METHOD"]), event


def test_answer_reminder_and_cancellation_are_one_event_of_the_calendar(post: Post, ann: Person, bob: Person) -> None:
    challenge = agree(post, ann, bob)
    (answer,) = mails_of(post, ann)
    shown, file = parts_of(answer)
    assert (shown.get_content_disposition(), file.get_filename()) == (None, "appointment.ics")
    assert shown.get_content() == file.get_content()
    method, event = event_of(file)
    assert (method, event["STATUS"], event["SEQUENCE"]) == ("REQUEST", "CONFIRMED", 0)
    assert event["ORGANIZER"] == f"mailto:{DOOR.address}"
    attendee = event["ATTENDEE"]
    assert (attendee, attendee.params["PARTSTAT"], attendee.params["RSVP"]) == (
        f"mailto:{ann.email}",
        "ACCEPTED",
        "FALSE",
    )
    post.now += 86400.0 - 1800.0 - 61
    post.service.challenges.appointments.work()
    (reminder,) = mails_of(post, bob)
    assert event_of(parts_of(reminder)[0])[1]["UID"] == event["UID"]
    post.service.challenges.answer(bob, challenge, CancelAppointment())
    (cancelled,) = mails_of(post, ann)
    method, end = event_of(parts_of(cancelled)[1])
    assert (method, end["STATUS"], end["SEQUENCE"]) == ("CANCEL", "CANCELLED", 1)
    assert (end["UID"], end.decoded("DTSTART")) == (event["UID"], event.decoded("DTSTART"))


def test_a_daily_mail_has_the_calendars_of_all_its_appointments(post: Post, ann: Person, bob: Person) -> None:
    post.service.notices.save_settings(ann.id, NoticeSettings("daily"))
    post.now += 1.0  # the hour of daily mails has just passed
    for _ in range(2):
        made = post.service.challenges.make(ann, "Bob", replace(LIVE, times=(post.now + 2 * 86400.0,)))
        post.service.challenges.answer(bob, made.id, AcceptChallenge())
    post.now += 86400.0
    (mail,) = mails_of(post, ann)
    parts = parts_of(mail)
    assert [part.get_filename() for part in parts] == ["appointment-1.ics", "appointment-2.ics"]


def test_other_notices_have_no_calendar(post: Post, ann: Person, bob: Person) -> None:
    made = post.service.challenges.make(ann, "Bob", LIVE)
    (challenge,) = mails_of(post, bob)
    post.service.challenges.decline(made, bob)
    (declined,) = mails_of(post, ann)
    assert parts_of(challenge) == parts_of(declined) == []


@pytest.mark.parametrize(("method", "outcome"), [("REPLY", "an answer of a calendar"), ("REQUEST", "")])
def test_what_a_calendar_answers_is_no_command(post: Post, ann: Person, bob: Person, method: str, outcome: str) -> None:
    message = message_from_bytes(written("list", "ann@example.com", Subject="Accepted: Orion"), policy=default)
    assert isinstance(message, EmailMessage)
    message.add_alternative("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", subtype="calendar", params={"method": method})
    came = post.deliver(message.as_bytes(), "ann@example.com", DOOR.address)
    assert ("an answer of a calendar" in came.outcome) == bool(outcome)
    assert bool(post.sent()) == (not outcome)
