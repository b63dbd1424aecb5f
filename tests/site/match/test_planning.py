"""Turns planned ahead: played once or not at all, in the transaction of the turn before."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ludarium.core.errors import IllegalMove, LudariumError, NotYourTurn, ParseError
from ludarium.match.clock import Clock
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match import planning
from ludarium.site.match.commands import Accept, AskTakeback, Resign
from ludarium.site.match.rows.played import PlannedLine, PlannedTurn
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.fake_time import FakeTime

GAME = "orion(clicks=1)"
SEATS = [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: what depends on it is in `test_planning_saved`."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def service(open_store: Callable[[], Store], time: FakeTime) -> Service:
    return Service(open_store(), now=time)


@pytest.fixture
def view(service: Service) -> MatchView:
    return service.create(GAME, SEATS, clock=Clock.parse("10d+36h/10d"))


def turns(view: MatchView) -> list[str]:
    return [entry.text for entry in view.match.turns]


def test_a_turn_that_nobody_expected_drops_the_lines(service: Service, view: MatchView) -> None:
    service.planning.add(view.id, 1, [PlannedTurn("f+", ("p+",))])
    assert turns(service.bots.submit(view.id, 0, "q+", 0)) == ["q+"]
    assert service.planning.of(view.id, 1) == ()


def test_a_turn_for_whatever_they_play_waits_until_it_is_allowed(service: Service, view: MatchView) -> None:
    service.planning.add(view.id, 1, [PlannedTurn("m+")])
    service.planning.add(view.id, 1, [PlannedTurn("g+", number=6)])
    service.planning.add(view.id, 1, [PlannedTurn("h+", number=2)])
    view = service.bots.submit(view.id, 0, "p+", 0)
    assert turns(view) == ["p+", "h+"]  # a piece must be carried to m first
    view = service.bots.submit(view.id, 0, "q+", view.revision)
    view = service.bots.submit(view.id, 1, "h+", view.revision)
    assert [line.steps[0].play for line in service.planning.of(view.id, 1)] == ["m+", "g+"]
    view = service.bots.submit(view.id, 0, "r+", view.revision)
    assert turns(view)[4:] == ["r+", "m+"]
    assert service.planning.of(view.id, 1) == ()  # turn 6 has been another one


def test_both_players_can_have_planned(service: Service, view: MatchView) -> None:
    view = service.bots.submit(view.id, 0, "p+", 0)
    service.planning.add(view.id, 0, [PlannedTurn("q+", ("f+",)), PlannedTurn("r+", ("g+",))])
    view = service.bots.submit(view.id, 1, "f+", view.revision)
    assert turns(view) == ["p+", "f+", "q+"]
    view = service.bots.submit(view.id, 1, "h+", view.revision)
    service.planning.add(view.id, 1, [PlannedTurn("g+", ("s+",)), PlannedTurn("i+", ("t+",))])
    view = service.bots.submit(view.id, 0, "s+", view.revision)
    assert turns(view)[3:] == ["h+", "s+", "g+"]


def test_plans_are_kept_or_dropped_by_takebacks_as_their_positions_are(service: Service, view: MatchView) -> None:
    view = service.bots.submit(view.id, 0, "p+", 0)
    view = service.bots.submit(view.id, 1, "f+", view.revision)
    service.planning.add(view.id, 1, [PlannedTurn("g+", ("q+",))])
    view = service.bots.submit(view.id, 0, "r+", view.revision)
    view = service.bots.submit(view.id, 1, "h+", view.revision)
    service.planning.add(view.id, 1, [PlannedTurn("i+", ("q+",))])
    view = service.bots.act(view.id, 0, AskTakeback(), view.revision)
    view = service.bots.act(view.id, 1, Accept(), view.revision)
    assert turns(view) == ["p+", "f+"]
    assert service.planning.of(view.id, 1) == ()
    service.planning.add(view.id, 1, [PlannedTurn("j+", ("q+",))])
    view = service.bots.act(view.id, 0, Resign(), view.revision)
    assert service.planning.of(view.id, 1) == ()
    assert service._matches.store.plans.of(view.id) == {}


def test_dice_fall_between_planned_turns(service: Service) -> None:
    view = service.create("vortex", SEATS)
    seat = view.match.to_act[0]
    turn = view.match.state.format_turn((view.match.state.legal()[0],))
    service.planning.add(view.id, 1 - seat, [PlannedTurn("nonsense", (turn,))])
    view = service.bots.submit(view.id, seat, turn, view.revision)
    assert service.planning.of(view.id, 1 - seat) == ()  # whatever was thrown, this is no turn
    assert view.match.to_act == (1 - seat,)


def test_what_is_known_to_be_impossible_cannot_be_planned(service: Service, view: MatchView) -> None:
    wrong: list[tuple[list[PlannedTurn], type[Exception], str]] = [
        ([PlannedTurn("zz", ("p+",))], LudariumError, "zz"),
        ([PlannedTurn("f+", ("zz",))], LudariumError, "zz"),
        ([PlannedTurn("u-", ("p+",))], IllegalMove, "u-"),
        ([PlannedTurn("f+", ("p+", "q+"))], NotYourTurn, "'q\\+' would be a turn of O"),
        ([], ParseError, "expected 1 to 20"),
        ([PlannedTurn("a" * 500)], ParseError, "expected 1 to 400 characters"),
        ([PlannedTurn(" ")], ParseError, "expected 1 to 400 characters"),
    ]
    for steps, error, expected in wrong:
        with pytest.raises(error, match=expected):
            service.planning.add(view.id, 1, steps)
    with pytest.raises(NotYourTurn, match="it is your turn"):
        service.planning.add(view.id, 0, [PlannedTurn("p+")])
    assert service.planning.of(view.id, 1) == ()


def test_lines_are_replaced_continued_limited_and_removed(
    service: Service, view: MatchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.planning.add(view.id, 1, [PlannedTurn(" f+ ", ("p+",))])
    (line,) = service.planning.add(view.id, 1, [PlannedTurn("g+", ("p+",))])
    assert line == PlannedLine(0, (PlannedTurn("g+", ("p+",)),))
    (line,) = service.planning.add(view.id, 1, [PlannedTurn("g+", ("p+",)), PlannedTurn("h+", ("q+",))])
    assert len(line.steps) == 2
    assert len(service.planning.add(view.id, 1, [PlannedTurn("i+", ("r+",))])) == 2
    assert service.planning.remove(view.id, 1, 0) == (PlannedLine(0, (PlannedTurn("i+", ("r+",)),)),)
    monkeypatch.setattr(planning, "MOST_LINES", 1)
    with pytest.raises(ParseError, match="more than 1 line cannot be planned"):
        service.planning.add(view.id, 1, [PlannedTurn("h+", ("s+",))])
    assert service.planning.remove(view.id, 1) == ()
    with pytest.raises(IllegalMove, match="all decide at once here"):
        service.planning.add(service.create("grid", SEATS).id, 1, [PlannedTurn("n")])
