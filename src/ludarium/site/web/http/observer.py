"""Middleware that measures every request and logs it, by the pattern of its address.

It answers also those that the server cancels when it closes.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludarium.site.logs import REQUESTS
from ludarium.site.web.http.negotiation import wants_data
from ludarium.site.web.http.refusals import problem, retry_later

_log = logging.getLogger(REQUESTS)
_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})

Observe = Callable[[str, str, int, float], object]
"""Takes the method, the pattern of the address, the status and the seconds to the first byte."""


class RequestObserver:
    """Logs and counts each request, without the address of the visitor, and without tokens of invitations.

    It answers a cancelled one that it may be sent again, since it is not known whether it has changed anything.
    """

    def __init__(self, app: ASGIApp, observe: Observe | None = None) -> None:
        self._app = app
        self._observe = observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and report how it was answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started_at, answered = time.perf_counter(), False

        async def observed_send(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                self._report(scope, message["status"], time.perf_counter() - started_at)
            await send(message)

        try:
            await self._app(scope, receive, observed_send)
        except asyncio.CancelledError:
            if answered:
                raise
            await _closing(scope)(scope, receive, observed_send)
        except Exception:
            if not answered:  # the page of an internal error is sent outside
                self._report(scope, HTTPStatus.INTERNAL_SERVER_ERROR, time.perf_counter() - started_at)
            raise

    def _report(self, scope: Scope, status: int, seconds: float) -> None:
        logged = _log.isEnabledFor(logging.INFO)
        if not (logged or self._observe):
            return
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = pattern(scope)
        if self._observe:
            self._observe(method, route, status, seconds)
        if logged:
            facts = {"method": method, "route": route, "status": int(status), "seconds": round(seconds, 4)}
            _log.info("%s %s", method, route, extra={"facts": facts})


def _closing(scope: Scope) -> Response:
    text, status = "The site is closing: try again in a moment.", HTTPStatus.SERVICE_UNAVAILABLE
    is_data = wants_data(Headers(scope=scope))
    return retry_later(problem(text, status) if is_data else PlainTextResponse(f"{text}\n", status))


def pattern(scope: Scope) -> str:
    """Return the pattern of a request's address, such as `/matches/{match}`; `unknown` for one that no route has."""
    if "endpoint" not in scope:
        return "unknown"
    parts = scope["path"].split("/")
    for name, value in scope.get("path_params", {}).items():
        values = str(value).split("/")
        for at in range(len(parts) - len(values) + 1):
            if parts[at : at + len(values)] == values:
                parts[at : at + len(values)] = [f"{{{name}}}"]
                break
    return "/".join(parts)
