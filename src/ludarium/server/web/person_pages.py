"""The page "your games", and the way to another device."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.server.web.site import Fields, Site, posted


class PersonPages:
    """The page "your games", and the page that a link for another device opens."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/me", self.show),
            Route("/me/device/{token}", self.device),
            Route("/me/device/{token}", posted(self.join_device), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The matches of the person; a stranger learns how they come to have some."""
        person, queries = self._site.identity.person(request), self._site.service.queries
        if person is None:
            return self._site.page(request, "me", mine=None)
        mine, shown_game = queries.of_person(person.id), request.query_params.get("game", "")
        games = [match.game.partition("(")[0] for match in mine.finished]
        return self._site.page(
            request,
            "me",
            mine=mine,
            games=sorted(set(games)),
            shown_game=shown_game,
            finished=[match for match, game in zip(mine.finished, games, strict=True) if shown_game in ("", game)],
        )

    def device(self, request: Request) -> Response:
        """The page that a link for another device opens; mail scanners open links, so it asks for one press."""
        person = self._site.identity.device_person(request.path_params["token"])
        return self._site.page(request, "device", invited=person)

    def join_device(self, request: Request, values: Fields) -> Response:
        """Make the person known in this browser."""
        person = self._site.identity.device_person(request.path_params["token"])
        response = RedirectResponse("/me", HTTPStatus.SEE_OTHER)
        self._site.identity.sign_in(request, response, person)
        return response
