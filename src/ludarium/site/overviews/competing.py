"""What goes on and what can be entered: tournaments with their leaders and boards, leagues, and people's places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.core.registry import definition, game_names, load
from ludarium.site.challenge_ladders.rows import LadderPlace
from ludarium.site.leagues.rows import StoredLeague
from ludarium.site.service import Service
from ludarium.site.tournaments.pages.page import winners_of
from ludarium.site.tournaments.rows.values import StoredTournament
from ludarium.site.ttl_cache import TtlCache

_MOST = 6
"""Tournaments of a state that are shown with what happens in them."""
_PLACES = 3


class Progress(NamedTuple):
    """How far a tournament is: who leads or has won, how many of its games are over, and a game that goes on."""

    tournament: StoredTournament
    first: tuple[str, ...] = ()
    over: int = 0
    games: int = 0
    playing: str = ""


class Places(NamedTuple):
    """The first places of people in a game, and how many there are."""

    name: str
    title: str
    first: Sequence[LadderPlace]
    people: int


class Common(NamedTuple):
    """What all readers see: tournaments in progress, open and over, leagues, and places."""

    now: tuple[Progress, ...]
    soon: tuple[StoredTournament, ...]
    over: tuple[Progress, ...]
    leagues: tuple[StoredLeague, ...]
    places: tuple[Places, ...]


class Competing:
    """What can be entered on a site; it is asked for once a second at most."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._cached: TtlCache[Common] = service.kept_answers()

    def common(self) -> Common:
        """Return what all readers see."""
        return self._cached.get("", self._look)

    def _look(self) -> Common:
        service = self._service
        listed = service.tournaments.listed(None, limit=2 * _MOST)
        whole = [one for one in listed.running if one.league_id is None]
        over = [one for one in listed.over if one.league_id is None]
        soon = sorted((one for one in listed.open if one.league_id is None), key=lambda one: one.begins_at)
        return Common(
            tuple(map(self._progress, whole[:_MOST])),
            tuple(soon),
            tuple(map(self._progress, over[:_MOST])),
            service.leagues.listed(None).going_on[:_MOST],
            self._places(),
        )

    def _progress(self, tournament: StoredTournament) -> Progress:
        view = self._service.tournaments.view(None, tournament.id)
        boards = [board for board in view.boards if board.second is not None]
        played = next((board.match_id for board in boards if board.match_id and not board.how), None) or ""
        leads = [row for row in view.table if row.row.points]
        best = max((row.row.points for row in leads), default=0.0)
        leaders = (
            () if tournament.of_kind.is_bracket else tuple(row.entry.name for row in leads if row.row.points == best)
        )
        first = tuple(winners_of(view)) if tournament.state == "over" else leaders
        over = sum(bool(board.how) for board in boards)
        return Progress(tournament, first, over, len(boards), played)

    def _places(self) -> tuple[Places, ...]:
        ladders = self._service.challenge_ladders
        first: Mapping[str, Sequence[LadderPlace]] = ladders.first_places(_PLACES)
        sizes = ladders.sizes()
        names = [name for name in game_names() if load(name).seats == 2]
        found = [Places(name, definition(name).title, first.get(name, ()), sizes.get(name, 0)) for name in names]
        return tuple(sorted(found, key=lambda each: -each.people))
