"""The settings of a site, for its administrators."""

from pathlib import Path
from typing import NamedTuple


class Setting(NamedTuple):
    """A setting in words: its subject, a sentence, and the name by which it is changed."""

    subject: str
    text: str
    name: str


class SiteFacts(NamedTuple):
    """The settings of a site in words, the URL of its database, the folder of its data, and what is not installed."""

    settings: tuple[Setting, ...]
    database: str
    data: Path
    missing: tuple[str, ...] = ()

    @property
    def backups(self) -> Path:
        """The folder of its backups."""
        return self.data / "backups"
