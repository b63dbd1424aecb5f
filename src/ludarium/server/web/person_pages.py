"""The pages of the person who is at the browser: name, matches, and the browsers in which they are known."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.people import Visit
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.text import shorten
from ludarium.server.web.identity import NoSession
from ludarium.server.web.site import Fields, Site, posted
from ludarium.server.web.words import sentence


class PersonPages:
    """The page "your games", and the way to another device."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/me", self.show),
            Route("/me", posted(self.act), methods=["POST"]),
            Route("/me/device/{token}", self.device),
            Route("/me/device/{token}", posted(self.join_device), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The matches, the name and the browsers of the person; a stranger learns how they become one."""
        return self._page(request)

    def act(self, request: Request, values: Fields) -> Response:
        """Change the name, end sessions, or make a link for another device."""
        do, visit = values.get("do", ""), self._visit(request)
        people = self._site.service.people
        response: Response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        if do == "name":
            try:
                people.rename(visit.person, values.get("name", ""))
            except LudariumError as error:
                return self._page(
                    request, HTTPStatus.BAD_REQUEST, problem=sentence(error), typed=values.get("name", "")
                )
        elif do == "device":
            path = f"/me/device/{self._site.identity.device_token(visit.person)}"
            return self._page(request, link=str(request.base_url).rstrip("/") + path)
        elif do == "end":
            people.end_session(visit.person, values.get("session", ""))
        elif do == "end-all":
            people.end_all_sessions(visit.person)
            self._site.identity.forget(response)
        else:
            raise ParseError(f"{shorten(do)} is not a command: expected one of name, device, end, end-all")
        return response

    def device(self, request: Request) -> Response:
        """The page that a link for another device opens; mail scanners open links, so it asks for one press."""
        person = self._site.identity.device_person(request.path_params["token"])
        return self._site.page(request, "device", invited=person)

    def join_device(self, request: Request, values: Fields) -> Response:
        """Make the person known in this browser."""
        person = self._site.identity.device_person(request.path_params["token"])
        response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        self._site.identity.remember(request, response, person)
        return response

    def _visit(self, request: Request) -> Visit:
        visit = self._site.identity.visit(request)
        if visit is None:
            raise NoSession("this browser is not known yet: begin or join a match first")
        return visit

    def _page(
        self, request: Request, status: int = HTTPStatus.OK, *, problem: str = "", typed: str = "", link: str = ""
    ) -> Response:
        visit, service = self._site.identity.visit(request), self._site.service
        if visit is None:
            return self._site.page(request, "me", status, mine=None)
        mine, shown_game = service.queries.of_person(visit.person.id), request.query_params.get("game", "")
        games = [match.game.partition("(")[0] for match in mine.finished]
        return self._site.page(
            request,
            "me",
            status,
            mine=mine,
            games=sorted(set(games)),
            shown_game=shown_game,
            finished=[match for match, game in zip(mine.finished, games, strict=True) if shown_game in ("", game)],
            sessions=service.people.sessions(visit.person),
            current=visit.session.id,
            link=link,
            problem=problem,
            typed=typed or visit.person.name,
        )
