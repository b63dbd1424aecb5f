"""Handling a mail: it answers a mail of the site, or the message of a person, or is a command."""

import logging
from collections.abc import Callable
from dataclasses import replace

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.site.ground.values import OutboxMessage
from ludarium.site.mail.answers import MailAnswer
from ludarium.site.mail.dispatch import CommandJournal, Commands, Handled
from ludarium.site.mail.incoming.quotations import read_written
from ludarium.site.mail.incoming.reader import MailText
from ludarium.site.mail.invitations import answer_seat
from ludarium.site.mail.messages import failed, is_ours, message_to, own_words, say_in_match, say_sent, send_on
from ludarium.site.mail.outgoing.answer_addresses import TO_PERSON, TO_SEAT
from ludarium.site.mail.replies import handle_challenge_reply, handle_reply
from ludarium.site.mail.request import take_mail_again
from ludarium.site.mail.typography import undo
from ludarium.site.outbox.reply_tokens import hash_token, parse_local_part
from ludarium.site.outbox.rows.boxes import PendingCommand
from ludarium.site.outbox.rows.received import ReceivedMail
from ludarium.site.service import Service
from ludarium.site.store import Store

CONFIRM, ACCEPT = "confirm", "accept"
"""The first line of a mail that confirms a command, and of one that accepts an offer."""
_log = logging.getLogger(__name__)
OtherReply = Callable[[str, MailText], Handled | None]
"""Handles the reply to a mail of another subject, by its token; returns None if the token is not of that subject."""


class Mails:
    """Handles mails; their answers are not in the outbox yet."""

    def __init__(self, service: Service, store: Store, other: OtherReply = lambda token, text: None) -> None:
        self._service, self._other = service, other
        self._store = store
        self._commands = Commands(service)

    def handle(self, mail: ReceivedMail, text: MailText, now: float) -> Handled:
        """Handle a mail and return what it has caused; an error of this program is answered, too.

        Raises what is to be tried again, such as `DatabaseBusy`.
        """
        try:
            return self._read(mail, text, now)
        except Exception as error:
            if not is_ours(error):
                raise
            apology = failed(self._service, mail.id, error)
            return Handled(
                f"failed: {type(error).__name__}", "Your mail", MailAnswer(apology)
            )  # its subject may have a password

    def _read(self, mail: ReceivedMail, text: MailText, now: float) -> Handled:
        token = parse_local_part(mail.recipient.rpartition("@")[0])
        journal = CommandJournal(self._store.inbox, mail)
        if token is None:
            return self._commands.handle(text, journal, now)
        pending = self._store.pending_commands.of_token(hash_token(token), now)
        if pending is None:
            if handled := self._other(token, text):
                return handled
            return self._reply(token, text, now, journal.key(0), again=mail.tries > 1)
        if pending.line.startswith(TO_PERSON):
            return self._pass_on(pending, text, now, journal.key(0))
        if pending.line.startswith(TO_SEAT):
            return self._seat(pending, text, now, journal.key(0))
        return self._confirm(pending, text, journal, now)

    def _reply(self, token: str, text: MailText, now: float, key: str, *, again: bool) -> Handled:
        """Play the turn of a reply, or answer a challenge; send the text below to the other players."""
        challenge = self._service.challenges.of_token(token)
        person = self._service.people.load(challenge.challenged.id) if challenge else None
        if challenge and person:
            done = handle_challenge_reply(self._service, challenge, person, text.text)
        else:
            done = handle_reply(self._service, token, text.text, again=again)
            person = self._service.people.load(done.answer.person) if done.answer else None
        if person and not (done.answer and done.answer.refused):
            take_mail_again(self._service, person, text.address)
        if not (person and done.match and done.answer):
            return Handled(done.outcome, text.subject, done.answer)
        sent = send_on(self._service, person, done.match, done.free_text, now, text.names, key=key)
        return Handled(done.outcome, text.subject, done.answer.saying(sent.said), sent.messages)

    def _pass_on(self, pending: PendingCommand, text: MailText, now: float, key: str) -> Handled:
        """Send the text of a mail to the person whose message it answers."""
        _, receiver_id, *about = pending.line.split()
        receiver, written = self._service.people.load(receiver_id), read_written(text.text)
        words = f"{written.first}\n{written.rest}".strip()
        try:
            sender = self._service.people.find_active(pending.person)
            self._service.moderation.require_talk(sender)
        except LudariumError as error:
            return _refused(text, f"{error}; nothing was sent")
        if receiver is None or not receiver.email:
            return _refused(text, "they take no mail any more; nothing was sent")
        if receiver.closed_at is not None or self._service.blocks.are_between(sender, receiver):
            return _refused(text, f"{receiver.name} takes no messages from you; nothing was sent")
        if not (own_text := own_words(self._service, sender, [receiver], words, text.names) or words):
            return _refused(text, "your mail has no text of its own, besides quotations; nothing was sent")
        take_mail_again(self._service, sender, text.address)
        view = self._service.view(sender, about[0]) if about else None
        sent: tuple[OutboxMessage, ...] = (message_to(sender, receiver, own_text, now, view),)
        if view and view.seated == {sender.id, receiver.id}:
            try:
                sent = sent if say_in_match(self._service, sender, view, own_text, key, [receiver]) else ()
            except LudariumError as error:
                return _refused(text, f"{error}; nothing was sent")
        hint = " To play, answer the latest mail about the game." if view and not view.match.over else ""
        answer = MailAnswer(f"{say_sent([receiver], own_text)}\n\n{hint.strip()}".strip())
        return Handled(f"a message to {receiver.name}", text.subject, answer, sent)

    def _seat(self, pending: PendingCommand, text: MailText, now: float, key: str) -> Handled:
        """Take a seat that was reserved for a person, or decline it, and send its host what the person writes."""
        try:
            person = self._service.people.find_active(pending.person)
            reply = answer_seat(self._service, pending, person, text.text)
        except LudariumError as error:
            return _refused(text, f"{error}; nothing was changed")
        take_mail_again(self._service, person, text.address)
        view, game = reply.view, f"game {reply.view.number}"
        if reply.taken:
            sent = send_on(self._service, person, view, reply.free_text, now, text.names, key=key)
            answer = MailAnswer(f"You have taken your seat in {game}.", view.id, person.id, played=True).saying(
                sent.said
            )
            return Handled(f"{game}: seat taken", text.subject, answer, sent.messages, pending.token_hash)
        host = self._service.people.load(view.host) if view.host else None
        words = own_words(self._service, person, [host] if host else [], reply.free_text, text.names)
        words = words if self._service.moderation.may_talk(person) else ""
        declined = f"{person.name} declines the seat in {game}.\n\n{words}".strip()
        may_write = words and host and host.email and not self._service.blocks.are_between(person, host)
        receivers = [host] if may_write and host else []  # without words the host hears it by a notice
        messages = tuple(message_to(person, one, declined, now) for one in receivers)
        answer = MailAnswer(f"You have declined your seat in {game}.").saying(say_sent(receivers, declined))
        return Handled(f"{game}: seat declined", text.subject, answer, messages, pending.token_hash)

    def _confirm(self, pending: PendingCommand, text: MailText, journal: CommandJournal, now: float) -> Handled:
        """Carry out a command that has waited for this mail."""
        word = undo(read_written(text.text).first)
        try:
            person = self._service.people.find_active(pending.person)
        except LudariumError as error:
            return _refused(text, f"{error}; nothing was changed")
        expected = (CONFIRM, ACCEPT) if pending.line.startswith(f"{ACCEPT} ") else (CONFIRM,)
        if word.lower().strip(" .,!") not in expected:
            words = " or ".join(expected)
            answer = f"The first line of your mail is {shorten(word)}: expected the word {words}. Nothing was changed."
            return Handled("refused: not confirmed", text.subject, MailAnswer(answer, refused=True))
        take_mail_again(self._service, person, text.address)
        line, _, body = pending.line.partition("\n")
        handled = self._commands.handle_line(line, body, text, journal, now, person)
        return replace(handled, confirmed=pending.token_hash)


def _refused(text: MailText, why: str) -> Handled:
    answer_text = f"{why[:1].upper()}{why[1:]}."
    return Handled(f"refused: {why}", text.subject, MailAnswer(answer_text, refused=True))
