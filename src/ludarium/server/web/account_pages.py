"""The settings of a person: name, ways to sign in, and the browsers in which they are known."""

from collections.abc import Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.people import Visit
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.server.web.identity import NoSession
from ludarium.server.web.sign_in_pages import SETTINGS
from ludarium.server.web.site import Fields, Site, posted, status_of
from ludarium.server.web.words import sentence

Command = Callable[[Request, Fields, Visit], Response]


class AccountPages:
    """The settings page, and its commands."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._commands: dict[str, Command] = {
            "name": self._rename,
            "address": self._add_address,
            "device": self._make_device_link,
            "end": self._end_session,
            "end-all": self._end_all_sessions,
        }

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [Route(SETTINGS, self.show), Route(SETTINGS, posted(self.act), methods=["POST"])]

    def show(self, request: Request) -> Response:
        """The settings of the person."""
        return self._page(request, self._visit(request))

    def act(self, request: Request, values: Fields) -> Response:
        """Carry out a command; what is wrong with a field is shown beside it."""
        do, visit = values.get("do", ""), self._visit(request)
        if do not in self._commands:
            raise ParseError(f"{shorten(do)} is not a command: expected one of {', '.join(self._commands)}")
        try:
            return self._commands[do](request, values, visit)
        except LudariumError as error:
            return self._page(request, visit, status_of(error), problems={do: sentence(error)}, typed=values)

    def _rename(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.people.rename(visit.person, values.get("name", ""))
        return _back()

    def _add_address(self, request: Request, values: Fields, visit: Visit) -> Response:
        """Have a mail sent whose link or code adds the address; a guest who has no name chooses one first."""
        self._site.service.accounts.check_may_register(visit.person)
        if not visit.person.named:
            raise ParseError("an account needs a name: choose one above first")
        email = self._site.service.sign_in.ask(values.get("email", ""), visit.person)
        return self._site.page(request, "code", email=email, problem="")

    def _make_device_link(self, request: Request, values: Fields, visit: Visit) -> Response:
        path = f"/me/device/{self._site.identity.device_token(visit.person)}"
        return self._page(request, visit, link=str(request.base_url).rstrip("/") + path)

    def _end_session(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.people.end_session(visit.person, values.get("session", ""))
        return _back()

    def _end_all_sessions(self, request: Request, values: Fields, visit: Visit) -> Response:
        self._site.service.people.end_all_sessions(visit.person)
        response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        self._site.identity.forget(response)
        return response

    def _visit(self, request: Request) -> Visit:
        visit = self._site.identity.visit(request)
        if visit is None:
            raise NoSession("this browser is not known yet: sign in, or begin or join a match first")
        return visit

    def _page(
        self,
        request: Request,
        visit: Visit,
        status: int = HTTPStatus.OK,
        *,
        problems: dict[str, str] | None = None,
        typed: Fields | None = None,
        link: str = "",
    ) -> Response:
        return self._site.page(
            request,
            "account",
            status,
            rules=self._site.service.accounts.rules,
            sessions=self._site.service.people.sessions(visit.person),
            current=visit.session.id,
            problems=problems or {},
            typed=typed or {},
            link=link,
        )


def _back() -> Response:
    return RedirectResponse(SETTINGS, HTTPStatus.SEE_OTHER)
