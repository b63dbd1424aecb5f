"""The inbox of the site: mails that came in, and commands that wait until a mail confirms them."""

from ludarium.store.mail.inbox import InboxTable
from ludarium.store.mail.pending_commands import PendingCommand, PendingCommandTable
from ludarium.store.mail.received import ReceivedMail

__all__ = ["InboxTable", "PendingCommand", "PendingCommandTable", "ReceivedMail"]
