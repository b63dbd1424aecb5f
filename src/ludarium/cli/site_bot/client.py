"""A site as a program with a token sees it."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from http import HTTPStatus
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError

from ludarium import __version__
from ludarium.cli.terminal.site_http import (
    AWAY,
    PATIENCE,
    SILENCE,
    Data,
    Refused,
    SiteAway,
    open_answer,
    parse_data,
)
from ludarium.core.record import LARGEST

_AGENT = f"Ludarium {__version__} bot"
_LARGEST = 64 * LARGEST


class TokenEnded(Refused):
    """The site does not know the token, or has ended it."""


class Rejected(Refused):
    """The site does not do what was asked, for a reason whose `kind` never changes its meaning."""

    def __init__(self, message: str, status: int, kind: str) -> None:
        super().__init__(message, status)
        self.kind = kind


class Busy(SiteAway):
    """The site asks to come back after some seconds."""

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.seconds = seconds


class TokenSite:
    """A site, asked by a token; `origin` is its address, without a path."""

    def __init__(self, origin: str, token: str) -> None:
        self.origin = origin
        self._token = token

    def get(self, path: str) -> Data:
        """Return the data at an address.

        Raises `SiteAway`, `Rejected` and `TokenEnded`.
        """
        return self._ask(path, None)

    def post(self, path: str, body: Data) -> Data:
        """Send JSON, and return the answer, which has what changed.

        Raises as `get` does; after `SiteAway` nobody knows whether it has arrived.
        """
        return self._ask(path, body)

    def listen(self, path: str) -> Iterator[Data]:
        """Yield the events of a stream until it ends.

        Raises as `get` does, `SiteAway` also when the stream is silent for too long.
        """
        with self._open(path, None, SILENCE) as stream:
            if stream.status != HTTPStatus.OK:
                raise self._refused(stream.status or 0, stream.headers, stream.read(_LARGEST))
            for line in stream:
                if not line.endswith(b"\n"):
                    raise SiteAway(f"{self.origin} has broken off in the middle of an event")
                yield self._parse(line)

    def _ask(self, path: str, body: Data | None) -> Data:
        with self._open(path, body, PATIENCE) as answer:
            status, headers, found = answer.status or 0, answer.headers, answer.read(_LARGEST)
        if status == HTTPStatus.NO_CONTENT:
            return {}
        if status != HTTPStatus.OK:
            raise self._refused(status, headers, found)
        return self._parse(found)

    def _open(self, path: str, body: Data | None, timeout: float) -> AbstractContextManager[HTTPResponse | HTTPError]:
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self._token}", "User-Agent": _AGENT}
        sent = None
        if body is not None:
            headers["Content-Type"], sent = "application/json", json.dumps(body).encode()
        return open_answer(self.origin + path, sent, headers, timeout, self.origin)

    def _refused(self, status: int, headers: Any, body: bytes) -> Exception:
        """Return the error of a refused request."""
        data = parse_data(body) or {}
        text = data.get("error") or f"{self.origin} answers {status}: expected the address of a site of Ludarium"
        if status == HTTPStatus.UNAUTHORIZED:
            return TokenEnded(text, status)
        if status == HTTPStatus.TOO_MANY_REQUESTS or status in AWAY:
            when = headers.get("Retry-After") or ""
            return Busy(text, float(when) if when.isdigit() else 1.0)
        return Rejected(text, status, str(data.get("kind", "")))

    def _parse(self, body: bytes) -> Data:
        data = parse_data(body)
        if data is None:
            raise SiteAway(f"the answer of {self.origin} cannot be read")
        return data
