"""Answers to mails, and what people write to each other by mail, on their way through the outbox."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.club.mail.finishing import ANSWER, MESSAGE, PASSWORD
from ludarium.club.mail.inbox import PendingCommand, PendingCommandTable
from ludarium.club.mail.outbox import Compose, Mail, OutboxMessage
from ludarium.club.mail.reply_tokens import hash_token, local_part, make_token
from ludarium.club.match.transactions import NoSuchMatch
from ludarium.club.match.views import MatchView
from ludarium.club.notices.watching import WATCHED
from ludarium.club.people.people import Person
from ludarium.club.service import Service
from ludarium.server.mail.incoming.reader import MailText
from ludarium.server.mail.outgoing.letters import WIDTH, match_letter, unsubscribe_headers, wrap
from ludarium.server.mail.settings import MailDoor

_CONFIRM_WITHIN = 7 * 24 * 3600.0
_LONGEST_SUBJECT = 200
_LONGEST_MESSAGE = 10_000
_LONGEST_ANSWER = 500_000


class Answer(NamedTuple):
    """What is answered: a text, and the match that is shown below it, as a person sees it after a number of turns.

    `confirm` is a command of the person that an answer with the word confirm carries out.
    """

    text: str
    match: str = ""
    person: str = ""
    at: int | None = None
    confirm: str = ""


def answer_message(answer: Answer, mail: MailText, subject: str, now: float) -> OutboxMessage:
    """Return the message that answers a mail, under a subject without passwords."""
    text = answer.text
    if len(text) > _LONGEST_ANSWER:
        text = f"{text[:_LONGEST_ANSWER]}\n\nThe rest of this answer is left out: ask for less in one mail."
    data = {"subject": subject[:_LONGEST_SUBJECT], "text": text}
    data |= {"in_reply_to": mail.message_id, "references": mail.references}
    if answer.match:
        data |= {"match": answer.match, "person": answer.person}
        data |= {} if answer.at is None else {"at": str(answer.at)}
    if answer.confirm:
        data |= {"confirm": answer.confirm, "person": answer.person}
    return OutboxMessage("", ANSWER, answer.person or None, mail.address, data, now)


def message_to(
    sender: Person, receiver: Person, text: str, now: float, number: str = "", *, to_all: bool = False
) -> OutboxMessage:
    """Return the message that takes what a person has written to another one, who has an address."""
    data = {"sender": sender.name, "number": number, "text": text.strip()[:_LONGEST_MESSAGE]}
    data |= {"to_all": "yes"} if to_all else {}
    return OutboxMessage("", MESSAGE, receiver.id, receiver.email or "", data, now)


def messages_to(service: Service, sender: Person, view: MatchView, text: str, now: float) -> tuple[OutboxMessage, ...]:
    """Return the messages that take what a person has written to those others in a match who do not block them."""
    if not text.strip():
        return ()
    ids = {seat.person for seat in view.seats if seat.person} - {sender.id}
    others = [other for other in map(service.people.load, sorted(ids)) if other and other.closed_at is None]
    return tuple(
        message_to(sender, other, text, now, str(view.number))
        for other in others
        if other.email and not service.blocks.are_between(sender, other)
    )


class Answers:
    """Makes mails of the messages of the mail door."""

    def __init__(
        self, service: Service, pending: PendingCommandTable, door: MailDoor, now: Callable[[], float]
    ) -> None:
        self._service = service
        self._pending = pending
        self._door = door
        self._now = now

    @property
    def composers(self) -> dict[str, Compose]:
        """What makes the mails, by the kind of the message."""
        return {
            ANSWER: self._compose,
            MESSAGE: self._compose_message,
            PASSWORD: self._compose_password,
            WATCHED: self._compose_watched,
        }

    def _compose(self, message: OutboxMessage) -> Mail:
        data = message.data
        subject, headers = _reply_subject(data["subject"]), _thread(data)
        view = self._view(data)
        if "confirm" in data:
            headers |= {"Reply-To": self._confirming(data)}
        if view is None:
            return Mail(message.address, subject, wrap_lines(data["text"]), headers=headers)
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

    def _confirming(self, data: Mapping[str, str]) -> str:
        """Return a new address, an answer to which confirms a command."""
        token, now = make_token(), self._now()
        command = PendingCommand(hash_token(token), data["person"], data["confirm"], now + _CONFIRM_WITHIN)
        self._pending.insert(command, now)
        return self._door.reply_to(local_part(token))

    def _view(self, data: Mapping[str, str]) -> MatchView | None:
        person = self._service.people.load(data["person"]) if data.get("person") else None
        try:
            return self._service.view(person, data["match"]) if "match" in data else None
        except NoSuchMatch:
            return None

    def _token(self, view: MatchView, person_id: str, address: str) -> str:
        """Return a new token if the reader may act, and the mail goes to nobody else; otherwise nothing."""
        person = self._service.people.load(person_id) if person_id else None
        if person is None or address not in self._service.accounts.addresses(person):
            return ""
        return self._service.reply_addresses.offer(person, view)

    def _compose_message(self, message: OutboxMessage) -> Mail:
        data = message.data
        subject = f"{data['sender']} writes" + (f" about game {data['number']}" if data.get("number") else "")
        url = self._service.accounts.rules.url
        text = f"{data['sender']} writes{' to all' if data.get('to_all') else ''}:\n\n{data['text']}\n\n-- \n{url}"
        if not data.get("to_all") or not message.person:
            return Mail(message.address, subject, text)
        unsubscribe = url + self._service.notices.unsubscribe_path(message.person, of_others=True)
        text += f"\nNo more mail of this kind: {unsubscribe}"
        return Mail(message.address, subject, text, headers=unsubscribe_headers(unsubscribe))

    def _compose_watched(self, message: OutboxMessage) -> Mail | None:
        view, url = self._service.view(None, message.data["match"]), self._service.accounts.rules.url
        if view.private:
            return None
        turns = view.match.turns[int(message.data["told"]) :]
        news = f"Since the last mail: {', '.join(turn.text for turn in turns)}." if turns else ""
        end = f"To watch this game no more, mail: watch {view.number} userid password off"
        unsubscribe = url + self._service.notices.unsubscribe_path(message.person or "", of_others=True)
        letter = match_letter(view, None, url, news=f"{news}\n\n{end}", unsubscribe=unsubscribe)
        return letter.to(message.address, unsubscribe_headers(unsubscribe))

    def _compose_password(self, message: OutboxMessage) -> Mail | None:
        person = self._service.people.load(message.person or "")
        if person is None or person.closed_at is not None or person.email != message.address:
            return None
        password, url = self._service.passwords.make_mailed(person), self._service.accounts.rules.url
        text = (
            f"A new password for the mailed commands of {person.name} at {url}:\n\n    {password}\n\n"
            "It counts as soon as you use it, within a day; until then the former one does. "
            "If you did not ask for it, ignore this mail.\n"
        )
        return Mail(message.address, "Your password for mailed commands", text)


def wrap_lines(text: str) -> str:
    """Return a text with its long lines broken between words; boards and lists of shorter lines stay as they are."""
    return "\n".join(wrap(line) if len(line) > WIDTH else line for line in text.split("\n"))


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
