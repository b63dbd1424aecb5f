"""Answers to the questions of an MTA whether mail for an address is taken, before it takes the mail itself.

The protocol is that of Postfix (SMTPD_POLICY_README): lines of names and values up to an empty one, and a line with an
action. This module is light: the MTA starts the program.
"""

from collections.abc import Callable
from typing import BinaryIO

from ludarium.club.mail.reply_tokens import PREFIX
from ludarium.server.mail.incoming.receiving import NoSuchRecipient
from ludarium.server.mail.outgoing.smtp_settings import BOUNCE_PREFIX

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
