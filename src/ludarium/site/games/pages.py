"""The pages about games and their bots, the form from which a match begins, and the pages about the site."""

import json
from collections.abc import Mapping
from functools import cache, partial
from http import HTTPStatus
from itertools import pairwise

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import format_spec
from ludarium.core.tutorial import tutorial
from ludarium.scenes import svg
from ludarium.scenes.picture import draw
from ludarium.scenes.scene import Scene
from ludarium.scenes.sheet import sheet
from ludarium.scenes.showcase import showcase
from ludarium.search.personas import exact_spec, offered_bots
from ludarium.search.player import levels
from ludarium.site.act import Fields
from ludarium.site.begin.pages.bodies import NewMatch
from ludarium.site.begin.pages.forms import Form, GameData, begin, check_name, form_page
from ludarium.site.games.rules import GameFacts, rules_view, tried_example
from ludarium.site.ground.values import MatchSummary
from ludarium.site.ladder.ladders import has_ladder
from ludarium.site.ladder.words import describe_choice
from ludarium.site.match.queries import outcome
from ludarium.site.offers.pages import lobby_strip
from ludarium.site.people.pages.people import ResultCounts
from ludarium.site.people.pages.person import game_of
from ludarium.site.web.drawings import drawn_or, name_as_picture, picture_or_name
from ludarium.site.web.page import Pages, form, page
from ludarium.site.web.site import picture_file

_SEARCHED, _LATEST = 100, 5
"""Finished matches of a game that are searched for those of a bot, and how many of them its page shows."""


class GamePages(Pages):
    """Every game's page, and the form for a new match."""

    @page("/games/{game}", ready=True)
    def game(self, request: Request) -> Response:
        """A game: its rules, options and bots."""
        game = load(request.path_params["game"])
        name, high_scores = game.name, self._site.service.queries.high_scores(game.name)
        person = self._site.identity.person(request)
        strip = lobby_strip(self._site.service, person, name)
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

    @page("/games/{game}/board.svg")
    def board(self, request: Request) -> Response:
        """The empty board for the options of the address, as a file to save or print."""
        game = load(format_spec(request.path_params["game"], request.query_params))
        return picture_file(sheet(game), f"{game.name}-board")

    @page("/games/{game}/examples/{number}")
    def example(self, request: Request) -> Response:
        """An example of a game's rules page, with the turn that a browser has begun to play in it."""
        game, number = definition(request.path_params["game"]), request.path_params["number"]
        tried = tried_example(game.name, number, request.query_params.get("draft", ""))
        return self._site.page(request, "example", definition=game, example=tried)

    @page("/games/{game}/new", answers=GameData)
    def new(self, request: Request) -> Response:
        """The form for a new match; the address may fill in fields."""
        return self._form(request, self._new(request, request.query_params))

    @form("/games/{game}/new", body=NewMatch)
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


class FrontPages(Pages):
    """The moving pictures of the front page, and the pages about the site."""

    @page("/games/{game}/moves")
    def moves(self, request: Request) -> Response:
        """The changes from turn to turn in a game's picture on the front page, as JSON."""
        name = definition(request.path_params["game"]).name
        headers = {"Cache-Control": "public, max-age=3600"}
        return Response(moves(name), media_type="application/json", headers=headers)

    @page("/games/{game}/picture.svg")
    def picture(self, request: Request) -> Response:
        """The picture with which a game begins on the front page, as a file; its address changes with the site."""
        name = definition(request.path_params["game"]).name
        response = picture_file(_pictures(name)[0], name)
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    @page("/about")
    def about(self, request: Request) -> Response:
        """The page about this site."""
        games = [definition(name) for name in game_names()]
        return self._site.page(request, "about", games=games, learned=learned_games())

    @page("/privacy")
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


class BotPages(Pages):
    """The pages of the bots of every game, by their levels."""

    @page("/games/{game}/bots/{level}")
    def show(self, request: Request) -> Response:
        """A bot of a game: its portrait, its strength, and how to play it."""
        game, level = load(request.path_params["game"]), request.path_params["level"]
        ladder = offered_bots(game)
        if level not in ladder:
            raise HTTPException(HTTPStatus.NOT_FOUND)
        spec, ranking = exact_spec(game, level), self._site.service.ladder_views.standing(game)
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
            standing=next((row for row in ranking if row.player.level == level), None),
            ranked=sum(row.place > 0 for row in ranking),
            latest=self._latest(game.name, level),
        )

    def _latest(self, game: str, level: str) -> list[MatchSummary]:
        """Return the latest finished matches of a bot, as far as they are among the latest of its game."""
        found = self._site.service.queries.of_game(game, _SEARCHED, over=True)
        return [match for match in found if any(seat.is_bot and seat.name == level for seat in match.seats)][:_LATEST]

    def _record(self, request: Request, game: str, level: str) -> ResultCounts | None:
        """Return the results of a browser's person against a bot; None without a finished match."""
        person_id = self._site.identity.person_id(request)
        finished = self._site.service.queries.of_person(person_id).finished if person_id else ()
        record = ResultCounts.of(
            outcome(match, person_id or "")
            for match in finished
            if game_of(match) == game
            if any(seat.is_bot and seat.name == level for seat in match.seats)
        )
        return record if any(record) else None
