"""Receiving a mail: it is stored as it came, and read later by a worker of the site.

This module is light: an MTA starts a program for every mail, which must be done at once.
"""

import secrets
from typing import BinaryIO

from ludarium.club.mail.reception import ReceivedMail, Reception, is_known
from ludarium.club.mail.reply_tokens import parse_local_part
from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.server.mail.incoming.bounces import parse_bounce_address
from ludarium.server.mail.settings import MailDoor

LARGEST = 1_000_000
"""Bytes of a mail that are stored: texts come before attachments."""
MOST_WAITING = 10_000
"""Mails that wait to be read; more stay with the MTA, so that a flood does not fill the disk of the database."""
_CHUNK = 65_536
_LONGEST_ADDRESS = 1000


class NoSuchRecipient(LudariumError):
    """No mail is received for this address."""


def check_recipient(door: MailDoor, reception: Reception, recipient: str, now: float) -> None:
    """Raise `NoSuchRecipient` unless the address takes commands, or was given: for replies, or for a mail of ours."""
    name, _, domain = recipient.strip().lower().rpartition("@")
    if domain == door.domain and door:
        token, came_back = parse_local_part(name), parse_bounce_address(name)
        if (
            f"{name}@{domain}" == door.address
            or (came_back and reception.was_sent(came_back))
            or (token and is_known(reception, token, now))
        ):
            return
    raise NoSuchRecipient(f"no mail is received for {shorten(recipient)}")


class TooManyWait(LudariumError):
    """So many mails wait that no more are stored now."""


def receive(reception: Reception, sender: str, recipient: str, source: BinaryIO, now: float, whole: int = 0) -> None:
    """Store a mail; it is safe on the disk when this returns.

    `whole` is the size of the mail where the source has only its first part.

    Raises `TooManyWait`: then it must come again, as after any other error.
    """
    if reception.count_waiting() >= MOST_WAITING:
        raise TooManyWait(f"{MOST_WAITING:,} mails wait to be read: no more are stored until some were")
    raw, size = _read(source)
    mail_id = secrets.token_hex(8)  # an administrator types it: a URL-safe one may begin with a hyphen, like an option
    reception.receive(ReceivedMail(mail_id, now, _storable(sender), _storable(recipient), raw, max(size, whole), {}))


def _storable(address: str) -> str:
    """Return an address as any database can store it."""
    return address.strip()[:_LONGEST_ADDRESS].replace("\0", "").encode("utf-8", "replace").decode()


def _read(source: BinaryIO) -> tuple[bytes, int]:
    """Read all of a mail, whose sender waits for that; return the part that is stored, and the size of the whole."""
    stored, size = bytearray(), 0
    while chunk := source.read(_CHUNK):
        size += len(chunk)
        stored += chunk[: LARGEST - len(stored)]
    return bytes(stored), size
