"""Tests of what is done when its time comes."""

from ludarium.match.clock import DAY
from ludarium.site.due import Clock, Due, dues, overdue
from ludarium.site.ground.changes import Change, MatchChange
from ludarium.site.service import Service
from tests.site.correspondence import club, opened
from tests.site.fake_time import FakeTime

__all__ = ["club"]


def test_each_step_is_made_as_often_as_it_wants() -> None:
    made, now = list[str](), [0.0]
    clock = Clock([Due("a", lambda: made.append("a"), 1.0), Due("b", lambda: made.append("b"), 5.0)], lambda: now[0])
    for second in range(7):
        now[0] = float(second)
        clock.look()
    assert "".join(made) == "abaaaaaba"


def test_what_is_due_ends_no_match_for_the_time_without_a_server(club: Service, time: FakeTime) -> None:
    """A process for mails goes on while the site is away, whose next beat gives the players their time back."""
    club.clocks.beat()
    view = opened(club)
    time.pass_by(10 * DAY)
    for due in dues(club):
        due.step()
    club.clocks.beat()
    assert not club.bots.look(view.id).match.over


def test_the_clock_of_a_server_ends_matches_on_time(club: Service, time: FakeTime) -> None:
    ended, view = list[str](), opened(club)

    def hear(change: Change) -> None:
        if isinstance(change, MatchChange):
            ended.append(change.id)

    with club.notifier.subscribe(hear):
        time.pass_by(10 * DAY)
        overdue(club).look()
    assert ended == [view.id]
