"""Answers to mails, on their way through the outbox."""

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.core.text import counted
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.outgoing.mail_content import match_content, unsubscribe_headers
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.transactions import NoSuchMatch
from ludarium.site.match.views import MatchView
from ludarium.site.notices.watching import WATCHED
from ludarium.site.outbox.finishing import (
    ANSWER,
    BY_STRANGER,
    FOLDED,
    MOST_AN_HOUR,
    MOST_FOLDED,
    PASSWORD,
    PLAYED,
    REFUSAL,
    refusal_key,
)
from ludarium.site.outbox.outbox import Compose, Mail
from ludarium.site.outbox.reply_tokens import hash_token, local_part, make_token
from ludarium.site.outbox.rows.boxes import PendingCommand, PendingCommandTable
from ludarium.site.service import Service
from ludarium.site.words import WIDTH, wrap, wrap_lines

_CONFIRM_WITHIN = 7 * 24 * 3600.0
_LONGEST_SUBJECT = 200
_AUTO = {"Auto-Submitted": "auto-replied"}
RULE = "\n\n" + "=" * WIDTH + "\n\n"
"""What stands between the answers of one mail."""
_LONGEST_ANSWER = 500_000


class MailAnswer(NamedTuple):
    """An answer: its text, and the match whose board follows, as a person sees it after a number of turns.

    `confirm` is a command of the person that an answer with the word confirm carries out. `refused` tells whether
    nothing was done, and `played` whether a reply was carried out, whose address can be used once. `address` is to
    which it goes, if it does not go to the sender.
    """

    text: str
    match: str = ""
    person: str = ""
    at: int | None = None
    confirm: str = ""
    refused: bool = False
    played: bool = False
    address: str = ""

    def saying(self, more: str) -> "MailAnswer":
        """Return the answer with a further paragraph."""
        return self._replace(text=f"{self.text}\n\n{more}".strip()) if more else self


def answer_message(answer: MailAnswer, mail: MailText, subject: str, now: float) -> OutboxMessage:
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
    if answer.refused:
        data |= {REFUSAL: refusal_key(f"{answer.match} {answer.text}")}
    if answer.address and answer.address != mail.address:
        data |= {BY_STRANGER: "yes"}
    kind = PLAYED if answer.played else ANSWER
    return OutboxMessage("", kind, answer.person or None, answer.address or mail.address, data, now)


class Answers:
    """Composes the mails that answer mails."""

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
        return {
            ANSWER: self._compose,
            PLAYED: self._compose,
            FOLDED: self._compose_folded,
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
        content = match_content(
            view,
            data["person"] or None,
            self._service.accounts.rules.url,
            news=data["text"],
            answerable=bool(token),
            at=min(int(data["at"]), len(view.match.turns)) if "at" in data else None,
        )
        return content._replace(subject=subject).to(message.address, headers)

    def _compose_folded(self, message: OutboxMessage) -> Mail:
        """Return one mail with several answers, each with the address that answers it."""
        count, parts = int(message.data["count"]), list[str]()
        for number in range(min(count, MOST_FOLDED)):
            data = json.loads(message.data[str(number)])
            view, text = self._view(data), wrap_lines(data["text"])
            person, address = data.get("person"), ""
            if "confirm" in data:
                address = self._confirming(data)
            if view:
                token = self._token(view, person or "", message.address)
                address = self._door.reply_to(local_part(token)) if token else address
                at = min(int(data["at"]), len(view.match.turns)) if "at" in data else None
                url = self._service.accounts.rules.url
                text = match_content(view, person, url, news=data["text"], at=at, text_only=True).text
            hint = f"\n\nTo answer this, write to {address}" if address else ""
            parts.append(f"{_reply_subject(data['subject'])}\n\n{text}{hint}")
        if count > MOST_FOLDED:
            parts.append(f"{count - MOST_FOLDED} more answers are left out.")
        first = wrap(f"You get {MOST_AN_HOUR[ANSWER]} answers an hour, each by itself; here are those that came after.")
        return Mail(
            message.address, f"{counted(count, 'answer')} to your mails", RULE.join([first, *parts]), headers=_AUTO
        )

    def _confirming(self, data: Mapping[str, str]) -> str:
        """Return a new address; a mail to it confirms a command."""
        token, now = make_token(), self._now()
        command = PendingCommand(hash_token(token), data["person"], data["confirm"], now + _CONFIRM_WITHIN)
        self._pending.wait(command, now)
        return self._door.reply_to(local_part(token))

    def _view(self, data: Mapping[str, str]) -> MatchView | None:
        person = self._service.people.load(data["person"]) if data.get("person") else None
        try:
            return self._service.view(person, data["match"]) if "match" in data else None
        except NoSuchMatch:
            return None

    def _token(self, view: MatchView, person_id: str, address: str) -> str:
        """Return a new token if the reader may act and the mail goes to the reader alone; otherwise an empty text."""
        person = self._service.people.load(person_id) if person_id else None
        if person is None or address not in self._service.accounts.addresses(person):
            return ""
        return self._service.reply_addresses.offer(person, view)

    def _compose_watched(self, message: OutboxMessage) -> Mail | None:
        view, url = self._view({"match": message.data["match"]}), self._service.accounts.rules.url
        if view is None or view.private:
            return None
        turns = view.match.turns[int(message.data["told"]) :]
        news = f"Since the last mail: {', '.join(turn.text for turn in turns)}." if turns else ""
        person = self._service.people.load(message.person or "")
        name = f'"{person.name}"' if person and " " in person.name else person.name if person else "userid"
        end = f"To watch this game no more, mail: watch {view.number} {name} password off"
        unsubscribe = url + self._service.notices.unsubscribe_path(message.person or "", of_others=True)
        content = match_content(view, None, url, news=f"{news}\n\n{end}", unsubscribe=unsubscribe)
        return content.to(message.address, unsubscribe_headers(unsubscribe))

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


def _reply_subject(subject: str) -> str:
    return subject if subject.lower().startswith("re:") else f"Re: {subject}".rstrip()


def _thread(data: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of an answer: the mail that it answers, and that a program has written it."""
    headers = dict(_AUTO)
    if data.get("in_reply_to"):
        headers |= {
            "In-Reply-To": data["in_reply_to"],
            "References": f"{data.get('references', '')} {data['in_reply_to']}".strip(),
        }
    return headers
