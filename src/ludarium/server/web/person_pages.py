"""The page "your games"."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.server.web.site import Site


class PersonPages:
    """The page "your games"."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The route of this page."""
        return [Route("/me", self.show)]

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
