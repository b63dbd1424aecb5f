"""A site as a program with a token sees it; the standard library asks, so that the bare package can."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ludarium import __version__
from ludarium.cli.terminal.site import Refused, SiteAway
from ludarium.core.record import LARGEST

Data = Mapping[str, Any]
_AGENT = f"Ludarium {__version__} bot"
_PATIENCE = 30.0
_SILENCE = 40.0
"""Seconds without a sign of life, which comes every 15, after which a stream counts as lost."""
_LARGEST = 64 * LARGEST
_AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)


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


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect, which would carry the token elsewhere."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirect itself is the answer."""


class TokenSite:
    """A site, asked by a token; `origin` is its address, without a path."""

    def __init__(self, origin: str, token: str) -> None:
        self.origin = origin
        self._token = token
        self._opener = build_opener(_NoRedirects)

    def get(self, path: str) -> Data:
        """Return the data at an address.

        Raises `SiteAway`, `Rejected` and `TokenEnded`.
        """
        return self._ask(path, None)

    def post(self, path: str, body: Data) -> Data:
        """Send JSON, and return what has changed.

        Raises as `get` does; after `SiteAway` nobody knows whether it has arrived.
        """
        return self._ask(path, body)

    def listen(self, path: str) -> Iterator[Data]:
        """Yield the events of a stream until it ends.

        Raises as `get` does, `SiteAway` also when the stream is silent for too long.
        """
        try:
            with closing(self._open(path, None, _SILENCE)) as stream:
                if stream.status != HTTPStatus.OK:
                    raise self._refused(stream.status or 0, stream.headers, stream.read(_LARGEST))
                for line in stream:
                    if not line.endswith(b"\n"):
                        raise SiteAway(f"{self.origin} has broken off in the middle of an event")
                    yield self._parse(line)
        except (OSError, HTTPException) as error:
            raise self._away(error) from error

    def _ask(self, path: str, body: Data | None) -> Data:
        try:
            with closing(self._open(path, body, _PATIENCE)) as answer:
                status, headers, found = answer.status or 0, answer.headers, answer.read(_LARGEST)
        except (OSError, HTTPException) as error:
            raise self._away(error) from error
        if status == HTTPStatus.NO_CONTENT:
            return {}
        if status != HTTPStatus.OK:
            raise self._refused(status, headers, found)
        return self._parse(found)

    def _open(self, path: str, body: Data | None, timeout: float) -> HTTPResponse | HTTPError:
        headers = {"Accept": "application/json", "Authorization": f"Bearer {self._token}", "User-Agent": _AGENT}
        sent = None
        if body is not None:
            headers["Content-Type"], sent = "application/json", json.dumps(body).encode()
        request = Request(self.origin + path, sent, headers)  # noqa: S310  # `parse_address` allows HTTP alone
        try:
            opened: HTTPResponse = self._opener.open(request, timeout=timeout)
        except HTTPError as error:
            return error
        return opened

    def _refused(self, status: int, headers: Any, body: bytes) -> Exception:
        """Return the error of an answer that is none."""
        try:
            data = self._parse(body)
        except SiteAway:
            data = {}
        text = data.get("error") or f"{self.origin} answers {status}: expected the address of a site of Ludarium"
        if status == HTTPStatus.UNAUTHORIZED:
            return TokenEnded(text, status)
        if status == HTTPStatus.TOO_MANY_REQUESTS or status in _AWAY:
            when = headers.get("Retry-After") or ""
            return Busy(text, float(when) if when.isdigit() else 1.0)
        return Rejected(text, status, str(data.get("kind", "")))

    def _parse(self, body: bytes) -> Data:
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise SiteAway(f"the answer of {self.origin} cannot be read")
        return data

    def _away(self, error: Exception) -> SiteAway:
        reason = getattr(error, "reason", error)
        told = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return SiteAway(f"{self.origin} cannot be reached: {told}")
