"""The pauses of rated live matches: 30 seconds at a time and 3 minutes in all, and then the match goes on."""

from collections.abc import Callable

import pytest

from ludarium.core.errors import IllegalMove
from ludarium.match.clock import DAY
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.values import Person
from ludarium.site.match.clocks import ALL_PAUSES, LONGEST_PAUSE
from ludarium.site.match.commands import Pause, Ready
from ludarium.site.match.live import LEASE
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import RULES, ada, bob, service
from tests.site.fake_time import FakeTime

__all__ = ["ada", "bob", "service"]


@pytest.fixture(autouse=True)
def no_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches take no turn unless a test says so."""
    monkeypatch.setattr("ludarium.site.bots.live_ticker.LiveTicker.start", lambda self, match_id: None)


@pytest.fixture
def match(service: Service, ada: Person, bob: Person) -> MatchView:
    """A rated live match that runs, in which a turn has been played."""
    view = service.challenges.start(ada, ["Bob"], Terms("grid", tick=0.5, rated=True))
    service.act(ada, view.id, Ready())
    service.act(bob, view.id, Ready())
    return service.live.tick(view.id, {})


def runs(service: Service, view: MatchView) -> bool:
    return service.queries.is_running(service.bots.look(view.id))


def left(service: Service, view: MatchView, person: Person) -> int:
    now = service.bots.look(view.id)
    pauses = service.queries.pauses(now)
    assert pauses is not None
    return pauses.left[next(seat for seat, held in enumerate(now.seats) if held.person == person.id)]


def test_after_30_seconds_the_other_goes_on_alone(
    service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime
) -> None:
    service.act(ada, match.id, Pause())
    service.act(bob, match.id, Ready())
    assert not runs(service, match)
    time.pass_by(LONGEST_PAUSE - 1)
    service.act(bob, match.id, Ready())
    assert not runs(service, match)
    time.pass_by(1)
    service.act(bob, match.id, Ready())
    assert runs(service, match)
    assert left(service, match, ada) == ALL_PAUSES - LONGEST_PAUSE
    assert left(service, match, bob) == ALL_PAUSES
    assert len(service.live.tick(match.id, {}).match.turns) == 2


def test_a_pause_that_both_end_costs_what_it_took(
    service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime
) -> None:
    service.act(ada, match.id, Pause())
    time.pass_by(10)
    service.act(bob, match.id, Ready())
    service.act(ada, match.id, Ready())
    assert runs(service, match)
    assert left(service, match, ada) == ALL_PAUSES - 10


@pytest.mark.both_databases
def test_who_has_used_3_minutes_pauses_no_more(
    service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    for _ in range(6):
        service.act(ada, match.id, Pause())
        time.pass_by(1000)
        service.act(bob, match.id, Ready())
        assert runs(service, match)
    other = Service(open_store(), rules=RULES, now=time)
    with pytest.raises(IllegalMove, match="you have used the 3 minutes of pauses"):
        other.act(ada, match.id, Pause())
    assert runs(other, match)
    other.act(bob, match.id, Pause())
    assert not runs(other, match)


def test_nobody_lengthens_a_pause(service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime) -> None:
    service.act(ada, match.id, Pause())
    time.pass_by(20)
    service.act(ada, match.id, Pause())
    service.live.pause(match.id)  # as a server does that ends
    service.act(bob, match.id, Ready())
    time.pass_by(10)
    service.act(bob, match.id, Ready())
    assert runs(service, match)


def test_a_pace_is_kept_by_whoever_goes_on(
    service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime
) -> None:
    service.act(ada, match.id, Pause())
    time.pass_by(LONGEST_PAUSE)
    with pytest.raises(IllegalMove, match="keeps its pace"):
        service.act(bob, match.id, Ready("0.1"))
    assert not runs(service, match)


def test_a_clock_that_is_set_back_lengthens_no_pause(
    service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime
) -> None:
    service.act(ada, match.id, Pause())
    time.pass_by(-3600)
    service.act(bob, match.id, Ready())
    assert runs(service, match)


@pytest.mark.parametrize("dies", [False, True])
def test_a_pause_that_nobody_asked_for_ends_a_day_after_one_is_ready(
    service: Service, match: MatchView, ada: Person, bob: Person, time: FakeTime, *, dies: bool
) -> None:
    service.act(ada, match.id, Pause())
    time.pass_by(LONGEST_PAUSE)
    service.act(bob, match.id, Ready())
    if dies:
        time.pass_by(LEASE + 1)
    else:
        service.live.rest(match.id)
    time.pass_by(2 * DAY)
    service.act(bob, match.id, Ready())
    assert not runs(service, match)
    time.pass_by(DAY - 1)
    service.act(bob, match.id, Ready())
    assert not runs(service, match)
    time.pass_by(1)
    service.act(bob, match.id, Ready())
    assert runs(service, match)
    assert left(service, match, ada) == ALL_PAUSES - LONGEST_PAUSE


def test_a_match_that_is_not_rated_waits_for_all(service: Service, ada: Person, bob: Person, time: FakeTime) -> None:
    view = service.challenges.start(ada, ["Bob"], Terms("grid", tick=0.5))
    service.act(ada, view.id, Ready())
    service.act(bob, view.id, Ready())
    service.live.tick(view.id, {})
    service.act(ada, view.id, Pause())
    time.pass_by(2 * DAY)
    service.act(bob, view.id, Ready())
    assert not runs(service, view)
    assert service.queries.pauses(service.bots.look(view.id)) is None
