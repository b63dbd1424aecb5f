"""The cookie by which a browser is known.

Where the site is called by https it is `__Host-session`: a browser sends it by https alone, and takes it from no other
site of the same domain. Sessions begun there have tokens that are marked, and the former name, `session`, is believed
for the others alone: a browser that still has it gets the same session under the new name with the next page.
"""

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_NAME, _SECURE_NAME = "session", "__Host-session"
_MARK = "host."
_YEAR = 365 * 24 * 3600
_FORMER = "former_session"
"""Where a request notes the token that it has under the former name."""


class SessionCookie:
    """The cookie of a session; `secure` is whether the site is called by https."""

    def __init__(self, *, secure: bool) -> None:
        self.secure = secure
        self.name = _SECURE_NAME if secure else _NAME
        self.mark = _MARK if secure else ""

    def token(self, request: Request) -> str:
        """Return the token of a browser's session; empty for a stranger."""
        token, former = request.cookies.get(self.name, ""), request.cookies.get(_NAME, "")
        if token or not self.secure or former.startswith(_MARK):
            return token
        request.scope.setdefault("state", {})[_FORMER] = former
        return former

    def set(self, response: Response, token: str) -> None:
        """Set the cookie with a token for a year."""
        response.set_cookie(self.name, token, max_age=_YEAR, httponly=True, samesite="lax", secure=self.secure)

    def delete(self, response: Response) -> None:
        """Delete the cookie, also the one with the former name."""
        response.delete_cookie(self.name, httponly=True, samesite="lax", secure=self.secure)
        if self.secure:
            response.delete_cookie(_NAME)


class Renaming:
    """Middleware that gives a token its new name, in answer to a request that had it under the former one."""

    def __init__(self, app: ASGIApp, cookie: SessionCookie) -> None:
        self._app = app
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def renaming_send(message: Message) -> None:
            known = scope.get("state", {}).get("visit")
            token = scope.get("state", {}).get(_FORMER)
            if message["type"] == "http.response.start" and token and known:
                self._rename(MutableHeaders(scope=message), token)
            await send(message)

        await self._app(scope, receive, renaming_send)

    def _rename(self, headers: MutableHeaders, token: str) -> None:
        """Add the cookie to an answer, unless the answer sets or deletes it."""
        if any(value.startswith(f"{self._cookie.name}=") for value in headers.getlist("set-cookie")):
            return
        carrier = Response()
        self._cookie.set(carrier, token)
        carrier.delete_cookie(_NAME)
        for value in carrier.headers.getlist("set-cookie"):
            headers.append("set-cookie", value)
