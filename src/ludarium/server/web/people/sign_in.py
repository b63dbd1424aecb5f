"""The pages that sign people in, and on which accounts begin."""

import secrets
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.match.commands import Fields
from ludarium.club.people.passkeys import WrongPasskey
from ludarium.club.people.people import Person
from ludarium.core.errors import LudariumError, ParseError
from ludarium.server.web.http.refusals import say_when, status_of
from ludarium.server.web.site import Site, posted
from ludarium.server.words import sentence

SETTINGS = "/me/account"
_ASKED = "asked"
"""The cookie of a browser that has asked for a mail, by which its tries are counted."""
_PASSKEY = "passkey"
"""The cookie of a browser that signs in by a passkey, without which nobody can use what the passkey has signed."""


def code_page(site: Site, request: Request, email: str) -> Response:
    """Return the page for the code of a mail for which this browser has asked."""
    response = site.page(request, "code", email=email, problem="")
    site.identity.set_short_cookie(response, _ASKED, site.service.sign_in.begin_tries())
    return response


class SignInPages:
    """Signing in by a passkey, a mailed link or a code, and invitations to make an account."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/sign-in", self.show),
            Route("/sign-in", posted(self.ask), methods=["POST"]),
            Route("/sign-in/code", posted(self.code), methods=["POST"]),
            Route("/sign-in/link/{token}", self.link),
            Route("/sign-in/link/{token}", posted(self.use_link), methods=["POST"]),
            Route("/sign-in/passkey", posted(self.use_passkey), methods=["POST"]),
            Route("/sign-in/passkey/options", posted(self.passkey_options), methods=["POST"]),
            Route("/welcome", self.welcome),
            Route("/welcome", posted(self.join), methods=["POST"]),
            Route("/welcome/{token}", self.welcome),
            Route("/welcome/{token}", posted(self.join), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The ways to sign in."""
        return self._page(request)

    def ask(self, request: Request, values: Fields) -> Response:
        """Have a mail sent, and ask for its code; the answer does not tell whether anybody has the address."""
        typed = values.get("email", "")
        try:
            person, origin = self._site.identity.person(request), self._site.origins.of(request)
            email = self._site.service.sign_in.ask(typed, person, origin)
        except LudariumError as error:
            return say_when(self._page(request, status_of(error), problem=sentence(error), typed=typed), error)
        return code_page(self._site, request, email)

    def code(self, request: Request, values: Fields) -> Response:
        """Sign in by the code of a mail."""
        email = values.get("email", "")
        try:
            browser, origin = request.cookies.get(_ASKED, ""), self._site.origins.of(request)
            typed = values.get("code", "")
            person = self._site.service.sign_in.use_code(email, typed, browser=browser, origin=origin)
        except LudariumError as error:
            return self._site.page(request, "code", status_of(error), email=email, problem=sentence(error))
        return self._signed_in(request, person)

    def link(self, request: Request) -> Response:
        """The page that a mailed link opens; mail scanners open links, so it asks for one press."""
        invited, added, replaced = self._site.service.sign_in.of_link(request.path_params["token"])
        person = self._site.identity.person(request)
        moving = person is not None and not person.is_account and person.id != invited.id
        matches = self._site.service.accounts.count_matches(person) if person and moving else 0
        return self._site.page(request, "link", invited=invited, added=added, replaced=replaced, matches=matches)

    def use_link(self, request: Request, values: Fields) -> Response:
        """Sign in by a mailed link."""
        return self._signed_in(request, self._site.service.sign_in.use_link(request.path_params["token"]))

    def passkey_options(self, request: Request, values: Fields) -> Response:
        """What the browser needs to ask for a passkey, as JSON."""
        browser = request.cookies.get(_PASSKEY) or secrets.token_urlsafe(24)  # the same in all of its tabs
        options = self._site.service.passkeys.options_to_sign_in(browser)
        response = Response(options, media_type="application/json")
        self._site.identity.set_short_cookie(response, _PASSKEY, browser)
        return response

    def use_passkey(self, request: Request, values: Fields) -> Response:
        """Sign in by a passkey."""
        try:
            person = self._site.service.passkeys.sign_in(
                values.get("credential", ""), request.cookies.get(_PASSKEY, "")
            )
        except WrongPasskey as error:
            return self._page(request, status_of(error), notice=sentence(error))
        return self._signed_in(request, person)

    def welcome(self, request: Request) -> Response:
        """The page on which somebody begins an account."""
        return self._welcome(request)

    def join(self, request: Request, values: Fields) -> Response:
        """Give the person of this browser, or a new one, a name, and let them make an account."""
        token, identity, typed = request.path_params.get("token"), self._site.identity, values.get("name", "")
        people, accounts = self._site.service.people, self._site.service.accounts
        self._check(token)
        try:
            name = people.check_name(typed, identity.person(request))
        except ParseError as error:
            return self._welcome(request, status_of(error), problem=sentence(error), typed=typed)
        person = identity.person(request) or people.create_guest(self._site.origins.of(request))
        if token:
            accounts.accept(token, person)
        response = RedirectResponse(SETTINGS, HTTPStatus.SEE_OTHER)
        identity.remember(request, response, people.rename(person, name))
        return response

    def _check(self, token: str | None) -> None:
        """Raise `MayNotRegister` unless an invitation, or anybody without one, may begin an account."""
        if token:
            self._site.service.accounts.check_invitation(token)
        else:
            self._site.service.accounts.check_may_register(None)

    def _signed_in(self, request: Request, person: Person) -> Response:
        response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        self._site.identity.sign_in(request, response, person)
        return response

    def _page(
        self, request: Request, status: int = HTTPStatus.OK, *, problem: str = "", notice: str = "", typed: str = ""
    ) -> Response:
        rules = self._site.service.accounts.rules
        return self._site.page(request, "sign_in", status, rules=rules, problem=problem, notice=notice, typed=typed)

    def _welcome(
        self, request: Request, status: int = HTTPStatus.OK, *, problem: str = "", typed: str | None = None
    ) -> Response:
        self._check(request.path_params.get("token"))
        person = self._site.identity.person(request)
        if typed is None:
            typed = person.name if person and person.named else ""
        return self._site.page(request, "welcome", status, problem=problem, typed=typed)
