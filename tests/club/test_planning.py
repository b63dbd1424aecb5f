"""Turns planned ahead: played once or not at all, in the transaction of the turn before."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import Connection

from ludarium.club import planning
from ludarium.club.planning import Line, Step
from ludarium.club.service import SeatAssignment, Service
from ludarium.club.views import MatchView
from ludarium.core.errors import IllegalMove, LudariumError, NotYourTurn, ParseError
from ludarium.match.clock import Clock
from ludarium.store import writing
from ludarium.store.repository import Store
from ludarium.store.rows import StoredMatch
from tests.club.fake_time import DAY, FakeTime
from tests.databases import cleared_url

__all__ = ["cleared_url"]

GAME = "orion(clicks=1)"
SEATS = [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")]


@pytest.fixture
def url(cleared_url: str) -> str:
    """Return the URL of a database that one test after another uses."""
    return cleared_url


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(open_store: Callable[[], Store], time: FakeTime) -> Service:
    return Service(open_store(), now=time)


@pytest.fixture
def view(service: Service) -> MatchView:
    return service.create(GAME, SEATS, clock=Clock.parse("10d+36h/10d"))


def turns(view: MatchView) -> list[str]:
    return [entry.text for entry in view.match.turns]


def test_an_expected_turn_is_answered_at_once_and_its_line_goes_on(
    service: Service, view: MatchView, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    service.planning.add(view.id, 1, [Step("f+", ("p+",)), Step("g+", ("q+",))])
    service.planning.add(view.id, 1, [Step("f+", ("p+",)), Step("h+", ("r+",))])
    service.planning.add(view.id, 1, [Step("i+", ("s+",))])
    assert service.get(view.id).revision == view.revision  # nobody else can see it
    time.pass_by(DAY)
    played = service.submit(view.id, 0, "p+", view.revision)
    assert turns(played) == ["p+", "f+"]
    assert [entry.took for entry in played.match.turns] == [DAY, 0.0]
    assert played.match.left == (9.5 * DAY + DAY, 10 * DAY) or played.match.left[1] == 10 * DAY
    assert played.deadline is not None
    assert service.planning.of(view.id, 1) == (
        Line(2, (Step("g+", ("q+",)),)), Line(2, (Step("h+", ("r+",)),)),
    )  # fmt: skip
    other = Service(open_store(), now=time)  # after a restart
    assert turns(other.submit(view.id, 0, "r+", played.revision)) == ["p+", "f+", "r+", "h+"]
    assert other.planning.of(view.id, 1) == ()
    assert service.get(view.id) == other.get(view.id)


def test_a_turn_that_nobody_expected_drops_the_lines(service: Service, view: MatchView) -> None:
    service.planning.add(view.id, 1, [Step("f+", ("p+",))])
    assert turns(service.submit(view.id, 0, "q+", 0)) == ["q+"]
    assert service.planning.of(view.id, 1) == ()


def test_a_turn_for_whatever_they_play_waits_until_it_is_allowed(service: Service, view: MatchView) -> None:
    service.planning.add(view.id, 1, [Step("m+")])
    service.planning.add(view.id, 1, [Step("g+", number=6)])
    service.planning.add(view.id, 1, [Step("h+", number=2)])
    view = service.submit(view.id, 0, "p+", 0)
    assert turns(view) == ["p+", "h+"]  # a piece must be carried to m first
    view = service.submit(view.id, 0, "q+", view.revision)
    view = service.submit(view.id, 1, "h+", view.revision)
    assert [line.steps[0].play for line in service.planning.of(view.id, 1)] == ["m+", "g+"]
    view = service.submit(view.id, 0, "r+", view.revision)
    assert turns(view)[4:] == ["r+", "m+"]
    assert service.planning.of(view.id, 1) == ()  # turn 6 has been another one


def test_both_players_can_have_planned(service: Service, view: MatchView) -> None:
    view = service.submit(view.id, 0, "p+", 0)
    service.planning.add(view.id, 0, [Step("q+", ("f+",)), Step("r+", ("g+",))])
    view = service.submit(view.id, 1, "f+", view.revision)
    assert turns(view) == ["p+", "f+", "q+"]
    view = service.submit(view.id, 1, "h+", view.revision)
    service.planning.add(view.id, 1, [Step("g+", ("s+",)), Step("i+", ("t+",))])
    view = service.submit(view.id, 0, "s+", view.revision)
    assert turns(view)[3:] == ["h+", "s+", "g+"]


def test_plans_are_kept_or_dropped_by_takebacks_as_their_positions_are(service: Service, view: MatchView) -> None:
    view = service.submit(view.id, 0, "p+", 0)
    view = service.submit(view.id, 1, "f+", view.revision)
    service.planning.add(view.id, 1, [Step("g+", ("q+",))])
    view = service.submit(view.id, 0, "r+", view.revision)
    view = service.submit(view.id, 1, "h+", view.revision)
    service.planning.add(view.id, 1, [Step("i+", ("q+",))])
    view = service.ask_takeback(view.id, 0, view.revision)
    view = service.accept(view.id, 1, view.revision)
    assert turns(view) == ["p+", "f+"]
    assert service.planning.of(view.id, 1) == ()
    service.planning.add(view.id, 1, [Step("j+", ("q+",))])
    view = service.resign(view.id, 0, view.revision)
    assert service.planning.of(view.id, 1) == ()
    assert service._matches.store.queues.of(view.id) == {}


def test_dice_fall_between_planned_turns(service: Service) -> None:
    view = service.create("vortex", SEATS)
    seat = view.match.to_act[0]
    turn = view.match.state.format_turn((view.match.state.legal()[0],))
    service.planning.add(view.id, 1 - seat, [Step("nonsense", (turn,))])
    view = service.submit(view.id, seat, turn, view.revision)
    assert service.planning.of(view.id, 1 - seat) == ()  # whatever was thrown, this is no turn
    assert view.match.to_act == (1 - seat,)


def test_what_is_known_to_be_impossible_cannot_be_planned(service: Service, view: MatchView) -> None:
    wrong: list[tuple[list[Step], type[Exception], str]] = [
        ([Step("zz", ("p+",))], LudariumError, "zz"),
        ([Step("f+", ("zz",))], LudariumError, "zz"),
        ([Step("u-", ("p+",))], IllegalMove, "u-"),
        ([Step("f+", ("p+", "q+"))], NotYourTurn, "'q\\+' would be a turn of O"),
        ([], ParseError, "expected 1 to 20"),
        ([Step("a" * 500)], ParseError, "expected 1 to 400 characters"),
        ([Step(" ")], ParseError, "expected 1 to 400 characters"),
    ]
    for steps, error, expected in wrong:
        with pytest.raises(error, match=expected):
            service.planning.add(view.id, 1, steps)
    with pytest.raises(NotYourTurn, match="it is your turn"):
        service.planning.add(view.id, 0, [Step("p+")])
    assert service.planning.of(view.id, 1) == ()


def test_lines_are_replaced_continued_limited_and_removed(
    service: Service, view: MatchView, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.planning.add(view.id, 1, [Step(" f+ ", ("p+",))])
    (line,) = service.planning.add(view.id, 1, [Step("g+", ("p+",))])
    assert line == Line(0, (Step("g+", ("p+",)),))
    (line,) = service.planning.add(view.id, 1, [Step("g+", ("p+",)), Step("h+", ("q+",))])
    assert len(line.steps) == 2
    assert len(service.planning.add(view.id, 1, [Step("i+", ("r+",))])) == 2
    assert service.planning.remove(view.id, 1, 0) == (Line(0, (Step("i+", ("r+",)),)),)
    monkeypatch.setattr(planning, "MOST_LINES", 1)
    with pytest.raises(ParseError, match="more than 1 line cannot be planned"):
        service.planning.add(view.id, 1, [Step("h+", ("s+",))])
    assert service.planning.remove(view.id, 1) == ()
    with pytest.raises(IllegalMove, match="all decide at once here"):
        service.planning.add(service.create("grid", SEATS).id, 1, [Step("n")])


def test_a_plan_is_set_before_the_turn_or_after_it_whichever_process_is_faster(
    service: Service, open_store: Callable[[], Store], time: FakeTime
) -> None:
    other = Service(open_store(), now=time)
    for _ in range(3):
        view, both = service.create(GAME, SEATS), Barrier(2)

        def plan(view: MatchView = view, both: Barrier = both) -> bool:
            both.wait()
            try:
                return bool(other.planning.add(view.id, 1, [Step("f+", ("p+",))]))
            except NotYourTurn:
                return False

        def play(view: MatchView = view, both: Barrier = both) -> MatchView:
            both.wait()
            return service.submit(view.id, 0, "p+", 0)

        with ThreadPoolExecutor(2) as threads:
            planned, played = threads.submit(plan), threads.submit(play)
        assert turns(played.result()) == (["p+", "f+"] if planned.result() else ["p+"])
        assert other.planning.of(view.id, 1) == ()


def test_a_server_that_is_killed_while_it_plays_has_played_both_turns_or_none(
    service: Service, view: MatchView, monkeypatch: pytest.MonkeyPatch, open_store: Callable[[], Store]
) -> None:
    service.planning.add(view.id, 1, [Step("f+", ("p+",))])
    write, written = writing.insert_turns, list[int]()

    def killed(connection: Connection, row: StoredMatch, kept: int) -> None:
        write(connection, row, kept)
        written.append(kept)
        if len(written) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(writing, "insert_turns", killed)
    with pytest.raises(KeyboardInterrupt):
        service.submit(view.id, 0, "p+", 0)
    monkeypatch.undo()
    assert written == [0, 1]
    other = Service(open_store())
    assert turns(other.get(view.id)) == []
    assert len(other.planning.of(view.id, 1)) == 1
    assert turns(other.submit(view.id, 0, "p+", 0)) == ["p+", "f+"]
