"""Mails that invite a person to a seat which is reserved for them: each has an address to accept or to decline."""

from ludarium.club.mail.inbox import PendingCommand, PendingCommandTable
from ludarium.club.mail.reply_tokens import hash_token, make_token
from ludarium.club.notices.changes import match_of
from ludarium.club.notices.notices import REMATCH, Notice

TO_SEAT = "to-seat"
"""What the line of a pending command begins with whose mail takes a seat: its match and invitation follow."""
_ANSWERED_WITHIN = 30 * 24 * 3600.0


def offer_seat(pending: PendingCommandTable, notice: Notice, now: float) -> str:
    """Return a new token, an answer to which takes or declines the seat of a notice; empty for other notices."""
    if notice.kind != REMATCH:
        return ""
    token, invitation = make_token(), notice.path.rpartition("/")[2]
    line = f"{TO_SEAT} {match_of(notice.path)} {invitation}"
    pending.wait(PendingCommand(hash_token(token), notice.person, line, now + _ANSWERED_WITHIN), now)
    return token
