"""A match of three goes on when a person leaves; others take the seat over, and only the leaver is charged."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.verify import verify
from ludarium.site.check import check_database
from ludarium.site.ground.tables import leavers
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import Accept, ProposeStandIn, Resign
from ludarium.site.match.seating import NotYourSeat
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import DAY, FakeTime

GAME = "vortex(players=3,tokens=1)"
CLOCK = Clock.parse("2d+1d/2d no vacation")


@pytest.fixture
def people(club: Service) -> list[Person]:
    return [club.people.create_guest() for _ in range(4)]


def begin(club: Service, people: list[Person], game: str = GAME) -> MatchView:
    return club.create(game, [SeatAssignment("person", each.name, each.id) for each in people[:3]], clock=CLOCK)


def play(club: Service, view: MatchView, turns: int = 1000) -> MatchView:
    for _ in range(turns):
        view = club.bots.look(view.id)
        if view.match.over or not view.awaited:
            break
        seat = view.awaited[0]
        text = view.match.state.format_turn(view.match.state.legal(seat)[:1])
        view = club.bots.submit(view.id, seat, text, view.revision)
    return view


@pytest.mark.both_databases
def test_who_resigns_leaves_the_seat_and_the_others_play_on(
    club: Service, people: list[Person], open_store: Callable[[], Store]
) -> None:
    view = begin(club, people)
    (gone,) = view.match.to_act
    view = club.bots.act(view.id, gone, Resign(), view.revision)
    assert not view.match.over
    assert (view.seats[gone].kind, view.seats[gone].person) == ("vacant", None)
    assert gone not in view.match.to_act
    assert [match.id for match in club.queries.of_person(people[gone].id).waiting] == [view.id]
    assert club.waiting(people[gone].id).awaited == 0
    assert Service(open_store()).bots.look(view.id) == view
    view = play(club, view)
    assert view.match.over
    record = Record.parse(str(club.queries.record(view.id)))
    assert verify(record).leavers[0].name == people[gone].name


def test_who_runs_out_of_time_leaves_the_seat(club: Service, people: list[Person], time: FakeTime) -> None:
    view = begin(club, people)
    (gone,) = view.match.to_act
    time.pass_by(DAY + 1)
    club.clocks.end_overdue()
    view = club.bots.look(view.id)
    assert view.match.leavers[0].reason == "time"
    assert view.seats[gone].kind == "vacant"
    assert view.deadline == time.now + DAY


@pytest.mark.both_databases
def test_a_person_stands_in(
    club: Service, people: list[Person], store: Store, url: str, open_store: Callable[[], Store]
) -> None:
    view = play(club, begin(club, people), 3)
    (gone,) = view.match.to_act
    view = club.bots.act(view.id, gone, Resign(), view.revision)
    for known in people[:3]:
        with pytest.raises(NotYourSeat, match="cannot stand in"):
            club.stand_ins.take_over(view.id, gone, known, "Dora")
    view = club.stand_ins.take_over(view.id, gone, people[3], "Dora")
    assert view.seats[gone] == SeatAssignment("person", "Dora", people[3].id)
    with pytest.raises(IllegalMove, match="not vacant"):
        club.stand_ins.take_over(view.id, gone, club.people.create_guest(), "Eve")
    assert Service(open_store()).bots.look(view.id) == view
    with store.database.connect() as connection:
        (row,) = connection.execute(select(leavers)).mappings()
    assert (row["person_id"], row["replaced_by"], row["stand_in"]) == (people[gone].id, people[3].id, "Dora")
    view = play(club, view)
    assert view.match.over
    assert verify(Record.parse(str(club.queries.record(view.id)))).players[gone] == "Dora"
    assert "Dora" not in [score.seat.name for score in club.queries.high_scores("vortex")]  # others may have won
    assert check_database(url) == []


def test_the_others_accept_a_bot(club: Service, people: list[Person]) -> None:
    view = begin(club, people)
    view = club.bots.act(view.id, 2, Resign(), view.revision)
    with pytest.raises(ParseError):
        club.bots.act(view.id, 0, ProposeStandIn(2, "deep"), view.revision)
    view = club.bots.act(view.id, 0, ProposeStandIn(2, "easy"), view.revision)
    assert view.seats[2].kind == "vacant"
    assert club.bots.look(view.id).match.offer == view.match.offer
    view = club.bots.act(view.id, 1, Accept(), view.revision)
    assert view.seats[2] == SeatAssignment("bot", "easy")


def test_when_two_have_left_the_third_has_won(club: Service, people: list[Person]) -> None:
    view = begin(club, people)
    view = club.bots.act(view.id, 2, Resign(), view.revision)
    view = club.bots.act(view.id, 1, Resign(), view.revision)
    assert view.match.payoffs == (1.0, 0.0, 0.0)
    assert view.match.ending == "resignation"


def test_a_match_in_which_no_person_is_left_ends(club: Service, people: list[Person]) -> None:
    bot = SeatAssignment("bot", "easy")
    view = club.create(GAME, [SeatAssignment("person", people[0].name, people[0].id), bot, bot])
    assert club.bots.act(view.id, 0, Resign(), view.revision).match.payoffs == (0.0, 0.5, 0.5)


def test_a_live_match_goes_on_without_one_of_three(club: Service, people: list[Person]) -> None:
    seats = [SeatAssignment("person", each.name, each.id) for each in people[:3]]
    view = club.create("grid(players=3)", seats, tick=0.5)
    view = club.bots.act(view.id, 1, Resign(), view.revision)
    assert view.people == (0, 2)
    view = club.live.ready(view.id, [0, 2])
    view = club.live.tick(view.id, {0: "n"})
    assert len(view.match.turns) == 1
