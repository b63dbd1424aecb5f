"""The settings of the post that comes in, read from the environment; docs/reference/settings.md describes them.

This module is light: a program that only receives a mail must start at once.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten


@dataclass(frozen=True, slots=True)
class MailDoor:
    """The addresses that receive mail for the site: `address` takes commands, and reply addresses are in its domain.

    >>> door = MailDoor.from_environment({"LUDARIUM_MAIL_ADDRESS": "play@games.example.org"})
    >>> door.domain, door.reply_to("m+abc")
    ('games.example.org', 'm+abc@games.example.org')
    """

    address: str = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "MailDoor":
        """Return the settings of an environment; without an address no mail is received.

        Raises `ParseError` for an address that is none.
        """
        address = (environment.get("LUDARIUM_MAIL_ADDRESS") or "").strip().lower()
        name, _, domain = address.rpartition("@")
        if address and not (
            name and domain and address.isprintable() and not any(sign in ' "<>,;' for sign in address)
        ):
            raise ParseError(f"LUDARIUM_MAIL_ADDRESS is {shorten(address)}: expected an address as in play@example.org")
        return cls(address)

    def __bool__(self) -> bool:
        """Whether mail can come in."""
        return bool(self.address)

    @property
    def domain(self) -> str:
        """The domain of all addresses of the site."""
        return self.address.rpartition("@")[2]

    def reply_to(self, local_part: str) -> str:
        """Return the address with this local part."""
        return f"{local_part}@{self.domain}"
