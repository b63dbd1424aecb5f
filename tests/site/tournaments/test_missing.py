"""Who does not come to live matches, and who leaves: what it costs, and what they read of it."""

import pytest

from ludarium.core.record import Record
from ludarium.match.verdict import describe_result
from ludarium.match.verify import verify
from ludarium.site.ground.values import Person
from ludarium.site.match.closed import WAIT
from ludarium.site.match.commands import PlayTurn
from ludarium.site.notices.words import result_of
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.entering import LeaveTournament
from ludarium.site.tournaments.pace import PAUSE
from ludarium.site.tournaments.words import left_words, rules
from tests.site.accounts import service
from tests.site.fake_time import FakeTime
from tests.site.tournaments.playing import accounts, better, finish, look
from tests.site.tournaments.test_live import going_on, live

__all__ = ["service"]


def absent_from(service: Service, tournament: str) -> list[str]:
    """Return the names of the players who have left."""
    return [entry.name for entry in look(service, tournament).players if entry.is_absent]


def miss(service: Service, time: FakeTime, tournament: str, person: Person) -> None:
    """Let a person not come to their match, whose others wait for them, and let all other games of the round end."""
    view = look(service, tournament)
    for board in going_on(view):
        numbers = [number for number in board.seating if view.players[number].person == person.id]
        if not numbers:
            finish(service, view, board, better(board))
            continue
        match = service.bots.look(board.match_id or "")
        (seat,) = [seat for seat, one in enumerate(match.seats) if one.person == person.id]
        if match.match.to_act != (seat,):
            service.bots.act(match.id, 1 - seat, PlayTurn(text="u+"), match.revision)
        (other,) = [view.players[number].person for number in board.seating if number not in numbers]
        service.notices.see(other, f"/matches/{board.match_id}")
    time.pass_by(WAIT)
    service.tournaments.work()
    time.pass_by(PAUSE)
    service.tournaments.work()


@pytest.mark.parametrize(("kind", "count"), [("round-robin", 6), ("team-match", 4), ("double-knock-out", 4)])
def test_who_misses_one_live_match_loses_it_alone(
    service: Service, store: Store, time: FakeTime, kind: str, count: int
) -> None:
    people = accounts(service, store, count)
    tournament = live(service, time, people, kind)
    person = people[1]
    miss(service, time, tournament, person)
    view = look(service, tournament)
    number = next(number for number, entry in enumerate(view.players) if entry.person == person.id)
    lost, *later = [board for board in view.boards if number in board.seating]
    assert (lost.how, lost.got(number), lost.ending) == ("played", 0.0, "time")
    assert absent_from(service, tournament) == []
    assert [board.how for board in later] == [""]
    assert going_on(view)
    assert not [told for told in service.notices.recent(person.id) if told.notice.path.endswith("#left")]


def said_of_leaving(service: Service, person: Person) -> list[str]:
    return [
        told.notice.data["text"]
        for told in service.notices.recent(person.id)
        if told.notice.path.endswith("#left") and told.notice.read_at is None
    ]


def test_who_misses_two_live_matches_running_has_left_and_reads_why(
    service: Service, store: Store, time: FakeTime
) -> None:
    people = accounts(service, store, 6)
    tournament = live(service, time, people, "round-robin", name="The cup")
    miss(service, time, tournament, people[1])
    miss(service, time, tournament, people[1])
    assert absent_from(service, tournament) == [people[1].name]
    assert said_of_leaving(service, people[1]) == [
        (
            "You have left The cup, as you did not come to your last 2 matches. Your other matches are lost or "
            "annulled, and you cannot come back."
        )
    ]
    view = service.tournaments.view(people[1], tournament)
    assert left_words(view) == "You have left this tournament, as you did not come to your last 2 matches."
    assert "Who loses two matches running on time without a turn has left; one is lost alone." in rules(view.tournament)


@pytest.mark.parametrize(
    ("kind", "what", "press"),
    [("swiss", "have left", "Play again from the next round on"), ("arena", "pause in", "Play on")],
)
def test_who_has_left_by_not_coming_reads_how_to_come_back(
    service: Service, store: Store, time: FakeTime, kind: str, what: str, press: str
) -> None:
    people = accounts(service, store, 4)
    tournament = live(service, time, people, kind, name="The cup", **({"rounds": "3"} if kind == "swiss" else {}))
    view = look(service, tournament)
    person = next(one for one in people if one.id == view.players[going_on(view)[0].first].person)
    miss(service, time, tournament, person)
    assert absent_from(service, tournament) == [person.name]
    assert said_of_leaving(service, person) == [
        (
            f"You {what} The cup, as you did not come to your last match. You are not paired any more; to come "
            f"back, press {press} on its page."
        )
    ]


def test_a_match_that_is_lost_by_leaving_says_so(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    tournament = live(service, time, people, "team-match")
    view = look(service, tournament)
    board = next(one for one in going_on(view) if any(view.players[n].person == people[1].id for n in one.seating))
    (other,) = {view.players[number].person for number in board.seating} - {people[1].id}
    service.tournaments.act(people[1], tournament, LeaveTournament())
    service.tournaments.work()
    match = service.bots.look(board.match_id or "")
    own = next(seat for seat, one in enumerate(match.seats) if one.person == people[1].id)
    assert describe_result(match.match, [own], counts=True) == "You lost: you had left the tournament."
    told = f"{people[1].name} had left the tournament"
    assert describe_result(match.match, [1 - own], counts=True) == f"You won: {told}."
    assert describe_result(match.match, counts=True).endswith(f" won: {told}.")
    (summary,) = [one for one in service.queries.of_person(other).finished if one.id == match.id]
    assert result_of(summary, people[1].id) == "you lost: you had left the tournament"
    assert result_of(summary, other) == "you won: the opponent had left the tournament"
    verify(Record.parse(str(service.queries.record(match.id))))
