"""The page on which a person makes, lists and ends the tokens of their programs."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.core.errors import LudariumError
from ludarium.site.act import Fields, chosen
from ludarium.site.ground.values import Person
from ludarium.site.people.pages.sign_in import SETTINGS
from ludarium.site.programs.tokens import SCOPES
from ludarium.site.web.http.identity import NoSession
from ludarium.site.web.http.refusals import note
from ludarium.site.web.site import Site, posted
from ludarium.site.words import sentence

TOKENS = f"{SETTINGS}/tokens"


class TokenPages:
    """The page of tokens."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of this page."""
        return [Route(TOKENS, self.show), Route(TOKENS, posted(self.change), methods=["POST"])]

    def show(self, request: Request) -> Response:
        """The tokens of the person, and a form for another one."""
        return self._page(request, self._person(request))

    def change(self, request: Request, values: Fields) -> Response:
        """Make or end a token, or make or close a bot; a new token is displayed once, an error beside the form."""
        person, tokens, bots = self._person(request), self._site.service.tokens, self._site.service.bot_accounts
        try:
            do = chosen(values, ("make-token", "end-token", "make-bot", "close-bot"))
            if do == "make-token":
                scopes = [scope for scope in SCOPES if values.get(scope)]
                made = tokens.make(self._named(person, values), values.get("token-name", ""), scopes)
                return self._page(request, person, made=made)
            if do == "end-token":
                tokens.end(self._named(person, values), values.get("token", ""))
            elif do == "make-bot":
                bots.make(person, values.get("bot-name", ""))
            else:
                bots.close(person, values.get("bot", ""))
            return RedirectResponse(TOKENS, HTTPStatus.SEE_OTHER)
        except LudariumError as error:
            note(request, error)
            return self._page(request, person, error.status, problem=sentence(error), typed=values)

    def _named(self, person: Person, values: Fields) -> Person:
        """Return the account of a new token: the person, or a bot of theirs."""
        bot = values.get("bot", "")
        return self._site.service.bot_accounts.find(person, bot) if bot else person

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
