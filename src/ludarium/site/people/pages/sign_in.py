"""The pages that sign people in and on which accounts begin, and the way back from there."""

import re
import secrets
from http import HTTPStatus
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response

from ludarium.core.errors import LudariumError, ParseError
from ludarium.site.act import Fields
from ludarium.site.ground.values import Person
from ludarium.site.people.passkeys import WrongPasskey
from ludarium.site.web.http.identity import MADE, SAID, Identity
from ludarium.site.web.http.refusals import say_when
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence

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


def go_back(request: Request, identity: Identity, *, made: bool = False) -> RedirectResponse:
    """Return the way to the page that is remembered, or to "your games"; it is then forgotten.

    Whose account was just `made` reads so there; the front page leads them on to "your games".
    """
    path = request.cookies.get(COOKIE, "")
    path = "" if made and path == "/" else path
    response = RedirectResponse(path if _PATH.fullmatch(path) else _USUAL, HTTPStatus.SEE_OTHER)
    response.delete_cookie(COOKIE)
    if made:
        identity.set_short_cookie(response, SAID, MADE)
    return response


SETTINGS = "/me/account"
_ASKED = "asked"
"""The cookie of a browser that has asked for a mail, by which its tries are counted."""
_PASSKEY = "passkey"
"""The cookie of a browser that signs in by a passkey, without which nobody can use what the passkey has signed."""


def code_page(site: Site, request: Request, email: str) -> Response:
    """Return the page for the code of a mail for which this browser has asked."""
    response = site.page(request, "code", email=email, problem="", rules=site.service.accounts.rules)
    site.identity.set_short_cookie(response, _ASKED, site.service.sign_in.begin_tries())
    return response


class SignInPages(Pages):
    """Signing in by a passkey, a mailed link or a code, and invitations to make an account."""

    @page("/sign-in")
    def show(self, request: Request) -> Response:
        """The ways to sign in."""
        response = self._page(request)
        remember_way(request, response, self._site.identity)
        return response

    @form("/sign-in")
    def ask(self, request: Request, values: Fields) -> Response:
        """Send a mail, and ask for its code; the answer does not reveal whether an account has the address."""
        typed = values.get("email", "")
        try:
            person, origin = self._site.identity.person(request), self._site.origins.of(request)
            email = self._site.service.sign_in.ask(typed, person, origin)
        except LudariumError as error:
            return say_when(self._page(request, error.status, problem=sentence(error), typed=typed), error)
        return code_page(self._site, request, email)

    @form("/sign-in/code")
    def code(self, request: Request, values: Fields) -> Response:
        """Sign in by the code of a mail."""
        email = values.get("email", "")
        try:
            browser, origin = request.cookies.get(_ASKED, ""), self._site.origins.of(request)
            typed = values.get("code", "")
            person = self._site.service.sign_in.use_code(email, typed, browser=browser, origin=origin)
        except LudariumError as error:
            rules = self._site.service.accounts.rules
            return self._site.page(request, "code", error.status, email=email, problem=sentence(error), rules=rules)
        return self._signed_in(request, person)

    @page("/sign-in/link/{token}")
    def link(self, request: Request) -> Response:
        """The page that a mailed link opens; mail scanners open links, so it asks for one press."""
        invited, added, replaced = self._site.service.sign_in.of_link(request.path_params["token"])
        person = self._site.identity.person(request)
        moving = person is not None and not person.is_account and person.id != invited.id
        matches = self._site.service.accounts.count_matches(person) if person and moving else 0
        return self._site.page(request, "link", invited=invited, added=added, replaced=replaced, matches=matches)

    @form("/sign-in/link/{token}")
    def use_link(self, request: Request, values: Fields) -> Response:
        """Sign in by a mailed link."""
        return self._signed_in(request, self._site.service.sign_in.use_link(request.path_params["token"]))

    @form("/sign-in/passkey/options")
    def passkey_options(self, request: Request, values: Fields) -> Response:
        """The options by which a browser asks for a passkey, as JSON."""
        browser = request.cookies.get(_PASSKEY) or secrets.token_urlsafe(24)  # the same in all of its tabs
        options = self._site.service.passkeys.options_to_sign_in(browser)
        response = Response(options, media_type="application/json")
        self._site.identity.set_short_cookie(response, _PASSKEY, browser)
        return response

    @form("/sign-in/passkey")
    def use_passkey(self, request: Request, values: Fields) -> Response:
        """Sign in by a passkey."""
        try:
            person = self._site.service.passkeys.sign_in(
                values.get("credential", ""), request.cookies.get(_PASSKEY, "")
            )
        except WrongPasskey as error:
            return self._page(request, error.status, notice=sentence(error))
        return self._signed_in(request, person)

    @page("/welcome", "/welcome/{token}")
    def welcome(self, request: Request) -> Response:
        """The page on which somebody begins an account."""
        response = self._welcome(request)
        remember_way(request, response, self._site.identity)
        return response

    @form("/welcome", "/welcome/{token}")
    def join(self, request: Request, values: Fields) -> Response:
        """Give the person of this browser, or a new one, a name, and let them make an account."""
        token, typed = request.path_params.get("token"), values.get("name", "")
        self._check(request, token)
        try:
            person = self._named(request, token, typed)
        except ParseError as error:
            return self._welcome(request, error.status, problem=sentence(error), typed=typed)
        response = RedirectResponse(SETTINGS, HTTPStatus.SEE_OTHER)
        self._site.identity.remember(request, response, person)
        return response

    @form("/welcome/passkey")
    def join_by_passkey(self, request: Request, values: Fields) -> Response:
        """The options by which a browser makes a passkey for a person with the typed name, or the error of the name."""
        response, token = Response(media_type="application/json"), values.get("invitation")
        identity, service = self._site.identity, self._site.service
        try:
            self._check(request, token)
            person = self._named(request, token, values.get("name", ""))
            visit = service.people.visit(identity.remember(request, response, person))
        except LudariumError as error:
            return say_when(PlainTextResponse(sentence(error), error.status), error)
        assert visit  # its session has just begun
        response.body = service.passkeys.options_to_add(visit.person, visit.session.id).encode()
        response.headers["content-length"] = str(len(response.body))
        return response

    def _named(self, request: Request, token: str | None, typed: str) -> Person:
        """Return the person of this browser, or a new guest, under a name, who has accepted the invitation if any.

        Raises `ParseError` for a name that cannot be taken, before anything changes.
        """
        people, known = self._site.service.people, self._site.identity.person(request)
        name = people.check_name(typed, known)
        person = known or people.create_guest(self._site.origins.of(request))
        if token and not person.invited:
            self._site.service.accounts.accept(token, person)
        return people.rename(person, name)

    def _check(self, request: Request, token: str | None) -> None:
        """Raise `MayNotRegister` unless an invitation lets somebody begin an account, or none is needed."""
        person = self._site.identity.person(request)
        if token and not (person and person.invited):  # who has accepted it may come back
            self._site.service.accounts.check_invitation(token)
        else:
            self._site.service.accounts.check_may_register(person)

    def _signed_in(self, request: Request, person: Person) -> Response:
        known = self._site.identity.person(request)
        made = known is not None and known.id == person.id and not known.is_account
        response = go_back(request, self._site.identity, made=made)
        self._site.identity.sign_in(request, response, person)
        return response

    def _page(
        self, request: Request, status: int = HTTPStatus.OK, *, problem: str = "", notice: str = "", typed: str = ""
    ) -> Response:
        accounts = self._site.service.accounts
        return self._site.page(
            request,
            "sign_in",
            status,
            rules=accounts.rules,
            whom=accounts.whom_to_ask(),
            accounts=accounts,
            problem=problem,
            notice=notice,
            typed=typed,
        )

    def _welcome(
        self, request: Request, status: int = HTTPStatus.OK, *, problem: str = "", typed: str | None = None
    ) -> Response:
        token = request.path_params.get("token", "")
        self._check(request, token)
        person = self._site.identity.person(request)
        if typed is None:
            typed = person.name if person and person.named else ""
        accounts = self._site.service.accounts
        return self._site.page(
            request,
            "welcome",
            status,
            rules=accounts.rules,
            accounts=accounts,
            invitation=token,
            problem=problem,
            typed=typed,
        )
