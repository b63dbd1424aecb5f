"""Middleware that answers the requests that the server cancels when it closes."""

import asyncio

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.server.web.http.negotiation import wants_data

RETRY = 2
"""Seconds after which a request that was not answered may be sent again."""


class ClosingMiddleware:
    """Answers a cancelled request that it may be sent again, since it is not known whether it has changed anything."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        started = False

        async def watched_send(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched_send)
        except asyncio.CancelledError:
            if started or scope["type"] != "http":
                raise
            text, status, when = "The site is closing: try again in a moment.", 503, {"Retry-After": str(RETRY)}
            answer: Response = PlainTextResponse(f"{text}\n", status, headers=when)
            if wants_data(Headers(scope=scope)):
                answer = JSONResponse({"error": text, "kind": "busy", "expected": None}, status, when)
            await answer(scope, receive, send)
