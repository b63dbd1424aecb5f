"""The settings of the post that goes out, read from the environment; docs/reference/settings.md describes them."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from ludarium.core.errors import ParseError
from ludarium.core.spec import Option
from ludarium.core.text import shorten
from ludarium.site.mail.settings import MailDoor
from ludarium.site.mail.tls import find_ca_file

Tls = Literal["none", "starttls", "tls"]
_USUAL_TLS: Mapping[int, Tls] = {465: "tls", 587: "starttls"}
_HOST = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?\.?|\[[0-9A-Fa-f:.]+\]")
_TLS = ("none", "starttls", "tls")
BOUNCE_PREFIX = "b+"
"""What stands before the id of a mail in the address to which it comes back."""


@dataclass(frozen=True, slots=True)
class SmtpSettings:
    """The settings for sending mails.

    | field           | content                                                                       |
    |-----------------|-------------------------------------------------------------------------------|
    | `host`, `port`  | the mail server                                                               |
    | `tls`           | whether the connection is encrypted: not, after its beginning, or from it on  |
    | `user`          | the name by which the site signs in there; empty if it does not               |
    | `password_file` | the file with its password                                                    |
    | `sender`        | the address from which mails come                                             |
    | `door`          | whether mails to the domain come back to the site                             |
    | `ca_file`       | certificates of authorities that are believed besides those of the machine    |

    >>> settings = SmtpSettings.from_environment({"LUDARIUM_SMTP": "localhost:25"}, "games.example.org")
    >>> settings.sender, settings.tls, settings.envelope_sender("id")
    ('ludarium@games.example.org', 'none', 'ludarium@games.example.org')
    """

    host: str
    port: int
    tls: Tls
    user: str
    password_file: Path | None
    sender: str
    door: bool
    ca_file: Path | None = None

    @classmethod
    def from_environment(
        cls, environment: Mapping[str, str] = os.environ, host: str = "localhost"
    ) -> "SmtpSettings | None":
        """Return the settings of an environment; None if no mail server is named. `host` is that of the site.

        Raises `ParseError`, or `InvalidOption` for an unknown kind of encryption.
        """
        server = (environment.get("LUDARIUM_SMTP") or "").strip()
        if not server:
            return None
        name, _, digits = server.rpartition(":")
        is_port = digits.isascii() and digits.isdigit() and 0 < int(digits[:6]) < 65536
        if not (is_port and _HOST.fullmatch(name)):
            raise ParseError(
                f"LUDARIUM_SMTP is {shorten(server)}: expected a host and a port without anything else, "
                "as in localhost:25 or smtp.example.org:587"
            )
        port, door = int(digits), MailDoor.from_environment(environment)
        usual = _USUAL_TLS.get(port, "none")
        tls = Option("LUDARIUM_SMTP_TLS", usual, _TLS, "").parse(environment.get("LUDARIUM_SMTP_TLS") or usual)
        user, file = environment.get("LUDARIUM_SMTP_USER", ""), environment.get("LUDARIUM_SMTP_PASSWORD_FILE")
        if bool(user) != bool(file):
            raise ParseError("LUDARIUM_SMTP_USER and LUDARIUM_SMTP_PASSWORD_FILE: expected both, or neither")
        sender = environment.get("LUDARIUM_MAIL_FROM") or door.address or f"ludarium@{host}"
        before, at, domain = sender.strip().rpartition("@")
        if not (before and at and domain) or not sender.isascii() or any(sign in sender for sign in ' "<>,;'):
            raise ParseError(f"LUDARIUM_MAIL_FROM is {shorten(sender)}: expected an address as in play@example.org")
        path, ca_file = Path(file) if file else None, find_ca_file(environment)
        return cls(name.strip("[]"), port, cast("Tls", tls), user, path, f"{before}@{domain}", bool(door), ca_file)

    @property
    def domain(self) -> str:
        """The domain of the address from which mails come."""
        return self.sender.rpartition("@")[2]

    def envelope_sender(self, mail_id: str) -> str:
        """Return the address to which a mail comes back that cannot be delivered."""
        return f"{BOUNCE_PREFIX}{mail_id}@{self.domain}" if self.door and mail_id else self.sender

    def password(self) -> str:
        """Return the password of the user.

        Raises `OSError` if its file cannot be read.
        """
        return self.password_file.read_text("utf-8").strip() if self.password_file else ""
