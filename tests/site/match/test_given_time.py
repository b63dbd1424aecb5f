"""An opponent gives 24 hours, also after a clock has run out."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalMove, NotYourTurn
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.data import TIME
from ludarium.match.verify import verify
from ludarium.site.match.clocks import may_give
from ludarium.site.match.commands import GiveTime
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.correspondence import begin, club, opened, people, turn
from tests.site.fake_time import DAY, HOUR, START, FakeTime

__all__ = ["club"]


@pytest.mark.both_databases
def test_an_opponent_gives_24_hours(club: Service, time: FakeTime, open_store: Callable[[], Store]) -> None:
    view = opened(club)
    time.pass_by(DAY)
    with pytest.raises(NotYourTurn, match="the clock of your opponent is not running"):
        club.bots.act(view.id, 0, GiveTime(), view.revision)
    given = club.bots.act(view.id, 1, GiveTime(), view.revision)
    assert given.deadline == START + 3 * DAY
    time.pass_by(1.5 * DAY)
    view = turn(Service(open_store(), now=time), given)
    assert view.match.turns[-1].credit.given == DAY
    assert view.match.left[0] == 1.5 * DAY
    assert verify(view.match.record()) == view.match
    for other in (club.create("orion", people(club), clock=Clock(60)), club.create("orion", people(club))):
        with pytest.raises(IllegalMove, match="by correspondence between two people only"):
            club.bots.act(other.id, 1, GiveTime(), other.revision)


@pytest.mark.both_databases
def test_a_person_who_has_won_on_time_may_give_24_hours_and_play_on(
    club: Service, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    view = opened(club)
    time.pass_by(2 * DAY + 1)
    club.clocks.end_overdue()
    time.pass_by(3 * DAY)
    view = club.bots.look(view.id)
    assert (view.match.ending, may_give(view, 0), may_give(view, 1)) == (TIME, False, True)
    with pytest.raises(NotYourTurn):
        club.bots.act(view.id, 0, GiveTime(), view.revision)
    resumed = club.bots.act(view.id, 1, GiveTime(), view.revision)
    assert (resumed.match, resumed.deadline) == (replace(view.match, termination=None), time.now + DAY)
    time.pass_by(HOUR)
    view = turn(Service(open_store(), now=time), resumed)
    assert view.match.left[0] == 23 * HOUR + DAY  # what was left of the given time, and the increment
    assert verify(Record.parse(str(view.match.record()))) == view.match
    time.pass_by(9 * DAY)
    assert club.bots.look(view.id).match.winners == (0,)


@pytest.mark.usefixtures("tiny")
def test_in_a_simultaneous_turn_both_have_time_again(club: Service, time: FakeTime) -> None:
    view = begin(club, game="pennies")
    view = club.bots.submit(view.id, 1, "heads", view.revision)
    time.pass_by(9 * DAY)
    view = club.bots.look(view.id)
    assert view.match.winners == (1,)
    resumed = club.bots.act(view.id, 1, GiveTime(), view.revision)
    assert resumed.deadlines == {0: time.now + DAY, 1: time.now + DAY}


def test_a_match_whose_dice_were_published_does_not_go_on(club: Service, time: FakeTime) -> None:
    view = begin(club, game="ludo")
    time.pass_by(9 * DAY)
    view = club.bots.look(view.id)
    assert view.match.ending == TIME
    with pytest.raises(IllegalMove, match="the secret of its dice was published"):
        club.bots.act(view.id, view.match.winners[0], GiveTime(), view.revision)
