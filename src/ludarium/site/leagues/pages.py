"""The pages of leagues, and their data for programs: the list, the form, and the page of each."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.core.text import shorten
from ludarium.match.clock import Clock
from ludarium.site.begin.rows import USUAL_SLOW
from ludarium.site.ground.values import MatchSummary
from ludarium.site.leagues.commands import (
    FIRST,
    LEAST_SEASON,
    MOST_FIRST,
    MOST_SEASON,
    SEASON,
    LeagueCommand,
    MakeLeague,
)
from ludarium.site.leagues.leagues import ListedLeagues, NoSuchLeague
from ludarium.site.leagues.rows import StoredLeague
from ludarium.site.leagues.seasons import league_path
from ludarium.site.leagues.views import Division, LeagueView
from ludarium.site.offers.pages import all_games
from ludarium.site.offers.reading import SLOW
from ludarium.site.tournaments.pages.calendar import league_calendar
from ludarium.site.tournaments.reading import LONGEST_NAME
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.page import FROM_ONE, Pages, command, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence
from ludarium.tournament.kinds.kind import MOST_SEATS


class LeagueSummary(Struct, frozen=True):
    """A league in a list: `season` is the last one that has begun, `entered` counts those who play in the next one."""

    league: str
    name: str
    state: str
    game: str
    tempo: str
    rated: bool
    computers: bool
    season: int
    entered: int
    begins_at: float
    is_mine: bool


class LeagueList(Struct, frozen=True):
    """The leagues: those that go on first."""

    leagues: list[LeagueSummary]


class LeagueRow(Struct, frozen=True):
    """A row of the table of a division, best first.

    `player` is the seed number in the tournament that the division is, `move` is `up`, `down` or empty: where the
    place leads after the season. `going_on` counts matches that are not over, and `average` is the seconds of a turn
    in those that are; null before one is known.
    """

    rank: int
    player: int
    name: str
    computer: bool
    has_left: bool
    points: float
    berger: float
    won: int
    drawn: int
    lost: int
    forfeits: int
    going_on: int
    average: float | None
    move: str


class DivisionData(Struct, frozen=True):
    """A division of a season; its games are those of the tournament `/tournaments/TOURNAMENT`."""

    tournament: str
    name: str
    state: str
    begun_at: float | None
    ends_at: float | None
    table: list[LeagueRow]


class LeagueData(Struct, frozen=True):
    """A league with the divisions of a season, the highest first, and who plays in the next season.

    `season` is that of the divisions and `seasons` the last one that has begun; `season_days` is how many days a
    season has, and `do` what this person may ask for now. `failing_since` is since when the next season cannot begin,
    as the game is not there any more.
    """

    league: str
    name: str
    state: str
    game: str
    tempo: str
    rated: bool
    computers: bool
    vacation: bool
    season_days: int
    seed: int
    organiser: str
    season: int
    seasons: int
    is_last: bool
    begins_at: float
    ended_at: float | None
    divisions: list[DivisionData]
    entered: list[str]
    is_entered: bool
    do: list[str]
    failing_since: float | None = None


_IN_LIST = ("name", "state", "game", "tempo", "rated", "computers", "season", "entered", "begins_at")
_ABOUT = (
    "name", "state", "game", "tempo", "rated", "computers", "season_days", "seed", "is_last", "begins_at", "ended_at",
    "failing_since",
)  # fmt: skip
_OF_ROW = ("rank", "player", "points", "berger", "won", "drawn", "lost", "forfeits")


def league_list(listed: ListedLeagues) -> LeagueList:
    """Return the data of the list of leagues."""
    return LeagueList([league_summary(one, one.id in listed.mine) for one in (*listed.going_on, *listed.over)])


def league_summary(one: StoredLeague, is_mine: bool) -> LeagueSummary:
    """Return the data of a league in a list."""
    return LeagueSummary(league=one.id, is_mine=is_mine, **{name: getattr(one, name) for name in _IN_LIST})


def league_data(view: LeagueView) -> LeagueData:
    """Return the data of the page of a league."""
    one = view.league
    return LeagueData(
        league=one.id,
        vacation=Clock.parse(one.tempo).vacation,
        organiser=one.organiser_name,
        season=view.season,
        seasons=one.season,
        divisions=[_division(each) for each in view.divisions],
        entered=[entry.name for entry in view.entries],
        is_entered=view.is_entered,
        do=view.do,
        **{name: getattr(one, name) for name in _ABOUT},
    )


def _division(division: Division) -> DivisionData:
    one = division.view.tournament
    rows = [
        LeagueRow(
            name=row.line.entry.name,
            computer=row.line.entry.is_bot,
            has_left=row.line.entry.is_absent,
            going_on=row.going_on,
            average=row.average,
            move=row.move,
            **{name: getattr(row.line.row, name) for name in _OF_ROW},
        )
        for row in division.rows
    ]
    return DivisionData(one.id, one.name, one.state, one.begun_at, one.ends_at, rows)


LIST = "/leagues"
_LIMITS = {
    "season": SEASON, "least_season": LEAST_SEASON, "most_season": MOST_SEASON, "days": FIRST, "most_days": MOST_FIRST,
    "longest_name": LONGEST_NAME,
}  # fmt: skip
_LONGEST_NUMBER = 4


class LeaguePages(Pages):
    """The pages of leagues."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._leagues = site.service.leagues

    @page(LIST, answers=LeagueList)
    def show(self, request: Request) -> Response:
        """The leagues: those that go on first, then those that are over."""
        listed = self._leagues.listed(self._site.identity.person(request))
        games = [choice for choice in all_games() if choice.seats == 2]
        return self._site.page(request, "leagues", data=lambda: league_list(listed), listed=listed, games=games)

    @page(f"{LIST}/new")
    def new(self, request: Request) -> Response:
        """The form for a league; the address may fill in fields."""
        return self._form(request, request.query_params)

    def _make_again(self, request: Request, sent: Sent[MakeLeague], error: LudariumError) -> Response:
        return self._form(request, sent.fields(), error.status, sentence(error))

    @command(LIST, base=MakeLeague, again=_make_again)
    def make(self, request: Request, sent: Sent[MakeLeague]) -> Response:
        """Make a league, of which the person is the organiser."""
        done = self._leagues.make(self._site.identity.person(request), sent.only())
        return RedirectResponse(league_path(done.target), HTTPStatus.SEE_OTHER)

    @page(f"{LIST}/{{league}}", answers=LeagueData, queries={"season": FROM_ONE})
    def league(self, request: Request) -> Response:
        """A league: its facts, the divisions of a season, the last one or another, and the person's commands."""
        return self._page(request)

    @page(
        f"{LIST}/{{league}}/calendar.ics",
        answers=str,
        media="text/calendar",
        queries={"season": FROM_ONE},
    )
    def calendar(self, request: Request) -> Response:
        """When a season begins and ends, as a file for calendars."""
        view = self._leagues.view(None, request.path_params["league"], _season(request))
        file = league_calendar(view, self._site.service.accounts.rules.url)
        return Response(file, headers={"Cache-Control": "no-store"}, media_type="text/calendar")

    def _act_again(self, request: Request, sent: Sent[LeagueCommand], error: LudariumError) -> Response:
        return self._page(request, error.status, sentence(error))

    @command(f"{LIST}/{{league}}", base=LeagueCommand, again=_act_again, besides=[HTTPStatus.NOT_FOUND])
    def act(self, request: Request, sent: Sent[LeagueCommand]) -> Response:
        """Enter a league, leave it, or end one's own."""
        league_id = request.path_params["league"]
        person = self._site.identity.person(request)
        self._leagues.view(person, league_id)  # before the command is read: who asks for none hears that
        done = self._leagues.act(person, league_id, sent.command())
        return RedirectResponse(league_path(done.target), HTTPStatus.SEE_OTHER)

    def _page(self, request: Request, status: int = HTTPStatus.OK, notice: str = "") -> Response:
        person = self._site.identity.person(request)
        view = self._leagues.view(person, request.path_params["league"], _season(request))
        if person:
            self._site.see(request, person, league_path(view.league.id))
        found = self._site.service.queries.of_person(person.id) if person and view.mine else None
        waiting = {match.id for match in found.my_turn} if found else set[str]()
        follows = _followed(view, (*found.my_turn, *found.waiting) if found else ())
        values = {"view": view, "waiting": waiting, "follows": follows, "notice": notice}
        return self._site.page(request, "league", status, data=lambda: league_data(view), **values)

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


def _followed(view: LeagueView, going_on: Sequence[MatchSummary]) -> str:
    """Return what the page of a league shows and may change, with the revisions that it knows; empty once it is over.

    It is the league, its divisions, and the person's own matches that go on.
    """
    league, boards = view.league, view.mine.view.own_boards if view.mine else ()
    if league.state == "over":
        return ""
    own = {board.match_id for board in boards}
    shown = [(f"league-{league.id}", league.revision)]
    shown += [(f"tournament-{one.view.tournament.id}", one.view.tournament.revision) for one in view.divisions]
    shown += [(match.id, match.revision) for match in going_on if match.id in own]
    return " ".join(f"{word}:{revision}" for word, revision in shown)


def _season(request: Request) -> int | None:
    """Return the season that the address names; None for the last one."""
    text = request.query_params.get("season", "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER):
        raise NoSuchLeague(f"there is no season {shorten(text)}")
    return int(text)
