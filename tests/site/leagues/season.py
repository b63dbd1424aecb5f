"""Leagues that tests play: results follow from a table that a test sets."""

from collections.abc import Mapping

from ludarium.site.ground.values import Person
from ludarium.site.leagues.commands import EnterLeague, MakeLeague
from ludarium.site.leagues.views import LeagueView
from ludarium.site.service import Service
from tests.site.tournaments.playing import SLOW, finish

GAME = "orion(clicks=1)"


def make(service: Service, person: Person, **more: str) -> str:
    return service.leagues.make(person, MakeLeague(**{"game": GAME, "tempo": SLOW, **more})).target


def entered(service: Service, people: list[Person], **more: str) -> str:
    """Return the id of a league of the first of the people, which all have entered."""
    league = make(service, people[0], **more)
    for person in people:
        service.leagues.act(person, league, EnterLeague())
    return league


def work(service: Service) -> None:
    """Carry out all that is due, as a process does it every few seconds."""
    while service.leagues.work() + service.tournaments.work():
        pass


def look(service: Service, league: str, season: int | None = None) -> LeagueView:
    return service.leagues.view(None, league, season)


def names(view: LeagueView) -> list[list[str]]:
    """Return the names of the players of each division, as its table has them."""
    return [[row.line.entry.name for row in division.rows] for division in view.divisions]


def play(service: Service, league: str, strength: Mapping[str, int], leave: int = 0) -> None:
    """Let the stronger player win all matches that go on, equal ones draw; `leave` so many of each division."""
    for division in look(service, league).divisions:
        going_on = [board for board in division.boards if not board.how and board.match_id]
        for board in going_on[: len(going_on) - leave]:
            assert board.second is not None
            first, second = (division.view.players[number].name for number in (board.first, board.second))
            winner = board.first if strength[first] > strength[second] else board.second
            draw = strength[first] == strength[second]
            finish(service, division.view, board, None if draw else winner)
    work(service)
