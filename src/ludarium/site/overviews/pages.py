"""The pages to which the header leads: what can be learnt, watched, entered and written, and who is how strong."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.core.registry import definition, game_names, load
from ludarium.core.spec import name_in_spec
from ludarium.core.tutorial import tutorial
from ludarium.match.clock import DAY
from ludarium.site.begin.appointments import SOONEST
from ludarium.site.ground.values import MatchSummary
from ludarium.site.ladder.ladders import has_ladder
from ludarium.site.ladder.views import LadderRow
from ludarium.site.match.pages.page import MatchPage
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.worth_watching import has_seat, is_played_now, is_with_bots, played_now, to_watch, worth_seeing
from ludarium.site.overviews.competing import Competing
from ludarium.site.overviews.for_programs import (
    CompeteData,
    LearnData,
    RankingsData,
    WatchData,
    WorkshopsData,
    compete_data,
    learn_data,
    rankings_data,
    watch_data,
    workshops_data,
)
from ludarium.site.overviews.ranking import Rankings
from ludarium.site.overviews.tiles import RUN_MINUTES, puzzles_of_day
from ludarium.site.tournaments.pages.pages import filled
from ludarium.site.web.page import TEXT, Pages, page
from ludarium.site.web.site import Site
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.ranking import RANKED

_LATEST = 200
"""Matches among which those to watch are looked for."""
_WATCHED, _SEEN = 12, 8


class OverviewPages(Pages):
    """The pages of the sections; what does not depend on the reader is looked up once a second at most."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._competing, self._rankings = Competing(site.service), Rankings(site.service)

    @page("/learn", answers=LearnData, ready=True)
    def learn(self, request: Request) -> Response:
        """What can be learnt of every game: its lessons, its rules, the puzzle of the day, and analysis."""
        games = [(definition(name), len(tutorial(definition(name)))) for name in game_names()]
        puzzles = puzzles_of_day(int(self._site.service.now() // DAY))
        data = partial(learn_data, games, puzzles)
        return self._site.page(request, "overviews/learn", data=data, games=games, puzzles=puzzles)

    @page("/watch", answers=WatchData, queries={"game": TEXT, "match": TEXT}, ready=True)
    def watch(self, request: Request) -> Response:
        """Matches of others in progress, those between people first, and finished ones worth seeing; of a game or all.

        A match that is named is in front while it is played, else the first that has a turn. The reader's own matches
        are on another page, to which this one leads.
        """
        names, wanted, front = game_names(), *(request.query_params.get(name, "") for name in ("game", "match"))
        latest, person = self._site.service.queries.recent(_LATEST), self._site.identity.person(request)
        of_game = [match for match in latest if wanted in ("", name_in_spec(match.game))]
        own = {match.id for match in of_game if person and has_seat(match, person.id)} - {front}
        found = [match for match in of_game if match.id not in own]
        now = self._site.service.now()
        playing = played_now(found, now, _WATCHED)
        bots = [match for match in playing if is_with_bots(match)]
        people = [match for match in playing if match not in bots]
        idle = [match for match in found if not (is_played_now(match, now) or is_with_bots(match))]
        waiting = to_watch(idle, _WATCHED)
        on_screen = min(playing, key=lambda match: (match.id != front, not match.turn_count), default=None)
        over, puzzles = worth_seeing(found, _SEEN), puzzles_of_day(int(now // DAY))
        return self._site.page(
            request,
            "overviews/watch",
            data=lambda: watch_data(people, bots, waiting, over, puzzles),
            games=[definition(name) for name in names],
            wanted=wanted,
            on_screen=on_screen,
            shown=self._shown(on_screen) if on_screen else None,
            people=people,
            bots=bots,
            waiting=waiting,
            over=over,
            puzzles=puzzles,
            own=sum(not match.ending for match in of_game if match.id in own),
        )

    def _shown(self, match: MatchSummary) -> MatchPage | None:
        """Return a match as who watches it sees it, with clocks and ratings; None if it cannot be loaded."""
        service = self._site.service
        try:
            view = service.view(None, match.id)
        except LudariumError:  # a damaged match must not cost the page
            return None
        left, ratings = service.queries.time_left(view), service.ratings.of_seats(view)
        return replace(MatchPage.current(view, SeatAccess.of(view, None)), left=left, ratings=ratings)

    @page("/compete", answers=CompeteData, ready=True)
    def compete(self, request: Request) -> Response:
        """What one can enter now and soon: tournaments, leagues and people's places, and what was won lately."""
        service, person = self._site.service, self._site.identity.person(request)
        common, mine = self._competing.common(), service.tournaments.going_on(person) if person else ()
        leagues = service.leagues.of_person(person) if person else ()
        places = {one.game: one.place for one in service.challenge_ladders.of_person(person)} if person else {}
        arenas = _arenas() if all(one.by_site for one in common.soon) else []
        weekly = service.weekly_arenas.plan
        return self._site.page(
            request,
            "overviews/compete",
            data=lambda: compete_data(common, [*(one.id for one in mine), *(one.id for one in leagues)], places),
            common=common,
            mine=mine,
            leagues=leagues,
            places=places,
            arenas=arenas,
            bots=self._levels(arenas[0]["game"]) if arenas else (),
            weekly_at=weekly and weekly.next(service.now(), 0),
            run_minutes=RUN_MINUTES,
        )

    def _levels(self, spec: str) -> tuple[LadderRow, ...]:
        """Return the bots of a game that anybody may play, the best first, if it has a ranking."""
        bots = next((each.bots for each in self._rankings.of_games() if each.name == name_in_spec(spec)), ())
        return tuple(row for row in bots if row.player.level)

    @page("/rankings", answers=RankingsData, ready=True)
    def rankings(self, request: Request) -> Response:
        """The strongest people and bots of every game."""
        games = self._rankings.of_games()
        return self._site.page(
            request, "overviews/rankings", data=lambda: rankings_data(games), games=games, ranked=RANKED
        )

    @page("/workshop", answers=WorkshopsData, ready=True)
    def workshop(self, request: Request) -> Response:
        """The games for which a bot can be written here, each with the bots that lead its ranking."""
        games = [definition(name) for name in game_names() if has_ladder(load(name))]
        leaders = {each.name: each.bots for each in self._rankings.of_games()}
        data = partial(workshops_data, games, leaders)
        return self._site.page(request, "overviews/workshops", data=data, games=games, leaders=leaders)


def _arenas() -> list[dict[str, str]]:
    """Return what makes an arena of each game for which there are some: with bots, so that it begins in any case."""
    with_bots = {"bots": "yes", "soon": str(int(SOONEST) // 60)}
    found = [filled(KINDS["arena"], name) | with_bots for name in game_names()]
    return list({arena["game"]: arena for arena in found}.values())
