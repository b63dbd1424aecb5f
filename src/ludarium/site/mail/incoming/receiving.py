"""Receiving a mail, or saying before whether it is taken: it is stored as it came, and read later by a worker.

This module is light: an MTA starts a program for every mail, which must be done at once.

The protocol is that of Postfix (SMTPD_POLICY_README): lines of names and values up to an empty one, and a line with an
action. This module is light: the MTA starts the program.
"""

import secrets
from collections.abc import Callable
from typing import BinaryIO

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.site.mail.incoming.automatic import parse_bounce_address
from ludarium.site.mail.outgoing.smtp_settings import BOUNCE_PREFIX
from ludarium.site.mail.settings import MailDoor
from ludarium.site.outbox.reply_tokens import PREFIX, hash_token, parse_local_part
from ludarium.site.outbox.rows.received import ReceivedMail, Reception

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


def is_known(reception: Reception, token: str, now: float) -> bool:
    """Return whether mails to the address of a token are received: it was given, and has not expired."""
    return reception.was_given(hash_token(token), now)


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


UNKNOWN = "550 5.1.1 this address was never given, or was given for a turn of long ago"
_PASS = "DUNNO"  # noqa: S105  # so Postfix calls leaving it to the next rule
_LONGEST_LINE = 10_000


def answer_policy(source: BinaryIO, target: BinaryIO, domain: str, check: Callable[[str], object]) -> None:
    """Answer questions until they end; `check` raises `NoSuchRecipient` for an address that was never given.

    Whatever else goes wrong is left to the program that receives mails, which loses none.
    """
    asked = dict[str, str]()
    while line := source.readline(_LONGEST_LINE):
        name, equals, value = line.decode("utf-8", "replace").rstrip("\r\n").partition("=")
        if equals:
            asked[name] = value
            continue
        target.write(f"action={_action(asked.get('recipient', ''), domain, check)}\n\n".encode())
        target.flush()
        asked.clear()


def _action(recipient: str, domain: str, check: Callable[[str], object]) -> str:
    local, _, theirs = recipient.strip().lower().rpartition("@")
    if theirs != domain or not local.startswith((PREFIX, BOUNCE_PREFIX)):
        return _PASS
    try:
        check(recipient)
    except NoSuchRecipient:
        return UNKNOWN
    except Exception:  # noqa: BLE001  # such as a database that cannot be read now
        return _PASS
    return _PASS
