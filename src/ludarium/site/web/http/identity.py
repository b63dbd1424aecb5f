"""The person of a request: of a browser by the token of a session in a cookie, of a program by a token of its own.

The cookie by which a browser is known.

Where the site is called by https it is `__Host-session`: a browser sends it by https alone, and takes it from no other
site of the same domain.
"""

import re

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from ludarium.core.errors import LudariumError
from ludarium.site.ground.values import Person, Session
from ludarium.site.people.accounts import Accounts, MayNotRegister
from ludarium.site.people.people import People, Visit
from ludarium.site.people.sign_in import MINUTES
from ludarium.site.programs.rows import Token
from ludarium.site.web.http.origin import Origins

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


_SIGN_IN = 60 * MINUTES
SAID, MADE = "said", "account"
"""The cookie with what was just done, which the next page says once, and its value for an account."""
_PURPOSES = ("sec-purpose", "purpose", "x-purpose", "x-moz")
"""Headers by which browsers say that they fetch a page in advance; the first is standard."""
_EARLY = re.compile("prefetch|prerender|preview", re.IGNORECASE)
_TO_SIGN_IN = "/sign-in"
"""Where the browser of a suspended account may sign in as another person."""


class NoSession(LudariumError):
    """The browser has no session."""

    status = 403
    kind = "not-signed-in"


def token_of(request: Request) -> Token | None:
    """Return the token by which a program asks; None for a browser."""
    found: Token | None = request.scope.get("state", {}).get("token")
    return found


def is_seen(request: Request) -> bool:
    """Return whether a person sees the answer to a request: not a program by a token, nor a browser in advance.

    A session is that of a person's page, in a browser or the terminal. Nobody sees the answer to `HEAD`, a page that
    is hidden, or one that a browser fetches before anybody asks for it.
    """
    headers = request.headers
    early = any(_EARLY.search(headers.get(name, "")) for name in _PURPOSES)
    return token_of(request) is None and request.method != "HEAD" and "page-hidden" not in headers and not early


def has_just_made_account(request: Request) -> bool:
    """Return whether an account was just made in a browser, which the page that its person asks for says."""
    return request.cookies.get(SAID) == MADE and is_seen(request) and "hx-request" not in request.headers


def enter_by_token(scope: Scope, person: Person, token: Token) -> None:
    """Make the person of a token that of a request, whatever its cookies are."""
    session = Session(token.id, person.id, token.name, token.created_at, token.used_at or token.created_at)
    scope.setdefault("state", {}).update(token=token, visit=Visit(person, session))


class Identity:
    """Finds and makes the people behind browsers."""

    def __init__(self, people: People, accounts: Accounts, origins: Origins) -> None:
        self.people = people
        self._origins = origins
        self.accounts = accounts
        self.cookie = SessionCookie(secure=accounts.rules.url.startswith("https:"))

    def visit(self, request: Request) -> Visit | None:
        """Return the person and the session of a browser; None for a stranger. It is asked once for each request.

        Raises `Sanctioned` if a suspended account acts; its pages are those of a stranger, who may sign in as another.
        """
        state = request.scope.setdefault("state", {})
        if "visit" not in state:
            state["visit"] = self.people.visit(self.cookie.token(request))
            if state["visit"] is None and request.method == "POST" and not request.url.path.startswith(_TO_SIGN_IN):
                self.check_usable(request)
        found: Visit | None = state["visit"]
        return found

    def check_usable(self, request: Request) -> None:
        """Raise `Sanctioned`, with the reason, for a browser of a suspended account."""
        self.people.check_session(self.cookie.token(request))

    def person(self, request: Request) -> Person | None:
        """Return the person of a browser; None for a stranger."""
        visit = self.visit(request)
        return visit.person if visit else None

    def person_id(self, request: Request) -> str | None:
        """Return the id of a browser's person; None for a stranger."""
        visit = self.visit(request)
        return visit.person.id if visit else None

    def require(self, request: Request) -> Person:
        """Return the person of a browser.

        Raises `NoSession` for a stranger, or one whose account is closed, and `Sanctioned` for a suspended account.
        """
        person = self.person(request)
        if person is None or person.closed_at is not None:
            self.check_usable(request)
            raise NoSession("nobody is known in this browser: begin or join a match first, or sign in")
        return person

    def ensure(self, request: Request) -> Person:
        """Return the person of a browser; a stranger becomes a guest, whom `remember` then makes known to it.

        Raises `MayNotRegister` for a stranger where guests may not play, `QuotaExceeded`.
        """
        person = self.person(request)
        if person is None and not self.accounts.rules.guests:
            raise MayNotRegister("only people with an account play here: sign in first")
        return person or self.people.create_guest(self._origins.of(request))

    def remember(self, request: Request, response: Response, person: Person) -> str:
        """Begin a session of a person in this browser, unless it has one; return the session's token.

        A program with a token needs no session.
        """
        if token_of(request):
            return ""
        if self.person_id(request) == person.id:
            token = self.cookie.token(request)  # set again, so that it expires a year after its last use
        else:
            token = self.people.begin_session(person, request.headers.get("user-agent", ""))
        self.cookie.set(response, token)
        return token

    def sign_in(self, request: Request, response: Response, person: Person) -> None:
        """Make a person known in this browser; the matches of a guest whom it knew go to that person."""
        visit = self.visit(request)
        self.remember(request, response, person)
        if visit and visit.person.id != person.id:
            self.people.end_session(visit.person, visit.session.id)
            self.accounts.merge(visit.person, person)

    def forget(self, response: Response) -> None:
        """Make the browser forget its session."""
        self.cookie.delete(response)

    def set_short_cookie(self, response: Response, name: str, value: str) -> None:
        """Set a cookie for the minutes of a sign-in."""
        secure = self.cookie.secure
        response.set_cookie(name, value, max_age=_SIGN_IN, httponly=True, samesite="lax", secure=secure)
