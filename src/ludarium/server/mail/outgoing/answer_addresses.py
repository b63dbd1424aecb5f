"""Addresses by which an answer reaches the writer of a message."""

from ludarium.club.mail.inbox import PendingCommand, PendingCommandTable
from ludarium.club.mail.reply_tokens import hash_token, local_part, make_token
from ludarium.server.mail.settings import MailDoor

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
