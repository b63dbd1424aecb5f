"""The pictures of all games that move on the front page, and the pages about the site."""

import json
from functools import cache
from itertools import pairwise

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.core.registry import definition, game_names, load
from ludarium.scenes import svg
from ludarium.scenes.scene import Scene
from ludarium.scenes.showcase import showcase
from ludarium.search.player import levels
from ludarium.server.web.board.failed_pictures import drawn_or, name_as_picture
from ludarium.server.web.site import Site, picture_file


class FrontPages:
    """The moving pictures of the front page, and the pages about the site."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/games/{game}/moves", self.moves),
            Route("/games/{game}/picture.svg", self.picture),
            Route("/about", self.about),
            Route("/privacy", self.privacy),
        ]

    def moves(self, request: Request) -> Response:
        """The changes from turn to turn in a game's picture on the front page, as JSON."""
        name = definition(request.path_params["game"]).name
        headers = {"Cache-Control": "public, max-age=3600"}
        return Response(moves(name), media_type="application/json", headers=headers)

    def picture(self, request: Request) -> Response:
        """The picture with which a game begins on the front page, as a file; its address changes with the site."""
        name = definition(request.path_params["game"]).name
        response = picture_file(_pictures(name)[0], name)
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    def about(self, request: Request) -> Response:
        """The page about this site."""
        games = [definition(name) for name in game_names()]
        return self._site.page(request, "about", games=games, learned=learned_games())

    def privacy(self, request: Request) -> Response:
        """The page about privacy: what this site stores about its visitors."""
        return self._site.page(request, "privacy", contact=self._site.service.accounts.whom_to_ask())


@cache
def learned_games() -> tuple[str, ...]:
    """Return the titles of the games of which a level is played by a learnt network."""
    known = ((definition(name), levels(load(name)).values()) for name in game_names())
    return tuple(game.title for game, specs in known if any("evaluate=learned" in spec for spec in specs))


@cache
def first_picture(game: str) -> str:
    """Return the picture with which a game begins on the front page."""
    return svg.render(_pictures(game)[0], prefix=f"{game}-")


def liveliness(game: str) -> int:
    """Return how many pictures of a game the front page has."""
    return len(_pictures(game))


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
