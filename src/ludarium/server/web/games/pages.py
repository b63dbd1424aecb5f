"""The pages about games, and the form from which a match begins."""

from collections.abc import Mapping
from functools import cache, partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.club.act import Fields
from ludarium.club.ladder.marks import has_ladder
from ludarium.core.registry import definition, load
from ludarium.core.spec import format_spec
from ludarium.core.tutorial import tutorial
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.scenes.sheet import sheet
from ludarium.server.web.begin.forms import Form, begin, check_name, form_page
from ludarium.server.web.board.failed_pictures import picture_or_name
from ludarium.server.web.games.facts import GameFacts
from ludarium.server.web.games.rules import rules_view, tried_example
from ludarium.server.web.http.commands import NewMatch
from ludarium.server.web.lobby.strip import lobby_strip
from ludarium.server.web.site import Site, picture_file, posted


class Pages:
    """Every game's page, and the form for a new match."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route("/games/{game}", self._site.ready(self.game)),
            Route("/games/{game}/board.svg", self.board),
            Route("/games/{game}/examples/{number}", self.example),
            Route("/games/{game}/new", self.new),
            Route("/games/{game}/new", posted(self.create, NewMatch), methods=["POST"]),
        ]

    def game(self, request: Request) -> Response:
        """A game: its rules, options and bots."""
        game = load(request.path_params["game"])
        name, high_scores = game.name, self._site.service.queries.high_scores(game.name)
        person = self._site.identity.person(request)
        strip = lobby_strip(self._site.service.lobby, person, name)
        tournaments = self._site.service.tournaments.strip(person.id if person else None, name)
        written = self._site.service.playing_bots.of(game)

        def values() -> dict[str, object]:
            return {
                "form": Form(game, {}),
                "definition": game.definition,
                "rules": rules_view(game.definition),
                "picture": picture(name),
                "facts": GameFacts(game.definition),
                "lessons": len(tutorial(game.definition)),
                "high_scores": high_scores,
                "strip": strip,
                "tournaments": tournaments,
                "written": written,
                "has_ladder": has_ladder(game),
            }

        return self._site.kept_page(request, "game", (game, high_scores, strip, tournaments, written), values)

    def board(self, request: Request) -> Response:
        """The empty board for the options of the address, as a file to save or print."""
        game = load(format_spec(request.path_params["game"], request.query_params))
        return picture_file(sheet(game), f"{game.name}-board")

    def example(self, request: Request) -> Response:
        """An example of a game's rules page, with the turn that a browser has begun to play in it."""
        game, number = definition(request.path_params["game"]), request.path_params["number"]
        tried = tried_example(game.name, number, request.query_params.get("draft", ""))
        return self._site.page(request, "example", definition=game, example=tried)

    def new(self, request: Request) -> Response:
        """The form for a new match; the address may fill in fields."""
        return self._form(request, self._new(request, request.query_params))

    def create(self, request: Request, values: Fields) -> Response:
        """Create a match from the form, or display the form with its errors."""
        form = self._new(request, values)
        form.seats()
        check_name(self._site, request, form)
        spec = form.spec()
        position, (clock, tick) = form.position(spec), form.pace()
        form.nonce()
        if form.errors:
            return self._form(request, form, HTTPStatus.BAD_REQUEST)
        private, computers = (form.value(name) == "on" for name in ("private", "computers"))
        create = partial(self._site.service.create, spec, position=position, clock=clock, tick=tick)
        create = partial(create, private=private, computers=computers)
        return begin(
            self._site,
            request,
            form,
            lambda seats, host, origin, commitment: create(seats, host=host, origin=origin, commitment=commitment),
        )

    def _new(self, request: Request, values: Mapping[str, str]) -> Form:
        """Return the form for a new match, with bots of the level that suits the person."""
        name = definition(request.path_params["game"]).name
        level = self._site.service.queries.level_for(self._site.identity.person_id(request), name)
        found = self._site.service.playing_bots.of(load(name))
        return Form.new(name, values, level, {spec: f"{bot.name}, by {bot.author}" for spec, bot in found})

    def _form(self, request: Request, form: Form, status: int = HTTPStatus.OK) -> Response:
        return form_page(self._site, request, form, status, branch=None)


@cache
def picture(game: str) -> str:
    """Return the picture of a game's initial position, with nothing to touch; its name if the game fails to draw it."""
    prefix = f"{game}-"
    return picture_or_name(game, lambda: svg.render(draw(load(game).initial()), prefix=prefix), prefix)
