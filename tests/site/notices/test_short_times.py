"""Who hears that their time for a turn is short: each once, and not too early."""

from ludarium.match.clock import Clock
from ludarium.site.service import Service
from tests.site.correspondence import begin, club, opened, turn
from tests.site.fake_time import DAY, START, FakeTime

__all__ = ["club"]


def test_a_person_hears_once_when_a_quarter_of_the_time_is_left(club: Service, time: FakeTime) -> None:
    view = opened(club)
    first = view.seats[0].person
    time.pass_by(1.5 * DAY - 1)
    assert club.notices.warn() == []
    time.pass_by(1)
    (short,) = club.notices.warn()
    assert (short.match_id, short.seat, short.person, short.deadline) == (view.id, 0, first, START + 2 * DAY)
    assert club.notices.warn() == []
    view = turn(club, view)
    time.pass_by(1.6 * DAY)
    assert [short.seat for short in club.notices.warn()] == [1]
    turn(club, view)
    assert club.notices.warn() == []


def test_the_warning_comes_at_most_a_day_before(club: Service, time: FakeTime) -> None:
    opened(club, Clock.parse("14d+7d/14d"))
    time.pass_by(13 * DAY - 1)
    assert club.notices.warn() == []
    time.pass_by(1)
    assert len(club.notices.warn()) == 1


def test_nobody_is_warned_without_days_to_think(club: Service, time: FakeTime) -> None:
    begin(club, Clock(3600))
    time.pass_by(3500)
    assert club.notices.warn() == []
