"""Leagues as data for programs."""

from collections.abc import Mapping

from ludarium.club.leagues.leagues import ListedLeagues
from ludarium.club.leagues.views import Division, LeagueView, StoredLeague
from ludarium.match.clock import Clock
from ludarium.server.web.data import data_of
from ludarium.server.web.leagues.answers import DivisionData, LeagueData, LeagueList, LeagueRow, LeagueSummary

_IN_LIST = ("name", "state", "game", "tempo", "rated", "computers", "season", "entered", "begins_at")
_ABOUT = (
    "name", "state", "game", "tempo", "rated", "computers", "season_days", "seed", "is_last", "begins_at", "ended_at",
    "failing_since",
)  # fmt: skip
_OF_ROW = ("rank", "player", "points", "berger", "won", "drawn", "lost", "forfeits")


@data_of("leagues")
def league_list(values: Mapping[str, object]) -> LeagueList:
    """Return the data of the list of leagues."""
    listed = values["listed"]
    assert isinstance(listed, ListedLeagues)
    return LeagueList([_summary(one, one.id in listed.mine) for one in (*listed.going_on, *listed.over)])


def _summary(one: StoredLeague, is_mine: bool) -> LeagueSummary:
    return LeagueSummary(league=one.id, is_mine=is_mine, **{name: getattr(one, name) for name in _IN_LIST})


@data_of("league")
def league_data(values: Mapping[str, object]) -> LeagueData:
    """Return the data of the page of a league."""
    view = values["view"]
    assert isinstance(view, LeagueView)
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
