"""Middleware that lets programs in by their tokens; it checks what each may do, and how fast, before any page does."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from http import HTTPStatus

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from ludarium.core.errors import LudariumError
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.programs.tokens import Need, require
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.web.http.identity import enter_by_token
from ludarium.site.web.http.negotiation import bearer_token
from ludarium.site.web.http.refusals import busy_text, problem, retry_later, say_when
from ludarium.site.words import sentence

RATE = 50.0
"""Requests a second that a token may send to a process for long,"""
BURST = 500.0
"""and how many at once after a rest."""
_KNOWN = 10_000


class Pace:
    """The buckets of one process, of the tokens that asked last; `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float], rate: float = RATE, burst: float = BURST) -> None:
        self._now, self._rate, self._burst = now, rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when

    def wait(self, key: str) -> float:
        """Count a request; return 0, or the seconds after which it may be sent again.

        >>> pace = Pace(lambda: 0.0, rate=2, burst=2)
        >>> [pace.wait("a"), pace.wait("a"), pace.wait("a"), pace.wait("b")]
        [0.0, 0.0, 0.5, 0.0]
        """
        now = self._now()
        left, at = self._left.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        while len(self._left) > _KNOWN:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate


NEEDS: Mapping[tuple[str, str], Need] = {
    ("POST", "/challenges/new"): "challenge",
    ("POST", "/challenges/{challenge}"): "challenge",
    ("POST", "/games/{game}/challenge-ladder"): "challenge",
    ("POST", "/games/{game}/new"): "challenge",
    ("POST", "/games/{game}/workshop"): "play",
    ("POST", "/games/{game}/workshop/modules"): "play",
    ("POST", "/leagues"): "challenge",
    ("POST", "/leagues/{league}"): "challenge",
    ("POST", "/matches/{match}"): "play",
    ("POST", "/matches/{match}/ask"): "play",
    ("POST", "/matches/{match}/at/{number}/new"): "challenge",
    ("POST", "/matches/{match}/notes"): "play",
    ("POST", "/matches/{match}/order"): "play",
    ("POST", "/matches/{match}/plan"): "play",
    ("POST", "/matches/{match}/seat/{token}"): "play",
    ("POST", "/matches/{match}/seats"): "play",
    ("POST", "/matches/{match}/talk"): "play",
    ("POST", "/me/notices"): "play",
    ("POST", "/me/vacation"): "play",
    ("POST", "/tournaments"): "challenge",
    ("POST", "/tournaments/{tournament}"): "challenge",
    ("GET", "/admin/log"): "browser",
    ("GET", "/me/account"): "browser",
    ("GET", "/me/account/close"): "browser",
    ("GET", "/me/account/tokens"): "browser",
    ("GET", "/me/export"): "browser",
    ("GET", "/me/moderation"): "browser",
    ("GET", "/moderation"): "browser",
    ("GET", "/moderation/matches/{match}"): "browser",
    ("GET", "/moderation/people/{person}"): "browser",
    ("GET", "/moderation/reports/{report}"): "browser",
    ("GET", "/report"): "browser",
    ("GET", "/sign-in/link/{token}"): "browser",
    ("GET", "/unsubscribe/{token}"): "browser",
    ("GET", "/unsubscribe/{token}/puzzles"): "browser",
    ("GET", "/welcome/{token}"): "browser",
}
"""The needs of routes that are not listed: the scope `read` for GET, and a browser for other methods."""


def need_of(method: str, path: str) -> Need:
    """Return the scope that a request needs, by its method and the pattern of its address.

    >>> need_of("POST", "/matches/{match}"), need_of("GET", "/me"), need_of("POST", "/me/account")
    ('play', 'read', 'browser')
    """
    usual: Need = "read" if method in ("GET", "HEAD") else "browser"
    return NEEDS.get(("GET" if method == "HEAD" else method, path), usual)


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
