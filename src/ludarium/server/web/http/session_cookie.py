"""The cookie by which a browser is known.

Where the site is called by https it is `__Host-session`: a browser sends it by https alone, and takes it from no other
site of the same domain.
"""

from starlette.requests import Request
from starlette.responses import Response

_YEAR = 365 * 24 * 3600


class SessionCookie:
    """The cookie of a session; `secure` is whether the site is called by https."""

    def __init__(self, *, secure: bool) -> None:
        self.secure = secure
        self.name = "__Host-session" if secure else "session"

    def token(self, request: Request) -> str:
        """Return the token of a browser's session; empty for a stranger."""
        return request.cookies.get(self.name, "")

    def set(self, response: Response, token: str) -> None:
        """Set the cookie with a token for a year."""
        response.set_cookie(self.name, token, max_age=_YEAR, httponly=True, samesite="lax", secure=self.secure)

    def delete(self, response: Response) -> None:
        """Delete the cookie."""
        response.delete_cookie(self.name, httponly=True, samesite="lax", secure=self.secure)
