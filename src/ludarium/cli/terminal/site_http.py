"""HTTP for clients of a site, by the standard library, so that the bare package needs no other one."""

import json
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ludarium.core.errors import LudariumError

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


def open_answer(
    address: str, body: bytes | None, headers: Mapping[str, str], timeout: float
) -> HTTPResponse | HTTPError:
    """Return the answer to a request, whatever its status; it must be closed.

    Raises `OSError` and `HTTPException`.
    """
    request = Request(address, body, dict(headers))  # noqa: S310  # `parse_address` allows HTTP alone
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


def unreachable(origin: str, error: Exception) -> SiteAway:
    """Return the error of a site that cannot be reached."""
    reason = getattr(error, "reason", error)
    cause = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return SiteAway(f"{origin} cannot be reached: {cause}")
