"""The inbox of the site: mails that came in, and commands that wait until a mail confirms them."""

from ludarium.store.mail.inbox import InboxTable
from ludarium.store.mail.received import ReceivedMail
from ludarium.store.mail.reply_addresses import PendingCommand, PendingCommandTable

__all__ = ["InboxTable", "PendingCommand", "PendingCommandTable", "ReceivedMail"]
