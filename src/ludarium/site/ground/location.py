"""Where the database is, by its URL; light, since an MTA starts a program for every mail."""

from pathlib import Path

from ludarium.core.errors import LudariumError

_FILE = "sqlite:///"


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
