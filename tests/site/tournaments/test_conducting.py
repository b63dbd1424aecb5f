"""The organiser announces, disqualifies, adjourns and goes on: who hears of it, and what follows."""

import pytest
from msgspec import to_builtins

from ludarium.core.errors import ParseError
from ludarium.site.act import Refusal
from ludarium.site.ground.values import Person
from ludarium.site.moderation.decisions import MutePerson
from ludarium.site.people.standing import Sanctioned
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.tournaments.conducting import (
    MOST_ANNOUNCED,
    MOST_RESTS,
    Adjourn,
    AnnounceToPlayers,
    Disqualify,
    Resume,
)
from ludarium.site.tournaments.entering import ComeBack, EnterTournament, LeaveTournament
from ludarium.site.tournaments.pages.data import tournament_data
from ludarium.tournament.verification import faults_of
from tests.site.accounts import service
from tests.site.fake_time import DAY, HOUR, FakeTime
from tests.site.tournaments.playing import SLOW, accounts, begun, better, look, make, play_round, undecided

__all__ = ["service"]


def texts(store: Store, person: Person) -> list[str]:
    return [notice.data.get("text", "") for notice in store.notices.of_person(person.id, 20)]


def act(service: Service, person: Person, tournament: str, *commands: object) -> None:
    for command in commands:
        service.tournaments.act(person, tournament, command)  # type: ignore[arg-type]  # commands of a test


def test_an_announcement_is_heard_by_all_players_but_those_who_have_blocked_its_author(
    service: Service, store: Store
) -> None:
    ann, bob, cid, dan = accounts(service, store, 4)
    tournament = make(service, ann, "round-robin", name="The cup")
    for person in (ann, bob, cid, dan):
        act(service, person, tournament, EnterTournament())
    service.blocks.add(cid, ann.name)
    act(service, dan, tournament, LeaveTournament())
    act(service, ann, tournament, AnnounceToPlayers(" Bring\x07 tea.\nTwice. "))
    assert texts(store, bob)[0] == "The cup: Bring tea. Twice."
    assert texts(store, ann) == texts(store, cid) == texts(store, dan) == []
    (line,) = look(service, tournament).news
    assert (line.kind, line.name, line.text) == ("announced", ann.name, "Bring tea.\nTwice.")
    assert [each.text for each in service.tournaments.said_by(ann)] == [line.text]


def test_the_limits_of_talk_apply_to_what_an_organiser_writes(service: Service, store: Store, time: FakeTime) -> None:
    ann, bob, cid = accounts(service, store, 3)
    tournament = begun(service, [ann, bob, cid], "round-robin")
    for text in ("", "  ", "x" * 501):
        with pytest.raises(ParseError):
            act(service, ann, tournament, AnnounceToPlayers(text))
    with pytest.raises(Exception, match="link"):
        act(service, ann, tournament, AnnounceToPlayers("See https://example.org"))
    for number in range(MOST_ANNOUNCED):
        act(service, ann, tournament, AnnounceToPlayers(f"News {number}."))
    with pytest.raises(QuotaExceeded):
        act(service, ann, tournament, AnnounceToPlayers("And more."))
    time.pass_by(DAY + 1)
    act(service, ann, tournament, AnnounceToPlayers("And more."))


@pytest.mark.both_databases
def test_a_disqualified_player_hears_why_loses_and_does_not_come_back(service: Service, store: Store) -> None:
    people = accounts(service, store, 4)
    ann, bob = people[0], people[1]
    tournament = begun(service, people, "swiss", rounds="3")
    with pytest.raises(ParseError, match="reason"):
        act(service, ann, tournament, Disqualify(bob.id, " "))
    act(service, ann, tournament, Disqualify(bob.id, "Two accounts."))
    service.tournaments.work()
    view = look(service, tournament)
    entry = next(entry for entry in view.players if entry.person == bob.id)
    assert entry.is_absent
    assert view.disqualified == {bob.id}
    (board,) = [each for _, boards in view.rounds for each in boards if entry.number in (each.first, each.second)]
    assert board.how == "forfeit"
    reason = f"{ann.name} has disqualified you from {view.tournament.name}: Two accounts."
    assert reason in texts(store, bob)
    for command in (ComeBack(), LeaveTournament()):
        with pytest.raises(Refusal):
            act(service, bob, tournament, command)
    for player in (bob.id, "nobody", ""):
        with pytest.raises(Refusal):
            act(service, ann, tournament, Disqualify(player, "Again."))
    logged = store.acts.latest_of("disqualify")
    assert logged
    assert "Two accounts." in str(logged)
    while look(service, tournament).tournament.state == "running":
        view = play_round(service, tournament, better)
    assert faults_of(to_builtins(tournament_data(view))) == []


@pytest.mark.both_databases
def test_who_is_disqualified_before_the_start_cannot_enter_again(service: Service, store: Store) -> None:
    ann, bob = accounts(service, store, 2)
    tournament = make(service, ann, "round-robin")
    act(service, bob, tournament, EnterTournament())
    act(service, ann, tournament, Disqualify(bob.id, "Two accounts."))
    assert look(service, tournament).players == ()
    with pytest.raises(Refusal, match="you were disqualified"):
        act(service, bob, tournament, EnterTournament())


@pytest.mark.parametrize(("rated", "game"), [("", "orion(clicks=1)"), ("yes", "orion")])
def test_while_it_is_adjourned_no_round_begins_and_no_clock_runs(
    service: Service, store: Store, time: FakeTime, rated: str, game: str
) -> None:
    people = accounts(service, store, 4)
    tournament = begun(service, people, "swiss", game=game, rounds="2", rated=rated)
    first, second = undecided(look(service, tournament))
    assert first.match_id
    assert SLOW == "2d+1d/2d"
    time.pass_by(DAY)
    act(service, people[0], tournament, Adjourn("10", "Holidays."))
    with pytest.raises(Refusal):
        act(service, people[0], tournament, Adjourn())
    assert "is adjourned for 10 days" in " | ".join(texts(store, people[1]))
    time.pass_by(9 * DAY)
    service.clocks.end_overdue()
    service.tournaments.work()
    assert not service.bots.look(first.match_id).match.over
    view = play_round(service, tournament, better)
    assert [number for number, _ in view.rounds] == [0]  # all are decided, but round 2 waits
    assert service.tournaments.work() == 0
    time.pass_by(DAY + 1)
    service.tournaments.work()
    view = look(service, tournament)
    assert [number for number, _ in view.rounds] == [0, 1]
    assert view.tournament.rests_until is None
    assert second.match_id


@pytest.mark.parametrize("early", [False, True])
def test_after_an_adjournment_the_clocks_run_on(service: Service, store: Store, time: FakeTime, early: bool) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, "round-robin")
    match = undecided(look(service, tournament))[0].match_id
    assert match
    (seat,) = service.bots.look(match).deadlines
    before = service.bots.look(match).deadlines[seat] - time.now
    act(service, people[0], tournament, Adjourn("10"))
    assert service.bots.look(match).deadlines[seat] - time.now == before + 10 * DAY
    time.pass_by(3 * DAY)
    if early:
        act(service, people[0], tournament, Resume())
        with pytest.raises(Refusal):
            act(service, people[0], tournament, Resume())
        assert "goes on: the clocks run again" in " | ".join(texts(store, people[1]))
        assert service.bots.look(match).deadlines[seat] - time.now == before
        act(service, people[0], tournament, Adjourn("1"))
        assert service.bots.look(match).deadlines[seat] - time.now == before + DAY
        time.pass_by(DAY)
    else:
        time.pass_by(7 * DAY)
    time.pass_by(before - HOUR)
    service.clocks.end_overdue()
    assert not service.bots.look(match).match.over
    time.pass_by(2 * HOUR)
    service.clocks.end_overdue()  # now the person's own vacation begins
    assert service.bots.look(match).deadlines[seat] - time.now <= HOUR


def test_only_what_goes_on_is_adjourned(service: Service, store: Store) -> None:
    ann, bob, cid = accounts(service, store, 3)
    tournament = make(service, ann, "round-robin")
    for command in (Adjourn(), Resume()):
        with pytest.raises(Refusal):
            act(service, ann, tournament, command)
    tournament = begun(service, [ann, bob, cid], "round-robin")
    for days in ("0", "31", "x"):
        with pytest.raises(ParseError):
            act(service, ann, tournament, Adjourn(days))
    play_round(service, tournament, better)
    for over in (Adjourn(), AnnounceToPlayers("Thanks."), Disqualify(bob.id, "Late.")):
        with pytest.raises(Refusal):
            act(service, ann, tournament, over)


def test_a_tournament_is_adjourned_twice_at_most(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, "round-robin")
    for _ in range(MOST_RESTS):
        act(service, people[0], tournament, Adjourn("1"), Resume())
    with pytest.raises(Refusal, match="was adjourned 2 times already"):
        act(service, people[0], tournament, Adjourn("1"))


@pytest.mark.both_databases
def test_a_tournament_whose_last_game_ends_while_it_is_adjourned_is_over(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, "round-robin")
    act(service, people[0], tournament, Adjourn("10"))
    assert play_round(service, tournament, better).tournament.state == "over"
    assert "is over: you are number" in " | ".join(texts(store, people[1]))


def test_no_notice_of_news_replaces_another(service: Service, store: Store) -> None:
    people = accounts(service, store, 3)
    tournament = begun(service, people, "round-robin", name="The cup")
    act(service, people[0], tournament, AnnounceToPlayers("Tea."), AnnounceToPlayers("Cake."))
    act(service, people[0], tournament, Disqualify(people[2].id, "Late."))
    play_round(service, tournament, better)
    assert {"The cup: Cake.", "The cup: Tea."} <= {*texts(store, people[1])}
    assert any("has disqualified you from The cup: Late." in text for text in texts(store, people[2]))
    service.notices.see(people[1].id, f"/tournaments/{tournament}")
    unread = [each.path for each in store.notices.of_person(people[1].id, 20) if each.read_at is None]
    assert not [path for path in unread if path.startswith("/tournaments")]


def test_a_muted_organiser_writes_nothing(service: Service, store: Store) -> None:
    ann, bob, cid, chief = accounts(service, store, 4)
    tournament = begun(service, [ann, bob, cid], "round-robin")
    service.accounts.make_administrator(chief, "a test")
    service.moderation.act(service.accounts.find(chief.name), MutePerson(ann.id, "insult", days="3"))
    for command in (AnnounceToPlayers("Hello."), Disqualify(bob.id, "Late."), Adjourn("3", "Holidays.")):
        with pytest.raises(Sanctioned):
            act(service, ann, tournament, command)
    assert look(service, tournament).news == ()
