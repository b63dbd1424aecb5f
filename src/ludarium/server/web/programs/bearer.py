"""Middleware that lets programs in by their tokens, and checks what each may do, before any page is asked."""

import time
from http import HTTPStatus

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ludarium.club.programs.scopes import require
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.service import DatabaseBusy, Service
from ludarium.core.errors import LudariumError
from ludarium.server.web.http.identity import enter_by_token
from ludarium.server.web.http.negotiation import bearer_token
from ludarium.server.web.http.refusals import busy_text, problem, retry_later, say_when
from ludarium.server.web.programs.needs import need_of
from ludarium.server.web.programs.pace import Pace
from ludarium.server.words import sentence


class Bearer:
    """Finds the person of `Authorization: Bearer TOKEN`, and refuses what the scopes of the token do not allow."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service
        self._pace = Pace(time.monotonic)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on as that of the token's person, or refuse it."""
        given = bearer_token(Headers(scope=scope)) if scope["type"] == "http" else None
        if given is None:
            await self._app(scope, receive, send)
            return
        if seconds := self._pace.wait(given):
            error = QuotaExceeded("too many requests came with this token: expected at most 50 a second", seconds)
            await say_when(problem(sentence(error), error.status, error), error)(scope, receive, send)
            return
        try:
            person, token = await run_in_threadpool(self._service.tokens.find, given)
            require(token.scopes, need_of(scope["method"], _path_of(scope)))
        except LudariumError as refused:
            await problem(sentence(refused), refused.status, refused)(scope, receive, send)
        except DatabaseBusy as busy:
            refusal = problem(busy_text(busy), HTTPStatus.SERVICE_UNAVAILABLE)
            await retry_later(refusal, busy)(scope, receive, send)
        else:
            enter_by_token(scope, person, token)
            await self._app(scope, receive, send)


def _path_of(scope: Scope) -> str:
    """Return the pattern of the route that a request is for; empty where none is."""
    routes = (route for route in scope["app"].routes if isinstance(route, Route))
    return next((route.path for route in routes if route.matches(scope)[0] is Match.FULL), "")
