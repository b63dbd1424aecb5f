"""What people write to each other by mail: on its way through the outbox, and the addresses that answer it."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ludarium.club.mail.finishing import MESSAGE
from ludarium.club.mail.inbox import PendingCommand, PendingCommandTable
from ludarium.club.mail.outbox import Compose, Mail, OutboxMessage
from ludarium.club.mail.reply_tokens import hash_token, local_part, make_token
from ludarium.club.match.views import MatchView
from ludarium.club.people.people import Person
from ludarium.club.service import Service
from ludarium.core.text import plain
from ludarium.server.mail.incoming.signatures import without_signature
from ludarium.server.mail.outgoing.mail_content import thread_headers, unsubscribe_headers
from ludarium.server.mail.outgoing.wrapping import wrap_lines
from ludarium.server.mail.settings import MailDoor

TO_PERSON = "to-person"
"""What the line of a pending command begins with whose mail is a text for the person that follows."""
_ANSWERED_WITHIN = 30 * 24 * 3600.0
_LONGEST = 10_000
_LONGEST_SAID = 300
_EARLIER = 20


class SentOn(NamedTuple):
    """What is sent on to others: the messages, and a sentence that says so; both are empty for nothing."""

    messages: tuple[OutboxMessage, ...] = ()
    said: str = ""


def message_to(
    sender: Person, receiver: Person, text: str, now: float, view: MatchView | None = None, *, to_all: bool = False
) -> OutboxMessage:
    """Return the message that takes what a person has written to another one, who has an address."""
    data = {"sender": sender.name, "from": sender.id, "text": text.strip()[:_LONGEST]}
    data |= {"number": str(view.number), "match": view.id} if view else {}
    data |= {"to_all": "yes"} if to_all else {}
    return OutboxMessage("", MESSAGE, receiver.id, receiver.email or "", data, now)


def own_words(
    service: Service, sender: Person, receivers: Sequence[Person], text: str, names: Collection[str] = ()
) -> str:
    """Return what a person has written for others, without what ends every mail of theirs."""
    addresses = [other.email for other in receivers if other.email]
    earlier = service.outbox.texts(MESSAGE, sender.id, addresses, _EARLIER)
    return without_signature(text, [sender.name, *names], earlier)


def send_on(
    service: Service, sender: Person, view: MatchView, text: str, now: float, names: Collection[str] = ()
) -> SentOn:
    """Return what takes the words of a person to those others in a match who do not block them."""
    if not text.strip():
        return SentOn()
    ids = {seat.person for seat in view.seats if seat.person} - {sender.id}
    others = [other for other in map(service.people.load, sorted(ids)) if other and other.closed_at is None]
    others = [other for other in others if other.email and not service.blocks.are_between(sender, other)]
    if not (kept := own_words(service, sender, others, text, names)):
        return SentOn()
    return SentOn(tuple(message_to(sender, other, kept, now, view) for other in others), say_sent(others, kept))


def say_sent(people: Sequence[Person], text: str) -> str:
    """Return a sentence that says what was sent to whom; empty for nobody."""
    if not people:
        return ""
    words = plain(" ".join(text.split()))
    words = words if len(words) <= _LONGEST_SAID else f"{words[:_LONGEST_SAID]}..."
    return f"Sent on to {' and '.join(one.name for one in people)}: {words}"


class MessageMails:
    """Makes the mails that take messages of people to others."""

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
        return {MESSAGE: self._compose}

    def _compose(self, message: OutboxMessage) -> Mail:
        data, url = message.data, self._service.accounts.rules.url
        subject = f"{data['sender']} writes" + (f" about game {data['number']}" if data.get("number") else "")
        text = f"{data['sender']} writes{' to all' if data.get('to_all') else ''}:\n\n{wrap_lines(data['text'])}"
        headers = thread_headers(data["match"], self._door.domain) if data.get("match") else {}
        if answers := self._reply_to(message):
            headers |= {"Reply-To": answers}
            text += f"\n\nTo answer {data['sender']}, reply to this mail."
        text += f"\n\n-- \n{url}"
        if not data.get("to_all") or not message.person:
            return Mail(message.address, subject, text, headers=headers)
        unsubscribe = url + self._service.notices.unsubscribe_path(message.person, of_others=True)
        text += f"\nNo more mail of this kind: {unsubscribe}"
        return Mail(message.address, subject, text, headers=headers | unsubscribe_headers(unsubscribe))

    def _reply_to(self, message: OutboxMessage) -> str:
        """Return a new address, mails to which reach who has written; empty for a message of an earlier version."""
        if not (message.person and message.data.get("from")):
            return ""
        token, now = make_token(), self._now()
        line = f"{TO_PERSON} {message.data['from']} {message.data.get('match', '')}".strip()
        self._pending.insert(PendingCommand(hash_token(token), message.person, line, now + _ANSWERED_WITHIN), now)
        return self._door.reply_to(local_part(token))
