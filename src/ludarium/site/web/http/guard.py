"""Middleware that checks the origin and size of every request and sets headers of security and caching."""

import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.site.web.http.negotiation import wants_data
from ludarium.site.web.http.refusals import problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""The content security policy: files of the site only, no scripts or styles inside pages."""

_HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
)
_CACHING = (b"cache-control", b"private, no-cache")
"""Of an answer that says nothing else: nobody but its reader keeps it, and asks each time whether it has changed."""
_ADDED = (*_HEADERS, _CACHING)
_WHO = (b"Authorization", b"Cookie")
"""The headers that say who asks."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class TooLarge(HTTPException):
    """The request's body is longer than the site reads."""

    def __init__(self, largest: int) -> None:
        super().__init__(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"The request is larger than the {largest // 1000} kB that this site reads.",
        )


class Guard:
    """Refuses changes that another site requests and bodies that are too large; adds security headers.

    `larger` are the addresses to which files are sent, with the most bytes of a request there.
    """

    def __init__(self, app: ASGIApp, largest: int, larger: Mapping[re.Pattern[str], int] | None = None) -> None:
        self._app = app
        self._largest, self._larger = largest, larger or {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_headers(message["headers"])
            await send(message)

        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE and not same_origin(headers):
            text = "Request refused: it was sent by another site."
            refusal = problem(text, 403) if wants_data(headers) else PlainTextResponse(f"{text}\n", 403)
            await refusal(scope, receive, guarded_send)
        else:
            most = next((most for path, most in self._larger.items() if path.fullmatch(scope["path"])), 0)
            await self._app(scope, _counted(headers, receive, max(most, self._largest)), guarded_send)


def _counted(headers: Headers, receive: Receive, largest: int) -> Receive:
    """Return the body; reading it raises `TooLarge` when it is too long, whatever length its header states."""
    claimed = headers.get("content-length", "0")
    seen = int(claimed[:20]) if claimed.isascii() and claimed.isdigit() else 0
    claimed_too_large, seen = seen > largest, 0

    async def counted() -> Message:
        nonlocal seen
        if claimed_too_large:
            raise TooLarge(largest)
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > largest:
            raise TooLarge(largest)
        return message

    return counted


def with_safety_headers(response: Response) -> Response:
    """Return a response with the security headers, for a page that does not pass through the guard."""
    response.raw_headers = _with_headers(response.raw_headers)
    return response


def _with_headers(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return headers with those of safety and of caching that are not among them; names are in lower case."""
    made = list(headers)
    found = dict(made)
    made += [header for header in _ADDED if header[0] not in found]
    if b"private" not in found.get(*_CACHING):
        return made
    vary, rest = list[bytes](), []  # it may depend on who asks
    for header in made:
        if header[0] == b"vary":
            vary += map(bytes.strip, header[1].split(b","))
        else:
            rest.append(header)
    known = {*map(bytes.lower, vary)}
    for word in _WHO:
        if word.lower() not in known:
            vary.append(word)
    return [*rest, (b"vary", b", ".join(vary))]


def same_origin(headers: Headers) -> bool:
    """Whether a request comes from the site's own pages, or from no browser at all.

    Browsers state the origin of a request, and pages cannot change it. Other programs send no person's cookies.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")
