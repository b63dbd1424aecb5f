"""Passwords in mails, and words that may be passwords: they are not quoted, not passed on and not stored."""

from dataclasses import replace
from typing import NamedTuple

from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.mail.command_line import NotACommand, parse_command
from ludarium.site.mail.commands import VERBS
from ludarium.site.mail.dispatch import Handled, command_of, lines_of_several
from ludarium.site.mail.incoming.quotations import read_written
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.incoming.redaction import HIDDEN, hide
from ludarium.site.mail.masking import passwords_of, suspects
from ludarium.site.outbox.reply_tokens import IN_TEXT
from ludarium.site.people.passwords import SHORTEST
from ludarium.site.service import Service

_NOT_WRITTEN = ("match", "person", "from", "in_reply_to", "references")
"""The fields of a message that are not written by a person."""


class Secrets(NamedTuple):
    """The `passwords` in a mail, which nobody else gets, and all words that `may_be` some, which are not stored.

    The answer to a refused line quotes some of those that are only `suspected`; no administrator reads them.
    """

    passwords: frozenset[str] = frozenset()
    may_be: frozenset[str] = frozenset()
    suspected: frozenset[str] = frozenset()


def secrets_of(service: Service, text: MailText, handled: Handled, *, is_command: bool) -> Secrets:
    """Return the secret words of a mail, which was sent to the address of commands or else is a reply."""
    placed, suspected = set[str](), set[str]()
    refused = "refused" in handled.outcome or HIDDEN in handled.outcome
    for line in _lines(text) if is_command else [read_written(text.text).first]:
        try:
            placed |= passwords_of(parse_command(line, frozenset(VERBS)))
        except NotACommand:
            if not is_command:
                continue
        if refused:
            suspected |= suspects(line, service.accounts.is_name)
    people = {person.id: person for person in _senders(service, text, handled)}.values()
    own = {word for person in people for word in service.passwords.words_in(person, f"{text.subject} {text.text}")}
    placed -= handled.open
    passwords = frozenset(own | {word for word in placed if len(word) >= SHORTEST})
    return Secrets(passwords, passwords | placed | suspected, frozenset(suspected))


def without_secrets_in(message: OutboxMessage, secrets: Secrets) -> OutboxMessage:
    """Return a message with all passwords hidden."""
    data = {
        name: value if name in _NOT_WRITTEN else IN_TEXT.sub(HIDDEN, hide([value], secrets.passwords)[0])
        for name, value in message.data.items()
    }
    return replace(message, data=data)


def _lines(text: MailText) -> list[str]:
    """Return the lines of a mail that are commands."""
    several = lines_of_several(text)
    return several if several is not None else [command_of(text)[0]]


def _senders(service: Service, text: MailText, handled: Handled) -> list[Person]:
    """Return the people who may have written a mail: who gets the answer, and the owners of its addresses."""
    answered = service.people.load(handled.answer.person) if handled.answer and handled.answer.person else None
    owners = map(service.accounts.of_email, dict.fromkeys((text.address, text.author)))
    return [person for person in (answered, *owners) if person]
