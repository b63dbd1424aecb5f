"""The inbox of the site: mails that came in, and commands that wait until a mail confirms them.

This module is light: an MTA starts a program for every mail, which must be done at once.
"""

from ludarium.club.mail.reply_tokens import hash_token
from ludarium.store.begin.challenge_addresses import ChallengeAddressTable
from ludarium.store.database import Connections
from ludarium.store.mail.inbox import InboxTable, ReceivedMail
from ludarium.store.mail.outbox import OutboxTable
from ludarium.store.mail.pending_commands import PendingCommand, PendingCommandTable
from ludarium.store.mail.reply_addresses import ReplyAddressTable

__all__ = [
    "Connections", "InboxTable", "PendingCommand", "PendingCommandTable", "ReceivedMail", "is_known", "was_sent",
]  # fmt: skip


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
