"""Where the data of the site are, and its database by its URL; light, since an MTA starts a program for every mail."""

import os
from collections.abc import Mapping
from pathlib import Path

from ludarium.core.errors import LudariumError

_FILE = "sqlite:///"


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the site's database and its secret."""
    if folder := environment.get("LUDARIUM_DATA"):
        return Path(folder).expanduser().absolute()
    from platformdirs import user_data_path  # here, since an MTA starts a command for every mail

    return user_data_path("ludarium", appauthor=False).expanduser().absolute()


def database_url(environment: Mapping[str, str] = os.environ) -> str:
    """Return the URL of the site's database.

    >>> database_url({"LUDARIUM_DATA": "/tmp/ludarium"})
    'sqlite:////tmp/ludarium/ludarium.sqlite'
    """
    return environment.get("LUDARIUM_DATABASE") or f"sqlite:///{data_folder(environment) / 'ludarium.sqlite'}"


class NoDatabase(LudariumError):
    """There is no database of a site where one was expected."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"there is no site's database at {name}: expected LUDARIUM_DATA or LUDARIUM_DATABASE as the site has it "
            "(`ludarium serve` and `ludarium restore` create one)"
        )


def sqlite_file(url: str) -> Path | None:
    """Return the file of a URL that names an SQLite file and nothing else; None for any other URL.

    >>> sqlite_file("sqlite:////srv/ludarium.sqlite").as_posix()
    '/srv/ludarium.sqlite'
    >>> sqlite_file("sqlite:///x.sqlite?timeout=3"), sqlite_file("postgresql://db/ludarium"), sqlite_file("sqlite://")
    (None, None, None)
    """
    place = url.removeprefix(_FILE)
    is_plain = url.startswith(_FILE) and place not in ("", ":memory:") and not place.startswith("file:")
    return Path(place) if is_plain and "?" not in place else None


def require_file(path: Path) -> None:
    """Raise `NoDatabase` unless an SQLite file is there, and `LudariumError` if this user may not look."""
    try:
        is_there = path.is_file() and path.stat().st_size > 0
    except PermissionError:
        raise LudariumError(
            f"this user may not read the site's database {path}: run the command as the user of the site, or as root "
            "with --env FILE, as in `ludarium --env /etc/ludarium.env check`"
        ) from None
    if not is_there:
        raise NoDatabase(str(path))
