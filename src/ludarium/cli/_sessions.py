"""Who the person at this terminal is on sites: a session for each, in a file that nobody else may read."""

import json
from pathlib import Path

from platformdirs import user_config_path

from ludarium.cli._terminal import BadFile
from ludarium.core.files import replacing


class Sessions:
    """The sessions of this user, by the address of the site; `path` is where they are kept."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or user_config_path("ludarium") / "sessions.json"

    def of(self, origin: str) -> str:
        """Return the session at a site; empty if there is none.

        Raises `BadFile`.
        """
        return self._load().get(origin, "")

    def keep(self, origin: str, session: str) -> None:
        """Keep the session at a site; an empty one is forgotten.

        Raises `BadFile`.
        """
        known = {**self._load(), origin: session}
        if not session:
            del known[origin]
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with replacing(self._path) as file:  # for its owner alone
                file.write(json.dumps(known, indent=2).encode())
        except OSError as error:
            raise BadFile(f"{self._path} cannot be written: {error.strerror}") from error

    def _load(self) -> dict[str, str]:
        try:
            found = json.loads(self._path.read_text("utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise BadFile(f"{self._path} cannot be read: {error}") from error
        if not isinstance(found, dict):
            raise BadFile(f"{self._path} cannot be read: expected addresses of sites with a session each")
        return {str(origin): str(session) for origin, session in found.items()}
