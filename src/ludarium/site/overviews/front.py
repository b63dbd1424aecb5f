"""The front page: for strangers what happens here now, for members what waits for them, and all games."""

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.registry import definition
from ludarium.core.tutorial import has_tutorial
from ludarium.match.clock import DAY
from ludarium.site.games.pages import first_picture
from ludarium.site.offers.leading import LATEST, by_popularity, leading, of_others
from ludarium.site.offers.pages import lobby_strip
from ludarium.site.overviews.tiles import Tiles, puzzles_of_day
from ludarium.site.puzzles.solving import Solving
from ludarium.site.web.page import Pages, page
from ludarium.site.web.site import Site

_TILES = 5
"""Small boards in a row; a stranger sees a large one besides."""
_OWN = 12
"""Own matches of a member."""


class FrontPage(Pages):
    """The front page."""

    def __init__(self, site: Site, solving: Solving) -> None:
        self._site, self._solving = site, solving

    @page("/", ready=True)
    def home(self, request: Request) -> Response:
        """What waits for the person, what is played now and who waits, and the games, the most played first."""
        service, person = self._site.service, self._site.identity.person(request)
        mine = service.queries.of_person(person.id, _OWN) if person else None
        latest = service.queries.recent(LATEST)
        tournaments = service.tournaments.strip(person.id if person else None)
        day = int(service.now() // DAY)
        puzzles = puzzles_of_day(day)
        solved = self._solving.solved(person, [one.id for one in puzzles])

        others = of_others(latest, person.id if person else None)
        tiles = Tiles.of(others, _TILES if person and mine and any(mine) else _TILES + 1, service.now())
        popular = by_popularity(latest)
        strip = lobby_strip(service, person)._replace(lead=leading(tiles.playing, popular))

        def values() -> dict[str, object]:
            games = [(definition(name), first_picture(name)) for name in popular]
            found = {"games": games, "tiles": tiles, "puzzles": puzzles, "mine": mine, "strip": strip}
            lesson = next((game for game, _ in games if has_tutorial(game)), None)
            return {**found, "tournaments": tournaments, "challenges": None, "lesson": lesson, "solved": solved}

        if person and mine and any(mine):  # who goes back to this page must see these matches as they are now
            challenges = service.challenges.of_person(person)
            return self._site.page(
                request, "overviews/home", HTTPStatus.OK, data=None, **{**values(), "challenges": challenges}
            )
        return self._site.kept_page(request, "overviews/home", (latest, tiles, strip, tournaments, day, solved), values)
