"""The pages of leagues: their list, the form for one, and the page of each."""

from collections.abc import Mapping
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ludarium.club.leagues.commands import (
    FIRST,
    LEAST_SEASON,
    MOST_FIRST,
    MOST_SEASON,
    SEASON,
    LeagueCommand,
    MakeLeague,
)
from ludarium.club.leagues.leagues import NoSuchLeague
from ludarium.club.leagues.notices import league_path
from ludarium.club.offers.tempos import SLOW, USUAL_SLOW
from ludarium.club.people.people import Person
from ludarium.club.tournaments.reading import LONGEST_NAME
from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.server.web.http.bodies import Sent
from ludarium.server.web.http.refusals import note, say_when
from ludarium.server.web.lobby.strip import all_games
from ludarium.server.web.site import Site, commanded
from ludarium.server.web.tournaments.calendar import league_calendar
from ludarium.server.words import sentence
from ludarium.tournament.kinds.kind import MOST_SEATS

LIST = "/leagues"
_LIMITS = {
    "season": SEASON, "least_season": LEAST_SEASON, "most_season": MOST_SEASON, "days": FIRST, "most_days": MOST_FIRST,
    "longest_name": LONGEST_NAME,
}  # fmt: skip
_LONGEST_NUMBER = 4


class LeaguePages:
    """The pages of leagues."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._leagues = site.service.leagues

    def routes(self) -> list[Route]:
        """The routes of these pages."""
        return [
            Route(LIST, self.show),
            Route(LIST, commanded(self.make, MakeLeague), methods=["POST"]),
            Route(f"{LIST}/new", self.new),
            Route(f"{LIST}/{{league}}", self.league),
            Route(f"{LIST}/{{league}}/calendar.ics", self.calendar),
            Route(f"{LIST}/{{league}}", commanded(self.act, LeagueCommand), methods=["POST"]),
        ]

    def show(self, request: Request) -> Response:
        """The leagues: those that go on first, then those that are over."""
        listed = self._leagues.listed(self._site.identity.person(request))
        return self._site.page(request, "leagues", listed=listed)

    def new(self, request: Request) -> Response:
        """The form for a league; the address may fill in fields."""
        return self._form(request, request.query_params)

    def make(self, request: Request, sent: Sent[MakeLeague]) -> Response:
        """Make a league, of which the person is the organiser."""
        try:
            done = self._leagues.make(self._site.identity.person(request), sent.only())
        except LudariumError as error:
            note(request, error)
            return say_when(self._form(request, sent.fields(), error.status, sentence(error)), error)
        return RedirectResponse(league_path(done.target), HTTPStatus.SEE_OTHER)

    def league(self, request: Request) -> Response:
        """A league: its facts, the divisions of a season, the last one or another, and the person's commands."""
        return self._page(request)

    def calendar(self, request: Request) -> Response:
        """When a season begins and ends, as a file for calendars."""
        view = self._leagues.view(None, request.path_params["league"], _season(request))
        file = league_calendar(view, self._site.service.accounts.rules.url)
        return Response(file, headers={"Cache-Control": "no-store"}, media_type="text/calendar")

    def act(self, request: Request, sent: Sent[LeagueCommand]) -> Response:
        """Enter a league, leave it, or end one's own."""
        league_id = request.path_params["league"]
        try:
            person = self._site.identity.person(request)
            self._leagues.view(person, league_id)  # before the command is read: who asks for none hears that
            done = self._leagues.act(person, league_id, sent.command())
        except LudariumError as error:
            if error.status == HTTPStatus.NOT_FOUND:
                raise
            note(request, error)
            return say_when(self._page(request, error.status, sentence(error)), error)
        return RedirectResponse(league_path(done.target), HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        person = self._site.identity.person(request)
        view = self._leagues.view(person, request.path_params["league"], _season(request))
        if person:
            self._site.see(request, person, league_path(view.league.id))
        waiting = self._my_turn(person) if person and view.mine else frozenset[str]()
        return self._site.page(request, "league", status, view=view, waiting=waiting, notice=notice)

    def _my_turn(self, person: Person) -> frozenset[str]:
        """Return the ids of the matches that wait for a person."""
        return frozenset(match.id for match in self._site.service.queries.of_person(person.id).my_turn)

    def _form(
        self, request: Request, values: Mapping[str, str], status: int = HTTPStatus.OK, notice: str = ""
    ) -> Response:
        games = [choice for choice in all_games() if MOST_SEATS >= choice.seats >= 2]
        return self._site.page(
            request,
            "league_form",
            status,
            games=games,
            tempos=SLOW,
            usual_tempo=USUAL_SLOW,
            limits=_LIMITS,
            values=dict(values),
            notice=notice,
        )


def _season(request: Request) -> int | None:
    """Return the season that the address names; None for the last one."""
    text = request.query_params.get("season", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise NoSuchLeague(f"there is no season {shorten(text)}")
    return int(text)
