"""Substitutes in tournaments, from the waiting list or by name; and disqualifications that are undone."""

import io
import json
from zipfile import ZipFile

import pytest
from msgspec import to_builtins

from ludarium.core.errors import ParseError
from ludarium.match.clock import DAY
from ludarium.site.act import Refusal
from ludarium.site.export import export
from ludarium.site.ground.values import Person
from ludarium.site.people.administration import FORMER_NAME
from ludarium.site.people.rows.known import CLOSED
from ludarium.site.people.standing import FOREVER
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.conducting import Disqualify, Reinstate
from ludarium.site.tournaments.entering import ComeBack, EnterTournament, LeaveTournament
from ludarium.site.tournaments.organising import BeginTournament, CorrectResult
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.site.tournaments.substituting import AcceptPlace, DeclinePlace, StopWaiting, Substitute, WaitForPlace
from ludarium.site.tournaments.words import news_words
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.fake_time import FakeTime
from tests.site.tournaments.playing import accounts, begun, better, finish, look, make, play_round, undecided

__all__ = ["service"]


def faults(service: Service, tournament: str) -> list[str]:
    return faults_of(to_builtins(tournament_data(look(service, tournament))))


def texts(store: Store, person: str) -> str:
    return "\n".join(notice.data.get("text", "") for notice in store.notices.of_person(person, 20))


def acts(store: Store, kind: str) -> list[str]:
    return [one.act.detail for one in store.acts.latest(20) if one.act.act == kind]


def entry_of(service: Service, tournament: str, person: str) -> tuple[int, str]:
    found = next(entry for entry in look(service, tournament).players if entry.person == person)
    return found.number or 0, found.former_name


@pytest.mark.both_databases
def test_who_waits_plays_on_at_once_with_all_matches(service: Service, store: Store) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin")
    view = look(service, tournament)
    board = undecided(view)[0]
    finish(service, view, board, board.first)
    service.tournaments.work()
    service.tournaments.act(cat, tournament, WaitForPlace())
    place = next(number for number in board.seating if view.players[number].person != people[0].id)
    former = view.players[place]
    service.tournaments.act(people[0], tournament, Substitute(former.person, cat.name, "Ill."))
    service.tournaments.work()
    assert entry_of(service, tournament, cat.id) == (place, former.name)
    going_on = [one for one in undecided(look(service, tournament)) if place in one.seating]
    assert len(going_on) == 2
    for one in going_on:
        seated = {seat.person for seat in service.bots.look(one.match_id or "").seats}
        assert cat.id in seated
        assert former.person not in seated
    assert f"You play on for {former.name}" in texts(store, cat.id)
    assert f"{cat.name} plays on for you" in texts(store, former.person)
    assert "plays on for" not in texts(store, people[0].id)  # who did it hears nothing
    (detail,) = acts(store, "substitute")
    assert detail.endswith(f"{cat.name} for {former.name} Ill.")
    line = look(service, tournament).news[0]
    assert f"{news_words(line)} {line.text}" == f"{people[0].name} let {cat.name} play on: for {former.name}. Ill."
    view = play_round(service, tournament, better)
    assert view.tournament.state == "over"
    own = next(row.row for row in view.table if row.entry.person == cat.id)
    assert own.won + own.drawn + own.lost == 3
    assert faults(service, tournament) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("keep_name", [False, True])
def test_the_log_and_the_news_do_not_name_who_has_closed_their_account(
    service: Service, store: Store, keep_name: bool
) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin")
    service.tournaments.act(cat, tournament, WaitForPlace())
    gone = people[1]
    service.tournaments.act(people[0], tournament, Substitute(gone.id, cat.name, "Ill."))
    service.tournaments.work()
    service.closing.close(gone, gone.id, keep_name=keep_name)
    (detail,) = acts(store, "substitute")
    assert detail.endswith(f"{cat.name} for {CLOSED} Ill.")
    shown = gone.name if keep_name else FORMER_NAME
    line = next(one for one in look(service, tournament).news if one.kind == "substituted")
    assert line.text == f"for {shown}. Ill."
    assert [one.text for one in service.tournaments.said_by(people[0])] == [line.text]


@pytest.mark.both_databases
def test_who_is_asked_by_name_plays_if_they_accept(service: Service, store: Store) -> None:
    *people, cat, dan = accounts(service, store, 6)
    tournament = begun(service, people, "swiss", rounds="2")
    leaver = people[2]
    service.tournaments.act(leaver, tournament, LeaveTournament())
    service.tournaments.work()
    for person in (cat, dan):
        service.tournaments.act(people[0], tournament, Substitute(leaver.id, person.name, "Ill."))
    assert service.tournaments.view(cat, tournament).asked_for is not None
    assert "asks you to play on" in texts(store, cat.id)
    service.tournaments.act(cat, tournament, DeclinePlace())
    assert "does not play on" in texts(store, people[0].id)
    with pytest.raises(Refusal, match="nobody asks you"):
        service.tournaments.act(cat, tournament, AcceptPlace())
    service.tournaments.act(dan, tournament, AcceptPlace())
    assert entry_of(service, tournament, dan.id)[1] == leaver.name
    view = play_round(service, tournament, better)
    assert sum(dan.id in {view.players[number].person for number in one.seating} for one in undecided(view)) == 1
    line = look(service, tournament).news[0]
    assert (line.person, line.about, line.text) == (people[0].id, dan.id, f"for {leaver.name}. Ill.")
    assert f"{dan.name} plays on for you in Orion: Hydra (1 click), Swiss. Ill." in texts(store, leaver.id)
    assert acts(store, "substitute")[0].endswith(" Ill.")
    assert play_round(service, tournament, better).tournament.state == "over"
    assert faults(service, tournament) == []


@pytest.mark.both_databases
def test_two_who_are_asked_for_one_place_cannot_both_have_it(service: Service, store: Store) -> None:
    *people, cat, dan = accounts(service, store, 6)
    tournament = begun(service, people, "round-robin")
    for person in (cat, dan):
        service.tournaments.act(people[0], tournament, Substitute(people[1].id, person.name, "Ill."))
    service.tournaments.act(cat, tournament, AcceptPlace())
    assert service.tournaments.view(dan, tournament).asked_for is None
    assert f"{cat.name} plays on" in texts(store, dan.id)
    assert service.tournaments.view(people[0], tournament).waiting == ()
    with pytest.raises(Refusal, match="nobody asks you"):
        service.tournaments.act(dan, tournament, AcceptPlace())
    with pytest.raises(Refusal, match="not any more"):
        service.tournaments.act(people[0], tournament, Substitute(cat.id, dan.name, "Ill."))
    assert entry_of(service, tournament, cat.id)[1] == people[1].name


@pytest.mark.both_databases
def test_a_request_ends_after_three_days_and_can_be_made_again(service: Service, store: Store, time: FakeTime) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin", days="9")
    asks = Substitute(people[1].id, cat.name, "Ill.")
    service.tournaments.act(people[0], tournament, asks)
    time.now += 3 * DAY - 1
    with pytest.raises(Refusal, match="is asked already"):
        service.tournaments.act(people[0], tournament, asks)
    time.now += 1
    assert service.tournaments.view(cat, tournament).asked_for is None
    assert service.tournaments.view(people[0], tournament).waiting == ()
    with pytest.raises(Refusal, match="nobody asks you"):
        service.tournaments.act(cat, tournament, AcceptPlace())
    service.tournaments.act(people[0], tournament, asks)
    service.tournaments.act(cat, tournament, AcceptPlace())
    assert entry_of(service, tournament, cat.id)[1] == people[1].name


@pytest.mark.both_databases
def test_who_declines_is_not_asked_again_but_may_wait(service: Service, store: Store) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin")
    service.tournaments.act(people[0], tournament, Substitute(people[1].id, cat.name, "Ill."))
    service.tournaments.act(cat, tournament, DeclinePlace())
    for player in people[1:3]:
        with pytest.raises(Refusal, match="has declined"):
            service.tournaments.act(people[0], tournament, Substitute(player.id, cat.name, "Ill."))
    service.tournaments.act(cat, tournament, WaitForPlace())
    service.tournaments.act(people[0], tournament, Substitute(people[2].id, cat.name, "Ill."))
    assert entry_of(service, tournament, cat.id)[1] == people[2].name


@pytest.mark.both_databases
def test_who_comes_back_keeps_the_place(service: Service, store: Store) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "swiss", rounds="2")
    service.tournaments.act(people[1], tournament, LeaveTournament())
    service.tournaments.act(people[0], tournament, Substitute(people[1].id, cat.name, "Ill."))
    service.tournaments.act(people[1], tournament, ComeBack())
    assert "they have come back" in texts(store, cat.id)
    with pytest.raises(Refusal, match="nobody asks you"):
        service.tournaments.act(cat, tournament, AcceptPlace())


@pytest.mark.both_databases
def test_an_export_has_where_a_person_waits_and_was_asked(service: Service, store: Store) -> None:
    *people, cat, dan = accounts(service, store, 6)
    tournament = begun(service, people, "round-robin")
    service.tournaments.act(cat, tournament, WaitForPlace())
    service.tournaments.act(people[0], tournament, Substitute(people[1].id, dan.name, "Ill."))
    service.tournaments.act(dan, tournament, DeclinePlace())
    found = []
    for person in (cat, dan):
        with ZipFile(io.BytesIO(b"".join(export(service, person)))) as archive:
            found += json.loads(archive.read("person.json"))["tournament_waiting"]
    assert [(one["asked_for"], one["reason"], one["declined_at"] is None) for one in found] == [
        (None, "", True),
        (people[1].name, "Ill.", False),
    ]
    assert {one["tournament"] for one in found} == {look(service, tournament).tournament.name}


@pytest.mark.both_databases
def test_whom_the_rules_keep_out_does_not_play_on(service: Service, store: Store) -> None:
    *people, cat, dan = accounts(service, store, 6)
    tournament = begun(service, people, "round-robin", computers="")
    robot = service.bot_accounts.make(dan, "Robot")
    service.blocks.add(cat, people[0].name)
    guest = service.people.create_guest()
    refused = {
        cat.name: "nobody whom you can ask",
        robot.name: "the rules of entry",
        guest.name: "nobody whom you can ask",
        people[2].name: "plays or has played",
        people[0].name: "the organiser plays on for nobody",
        "": "nobody whom you can ask",
        "Nobody": "nobody whom you can ask",
    }
    for name, why in refused.items():
        with pytest.raises(Refusal, match=why):
            service.tournaments.act(people[0], tournament, Substitute(people[1].id, name, "Ill."))
    for person, why in ((cat, "not for you"), (robot, "bots take no part"), (people[2], "you play or have")):
        with pytest.raises(Refusal, match=why):
            service.tournaments.act(person, tournament, WaitForPlace())
    service.tournaments.act(dan, tournament, WaitForPlace())
    assert "no-wait" in service.tournaments.view(dan, tournament).do
    assert service.tournaments.view(people[1], tournament).waiting == ()
    assert [one.person for one in service.tournaments.view(people[0], tournament).waiting] == [dan.id]
    service.tournaments.act(dan, tournament, StopWaiting())
    assert service.tournaments.view(people[0], tournament).waiting == ()


@pytest.mark.both_databases
def test_a_place_is_given_for_a_reason_and_never_to_the_organiser_or_the_suspended(
    service: Service, store: Store
) -> None:
    host, *people, cat = accounts(service, store, 5)
    tournament = make(service, host, "round-robin")
    for person in people:
        service.tournaments.act(person, tournament, EnterTournament())
    service.tournaments.act(host, tournament, BeginTournament())
    service.tournaments.work()
    service.tournaments.act(cat, tournament, WaitForPlace())
    with pytest.raises(ParseError, match="expected a reason"):
        service.tournaments.act(host, tournament, Substitute(people[1].id, cat.name, " "))
    service.tournaments.act(people[1], tournament, LeaveTournament())
    with pytest.raises(Refusal, match="the organiser plays on for nobody"):
        service.tournaments.act(host, tournament, WaitForPlace())
    with pytest.raises(Refusal, match="the organiser plays on for nobody"):
        service.tournaments.act(host, tournament, Substitute(people[1].id, host.name, "Ill."))
    assert [one.person for one in service.tournaments.view(host, tournament).waiting] == [cat.id]
    with store.write() as tx:
        tx.sanctions.set_suspended(cat.id, FOREVER)
    assert service.tournaments.view(host, tournament).waiting == ()
    with pytest.raises(Refusal, match="the rules of entry"):
        service.tournaments.act(host, tournament, Substitute(people[1].id, cat.name, "Ill."))


@pytest.mark.both_databases
def test_no_rating_changes_by_the_matches_of_who_is_replaced_without_having_left(
    service: Service, store: Store
) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin", game="orion", rated="yes")
    service.tournaments.act(cat, tournament, WaitForPlace())
    before = [service.bots.look(board.match_id or "") for board in undecided(look(service, tournament))]
    assert all(view.rated for view in before)
    service.tournaments.act(people[0], tournament, Substitute(people[1].id, cat.name, "Ill."))
    service.tournaments.work()
    after = [service.bots.look(view.id) for view in before]
    taken = [view for view in after if cat.id in {seat.person for seat in view.seats}]
    assert len(taken) == 3
    assert not any(view.rated for view in taken)
    assert all(view.rated for view in after if view not in taken)


@pytest.mark.both_databases
def test_who_leaves_and_is_replaced_at_once_is_charged(service: Service, store: Store) -> None:
    *people, cat = accounts(service, store, 5)
    tournament = begun(service, people, "round-robin", game="orion", rated="yes")
    service.tournaments.act(cat, tournament, WaitForPlace())
    service.tournaments.act(people[1], tournament, LeaveTournament())
    service.tournaments.act(people[0], tournament, Substitute(people[1].id, cat.name, "Ill."))
    service.tournaments.work()
    after = [service.bots.look(board.match_id or "") for board in undecided(look(service, tournament))]
    taken = [view for view in after if cat.id in {seat.person for seat in view.seats}]
    assert [view.rated for view in taken] == [True] * 3
    assert {departure.person for view in taken for departure in view.departures} == {people[1].id}


@pytest.mark.both_databases
def test_nobody_waits_for_a_place_in_one_that_is_not_going_on(service: Service, store: Store) -> None:
    ann, bob, cat = accounts(service, store, 3)
    tournament = make(service, ann, "round-robin")
    service.tournaments.act(bob, tournament, EnterTournament())
    with pytest.raises(Refusal, match="goes on"):
        service.tournaments.act(cat, tournament, WaitForPlace())
    with pytest.raises(Refusal, match="nobody can play on"):
        service.tournaments.act(ann, tournament, Substitute(bob.id, cat.name, "Ill."))


def disqualified(service: Service, people: list[Person], kind: str, **more: str) -> tuple[str, Person]:
    tournament = begun(service, people, kind, **more)
    service.tournaments.act(people[0], tournament, Disqualify(people[1].id, "Two accounts."))
    service.tournaments.work()
    return tournament, people[1]


@pytest.mark.both_databases
def test_who_is_reinstated_plays_on_in_the_next_round(service: Service, store: Store, time: FakeTime) -> None:
    people = accounts(service, store, 4)
    tournament, bob = disqualified(service, people, "swiss", rounds="3")
    with pytest.raises(ParseError, match="expected a reason"):
        service.tournaments.act(people[0], tournament, Reinstate(bob.id))
    service.tournaments.act(people[0], tournament, Reinstate(bob.id, "It was a mistake."))
    with pytest.raises(Refusal, match="is not disqualified"):
        service.tournaments.act(people[0], tournament, Reinstate(bob.id, "Again."))
    view = look(service, tournament)
    assert view.disqualified == frozenset()
    assert news_words(view.news[0]) == f"{people[0].name} let {bob.name} play again:"
    assert "You play on from the next round" in texts(store, bob.id)
    assert "It was a mistake." in texts(store, bob.id)
    assert len(acts(store, "reinstate")) == 1
    view = play_round(service, tournament, better)
    number = entry_of(service, tournament, bob.id)[0]
    assert any(number in board.seating and board.second is not None for board in undecided(view))
    lost = next(board for board in view.rounds[0][1] if number in board.seating)
    assert (lost.how, lost.got(number)) == ("forfeit", 0.0)
    service.tournaments.act(people[0], tournament, CorrectResult(lost.match_id or "", "0.5"))
    assert faults(service, tournament) == []
    row = next(row.row for row in look(service, tournament).table if row.row.player == number)
    assert (row.points, row.drawn, row.forfeits) == (0.5, 1, 0)


@pytest.mark.both_databases
def test_before_the_start_who_is_reinstated_may_enter_again(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = make(service, ann, "round-robin")
    service.tournaments.act(bob, tournament, EnterTournament())
    service.tournaments.act(ann, tournament, Disqualify(bob.id, "Two accounts."))
    assert service.tournaments.view(ann, tournament).reinstatable == ((bob.id, bob.name),)
    service.tournaments.act(ann, tournament, Reinstate(bob.id, "One was a sister's."))
    assert "You may enter again" in texts(store, bob.id)
    service.tournaments.act(bob, tournament, EnterTournament())


@pytest.mark.both_databases
def test_in_a_round_robin_results_stay_until_they_are_corrected(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    tournament, bob = disqualified(service, people, "round-robin")
    service.tournaments.act(people[0], tournament, Reinstate(bob.id, "It was a mistake."))
    assert "Your results stay" in texts(store, bob.id)
    service.tournaments.work()
    number = entry_of(service, tournament, bob.id)[0]
    annulled = [board for board in look(service, tournament).boards if number in board.seating]
    assert {board.how for board in annulled} == {"annulled"}
    first = annulled[0]
    won = "1" if first.first == number else "0"
    service.tournaments.act(people[0], tournament, CorrectResult(first.match_id or "", won))
    row = next(row.row for row in look(service, tournament).table if row.row.player == number)
    assert (row.points, row.won) == (1.0, 1)
    assert faults(service, tournament) == []
