"""HTTP for clients of a site, by the standard library, so that the bare package needs no other one."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import HTTPRedirectHandler, Request, build_opener

from platformdirs import user_config_path

from ludarium.cli.terminal.output import BadFile
from ludarium.core.errors import LudariumError
from ludarium.core.files import replacing

Data = Mapping[str, Any]
PATIENCE = 30.0
"""Seconds to wait for an answer."""
SILENCE = 40.0
"""Seconds without a sign of life, which comes every 15, after which a stream counts as lost."""
AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)


class SiteAway(LudariumError):
    """The site cannot be reached, or is busy."""


class Refused(LudariumError):
    """The answer of the site to a refused request, with the HTTP status."""

    def __init__(self, message: str, status: int = HTTPStatus.OK) -> None:
        super().__init__(message)
        self.status = status


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: its answer may have a cookie, and a token must not be sent elsewhere."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirect itself is the answer."""


_OPENER = build_opener(_NoRedirects)


@contextmanager
def open_answer(
    address: str, body: bytes | None, headers: Mapping[str, str], timeout: float, site: str = ""
) -> Iterator[HTTPResponse | HTTPError]:
    """Give the answer to a request, whatever its status, and close it at the end of the block.

    Raises `SiteAway` with the name of the site, by default the address, if it cannot be reached or read to its end.
    """
    request = Request(address, body, dict(headers))  # noqa: S310  # `parse_address` allows HTTP alone
    try:
        with closing(_opened(request, timeout)) as answer:
            yield answer
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        cause = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        raise SiteAway(f"{site or address} cannot be reached: {cause}") from error


def _opened(request: Request, timeout: float) -> HTTPResponse | HTTPError:
    try:
        opened: HTTPResponse = _OPENER.open(request, timeout=timeout)
    except HTTPError as error:
        return error
    return opened


def parse_data(body: bytes) -> Data | None:
    """Return the object of an answer in JSON; None if the answer is no object in JSON.

    >>> parse_data(b'{"revision": 1}'), parse_data(b"<html>")
    ({'revision': 1}, None)
    """
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


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
