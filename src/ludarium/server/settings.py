"""The settings of a server, read from the environment; docs/reference/settings.md describes them."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path

from ludarium.core.errors import ParseError
from ludarium.core.spec import Option
from ludarium.core.text import shorten

PORT = Option("PORT", 8000, range(1, 65536), "the port on 127.0.0.1")
BOT_WORKERS = Option("LUDARIUM_BOT_WORKERS", os.cpu_count() or 1, range(1, 1025), "how many bots think at once")
FORMER_NAMES = {"LUDARIUM_BOT_WORKERS": "LUDARIUM_THINKERS"}
"""Settings by their names in earlier versions, which are still read."""
SEARCH_MEMORY = Option("LUDARIUM_SEARCH_MEMORY", 128, range(2**20), "megabytes of searches kept for the next turns")
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
    bot_workers: int
    largest_request: int
    search_memory: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "ServerSettings":
        """Return the settings of an environment; a missing or empty variable means the default.

        Raises `InvalidOption` for a value out of its range.
        """

        def number(option: Option) -> int:
            former = environment.get(FORMER_NAMES.get(option.name, ""))
            return int(option.parse(environment.get(option.name) or former or option.default))

        data = (
            Path(environment.get("LUDARIUM_DATA") or user_data_path("ludarium", appauthor=False))
            .expanduser()
            .absolute()
        )
        database = environment.get("LUDARIUM_DATABASE") or f"sqlite:///{data / 'ludarium.sqlite'}"
        numbers = (number(option) for option in (PORT, BOT_WORKERS, LARGEST_REQUEST, SEARCH_MEMORY))
        return cls(data, database, *numbers)

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
