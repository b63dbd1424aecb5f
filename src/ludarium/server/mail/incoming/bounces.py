"""Mails of ours that have come back, as mail servers report them (RFC 3464)."""

import re
from contextlib import suppress
from email import message_from_bytes
from email.message import Message
from typing import NamedTuple

from ludarium.core.text import plain
from ludarium.server.mail.outgoing.smtp_settings import BOUNCE_PREFIX

_LOCAL_PART = re.compile(rf"{re.escape(BOUNCE_PREFIX)}([\w-]{{8,40}})", re.ASCII)
_ADDRESS_FAILS = re.compile(r"5\.(1\.\d+|2\.1)\b.*")
_LONGEST = 300


class Bounce(NamedTuple):
    """The report of a mail server about a mail that it does not deliver, and whether the address does not exist."""

    said: str
    address_fails: bool


def parse_bounce_address(local_part: str) -> str | None:
    """Return the id of the mail that comes back to an address; None for another address.

    >>> parse_bounce_address("b+0123456789abcdef"), parse_bounce_address("play")
    ('0123456789abcdef', None)
    """
    found = _LOCAL_PART.fullmatch(local_part.lower())
    return found[1] if found else None


def read_bounce(raw: bytes) -> Bounce | None:
    """Parse a report; None if it is not about a failure, but about a delay, for example."""
    with suppress(Exception):  # of a damaged report, which says nothing
        message = message_from_bytes(raw)
        for part in message.get_payload() if message.is_multipart() else ():
            if isinstance(part, Message) and part.get_content_type() == "message/delivery-status":
                return _read_status(part)
    return None


def _read_status(part: Message) -> Bounce | None:
    """Parse the part of the report about the first recipient that has failed."""
    blocks = part.get_payload()
    for block in blocks if isinstance(blocks, list) else ():
        if isinstance(block, Message) and str(block.get("Action", "")).strip().lower() == "failed":
            status, why = str(block.get("Status", "")).strip(), str(block.get("Diagnostic-Code", ""))
            said = plain(" ".join(f"{status} {why}".split()))[:_LONGEST]
            return Bounce(said, bool(_ADDRESS_FAILS.fullmatch(said)))
    return None
