"""Mails of notices: one with the board of its match, or one a day with a part for each, and calendars of appointments.

They are composed when they are sent, so they show the match as it is then; what was read meanwhile is not mailed.

The calendar part of mails about appointments: of the answer, the reminder, and of the end.

The daily mail: a part for each notice, with its board, and the address that answers it.
"""

from collections.abc import Callable
from typing import NamedTuple
from zoneinfo import ZoneInfo

from ludarium.core.registry import load
from ludarium.core.text import counted, format_moment
from ludarium.site.begin.calendar import Mailed, calendar_of
from ludarium.site.begin.rows import Challenge, NoSuchChallenge, challenge_path
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.outgoing.answer_addresses import answer_address, offer_seat
from ludarium.site.mail.outgoing.mail_content import (
    MailContent,
    board_text,
    example_of,
    fill,
    match_content,
    plain_content,
    thread_headers,
    unsubscribe_headers,
)
from ludarium.site.mail.outgoing.match_words import tell_beginning
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.transactions import NoSuchMatch
from ludarium.site.match.views import MatchView
from ludarium.site.notices.changes import match_of
from ludarium.site.notices.notices import DIGEST, NOTICE, Listed
from ludarium.site.notices.rows.notices import (
    ANSWER,
    APPOINTMENT,
    BEGUN,
    CHALLENGE,
    OFFER,
    OFFER_ENDED,
    RESULT,
    TALK,
    TURN,
    Notice,
)
from ludarium.site.notices.words import sentence_of, title_of
from ludarium.site.outbox.outbox import Compose, Mail, NotNow
from ludarium.site.outbox.reply_tokens import local_part
from ludarium.site.outbox.rows.boxes import PendingCommandTable
from ludarium.site.service import Service
from ludarium.site.words import WIDTH, describe_clock, describe_start, describe_tempo, wrap


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


class DigestPart(NamedTuple):
    """A notice in the daily mail: a sentence, the page to which it leads, a board, and how to answer it."""

    sentence: str
    page: str
    board: str = ""
    how: str = ""
    answers: str = ""


def digest_part(sentence: str, page: str, view: MatchView | None, person_id: str, answers: str) -> DigestPart:
    """Return the part of a notice; `answers` is the address to which its answer goes, empty for none."""
    board = board_text(view, person_id) if view else ""
    if not answers:
        return DigestPart(sentence, page, board)
    if view is None:
        return DigestPart(sentence, page, board, "To accept or to decline, mail this word to", answers)
    example = example_of(view, person_id)
    how = f"To play, mail your turn, as in {example}, to" if example else "To answer, mail a word such as resign to"
    return DigestPart(sentence, page, board, how, answers)


def digest_content(subject: str, parts: list[DigestPart], end: str, unsubscribe: str) -> MailContent:
    """Return the daily mail; `unsubscribe` is the address of the page that ends such mails."""
    texts = [_text(part) for part in parts]
    values = {"subject": subject, "parts": parts, "end": end, "unsubscribe": unsubscribe}
    footer = f"-- \nNo more mail of this kind: {unsubscribe}"
    rule = "-" * WIDTH
    text = f"\n\n{rule}\n\n".join(texts)
    return MailContent(subject, f"{text}\n\n{rule}\n\n{end}\n\n{footer}", fill("digest", values))


def _text(part: DigestPart) -> str:
    answer = f"{wrap(part.how)}\n    {part.answers}" if part.how else ""
    return "\n\n".join(filter(None, [f"{wrap(part.sentence)}\n{part.page}", part.board, answer]))


_LONGEST_SUBJECT = 150


class _Reader(NamedTuple):
    """The receiver of a mail: the person, the address, the time zone, and the page that ends such mails."""

    person: Person
    address: str
    zone: ZoneInfo
    unsubscribe: str


class NoticeMails:
    """Composes the mails of notices; if the site receives mail, they can be answered."""

    def __init__(
        self, service: Service, pending: PendingCommandTable, door: MailDoor, now: Callable[[], float]
    ) -> None:
        self._service = service
        self._pending = pending
        self._now = now
        self._door = door
        self._url = service.accounts.rules.url

    @property
    def composers(self) -> dict[str, Compose]:
        """The functions that compose the mails, by the kind of the message."""
        return {NOTICE: self._compose, DIGEST: self._compose_digest}

    def _compose(self, message: OutboxMessage) -> Mail | None:
        reader, found = self._reader(message), self._service.notices.of_message(message)
        if reader is None or not found:
            return None
        listed = found[0]
        view = self._view(listed, reader.person)
        headers = unsubscribe_headers(reader.unsubscribe)
        if view is None:
            parts = [sentence_of(listed, reader.zone)]
            title = _subject(parts[0]) or title_of(listed, reader.person.id)
            if challenge := self._challenge(listed, reader.person):
                token = self._service.challenges.issue(challenge)
                headers |= {"Reply-To": self._door.reply_to(local_part(token))}
                parts += _offered(challenge, reader.zone)
            elif self._door and (token := offer_seat(self._pending, listed.notice, self._now())):
                headers |= {"Reply-To": self._door.reply_to(local_part(token))}
                parts += self._invited(listed, reader)
            content = plain_content(title, *parts, self._url + listed.notice.path, unsubscribe=reader.unsubscribe)
            calendars = calendars_of(self._service, self._door, listed.notice, reader.person, reader.address)
            return content.to(reader.address, headers)._replace(calendars=calendars)
        if listed.notice.kind == TALK:
            return self._talk(view, listed, reader).to(
                reader.address, headers | thread_headers(view.id, self._domain) | self._reply_to_writer(listed)
            )
        headers |= thread_headers(view.id, self._domain) | self._reply_to(view, reader.person)
        return self._match_content(view, listed, reader, answerable="Reply-To" in headers).to(reader.address, headers)

    def _invited(self, listed: Listed, reader: _Reader) -> list[str]:
        """Return the clock of a match to which a notice invites, what the host writes, and how to answer."""
        view = self._service.view(reader.person, match_of(listed.notice.path))
        clock = describe_clock(view.match.clock) if view.match.clock else "no clock"
        message, host = listed.notice.data.get("message", ""), view.host and self._service.people.load(view.host)
        return [
            f"{clock[:1].upper()}{clock[1:]}.",
            *([f"{host.name} writes: {message}"] if message and host else []),
            "To answer, reply to this mail with accept or decline as its first line, or open this page:",
        ]

    def _talk(self, view: MatchView, listed: Listed, reader: _Reader) -> MailContent:
        """Return the content of a mail about a message in a match."""
        writer = listed.notice.data["name"]
        parts = [f"{writer} wrote:", listed.notice.data["text"]]
        parts += [f"To answer {writer}, reply to this mail."] if self._door else []
        page = self._url + listed.notice.path
        title = f"{writer} writes about game {view.number}"
        return plain_content(title, *parts, page, unsubscribe=reader.unsubscribe)

    def _reply_to_writer(self, listed: Listed) -> dict[str, str]:
        """Return the header with the address of the writer of a message; empty if the site receives no mail."""
        notice = listed.notice
        if not (self._door and notice.by and notice.match):
            return {}
        now = self._now()
        return {"Reply-To": answer_address(self._pending, self._door, notice.person, notice.by, notice.match, now)}

    def _challenge(self, listed: Listed, person: Person) -> Challenge | None:
        """Return the challenge of a notice that the reader may answer by mail, if it is one."""
        if not self._door or listed.notice.kind != CHALLENGE:
            return None
        try:
            challenge = self._service.challenges.load(listed.notice.path.rpartition("/")[-1], person)
        except NoSuchChallenge:
            return None
        return challenge if self._service.challenges.waits(challenge) else None

    def _match_content(self, view: MatchView, listed: Listed, reader: _Reader, *, answerable: bool) -> MailContent:
        """Return the content of a mail about a match; it always has whose turn it is, the result and an open offer."""
        kind = listed.notice.kind
        news = "" if kind in (TURN, RESULT, OFFER) else sentence_of(listed, reader.zone)
        if kind == TURN:
            recent = self._service.notices.recent(reader.person.id)
            ended = (one for one in recent if one.notice.kind == OFFER_ENDED and one.notice.match == view.id)
            unsaid = (one for one in ended if one.notice.read_at is None and one.notice.mailed_at is None)
            news = " ".join(sentence_of(one, reader.zone) for one in unsaid)
        if kind == BEGUN:
            news = tell_beginning(view, SeatAccess.of(view, reader.person.id).seats) or news
        if view.match.over:
            news = f"{news}\n\n{self._service.ratings.in_words(view.id, reader.person.id)}".strip()
        return match_content(
            view,
            reader.person.id,
            self._url,
            news=news,
            zone=reader.zone,
            answerable=answerable,
            tells_beginning=self._service.notices.tells_first(listed.notice),
            unsubscribe=reader.unsubscribe,
        )

    def _compose_digest(self, message: OutboxMessage) -> Mail | None:
        reader, found = self._reader(message), self._service.notices.of_message(message)
        if reader is None or not found:
            return None
        parts = [self._part(listed, reader) for listed in found]
        subject = f"{counted(len(found), 'notice')} from Ludarium"
        content = digest_content(subject, parts, f"All your matches: {self._url}/me", reader.unsubscribe)
        calendars = [
            calendar
            for listed in found
            for calendar in calendars_of(self._service, self._door, listed.notice, reader.person, reader.address)
        ]
        return content.to(reader.address, unsubscribe_headers(reader.unsubscribe))._replace(calendars=calendars)

    def _part(self, listed: Listed, reader: _Reader) -> DigestPart:
        view, person = self._view(listed, reader.person), reader.person
        line = f"{title_of(listed, person.id)}: {sentence_of(listed, reader.zone)}"
        if listed.notice.kind == TALK:  # which is answered on the page
            return digest_part(line, self._url + listed.notice.path, None, person.id, "")
        answers = self._answers(listed, view, person)
        return digest_part(line, self._url + listed.notice.path, view, person.id, answers)

    def _answers(self, listed: Listed, view: MatchView | None, person: Person) -> str:
        """Return the address that takes the answer to a part of a digest; empty for none."""
        if view:
            return self._reply_to(view, person).get("Reply-To", "")
        challenge = self._challenge(listed, person)
        return self._door.reply_to(local_part(self._service.challenges.issue(challenge))) if challenge else ""

    def _reader(self, message: OutboxMessage) -> _Reader | None:
        """Return the person of a message; None if the person has no address any more."""
        person = self._service.people.load(message.person or "")
        if person is None or person.closed_at is not None or not person.email:
            return None
        settings = self._service.notices.settings(person.id)
        if settings.mail == "never":
            return None
        if (allowed := self._service.notices.mail_allowed_at(person.id)) > self._now():  # a mail server was down
            raise NotNow(allowed)
        path = self._service.notices.unsubscribe_path(person.id)
        addresses = self._service.accounts.addresses(person)
        address = message.address if message.address in addresses else person.email
        return _Reader(person, address, ZoneInfo(settings.zone), self._url + path)

    def _view(self, listed: Listed, person: Person) -> MatchView | None:
        try:
            return self._service.view(person, listed.notice.match) if listed.notice.match else None
        except NoSuchMatch:
            return None

    def _reply_to(self, view: MatchView, person: Person) -> dict[str, str]:
        """Return the header with the address that takes the reader's answer; empty if there is nothing to answer."""
        token = self._service.reply_addresses.offer(person, view) if self._door else ""
        return {"Reply-To": self._door.reply_to(local_part(token))} if token else {}

    @property
    def _domain(self) -> str:
        return self._door.domain or self._service.accounts.rules.host


def _subject(text: str) -> str:
    """Return the first sentence of a notice without a match, as a subject.

    >>> _subject("Ann challenges you to Orion: Hydra.")
    'Ann challenges you to Orion: Hydra'
    """
    first = text.partition(". ")[0].rstrip(".")
    return first if len(first) <= _LONGEST_SUBJECT else ""


def _offered(challenge: Challenge, zone: ZoneInfo) -> list[str]:
    """Return the match that a challenge offers, and how to answer it, in paragraphs."""
    terms, challenger = challenge.terms, challenge.challenger.name
    begins = {"challenger": f"{challenger} begins", "challenged": "you begin"}
    chosen = begins.get(terms.begins, "chance decides who begins")
    facts = [describe_tempo(terms), chosen if terms.position else describe_start([terms.game], chosen)]
    facts += ["rated" if terms.rated else "unrated"] + (["from another position"] if terms.position else [])
    facts += [f"a reminder after {counted(terms.reminder_days, 'idle day')}"] if terms.reminder_days else []
    offered = f"{', '.join(facts)}."
    times = [f"{number}. {format_moment(time, zone)}" for number, time in enumerate(terms.times, 1)]
    accept = "accept" if len(times) < 2 else "accept and the number of a time, as in accept 1,"
    how = (
        f"To answer, reply to this mail with {accept} or decline as its first line; "
        f"what you write below is sent to {challenger}. For a counter-offer, write counter and other options, as in"
    )
    return [
        offered[:1].upper() + offered[1:],
        *(["It begins by itself at the time that you choose:", "\n".join(times)] if times else []),
        *([f"{challenger} writes: {challenge.message}"] if challenge.message else []),
        how,
        "counter -option=value --forfeittime=7",
        f"or open this page; {load(terms.game).name} help has the options of the game:",
    ]
