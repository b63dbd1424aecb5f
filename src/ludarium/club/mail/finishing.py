"""The end of a received mail: what it has caused is recorded together with the answers to it, so none is sent twice."""

from collections.abc import Sequence

from ludarium.match.clock import HOUR
from ludarium.store.mail.inbox import ReceivedMail
from ludarium.store.match.repository import Store
from ludarium.store.rows import OutboxMessage

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
