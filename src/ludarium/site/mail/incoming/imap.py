"""Fetching mails by IMAP, for a site that has a mailbox with somebody else instead of an MTA of its own."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses
from io import BytesIO
from pathlib import Path
from typing import Literal, cast

from imap_tools.mailbox import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted

from ludarium.core.errors import ParseError
from ludarium.core.spec import Option
from ludarium.core.text import shorten
from ludarium.site.mail.incoming.reader import head_of
from ludarium.site.mail.incoming.receiving import LARGEST, NoSuchRecipient, check_recipient, receive
from ludarium.site.mail.settings import MailDoor
from ludarium.site.mail.tls import find_ca_file, make_context
from ludarium.site.outbox.rows.received import Reception

Tls = Literal["none", "starttls", "tls"]
_TLS = ("none", "starttls", "tls")
_USUAL_TLS: Mapping[int, Tls] = {993: "tls"}
_PATIENCE = 60.0
_RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Delivered-To", "To", "Cc")
"""Headers that may name the address to which a mail came, the surest first."""


@dataclass(frozen=True, slots=True)
class ImapSettings:
    """The mailbox: host and port, the kind of encryption, and who signs in with the password in a file.

    `ca_file` has the certificates of authorities that are believed besides those of the machine.
    """

    host: str
    port: int
    tls: Tls
    user: str
    password_file: Path
    ca_file: Path | None = None

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "ImapSettings":
        """Return the settings of an environment.

        Raises `ParseError`, or `InvalidOption` for an unknown kind of encryption.
        """
        server = (environment.get("LUDARIUM_IMAP") or "").strip()
        name, _, digits = server.rpartition(":")
        if not (name and digits.isascii() and digits.isdigit() and 0 < int(digits[:6]) < 65536):
            raise ParseError(f"LUDARIUM_IMAP is {shorten(server)}: expected a host and a port, as in example.org:993")
        user, file = environment.get("LUDARIUM_IMAP_USER", ""), environment.get("LUDARIUM_IMAP_PASSWORD_FILE", "")
        if not (user and file):
            raise ParseError("LUDARIUM_IMAP_USER and LUDARIUM_IMAP_PASSWORD_FILE: expected both")
        usual = _USUAL_TLS.get(int(digits), "starttls")
        tls = Option("LUDARIUM_IMAP_TLS", usual, _TLS, "").parse(environment.get("LUDARIUM_IMAP_TLS") or usual)
        ca_file = find_ca_file(environment)
        return cls(name.strip("[]"), int(digits), cast("Tls", tls), user, Path(file), ca_file)

    def connect(self) -> BaseMailBox:
        """Return the mail server, to which nobody has signed in yet.

        Raises `OSError` if it cannot be reached, or its certificate is not believed.
        """
        if self.tls == "none":
            return MailBoxUnencrypted(self.host, self.port, timeout=_PATIENCE)
        kind = MailBox if self.tls == "tls" else MailBoxStartTls
        context = make_context(self.ca_file)  # the library's own one checks no certificate
        return kind(self.host, self.port, timeout=_PATIENCE, ssl_context=context)


def poll(settings: ImapSettings, door: MailDoor, inbox: Reception, now: Callable[[], float]) -> int:
    """Move the new mails for the site from the mailbox into the inbox; return how many there were.

    A mail is deleted in the mailbox when it is stored; those for other addresses stay there, and are marked as seen.
    Raises `OSError` or an error of `imap_tools` if the mailbox cannot be reached.
    """
    password, count = settings.password_file.read_text("utf-8").strip(), 0
    mailbox = settings.connect()
    with mailbox.login(settings.user, password):
        for uid in mailbox.uids("UNSEEN"):
            raw, size = _fetch(mailbox, uid)
            recipient = _recipient(raw, door, inbox, now())
            if recipient is None:
                mailbox.flag(uid, "\\Seen", value=True)
                continue
            receive(inbox, _sender(raw), recipient, BytesIO(raw), now(), size)
            mailbox.delete(uid)
            count += 1
    return count


def _fetch(mailbox: BaseMailBox, uid: str) -> tuple[bytes, int]:
    """Return the part of a mail that is stored, and the size of the whole, without marking it as seen.

    The rest is never sent here, since the memory of this machine need not hold what somebody has mailed.
    """
    _, found = mailbox.client.uid("fetch", uid, f"(RFC822.SIZE BODY.PEEK[]<0.{LARGEST}>)")
    parts = [part if isinstance(part, tuple) else (part, b"") for part in found if part]
    size = re.search(rb"RFC822\.SIZE ([0-9]+)", b" ".join(bytes(about) for about, _ in parts))
    raw = next((bytes(text) for _, text in parts if text), b"")[:LARGEST]
    return raw, max(int(size[1]) if size else 0, len(raw))


def _recipient(raw: bytes, door: MailDoor, inbox: Reception, now: float) -> str | None:
    """Return the address of ours to which a mail came; None if it came to another one."""
    headers = message_from_bytes(head_of(raw))
    for name in _RECIPIENTS:
        for address in _addresses(headers, name):
            try:
                check_recipient(door, inbox, address, now)
            except NoSuchRecipient:
                continue
            return address
    return None


def _sender(raw: bytes) -> str:
    """Return the sender of the envelope, which the last server has noted, or else that of the mail."""
    headers = message_from_bytes(head_of(raw))
    returned = re.match(r"\s*<([^<>]*)>", str(headers.get("Return-Path", "")))
    if returned:
        return returned[1]
    return next(iter(_addresses(headers, "From")), "")


def _addresses(headers: Message, name: str) -> list[str]:
    """Return the addresses in the headers of a name, none if there is one that no program has written."""
    try:
        return [address for _, address in getaddresses([str(value) for value in headers.get_all(name, [])])]
    except Exception:  # noqa: BLE001  # such as comments nested too deeply, which must not stop the post
        return []
