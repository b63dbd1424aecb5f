"""The front page, with pictures of all games that move, and the pages about the site."""

import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from http import HTTPStatus
from itertools import pairwise

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.service import MatchSummary
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import name_in_spec
from ludarium.scenes import svg
from ludarium.scenes.scene import Scene
from ludarium.scenes.showcase import showcase
from ludarium.search.player import levels
from ludarium.server.web.board.failed_pictures import drawn_or, name_as_picture
from ludarium.server.web.lobby.strip import lobby_strip
from ludarium.server.web.site import Site

_RECENT = 8
_POPULAR = 60
"""Recent matches by which the games are ordered."""


class FrontPages:
    """The front page, and the pages about the site."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/", self._site.ready(self.home)),
            Route("/games/{game}/moves", self.moves),
            Route("/about", self.about),
            Route("/privacy", self.privacy),
        ]

    def home(self, request: Request) -> Response:
        """The games, the most played first, the person's own matches, and those that can be watched."""
        queries, person_id = self._site.service.queries, self._site.identity.person_id(request)
        mine = queries.of_person(person_id, _RECENT) if person_id else None
        latest = queries.recent(_POPULAR)
        strip = lobby_strip(self._site.service.lobby, self._site.identity.person(request))
        tournaments = self._site.service.tournaments.strip(person_id)

        def values() -> dict[str, object]:
            games = [(definition(name), first_picture(name)) for name in _by_popularity(latest)]
            watched = [match for match in latest if not match.ending][:_RECENT]
            ended = [match for match in latest if match.ending][:_RECENT]
            found = {"games": games, "watched": watched, "ended": ended, "mine": mine, "strip": strip}
            return {**found, "tournaments": tournaments}

        if mine:  # who goes back to this page must see these matches as they are now
            return self._site.page(request, "home", HTTPStatus.OK, **values())
        return self._site.kept_page(request, "home", (latest, strip, tournaments), values)

    def moves(self, request: Request) -> Response:
        """The changes from turn to turn in a game's picture on the front page, as JSON."""
        name = definition(request.path_params["game"]).name
        headers = {"Cache-Control": "public, max-age=3600"}
        return Response(moves(name), media_type="application/json", headers=headers)

    def about(self, request: Request) -> Response:
        """The page about this site."""
        games = [definition(name) for name in game_names()]
        return self._site.page(request, "about", games=games, learned=learned_games())

    def privacy(self, request: Request) -> Response:
        """The page about privacy: what this site stores about its visitors."""
        return self._site.page(request, "privacy", contact=self._site.service.accounts.whom_to_ask())


def _by_popularity(matches: Sequence[MatchSummary]) -> list[str]:
    """Return the games by their number among these matches; of equals those with lively pictures first."""
    played = Counter(name_in_spec(match.game) for match in matches)
    return sorted(game_names(), key=lambda name: (-played[name], -len(_pictures(name)), name))


@cache
def learned_games() -> tuple[str, ...]:
    """Return the titles of the games of which a level is played by a learnt network."""
    known = ((definition(name), levels(load(name)).values()) for name in game_names())
    return tuple(game.title for game, specs in known if any("evaluate=learned" in spec for spec in specs))


@cache
def first_picture(game: str) -> str:
    """Return the picture with which a game begins on the front page."""
    return svg.render(_pictures(game)[0], prefix=f"{game}-")


@cache
def moves(game: str) -> str:
    """Return the changes from each picture of a game on the front page to the next, and from the last to the first."""
    scenes = _pictures(game)
    steps = [svg.changes(*pair) for pair in pairwise((*scenes, scenes[0]))] if len(scenes) > 1 else []
    return json.dumps([[[f"{game}-{row[0]}", *row[1:]] for row in step] for step in steps], separators=(",", ":"))


@cache
def _pictures(game: str) -> tuple[Scene, ...]:
    """Return the pictures of a game on the front page: its name alone if the game fails to draw one of them."""
    known = definition(game)
    return drawn_or(known, lambda: showcase(known), lambda: (name_as_picture(known),))
