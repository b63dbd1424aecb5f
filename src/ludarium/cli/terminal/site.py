"""A site as a program sees it: data at the addresses of its pages, and the session of the person at this terminal.

The standard library asks, so that the bare package can.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ludarium import __version__
from ludarium.cli.terminal.cookies import Sessions
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.record import LARGEST
from ludarium.core.text import shorten

Data = Mapping[str, Any]
_COOKIES = ("__Host-session", "session")
"""The names of the cookie of a session, where a site is called by https and elsewhere."""
_AGENT = f"Ludarium {__version__} in a terminal"
_JSON, _EVENTS = "application/json", "text/event-stream"
_PATIENCE = 30.0
"""Seconds to wait for an answer."""
_SILENCE = 40.0
"""Seconds without a sign of life, which comes every 15, after which a stream counts as lost."""
_REDIRECTS = 5
_LARGEST = 8 * LARGEST
"""Bytes of an answer: a record is sent with escapes for what is not ASCII."""
_AWAY = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)


class SiteAway(LudariumError):
    """The site cannot be reached, or is busy."""


class Refused(LudariumError):
    """What the site answers to what it does not do, with the HTTP status."""

    def __init__(self, message: str, status: int = HTTPStatus.OK) -> None:
        super().__init__(message)
        self.status = status


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect, since its answer may have a cookie."""

    def redirect_request(self, *_: object) -> None:
        """Return no request, so that the redirect itself is the answer."""


class Site:
    """A site, and who the person at this terminal is there; `origin` is its address, without a path."""

    def __init__(self, origin: str, sessions: Sessions) -> None:
        self.origin = origin
        self._sessions = sessions
        self._session = sessions.of(origin)
        self._opener = build_opener(_NoRedirects)

    def get(self, path: str) -> Data:
        """Return the data at an address.

        Raises `SiteAway` and `Refused`.
        """
        return self._ask(path, None)

    def post(self, path: str, **fields: object) -> Data:
        """Send a form, and return the data of what has changed.

        Raises `SiteAway`, after which nobody knows whether the form has arrived, and `Refused`.
        """
        return self._ask(path, fields)

    def listen(self, path: str) -> Iterator[Data]:
        """Yield the data of a stream of events until it ends; those of a sign of life are empty.

        Raises `SiteAway`, also when it is silent for too long.
        """
        try:
            with closing(self._open(path, None, _EVENTS, _SILENCE)) as stream:
                if stream.status != HTTPStatus.OK:
                    raise SiteAway(f"{self.origin} tells no news: {stream.status} {stream.reason}")
                for line in stream:
                    if line.startswith(b"data:"):
                        yield self._parse(line[5:].strip() or b"{}")
        except (OSError, HTTPException) as error:
            raise self._away(error) from error

    def sign_out(self) -> None:
        """End the session, and forget it also where the site cannot be told so."""
        session = sha256(self._session.encode()).hexdigest()  # as the site names it in its lists
        try:
            if self._session:
                self.post("/me/account", do="end", session=session)
        except Refused:
            pass  # the site knows it no more
        finally:
            self._session = ""
            self._sessions.keep(self.origin, "")

    def _ask(self, path: str, fields: Data | None) -> Data:
        for _ in range(_REDIRECTS):
            try:
                with closing(self._open(path, fields, _JSON, _PATIENCE)) as answer:
                    status, headers, body = answer.status or 0, answer.headers, answer.read(_LARGEST)
            except (OSError, HTTPException) as error:
                raise self._away(error) from error
            self._keep_session(headers.get_all("Set-Cookie", []))
            if location := headers.get("Location"):
                before, path = self.origin, self._follow(path, location)
                fields = None if self.origin == before else fields  # what only leads to HTTPS has read no form
                continue
            data = self._parse(body) if headers.get_content_type() == _JSON else {}
            if status in _AWAY:
                raise SiteAway(data.get("error") or f"{self.origin} cannot be reached: {status} {answer.reason}")
            if status >= HTTPStatus.BAD_REQUEST or headers.get_content_type() != _JSON:
                raise Refused(data.get("error") or f"{self.origin} is no site of Ludarium 0.2 or later", status)
            return data
        raise Refused(f"{self.origin} redirects without end")

    def _open(self, path: str, fields: Data | None, accept: str, timeout: float) -> HTTPResponse | HTTPError:
        headers = {"Accept": accept, "User-Agent": _AGENT}
        if self._session:
            headers["Cookie"] = "; ".join(f"{name}={self._session}" for name in _COOKIES)
        body = None if fields is None else urlencode(fields).encode()
        request = Request(self.origin + path, body, headers)  # noqa: S310  # `parse_address` allows HTTP alone
        try:
            opened: HTTPResponse = self._opener.open(request, timeout=timeout)
        except HTTPError as error:
            return error
        return opened

    def _follow(self, path: str, location: str) -> str:
        """Return the path to which a redirect leads; the site may move to HTTPS by it, and nowhere else."""
        here, to = urlsplit(self.origin), urlsplit(urljoin(self.origin + path, location))
        origin = f"{to.scheme}://{to.netloc}"
        if origin != self.origin:
            moves = (here.scheme, to.scheme, to.hostname) == ("http", "https", here.hostname)
            if not moves or self._session:
                raise Refused(f"{self.origin} leads to {shorten(origin)}: name that site, if you trust it")
            self.origin, self._session = origin, self._sessions.of(origin)
        return to.path + (f"?{to.query}" if to.query else "")

    def _keep_session(self, cookies: list[str]) -> None:
        """Keep the session that an answer sets; forget it if the answer only deletes one."""
        found: list[str] = []
        for text in cookies:
            with suppress(CookieError):
                found += [cookie.value for name, cookie in SimpleCookie(text).items() if name in _COOKIES]
        session = max(found, default=self._session)  # what deletes a cookie, such as one of a former name, is empty
        if session != self._session:
            self._session = session
            self._sessions.keep(self.origin, session)

    def _parse(self, body: bytes) -> Data:
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise Refused(f"the answer of {self.origin} cannot be read")
        return data

    def _away(self, error: Exception) -> SiteAway:
        reason = getattr(error, "reason", error)
        told = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
        return SiteAway(f"{self.origin} cannot be reached: {told}")


def parse_address(text: str) -> tuple[str, str]:
    """Return the origin and the path of an address at a site; without a scheme it is HTTPS.

    >>> parse_address("https://games.example.org/matches/m?turn=3")
    ('https://games.example.org', '/matches/m')
    >>> parse_address("games.example.org")
    ('https://games.example.org', '/')

    Raises `ParseError`.
    """
    try:
        found = urlsplit(text if "://" in text else f"https://{text}")
        known = found.scheme in ("http", "https") and found.hostname and found.port != 0
    except ValueError:
        known = None
    if not known or not text.isprintable() or not text.isascii() or " " in text or found.username is not None:
        raise ParseError(f"{shorten(text)} is not an address: expected one such as https://games.example.org/matches/m")
    return f"{found.scheme}://{found.netloc.lower()}", found.path or "/"
