"""The pages of bots: their portraits, their strength in a game, and a person's results against them."""

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.ladder.marks import has_ladder
from ludarium.club.match.queries import outcome
from ludarium.core.registry import load
from ludarium.search.personas import exact_spec, offered_bots
from ludarium.server.bot_words import describe_choice
from ludarium.server.web.people.people import ResultCounts
from ludarium.server.web.people.person import game_of
from ludarium.server.web.site import Site


class BotPages:
    """The pages of the bots of every game, by their levels."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The route of these pages."""
        return [Route("/games/{game}/bots/{level}", self.show)]

    def show(self, request: Request) -> Response:
        """A bot of a game: its portrait, its strength, and how to play it."""
        game, level = load(request.path_params["game"]), request.path_params["level"]
        ladder = offered_bots(game)
        if level not in ladder:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        spec = exact_spec(game, level)
        return self._site.page(
            request,
            "bot",
            definition=game.definition,
            bot=ladder[level],
            level=level,
            ladder=ladder,
            place=[*ladder].index(level) + 1,
            seats=game.seats,
            spec=spec,
            choice=describe_choice(spec),
            record=self._record(request, game.name, level),
            has_ladder=has_ladder(game),
        )

    def _record(self, request: Request, game: str, level: str) -> ResultCounts | None:
        """Return the results of a browser's person against a bot; None without a finished match."""
        person_id = self._site.identity.person_id(request)
        finished = self._site.service.queries.of_person(person_id).finished if person_id else ()
        record = ResultCounts.of(
            outcome(match, person_id or "")
            for match in finished
            if game_of(match) == game
            if any(seat.kind == "bot" and seat.name == level for seat in match.seats)
        )
        return record if any(record) else None
