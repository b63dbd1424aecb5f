"""The inbox of the site: mails that came in, commands that wait until a mail confirms them, and the end of a mail.

What a mail has caused is recorded together with the answers to it, so none is sent twice. This module is light: an MTA
starts a program for every mail, which must be done at once.
"""

from collections.abc import Sequence

from ludarium.club.mail.reply_tokens import hash_token
from ludarium.match.clock import HOUR
from ludarium.store.begin.challenge_addresses import ChallengeAddressTable
from ludarium.store.database import Connections
from ludarium.store.mail.inbox import InboxTable, ReceivedMail
from ludarium.store.mail.outbox import OutboxTable
from ludarium.store.mail.pending_commands import PendingCommand, PendingCommandTable
from ludarium.store.mail.reply_addresses import ReplyAddressTable
from ludarium.store.match.repository import Store
from ludarium.store.rows import OutboxMessage

__all__ = [
    "ANSWER", "MESSAGE", "PASSWORD", "Connections", "InboxTable", "PendingCommand", "PendingCommandTable",
    "ReceivedMail", "Store", "finish", "is_known", "was_sent",
]  # fmt: skip

ANSWER, MESSAGE, PASSWORD = "answer", "message", "password"
"""The kinds of the messages that answer mails, that people write to each other, and that have a new password."""
_MINUTE = 60.0
MOST_AN_HOUR = {ANSWER: 30, MESSAGE: 60, PASSWORD: 5}
"""The most messages of a kind to an address, from all senders together; answers are a minute apart."""


def finish(
    store: Store,
    mail: ReceivedMail,
    outcome: str,
    now: float,
    messages: Sequence[OutboxMessage] = (),
    confirmed: str = "",
) -> int:
    """Record what a mail has caused, and put answers and messages into the outbox.

    `confirmed` is the hash of the token of a pending command that was carried out. Return how many messages are more
    than an address gets within an hour, and so are not sent.
    """
    refused = 0
    with store.write() as tx:
        if not tx.inbox.finish(mail, outcome, now):
            return 0
        if confirmed:
            tx.pending_commands.delete(confirmed)
        for message in messages:
            send_at = message.created_at
            count, latest = tx.outbox.planned(message.kind, message.address, send_at - HOUR)
            if count >= MOST_AN_HOUR[message.kind]:
                refused += 1
                continue
            if message.kind == ANSWER and latest is not None:
                send_at = max(send_at, latest + _MINUTE)
            tx.outbox.insert(message, send_at)
    return refused


def is_known(database: Connections, token: str, now: float) -> bool:
    """Return whether mails to the address of a token are received: it was given for a turn, command or challenge."""
    token_hash = hash_token(token)
    return (
        ReplyAddressTable(database).find(token_hash) is not None
        or PendingCommandTable(database).find(token_hash, now) is not None
        or ChallengeAddressTable(database).find(token_hash) is not None
    )


def was_sent(database: Connections, mail_id: str) -> bool:
    """Return whether a mail of this id was sent by the site, so that it can come back."""
    return OutboxTable(database).was_sent(mail_id)
