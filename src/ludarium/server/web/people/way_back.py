"""The way back from signing in: to the page on which somebody has pressed *Sign in* or *Make an account*."""

import re
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.server.web.http.identity import Identity

COOKIE = "back"
"""The cookie of a browser that is to return; it lasts as long as a code of a mail."""
_PATH = re.compile(r"/(?![/\\])[\w./?=&%~+:@()!*'$-]{1,500}", re.ASCII)
"""A path of this site, with its query: two slashes would begin the name of another host."""
_NO_WAY_BACK = ("/me", "/sign-in", "/welcome")
_USUAL = "/me"


def remember_way(request: Request, response: Response, identity: Identity) -> None:
    """Remember the page from which a link has led here; between the pages of signing in the first one is kept."""
    came = urlsplit(request.headers.get("referer", ""))
    path = f"{came.path}?{came.query}" if came.query else came.path
    if came.netloc != request.headers.get("host") or not _PATH.fullmatch(path):
        response.delete_cookie(COOKIE)
    elif not path.startswith(_NO_WAY_BACK):
        identity.set_short_cookie(response, COOKIE, path)


def go_back(request: Request) -> RedirectResponse:
    """Return the way to the page that is remembered, or to "your games"; it is then forgotten."""
    path = request.cookies.get(COOKIE, "")
    response = RedirectResponse(path if _PATH.fullmatch(path) else _USUAL, HTTPStatus.SEE_OTHER)
    response.delete_cookie(COOKIE)
    return response
