"""Middleware that compresses responses, and does not send again what a browser has already.

A cache of finished pages, since many people request the same page of a match or a game.
"""

import gzip
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from hashlib import sha256
from threading import Lock

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LEAST = 500
"""Bytes that are worth being compressed."""
_MOST = 2_000_000
"""Bytes above which a file is passed on as it is."""
_LEVEL = 3
"""A page takes twice the time at the usual level, and is a tenth shorter then."""
_TEXTS = ("text/", "image/svg+xml", "application/javascript", "application/json")


class Delivery:
    """Gives answers of known length an `ETag`, answers `If-None-Match`, and compresses texts.

    What another site asks for is not compressed, since its length could tell what is secret in it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and deliver its answer."""
        if scope["type"] == "http" and scope["method"] == "GET":
            send = _Answer(Headers(scope=scope), send).send
        await self._app(scope, receive, send)


class _Answer:
    """An answer on its way; streams are passed on."""

    def __init__(self, asked: Headers, send: Send) -> None:
        self._asked = asked
        self._send = send
        self._start: Message | None = None
        self._body: list[bytes] = []

    async def send(self, message: Message) -> None:
        """Buffer an answer until it is complete, and deliver it."""
        if message["type"] == "http.response.start" and _is_whole(message):
            self._start = message
        elif self._start is None or message["type"] != "http.response.body":
            await self._send(message)
        else:
            self._body.append(message.get("body", b""))
            if not message.get("more_body", False):
                await self._deliver(self._start, b"".join(self._body))

    async def _deliver(self, start: Message, body: bytes) -> None:
        headers = MutableHeaders(raw=start["headers"])
        tag = headers.setdefault("ETag", _tag(body))
        if tag in self._asked.get("if-none-match", ""):
            start, body = {**start, "status": 304}, b""
            del headers["content-length"]
        elif len(body) >= _LEAST and headers.get("content-type", "").startswith(_TEXTS):
            headers.add_vary_header("Accept-Encoding")
            if "gzip" in self._asked.get("accept-encoding", "") and self._asked.get("sec-fetch-site") != "cross-site":
                body = _compress(body)
                headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(body))
        await self._send({**start, "headers": headers.raw})
        await self._send({"type": "http.response.body", "body": body})


def _is_whole(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    length = headers.get("content-length", "")
    return start["status"] == 200 and "content-encoding" not in headers and length.isdigit() and int(length) <= _MOST


@lru_cache(maxsize=256)
def _tag(body: bytes) -> str:
    """Return a tag that no other content has; those of frequent contents are cached."""
    return f'W/"{sha256(body).hexdigest()[:24]}"'


@lru_cache(maxsize=256)
def _compress(body: bytes) -> bytes:
    """Return a text compressed; frequent texts are cached."""
    return gzip.compress(body, _LEVEL, mtime=0)


class _Key:
    """A key whose hash is computed once: it may stand for hundreds of objects, such as the rows of a list."""

    __slots__ = ("_content", "_hash")

    def __init__(self, content: Hashable) -> None:
        self._content, self._hash = content, hash(content)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._content == other._content


class PageCache:
    """The most recently requested pages, by the key of their content."""

    def __init__(self, most: int = 256) -> None:
        self._most = most
        self._pages: OrderedDict[_Key, tuple[_Key, bytes]] = OrderedDict()
        self._lock = Lock()

    def get(self, content: Hashable, fill: Callable[[], bytes]) -> bytes:
        """Return the page of some content; fill it if it is not cached."""
        key = _Key(content)
        with self._lock:
            found = self._pages.get(key)
            if found is not None:
                self._pages.move_to_end(found[0])  # the same object, which is found without comparing its content
                return found[1]
        page = fill()
        with self._lock:
            self._pages[key] = key, page
            if len(self._pages) > self._most:
                self._pages.popitem(last=False)
        return page
