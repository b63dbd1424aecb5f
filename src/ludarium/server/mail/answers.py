"""Answers to mails, and what people write to each other by mail, on their way through the outbox."""

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.club.outbox import Mail
from ludarium.club.reply_addresses import local_part
from ludarium.club.seating import SeatAccess
from ludarium.club.service import Service
from ludarium.club.transactions import NoSuchMatch
from ludarium.club.views import MatchView
from ludarium.server.mail.letters import match_letter
from ludarium.server.mail.reader import MailText
from ludarium.server.mail.settings import MailDoor
from ludarium.store.inbox import ANSWER
from ludarium.store.rows import OutboxMessage

MESSAGE = "message"
"""The kind of the messages that people write to each other."""
_LONGEST_SUBJECT = 200


class Answer(NamedTuple):
    """What is answered: a text, and the match that is shown below it, as a person sees it after a number of turns."""

    text: str
    match: str = ""
    person: str = ""
    at: int | None = None


def answer_message(answer: Answer, mail: MailText, now: float) -> OutboxMessage:
    """Return the message that answers a mail."""
    data = {"subject": mail.subject[:_LONGEST_SUBJECT], "text": answer.text}
    data |= {"in_reply_to": mail.message_id, "references": mail.references}
    if answer.match:
        data |= {"match": answer.match, "person": answer.person}
        data |= {} if answer.at is None else {"at": str(answer.at)}
    return OutboxMessage("", ANSWER, answer.person or None, mail.address, data, now)


class Answers:
    """Makes mails of the messages of the mail door."""

    def __init__(self, service: Service, door: MailDoor) -> None:
        self._service = service
        self._door = door
        service.outbox.composers |= {ANSWER: self._compose, MESSAGE: self._compose_message}

    def _compose(self, message: OutboxMessage) -> Mail:
        data = message.data
        subject, headers = _reply_subject(data["subject"]), _thread(data)
        view = self._view(data)
        if view is None:
            return Mail(message.address, subject, data["text"], headers=headers)
        token = self._token(view, data["person"], message.address)
        headers |= {"Reply-To": self._door.reply_to(local_part(token))} if token else {}
        letter = match_letter(
            view,
            data["person"] or None,
            self._service.accounts.rules.url,
            news=data["text"],
            answerable=bool(token),
            at=min(int(data["at"]), len(view.match.turns)) if "at" in data else None,
        )
        return letter._replace(subject=subject).to(message.address, headers)

    def _view(self, data: Mapping[str, str]) -> MatchView | None:
        try:
            return self._service.get(data["match"], person=data["person"] or None) if "match" in data else None
        except NoSuchMatch:
            return None

    def _token(self, view: MatchView, person_id: str, address: str) -> str:
        """Return a new token if the reader may act, and the mail goes to nobody else; otherwise nothing."""
        person = self._service.people.load(person_id) if person_id else None
        seats = SeatAccess.of(view, person_id).seats if person else frozenset()
        if person is None or person.email != address or not seats or view.match.over or view.live:
            return ""
        mine = sorted(seats.intersection(view.match.to_act)) or sorted(seats)
        return self._service.reply_addresses.issue(person_id, view.id, mine[0])

    def _compose_message(self, message: OutboxMessage) -> Mail:
        data = message.data
        subject = f"{data['sender']} writes" + (f" about game {data['number']}" if data.get("number") else "")
        url = self._service.accounts.rules.url
        text = f"{data['sender']} writes{' to all' if data.get('to_all') else ''}:\n\n{data['text']}\n\n-- \n{url}"
        return Mail(message.address, subject, text)


def _reply_subject(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}".rstrip()


def _thread(data: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of an answer: what it answers, and that a program has written it."""
    headers = {"Auto-Submitted": "auto-replied"}
    if data.get("in_reply_to"):
        headers |= {
            "In-Reply-To": data["in_reply_to"],
            "References": f"{data.get('references', '')} {data['in_reply_to']}".strip(),
        }
    return headers
