"""The page on which a person makes, lists and ends the tokens of their programs."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.site.act import Fields, act, commands_of, read_form
from ludarium.site.ground.values import Person
from ludarium.site.people.pages.sign_in import SETTINGS
from ludarium.site.programs.commands import AskedForPrograms, TokenCommand
from ludarium.site.programs.tokens import SCOPES
from ludarium.site.web.http.identity import NoSession
from ludarium.site.web.page import Pages, form, page
from ludarium.site.words import sentence

TOKENS = f"{SETTINGS}/tokens"


class TokenPages(Pages):
    """The page of tokens."""

    @page(TOKENS)
    def show(self, request: Request) -> Response:
        """The tokens of the person, and a form for another one."""
        return self._page(request, self._person(request))

    def _again(self, request: Request, values: Fields, error: LudariumError) -> Response:
        return self._page(request, self._person(request), error.status, problem=sentence(error), typed=values)

    @form(TOKENS, again=_again)
    def change(self, request: Request, values: Fields) -> Response:
        """Make or end a token, or make or close a bot; a new token is displayed once, an error beside the form."""
        person, service = self._person(request), self._site.service
        asked = AskedForPrograms(service.tokens, service.bot_accounts, person)
        made: str = act(read_form(commands_of(TokenCommand), values), asked)
        return self._page(request, person, made=made) if made else RedirectResponse(TOKENS, HTTPStatus.SEE_OTHER)

    def _person(self, request: Request) -> Person:
        person = self._site.identity.person(request)
        if person is None:
            raise NoSession("nobody is known in this browser: sign in, or begin or join a match first")
        return person

    def _page(
        self,
        request: Request,
        person: Person,
        status: int = HTTPStatus.OK,
        *,
        problem: str = "",
        typed: Fields | None = None,
        made: str = "",
    ) -> Response:
        service = self._site.service
        bots = service.bot_accounts.of_owner(person)
        return self._site.page(
            request,
            "tokens",
            status,
            tokens=[(each, service.tokens.of_person(each)) for each in (person, *bots)],
            bots=bots,
            scopes=SCOPES,
            made=made,
            problem=problem,
            typed=typed or {"read": "yes", "play": "yes", "challenge": "yes"},
            base=str(request.base_url).rstrip("/"),
        )
