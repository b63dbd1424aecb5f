"""A browser for tests that asks a site within one event loop."""

from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from typing import Any

import httpx2
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Receive, Scope, Send

NO_CERTIFICATES = SSLContext(PROTOCOL_TLS_CLIENT)
"""For requests to a site on loopback: by default, each of them reads the certificates of all authorities."""


class Browser(TestClient):
    """A client whose every request is one call into the event loop of `conftest.py`; `TestClient` makes eight.

    An answer is there when the whole of it has come, so that a stream which does not end needs a `TestClient`.
    """

    def __init__(self, app: ASGIApp, **more: Any) -> None:
        super().__init__(app, **{"base_url": "http://127.0.0.1:8000", **more})
        self._transport = _AtOnce(self, more.get("client", ("testclient", 50_000)))


class _AtOnce(httpx2.BaseTransport):
    def __init__(self, browser: Browser, client: tuple[str, int]) -> None:
        async def with_state(scope: Scope, receive: Receive, send: Send) -> None:
            await browser.app({**scope, "state": {}}, receive, send)

        self._browser, self._inner = browser, httpx2.ASGITransport(with_state, client=client)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the answer of the site."""

        async def ask() -> tuple[httpx2.Response, bytes]:
            answer = await self._inner.handle_async_request(request)
            assert isinstance(answer.stream, httpx2.AsyncByteStream)
            return answer, b"".join([part async for part in answer.stream])

        request.read()  # what is sent in pieces, too
        with self._browser._portal_factory() as portal:
            answer, body = portal.call(ask)
        return httpx2.Response(answer.status_code, headers=answer.headers, stream=httpx2.ByteStream(body))
