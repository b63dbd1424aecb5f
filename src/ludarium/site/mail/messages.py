"""Messages between people by mail, the addresses that answer them, and the answers to errors of this program."""

import logging
import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ludarium.core.errors import LudariumError, NotReady
from ludarium.core.text import plain
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.incoming.redaction import HIDDEN, hide
from ludarium.site.mail.incoming.signatures import without_signature
from ludarium.site.mail.outgoing.answer_addresses import answer_address
from ludarium.site.mail.outgoing.mail_content import thread_headers, unsubscribe_headers
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.finishing import MESSAGE
from ludarium.site.outbox.outbox import Compose, Mail
from ludarium.site.outbox.reply_tokens import IN_TEXT
from ludarium.site.outbox.rows.boxes import PendingCommandTable
from ludarium.site.service import Service
from ludarium.site.talk.rules import PLAYERS, rooms_of
from ludarium.site.words import wrap_lines

FAILED = (
    "This failed because of an error of the site: the administrators are informed, and your mail is stored. "
    "Some of it may have been carried out: look before you mail it again."
)
_log = logging.getLogger(__name__)


def is_ours(error: Exception) -> bool:
    """Return whether an error is a fault of this program, and not a failure that passes and is tried again."""
    return not isinstance(error, DatabaseBusy | NotReady | OSError)


def failed(service: Service, mail_id: str, error: Exception) -> str:
    """Log an error, notify the administrators, and return the answer to the sender."""
    _log.error("mail %s failed", mail_id, exc_info=error)
    notice = f"A mail failed here with {type(error).__name__}: ludarium mail show {mail_id} prints it, and the log why."
    service.notices.tell_administrators(notice)
    return FAILED


_LONGEST = 10_000
_LONGEST_SAID = 300
_EARLIER = 20
_AROUND_HIDDEN = re.compile(rf"\S*{re.escape(HIDDEN)}\S*")


class SentOn(NamedTuple):
    """Messages to others: the messages, a sentence about them, and the number of receivers; all empty for none.

    `refused` says why nothing was sent; then the sentence does so, too.
    """

    messages: tuple[OutboxMessage, ...] = ()
    said: str = ""
    reached: int = 0
    refused: str = ""


def message_to(
    sender: Person, receiver: Person, text: str, now: float, view: MatchView | None = None, *, to_all: bool = False
) -> OutboxMessage:
    """Return the message with a person's text to another one, who has an address."""
    data = {"sender": sender.name, "from": sender.id, "text": text.strip()[:_LONGEST]}
    data |= {"number": str(view.number), "match": view.id} if view else {}
    data |= {"to_all": "yes"} if to_all else {}
    return OutboxMessage("", MESSAGE, receiver.id, receiver.email or "", data, now)


def own_words(
    service: Service, sender: Person, receivers: Sequence[Person], text: str, names: Collection[str] = ()
) -> str:
    """Return a person's text for others, without the signature of their mails."""
    addresses = [other.email for other in receivers if other.email]
    earlier = service.outbox.texts(MESSAGE, sender.id, addresses, _EARLIER)
    return without_signature(text, [sender.name, *names], earlier)


def send_on(
    service: Service,
    sender: Person,
    view: MatchView,
    text: str,
    now: float,
    names: Collection[str] = (),
    *,
    key: str = "",
) -> SentOn:
    """Write a person's text in a match, and return the messages with it to the others who do not block them.

    It is the talk of the players, with its rules; with the same `key` it is said once.
    """
    if not text.strip():
        return SentOn()
    ids = view.seated - {sender.id}
    people = [other for other in map(service.people.load, sorted(ids)) if other and other.closed_at is None]
    people = [other for other in people if not service.blocks.are_between(sender, other)]
    others = [other for other in people if other.email]
    if not (people and (own_text := own_words(service, sender, others, text, names))):
        return SentOn()
    try:
        heard = say_in_match(service, sender, view, own_text, key, others)
    except LudariumError as error:
        return SentOn(said=f"Your words were not sent on: {error}.", refused=str(error))
    reached = people if PLAYERS in rooms_of(sender, view) else others
    messages = tuple(message_to(sender, other, own_text, now, view) for other in others if other.id in heard)
    return SentOn(messages, say_sent(reached, own_text), len(reached))


def say_in_match(
    service: Service, sender: Person, view: MatchView, text: str, key: str, receivers: Sequence[Person]
) -> frozenset[str]:
    """Write a mailed text in a match, without passwords and addresses by which somebody plays.

    Return the ids of those receivers whom it may reach. Raises `MayNotTalk` and `QuotaExceeded`.
    """
    hidden = IN_TEXT.sub(HIDDEN, hide([text], service.passwords.words_in(sender, text))[0])
    said = _AROUND_HIDDEN.sub(HIDDEN, hidden)
    return service.talk.say_by_mail(sender, view, said, key, [other.id for other in receivers])


def takes_message(service: Service, sender: Person, receiver: Person, text: str, key: str) -> bool:
    """Return whether a message is mailed to a person; in a match of two it is also part of the match's talk.

    It is the one that has changed last; a person who has muted it is mailed nothing. What may not be said there is
    only mailed.
    """
    mine = service.queries.of_person(sender.id)
    both = {sender.id, receiver.id}
    shared = [one for one in (*mine.my_turn, *mine.waiting) if {seat.person for seat in one.seats} == both]
    if not shared:
        return True
    view = service.view(sender, max(shared, key=lambda match: match.updated_at).id)
    try:
        return receiver.id in say_in_match(service, sender, view, text, key, [receiver])
    except LudariumError:
        return True


def say_sent(people: Sequence[Person], text: str) -> str:
    """Return a sentence with the text that was sent and its receivers; empty for none."""
    if not people:
        return ""
    words = plain(" ".join(text.split()))
    words = words if len(words) <= _LONGEST_SAID else f"{words[:_LONGEST_SAID]}..."
    return f"Sent on to {' and '.join(one.name for one in people)}: {words}"


class MessageMails:
    """Composes the mails with messages of people to others."""

    def __init__(
        self, service: Service, pending: PendingCommandTable, door: MailDoor, now: Callable[[], float]
    ) -> None:
        self._service = service
        self._pending = pending
        self._door = door
        self._now = now

    @property
    def composers(self) -> dict[str, Compose]:
        """The functions that compose the mails, by the kind of the message."""
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
        """Return a new address, mails to which reach the writer; empty for an answer to nobody known."""
        if not (message.person and message.data.get("from")):
            return ""
        data = message.data
        return answer_address(
            self._pending, self._door, message.person, data["from"], data.get("match", ""), self._now()
        )
