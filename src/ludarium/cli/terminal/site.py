"""A site as a program sees it: data at the addresses of its pages, and the session of the person at this terminal."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from http import HTTPStatus
from http.client import HTTPResponse
from http.cookies import CookieError, SimpleCookie
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit

from ludarium import __version__
from ludarium.cli.terminal.site_http import (
    AWAY,
    PATIENCE,
    SILENCE,
    Data,
    Refused,
    Sessions,
    SiteAway,
    open_answer,
    parse_data,
)
from ludarium.core.errors import ParseError
from ludarium.core.record import LARGEST
from ludarium.core.text import shorten

_COOKIES = ("__Host-session", "session")
"""The names of the cookie of a session, where a site is called by https and elsewhere."""
_AGENT = f"Ludarium {__version__} in a terminal"
_JSON, _EVENTS = "application/json", "text/event-stream"
_REDIRECTS = 5
_LARGEST = 8 * LARGEST
"""Bytes of an answer: a record is sent with escapes for what is not ASCII."""


class SiteClient:
    """A site, and who the person at this terminal is there; `origin` is its address, without a path."""

    def __init__(self, origin: str, sessions: Sessions) -> None:
        self.origin = origin
        self._sessions = sessions
        self._session = sessions.of(origin)

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
        with self._open(path, None, _EVENTS, SILENCE) as stream:
            if stream.status != HTTPStatus.OK:
                raise SiteAway(f"{self.origin} tells no news: {stream.status} {stream.reason}")
            for line in stream:
                if line.startswith(b"data:"):
                    yield self._parse(line[5:].strip() or b"{}")

    def sign_out(self) -> None:
        """End the session, and forget it also if the site cannot be reached."""
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
            with self._open(path, fields, _JSON, PATIENCE) as answer:
                status, headers, body = answer.status or 0, answer.headers, answer.read(_LARGEST)
            self._keep_session(headers.get_all("Set-Cookie", []))
            if location := headers.get("Location"):
                before, path = self.origin, self._follow(path, location)
                fields = None if self.origin == before else fields  # what only leads to HTTPS has read no form
                continue
            data = self._parse(body) if headers.get_content_type() == _JSON else {}
            if status in AWAY:
                raise SiteAway(data.get("error") or f"{self.origin} cannot be reached: {status} {answer.reason}")
            if status >= HTTPStatus.BAD_REQUEST or headers.get_content_type() != _JSON:
                raise Refused(data.get("error") or f"{self.origin} is no site of Ludarium", status)
            return data
        raise Refused(f"{self.origin} redirects without end")

    def _open(
        self, path: str, fields: Data | None, accept: str, timeout: float
    ) -> AbstractContextManager[HTTPResponse | HTTPError]:
        headers = {"Accept": accept, "User-Agent": _AGENT}
        if self._session:
            headers["Cookie"] = "; ".join(f"{name}={self._session}" for name in _COOKIES)
        body = None if fields is None else urlencode(fields).encode()
        return open_answer(self.origin + path, body, headers, timeout, self.origin)

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
        """Store the session that an answer sets; delete it if the answer only deletes one."""
        found: list[str] = []
        for text in cookies:
            with suppress(CookieError):
                found += [cookie.value for name, cookie in SimpleCookie(text).items() if name in _COOKIES]
        session = max(found, default=self._session)  # what deletes a cookie, such as one of a former name, is empty
        if session != self._session:
            self._session = session
            self._sessions.keep(self.origin, session)

    def _parse(self, body: bytes) -> Data:
        data = parse_data(body)
        if data is None:
            raise Refused(f"the answer of {self.origin} cannot be read")
        return data


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
