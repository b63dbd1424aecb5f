"""Addresses by which an answer reaches the writer of a message."""

from ludarium.site.mail.settings import MailDoor
from ludarium.site.notices.changes import match_of
from ludarium.site.notices.rows.notices import REMATCH, Notice
from ludarium.site.outbox.reply_tokens import hash_token, local_part, make_token
from ludarium.site.outbox.rows.boxes import PendingCommand, PendingCommandTable

TO_PERSON = "to-person"
"""What the line of a pending command begins with whose mail is a text for the person that follows."""
_ANSWERED_WITHIN = 30 * 24 * 3600.0


def answer_address(
    pending: PendingCommandTable, door: MailDoor, person_id: str, sender_id: str, match_id: str, now: float
) -> str:
    """Return a new address; mails of a person to it reach the sender of a message, about a match if it is given."""
    token = make_token()
    line = f"{TO_PERSON} {sender_id} {match_id}".strip()
    pending.wait(PendingCommand(hash_token(token), person_id, line, now + _ANSWERED_WITHIN), now)
    return door.reply_to(local_part(token))


TO_SEAT = "to-seat"
"""What the line of a pending command begins with whose mail takes a seat: its match and invitation follow."""


def offer_seat(pending: PendingCommandTable, notice: Notice, now: float) -> str:
    """Return a new token, an answer to which takes or declines the seat of a notice; empty for other notices."""
    if notice.kind != REMATCH:
        return ""
    token, invitation = make_token(), notice.path.rpartition("/")[2]
    line = f"{TO_SEAT} {match_of(notice.path)} {invitation}"
    pending.wait(PendingCommand(hash_token(token), notice.person, line, now + _ANSWERED_WITHIN), now)
    return token
