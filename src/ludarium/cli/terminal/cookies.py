"""The sessions of the person at this terminal on sites, each in a file of its own that nobody else may read."""

from pathlib import Path
from urllib.parse import quote

from platformdirs import user_config_path

from ludarium.cli.terminal.output import BadFile
from ludarium.core.files import replacing


class Sessions:
    """The sessions of this user, by the address of the site; `folder` is where they are stored.

    Two programs that sign in at the same time disturb each other only on the same site, where the last one stays.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or user_config_path("ludarium") / "sessions"

    def of(self, origin: str) -> str:
        """Return the session at a site; empty if there is none.

        Raises `BadFile`.
        """
        path = self._path(origin)
        try:
            session = path.read_text("ascii").strip()
        except FileNotFoundError:
            return ""
        except (OSError, ValueError) as error:
            raise BadFile(f"{path} cannot be read: {error}") from error
        if not session.isprintable():
            raise BadFile(f"{path} cannot be read: expected a session, in one line")
        return session

    def keep(self, origin: str, session: str) -> None:
        """Store the session at a site; an empty one is deleted.

        Raises `BadFile`.
        """
        path = self._path(origin)
        try:
            if session:
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                with replacing(path) as file:  # for its owner alone
                    file.write(session.encode())
            else:
                path.unlink(missing_ok=True)
        except OSError as error:
            raise BadFile(f"{path} cannot be written: {error.strerror}") from error

    def _path(self, origin: str) -> Path:
        return self._folder / quote(origin, safe="")
