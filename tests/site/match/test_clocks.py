"""Clocks by correspondence on the site: banks, given time, bots, and the absence of the server."""

from collections.abc import Callable

import pytest

from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.data import TIME
from ludarium.match.verify import verify
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.clocks import BEAT
from ludarium.site.match.commands import Accept, AskTakeback
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.correspondence import begin, club, opened, people, turn
from tests.site.fake_time import DAY, HOUR, START, FakeTime

__all__ = ["club"]


BOT = SeatAssignment("bot", "easy")


def test_the_bank_runs_from_the_second_turn_on_and_the_match_ends_when_it_is_empty(
    club: Service, time: FakeTime
) -> None:
    view = begin(club)
    assert view.deadline == START + DAY
    view = opened(club)
    assert view.deadline == START + 2 * DAY
    time.pass_by(1.5 * DAY)
    view = turn(club, view)
    assert view.match.left == (1.5 * DAY, 2 * DAY)
    assert club.queries.time_left(view) == {0: 1.5 * DAY, 1: 2 * DAY}
    time.pass_by(2 * DAY)
    club.clocks.end_overdue()
    assert not club.bots.look(view.id).match.over
    time.pass_by(1)
    club.clocks.end_overdue()
    view = club.bots.look(view.id)
    assert (view.match.ending, view.match.payoffs, view.match.is_void) == (TIME, (1.0, 0.0), True)
    assert verify(Record.parse(str(club.queries.record(view.id)))).ending == TIME


@pytest.mark.both_databases
@pytest.mark.usefixtures("tiny")
def test_every_clock_of_a_simultaneous_turn_runs_until_its_seat_has_decided(
    club: Service, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    view = begin(club, game="pennies")
    assert view.deadlines == {0: START + DAY, 1: START + DAY}
    time.pass_by(HOUR)
    view = club.bots.submit(view.id, 1, "heads", view.revision)
    assert view.deadlines == {0: START + DAY}
    view = Service(open_store(), now=time).bots.look(view.id, seats=(1,))
    time.pass_by(HOUR)
    view = club.bots.submit(view.id, 0, "heads", view.revision)
    assert str(view.match.record()).endswith("{even took 7200, left 172800; odd took 3600, left 172800}")
    time.pass_by(DAY)
    view = club.bots.submit(view.id, 0, "heads", view.revision)
    time.pass_by(DAY + 1)
    view = Service(open_store(), now=time, vacation_days=0).bots.look(view.id)
    assert (view.match.ending, view.match.payoffs) == (TIME, (1.0, 0.0))


@pytest.mark.both_databases
def test_the_absence_of_the_server_is_nobodys_time(
    club: Service, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    view, quick = opened(club), begin(club, Clock(600))
    assert club.clocks.beat() == 0
    time.pass_by(BEAT)
    assert club.clocks.beat() == 0
    time.pass_by(30 * DAY)
    again = Service(open_store(), now=time)
    assert again.clocks.beat() == 30 * DAY
    assert again.clocks.beat() == 0
    again.clocks.end_overdue()
    assert again.bots.look(view.id).deadline == START + 32 * DAY
    assert again.queries.time_left(again.bots.look(quick.id)) == {0: 595.0, 1: 600.0}
    time.pass_by(5)
    quick = turn(again, quick)
    assert (quick.match.turns[-1].took, quick.match.left) == (10.0, (590.0, 600.0))
    assert quick.match.turns[-1].credit.paused == 30 * DAY
    assert verify(Record.parse(str(quick.match.record()))) == quick.match


def test_a_turn_that_began_after_the_last_beat_is_given_back_whole(club: Service, time: FakeTime) -> None:
    club.clocks.beat()
    time.pass_by(3)
    view = begin(club, Clock(600))
    time.pass_by(1000)
    club.clocks.beat()
    assert club.queries.time_left(club.bots.look(view.id))[0] == 600


@pytest.mark.both_databases
def test_the_gap_is_credited_once_by_servers_that_start_together(
    club: Service, time: FakeTime, open_store: Callable[[], Store]
) -> None:
    view = begin(club, Clock(600))
    club.clocks.beat()
    time.pass_by(1000)
    assert [Service(open_store(), now=time).clocks.beat() for _ in range(3)] == [1000, 0, 0]
    assert club.queries.time_left(club.bots.look(view.id))[0] == 600


@pytest.mark.both_databases
def test_a_clock_of_the_system_that_was_set_back_prolongs_no_clock_and_no_claim(
    club: Service, store: Store, time: FakeTime
) -> None:
    club.clocks.beat()
    view = begin(club, Clock(600))
    bot = club.create("orion", [BOT, *people(club, 1)])
    assert store.bot_claims.claim("worker", (bot.id, 0), time.now, time.now + 8)
    time.pass_by(-HOUR)
    club.clocks.beat()
    assert club.bots.look(view.id).deadline == time.now + 600
    assert store.bot_claims.claim("other", (bot.id, 0), time.now, time.now + 8)


def test_the_clock_of_a_bot_runs_from_when_its_search_begins(club: Service, time: FakeTime) -> None:
    view = club.create("orion", [BOT, *people(club, 1)], clock=Clock(60))
    assert view.deadline is None
    time.pass_by(1000)
    club.clocks.begin_search(view.id)
    assert club.bots.look(view.id).deadline == time.now + 60
    time.pass_by(20)
    view = turn(club, view)
    assert view.match.left == (40.0, 60.0)
    assert view.deadline == time.now + 60
    time.pass_by(5)
    club.clocks.begin_search(view.id)  # of the bot, which is late
    assert club.bots.look(view.id).deadline == time.now + 55


def test_a_match_without_a_clock_notes_how_long_turns_took(club: Service, time: FakeTime) -> None:
    view = club.create("orion", people(club))
    time.pass_by(7)
    view = turn(club, view)
    assert (view.match.turns[0].took, view.deadline) == (7.0, None)


def test_a_takeback_begins_the_turn_again_with_the_time_of_then(club: Service, time: FakeTime) -> None:
    view = opened(club)
    time.pass_by(DAY)
    view = turn(club, view)
    time.pass_by(HOUR)
    view = club.bots.act(view.id, 0, AskTakeback(), view.revision)
    view = club.bots.act(view.id, 1, Accept(), view.revision)
    assert view.match.left == (2 * DAY, 2 * DAY)
    assert view.deadline == time.now + 2 * DAY
