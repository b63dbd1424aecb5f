"""What a player asks for beside turns: hints, the review of a match, and a rematch."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.match.seating import NotYourSeat, SeatAccess
from ludarium.club.people.people import Person
from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.server.web.site import Fields, Site, number, posted


class Asking:
    """The forms by which players ask for hints, reviews and rematches."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._commands = {"hint": self._hint, "review": self._review, "rematch": self._rematch}

    def routes(self) -> list[Route]:
        """The route of these forms."""
        return [Route("/matches/{match}/ask", posted(self.ask), methods=["POST"])]

    def ask(self, request: Request, values: Fields) -> Response:
        """Ask, and redirect to the match, or to its rematch."""
        do, person = values.get("do", ""), self._site.identity.person(request)
        if do not in self._commands:
            raise ParseError(f"{shorten(do)} is not a command: expected one of {', '.join(self._commands)}")
        if person is None:
            raise NotYourSeat("this browser has played no match: open its invitation first, or sign in")
        return self._site.redirect_to(request, self._commands[do](request, values, person))

    def _hint(self, request: Request, values: Fields, person: Person) -> str:
        service, match_id = self._site.service, request.path_params["match"]
        seat, revision = number(values, "seat"), number(values, "revision")
        if seat not in SeatAccess.of(service.get(match_id), person.id).seats:
            raise NotYourSeat("this browser may not play this seat: open its invitation first")
        service.analyses.ask_hint(match_id, seat, person, self._site.origins.of(request), revision)
        return str(match_id)

    def _review(self, request: Request, values: Fields, person: Person) -> str:
        match_id = request.path_params["match"]
        self._site.service.analyses.ask_review(match_id, person, self._site.origins.of(request))
        return str(match_id)

    def _rematch(self, request: Request, values: Fields, person: Person) -> str:
        match_id, origin = request.path_params["match"], self._site.origins.of(request)
        return self._site.service.rematches.begin(match_id, person, origin).id
