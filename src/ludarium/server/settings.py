"""The settings of a server, read from the environment; docs/reference/settings.md describes them."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from platformdirs import user_data_path

from ludarium.club.accounts import AccountRules, Registration
from ludarium.club.vacation import VACATION_DAYS
from ludarium.core.errors import ParseError
from ludarium.core.spec import Option
from ludarium.core.text import shorten

PORT = Option("PORT", 8000, range(1, 65536), "the port on 127.0.0.1")
BOT_WORKERS = Option("LUDARIUM_BOT_WORKERS", os.cpu_count() or 1, range(1, 1025), "how many bots think at once")
FORMER_NAMES = {"LUDARIUM_BOT_WORKERS": "LUDARIUM_THINKERS"}
"""Settings by their names in earlier versions, which are still read."""
SEARCH_MEMORY = Option("LUDARIUM_SEARCH_MEMORY", 128, range(2**20), "megabytes of searches kept for the next turns")
REGISTRATION = Option(
    "LUDARIUM_REGISTRATION", "invite", ("open", "invite", "closed"), "who may make an account on the site"
)
GUESTS = Option("LUDARIUM_GUESTS", "on", ("on", "off"), "whether people without an account may play")
VACATION = Option("LUDARIUM_VACATION_DAYS", VACATION_DAYS, range(366), "days of vacation that a person has in a year")
PROCESSES = Option("LUDARIUM_PROCESSES", 1, range(1, 65), "how many processes serve the site")
LARGEST_REQUEST = Option("LUDARIUM_LARGEST_REQUEST", 65_536, range(1024, 2**30), "bytes that a request may have")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """The settings of a server.

    >>> ServerSettings.from_environment({"LUDARIUM_DATA": "/tmp/ludarium", "PORT": "8080"}).database
    'sqlite:////tmp/ludarium/ludarium.sqlite'
    """

    data: Path
    database: str
    port: int
    processes: int
    bot_workers: int
    largest_request: int
    search_memory: int
    rules: AccountRules
    vacation_days: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "ServerSettings":
        """Return the settings of an environment; a missing or empty variable means the default.

        Raises `InvalidOption` for a value out of its range, `ParseError` for an address that is none.
        """

        def number(option: Option) -> int:
            former = environment.get(FORMER_NAMES.get(option.name, ""))
            return int(option.parse(environment.get(option.name) or former or option.default))

        def chosen(option: Option) -> str:
            return str(option.parse(environment.get(option.name) or option.default))

        data = (
            Path(environment.get("LUDARIUM_DATA") or user_data_path("ludarium", appauthor=False))
            .expanduser()
            .absolute()
        )
        database = environment.get("LUDARIUM_DATABASE") or f"sqlite:///{data / 'ludarium.sqlite'}"
        port, registration, guests = number(PORT), chosen(REGISTRATION), chosen(GUESTS)
        url = _parse_url(environment.get("LUDARIUM_URL") or f"http://localhost:{port}")
        rules = AccountRules(url, cast("Registration", registration), guests == "on")
        return cls(
            data=data,
            database=database,
            port=port,
            processes=number(PROCESSES),
            bot_workers=number(BOT_WORKERS),
            largest_request=number(LARGEST_REQUEST),
            search_memory=number(SEARCH_MEMORY),
            rules=rules,
            vacation_days=number(VACATION),
        )

    def prepare(self) -> None:
        """Create the data folder if it is missing.

        Raises `ParseError` if it cannot be created.
        """
        try:
            self.data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ParseError(f"{shorten(str(self.data))} cannot be the data folder: {error.strerror}") from error

    def secret(self) -> str:
        """Return the key that signs invitations; create it if it is missing, in a file that only its owner can read."""
        path = self.data / "secret"
        if not path.exists():
            self.prepare()
            with tempfile.NamedTemporaryFile("w", dir=self.data, encoding="ascii") as file:  # with mode 0600
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
                try:
                    os.link(file.name, path)  # atomic: of two processes one wins
                except FileExistsError:
                    return path.read_text("ascii")
        return path.read_text("ascii")


def _parse_url(text: str) -> str:
    """Return the address of the site without a slash at its end.

    Raises `ParseError`.
    """
    try:
        parts = urlsplit(text.strip())
        valid = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
    except ValueError:  # a port that is no number
        valid = False
    if not valid or parts.path.strip("/") or parts.query or parts.fragment or parts.username:
        raise ParseError(f"LUDARIUM_URL is {shorten(text)}: expected an address as in https://games.example.org")
    return f"{parts.scheme}://{parts.netloc.lower()}"
