"""The settings of a server, read from the environment; docs/reference/settings.md tells what each says."""

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
THINKERS = Option("LUDARIUM_THINKERS", os.cpu_count() or 1, range(1, 1025), "how many bots think at once")
LARGEST_REQUEST = Option("LUDARIUM_LARGEST_REQUEST", 65_536, range(1024, 2**30), "bytes that a request may have")


@dataclass(frozen=True, slots=True)
class Config:
    """What a server is told before it starts.

    >>> Config.from_environment({"LUDARIUM_DATA": "/tmp/house", "PORT": "8080"}).database
    'sqlite:////tmp/house/ludarium.sqlite'
    """

    data: Path
    database: str
    port: int
    bot_workers: int
    largest_request: int

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Config":
        """The settings of an environment; what is missing or empty there is as usual.

        Raises `InvalidOption` for a value out of its range.
        """

        def number(option: Option) -> int:
            return int(option.parse(environment.get(option.name) or option.default))

        data = (
            Path(environment.get("LUDARIUM_DATA") or user_data_path("ludarium", appauthor=False))
            .expanduser()
            .absolute()
        )
        database = environment.get("LUDARIUM_DATABASE") or f"sqlite:///{data / 'ludarium.sqlite'}"
        return cls(data, database, number(PORT), number(THINKERS), number(LARGEST_REQUEST))

    def prepare(self) -> None:
        """Make the data folder where it is missing.

        Raises `ParseError` where it cannot be made.
        """
        try:
            self.data.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ParseError(f"{shorten(str(self.data))} cannot be the data folder: {error.strerror}") from error

    def secret(self) -> str:
        """The key that signs links to seats: made once, kept in the data folder, and readable by its owner alone."""
        path = self.data / "secret"
        if not path.exists():
            self.prepare()
            with tempfile.NamedTemporaryFile("w", dir=self.data, encoding="ascii") as file:  # its mode is 0600
                file.write(secrets.token_urlsafe(48))
                file.flush()
                os.fsync(file.fileno())
                try:
                    os.link(file.name, path)  # the whole key or none; of two processes one wins
                except FileExistsError:
                    return path.read_text("ascii")
        return path.read_text("ascii")
