"""The pages of tournaments: their list, the form for one, and the page of each."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta, tzinfo
from functools import partial
from http import HTTPStatus
from typing import NamedTuple
from zoneinfo import ZoneInfo

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.published import published_tournament
from ludarium.core.registry import definition, load
from ludarium.core.text import time_zones
from ludarium.match.clock import DAY
from ludarium.search.personas import known_levels
from ludarium.site.act import Fields
from ludarium.site.begin.appointments import SOONEST
from ludarium.site.begin.new_match import describe_game
from ludarium.site.begin.rows import USUAL_SLOW
from ludarium.site.offers.pages import GameChoice, all_games, games_alone
from ludarium.site.offers.reading import LIVE_CLOCKS, SLOW, TICKS, live_tempos, offered_games, suits
from ludarium.site.tournaments.asked import TournamentCommand
from ludarium.site.tournaments.notices import tournament_path
from ludarium.site.tournaments.pace import arena_ends_at, is_live
from ludarium.site.tournaments.pages.data import TournamentData, TournamentList, tournament_data, tournament_list
from ludarium.site.tournaments.pages.page import (
    FEW,
    SHOTS,
    brackets,
    cross_table,
    deciding_match,
    follows,
    listed_own,
    listed_rounds,
    listed_rows,
    podium_of,
    reserves,
    team_boards,
    winners_of,
)
from ludarium.site.tournaments.reading import (
    DAYS,
    LEAST_MINUTES,
    LEAST_WEEKS,
    LONGEST_NAME,
    MOST_DAYS,
    MOST_MINUTES,
    MOST_ROUNDS,
    MOST_WEEKS,
    ROUNDS,
    USUAL_SOON,
    WEEKS,
    MakeTournament,
    fewest_of,
)
from ludarium.site.tournaments.site_bots import has_unwatched
from ludarium.site.tournaments.tournaments import MOST_ORGANISED
from ludarium.site.tournaments.words import CHOICES, columns, refusal_words
from ludarium.site.web.http.bodies import Sent
from ludarium.site.web.page import Pages, command, page
from ludarium.site.web.site import Site
from ludarium.site.words import sentence
from ludarium.tournament.kinds import KINDS
from ludarium.tournament.kinds.kind import Kind

LIST = "/tournaments"
_LIMITS = {
    "rounds": ROUNDS, "most_rounds": MOST_ROUNDS, "days": DAYS, "longest_name": LONGEST_NAME,
    "most_organised": MOST_ORGANISED, "weeks": WEEKS, "least_weeks": LEAST_WEEKS, "most_weeks": MOST_WEEKS,
    "most_days": MOST_DAYS, "least_minutes": LEAST_MINUTES, "most_minutes": MOST_MINUTES, "soonest": int(SOONEST) // 60,
    "usual_soon": USUAL_SOON,
}  # fmt: skip


class Paces(NamedTuple):
    """Paces that a form offers: the head of their group, and whether it is for games with `clocks` or `ticks` alone."""

    head: str
    tempos: Sequence[str]
    only: str = ""


_AT_LEISURE = {"tempo": USUAL_SLOW, "days": str(DAYS)}


def templates(wanted: str = "") -> dict[str, Mapping[str, str]]:
    """Return what a form can be filled with in one press, by titles: all that a tournament needs.

    Each has the `wanted` game, given by its spec, so that the form says if its kind is not for it, or the first one
    that it is for. A game whose programs have played a published tournament has two more: that one, which is made at
    once, and a tournament for bots, too.
    """
    listed = sorted(KINDS.values(), key=lambda kind: kind.at_any_time)
    keeps = {"game": wanted} if wanted else {}
    found: dict[str, Mapping[str, str]] = {kind.preset[0]: {**filled(kind, wanted), **keeps} for kind in listed}
    for name in offered_games():
        if published_tournament(load(name)):
            title = definition(name).title
            found[f"Play the published tournament of {title} again"] = {"game": name, "published": "yes"}
            of_programs = {"kind": "knock-out", "computers": "yes", "most": "32", "tempo": SLOW[0], "days": "1"}
            found[f"{title}, bots too"] = {"game": name, **of_programs}
    return found


def filled(kind: Kind, wanted: str = "") -> dict[str, str]:
    """Return the fields of a kind's template; a wanted game that is played with ticks has those, and is rated."""
    fields = {"kind": kind.name, **_AT_LEISURE, **kind.preset[1]}
    if (game := _taken(kind, wanted)) is None:
        specs = (choice.spec for choice in (*all_games(), *games_alone()))
        game = next(game for spec in specs if (game := _taken(kind, spec)) and suits(game, fields["tempo"]))
    ticks = {} if suits(game, fields["tempo"]) else {"tempo": live_tempos(game)[0], "rated": "yes"}
    return {"game": game.spec, **fields, **ticks}


def _taken(kind: Kind, spec: str) -> Game | None:
    """Return the game of a spec; None if a kind of tournament is not for it."""
    return None if _why_not(kind, spec) else load(spec)


def _why_not(kind: Kind, spec: str) -> str:
    """Return why a kind of tournament is not for the game of a spec, as a sentence; empty if it is."""
    try:
        game = load(spec)
        kind.check_game(
            describe_game(spec), game.seats, has_dice=bool(game.max_chance_outcomes), rated=False, computers=False
        )
    except LudariumError as error:
        return sentence(error)
    return ""


def _with_ticks(specs: Iterable[str]) -> list[str]:
    """Return those of some specs whose games are played with ticks; what is no spec of a game is left out."""
    found = list[str]()
    for spec in specs:
        with suppress(LudariumError):
            if live_tempos(load(spec)) == TICKS:
                found.append(spec)
    return found


def _paces(kind: Kind, games: Sequence[GameChoice], with_ticks: Collection[str], chosen: str) -> list[Paces]:
    """Return the paces of a kind of tournament in groups; of the live ones those of the chosen game come first."""
    slow = [] if kind.live == "always" else [Paces("By correspondence", SLOW)]
    if kind.live == "never":
        return slow
    titles = dict.fromkeys(choice.title for choice in games if choice.spec in with_ticks)
    clocks = Paces("Live" + (", for other games" if titles else ""), LIVE_CLOCKS, "clocks")
    ticks = [Paces(f"Live, for {' and '.join(titles)}", TICKS, "ticks")] if titles else []
    return [*slow, *([*ticks, clocks] if chosen in with_ticks else [clocks, *ticks])]


def _limits(now: float, zone: tzinfo) -> dict[str, object]:
    """Return the limits of a form, with the first and the last time at which what it makes may begin."""
    found = dict[str, object](_LIMITS)
    for name, at in (("first", now + SOONEST + 60), ("last", now + MOST_DAYS * DAY)):  # a form has no seconds
        found |= {name: int(at), f"{name}_here": f"{datetime.fromtimestamp(at, zone):%Y-%m-%dT%H:%M}"}
    return found


class TournamentPages(Pages):
    """The pages of tournaments."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._tournaments = site.service.tournaments

    @page(LIST, answers=TournamentList)
    def show(self, request: Request) -> Response:
        """The tournaments: those that wait for players first, then those in progress, and those that are over."""
        listed = self._tournaments.listed(self._site.identity.person(request))
        data = partial(tournament_list, listed)
        return self._site.page(request, "tournaments", data=data, listed=listed, templates=templates())

    @page(f"{LIST}/new")
    def new(self, request: Request) -> Response:
        """The form for a tournament; the address may fill in fields."""
        return self._form(request, request.query_params)

    def _make_again(self, request: Request, sent: Sent[MakeTournament], error: LudariumError) -> Response:
        return self._form(request, sent.fields(), error.status, refusal_words(error))

    @command(LIST, base=MakeTournament, again=_make_again)
    def make(self, request: Request, sent: Sent[MakeTournament]) -> Response:
        """Make a tournament, of which the person is the organiser."""
        person = self._site.identity.person(request)
        done = self._tournaments.make(person, sent.only())
        return RedirectResponse(tournament_path(done.target), HTTPStatus.SEE_OTHER)

    @page(f"{LIST}/{{tournament}}", answers=TournamentData)
    def tournament(self, request: Request) -> Response:
        """A tournament: its facts, its table, its rounds with their matches, and the person's commands."""
        return self._page(request)

    def _act_again(self, request: Request, sent: Sent[TournamentCommand], error: LudariumError) -> Response:
        return self._page(request, error.status, sentence(error), sent.fields())

    @command(f"{LIST}/{{tournament}}", base=TournamentCommand, again=_act_again, besides=[HTTPStatus.NOT_FOUND])
    def act(self, request: Request, sent: Sent[TournamentCommand]) -> Response:
        """Enter a tournament, leave it, come back, ask for a bye, or begin or cancel one's own."""
        tournament_id = request.path_params["tournament"]
        person = self._site.identity.person(request)
        self._tournaments.view(person, tournament_id)  # before the command is read: who asks for none hears that
        done = self._tournaments.act(person, tournament_id, sent.command())
        return RedirectResponse(tournament_path(done.target), HTTPStatus.SEE_OTHER)

    def _page(
        self, request: Request, status: int = HTTPStatus.OK, notice: str = "", typed: Fields | None = None
    ) -> Response:
        person = self._site.identity.person(request)
        view = self._tournaments.view(person, request.path_params["tournament"])
        if person:
            self._site.see(request, person, tournament_path(view.tournament.id))
        heads, rows = cross_table(view)
        base = str(request.base_url).rstrip("/")
        values: dict[str, object] = {
            "base": base,
            "view": view,
            "heads": heads,
            "cross": rows,
            "brackets": brackets(view),
            "winners": winners_of(view),
            "team_boards": team_boards(view),
            "reserves": reserves(view),
            "notice": notice,
            "typed": lambda do: typed if typed and typed.get("do") == do else {},  # the values of its form alone
        }
        when = self._site.times_of(person)
        values |= {"zone": str(when.zone) if when.is_known else ""}
        values |= {"limits": _limits(self._site.service.now(), when.zone), "fewest": fewest_of(view.tournament)}
        values |= {"is_live": is_live(view.tournament.tempo), "arena_ends_at": arena_ends_at(view.tournament)}
        shots = self._tournaments.games_now(view, SHOTS)
        decided = self._tournaments.shown_match(deciding_match(view))
        shown = {match.id for match in (*shots, *([decided] if decided else []))}
        rounds = listed_rounds(view, shown)
        values |= {"follows": follows(view), "shots": shots, "decided": decided, "rounds": rounds}
        values |= {"own": listed_own(view, shown, in_rounds=bool(rounds))}
        values |= {"leads": self._tournaments.leads_to_board(view, person)}
        values |= {"lines": listed_rows(view), "few": FEW}
        values |= {"podium": podium_of(view), "levels": known_levels()}
        values |= {"has_unwatched": has_unwatched(view.tournament)}
        values |= {"ties": columns(view), "order": view.tournament.of_kind.ties_of(view.form)}
        return self._site.page(request, "tournament", status, data=lambda: tournament_data(view), **values)

    def _form(
        self, request: Request, values: Mapping[str, str], status: int = HTTPStatus.OK, notice: str = ""
    ) -> Response:
        kind = KINDS.get(values.get("kind", "")) or next(iter(KINDS.values()))
        games = [choice for choice in (*all_games(), *games_alone()) if _taken(kind, choice.spec)]
        wanted = values.get("game") or games[0].spec
        instead = "" if notice else _why_not(kind, wanted)
        values = {**values, "game": filled(kind)["game"] if instead else wanted}
        with_ticks = _with_ticks([*(choice.spec for choice in games), values["game"]])
        person = self._site.identity.person(request)
        when, zone, known = self._site.times_of(person), values.get("zone", ""), time_zones()
        tomorrow = datetime.now(ZoneInfo(zone) if zone in known else when.zone) + timedelta(days=1)
        return self._site.page(
            request,
            "tournament_form",
            status,
            games=games,
            instead=instead,
            tempos=_paces(kind, games, with_ticks, values["game"]),
            with_ticks=with_ticks,
            full=self._tournaments.why_none_more(person) if person else "",
            zone=zone or (str(when.zone) if when.is_known else ""),
            evening=f"{tomorrow:%Y-%m-%d}T20:00",
            usual_tempo=USUAL_SLOW,
            begins_soon=values.get("tempo") in (*LIVE_CLOCKS, *TICKS),
            kind=kind,
            templates=templates(values["game"]),
            limits=_limits(self._site.service.now(), ZoneInfo(zone) if zone in known else when.zone),
            ties=CHOICES,
            levels=sorted(known_levels()),
            values=values,
            notice=notice,
        )
