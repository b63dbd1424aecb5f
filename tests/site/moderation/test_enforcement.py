"""What decisions of moderators prevent: each is in force at every way in, and for as long as it lasts."""

from collections.abc import Callable

import pytest

from ludarium.core.errors import LudariumError, ParseError
from ludarium.match.clock import DAY
from ludarium.site.act import Refusal
from ludarium.site.begin.challenges import AcceptChallenge, DeclineChallenge
from ludarium.site.begin.rows import Terms
from ludarium.site.ground.tables import sanctions
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import MakePublic, PlayTurn, Resign
from ludarium.site.match.views import MatchView
from ludarium.site.moderation.commands import Undo
from ludarium.site.moderation.decisions import Bar, Decision, MutePerson, RemoveMatch, Suspend, TakeDownName
from ludarium.site.moderation.moderation import REPORTS_KEPT, SANCTIONS_KEPT
from ludarium.site.offers.commands import AcceptOffer, MakeOffer, PlayNow
from ludarium.site.people.standing import Sanctioned
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.talk.commands import Greet, Say
from ludarium.site.tournaments.entering import EnterTournament
from ludarium.site.tournaments.organising import BeginTournament
from ludarium.site.tournaments.reading import MakeTournament
from tests.site.accounts import account, ada, bob, service
from tests.site.fake_time import FakeTime
from tests.site.ratings.test_ratings import RATED
from tests.site.tournaments.playing import look

__all__ = ["ada", "bob", "service"]

SLOW = "4d+2d/4d"
UNRATED = Terms("orion(clicks=1)")


@pytest.fixture
def chief(service: Service, ada: Person, bob: Person) -> Person:
    service.accounts.make_administrator(account(service, "Chief"), "a test")
    return service.accounts.find("Chief")


def decide(service: Service, chief: Person, decision: Decision) -> Callable[[], object]:
    """Decide, and return what undoes it."""
    service.moderation.act(chief, decision)
    sanction = service.moderation.queue(chief).sanctions[0]
    return lambda: service.moderation.act(chief, Undo(sanction.id))


def begin(service: Service, *people: Person) -> MatchView:
    seats = [SeatAssignment("person", person.name, person.id) for person in people]
    return service.create("orion(clicks=1)", seats, host=people[0].id)


@pytest.mark.both_databases
def test_a_suspended_account_gets_in_nowhere_and_everywhere_again(
    service: Service, ada: Person, bob: Person, chief: Person
) -> None:
    view = begin(service, bob, ada)
    session = service.people.begin_session(bob, "")
    token = service.tokens.make(bob, "a program", ["read"])
    service.passwords.set(bob, "wonder-land")
    reply = service.reply_addresses.issue(bob.id, view.id, 0)
    offer = service.offers.act(bob, MakeOffer("orion", SLOW)).offer
    waiting = service.challenges.make(ada, "Bob", UNRATED)
    made = service.challenges.make(bob, "Asa", UNRATED)
    undo = decide(service, chief, Suspend(bob.id, "computer", "Three reports.", days="30"))
    suspended = service.accounts.find("Bob")
    why = r"suspended until .* computer\. Three reports\. To object, write to"
    assert service.people.visit(session) is None
    for ask in (
        lambda: service.people.begin_session(suspended, ""),
        lambda: service.people.find_active(bob.id),
        lambda: service.tokens.find(token),
        lambda: service.passwords.check("Bob", "wonder-land"),
        lambda: service.act(suspended, view.id, PlayTurn("p+"), view.revision),
        lambda: service.challenges.answer(suspended, waiting.id, AcceptChallenge()),
        lambda: service.challenges.make(suspended, "Asa", UNRATED),
    ):
        with pytest.raises(Sanctioned, match=why):
            ask()
    assert service.reply_addresses.redeem(reply).person == bob.id  # which alone lets nobody act
    with pytest.raises(LudariumError):
        service.offers.act(ada, AcceptOffer(offer))
    for refused in (
        lambda: service.challenges.make(ada, "Bob", UNRATED),
        lambda: service.challenges.answer(ada, made.id, AcceptChallenge()),
    ):
        with pytest.raises(ParseError, match="takes no challenges from you"):
            refused()
    undo()
    assert service.people.visit(session)
    assert service.tokens.find(token)[0].id == bob.id
    service.act(service.accounts.find("Bob"), view.id, PlayTurn("p+"), view.revision)
    service.challenges.answer(ada, made.id, AcceptChallenge())


def test_a_suspension_reaches_the_bots_of_an_account_and_ends_by_itself(
    service: Service, time: FakeTime, bob: Person, chief: Person
) -> None:
    token = service.tokens.make(service.bot_accounts.make(bob, "Robbie"), "a program", ["play"])
    service.moderation.act(chief, Suspend(bob.id, "accounts", days="2"))
    with pytest.raises(Sanctioned):
        service.tokens.find(token)
    time.now += 2 * DAY + 1
    assert service.tokens.find(token)
    assert service.people.begin_session(bob, "")


def test_a_muted_person_writes_to_nobody_and_still_plays(
    service: Service, time: FakeTime, ada: Person, bob: Person, chief: Person
) -> None:
    view = begin(service, bob, ada)
    challenge = service.challenges.make(ada, "Bob", UNRATED)
    service.moderation.act(chief, MutePerson(bob.id, "insult", days="7"))
    for ask in (
        lambda: service.talk.act(bob, view.id, Say("Hello")),
        lambda: service.talk.act(bob, view.id, Greet("luck")),
        lambda: service.talk.say_by_mail(bob, service.view(bob, view.id), "Hello", "key", ()),
        lambda: service.challenges.make(bob, "Asa", UNRATED, message="Hello"),
        lambda: service.challenges.answer(bob, challenge.id, DeclineChallenge("No, you")),
    ):
        with pytest.raises(Sanctioned, match="you may not write to others until"):
            ask()
    assert service.talk.view(ada, service.view(ada, view.id)).messages == ()
    service.act(bob, view.id, PlayTurn("p+"), view.revision)
    service.challenges.answer(bob, challenge.id, DeclineChallenge())
    service.challenges.make(bob, "Asa", UNRATED)
    time.now += 7 * DAY + 1
    service.talk.act(bob, view.id, Say("Hello"))


def test_a_barred_person_begins_no_rated_match(
    service: Service, store: Store, ada: Person, bob: Person, chief: Person
) -> None:
    before, answered = (service.challenges.make(one, other, RATED) for one, other in ((bob, "Asa"), (ada, "Bob")))
    mine = service.offers.act(bob, MakeOffer("orion", SLOW, rated="yes")).offer
    undo = decide(service, chief, Bar(bob.id, "fixed", days="30"))
    for ask in (
        lambda: service.challenges.make(bob, "Asa", RATED),
        lambda: service.challenges.answer(bob, answered.id, AcceptChallenge()),
        lambda: service.challenges.start(bob, ["Asa"], RATED),
        lambda: service.offers.act(bob, MakeOffer("vortex", SLOW, rated="yes")),
    ):
        with pytest.raises(Sanctioned, match="you may not begin rated matches until"):
            ask()
    for by_the_other in (
        lambda: service.challenges.make(ada, "Bob", RATED),
        lambda: service.challenges.answer(ada, before.id, AcceptChallenge()),
        lambda: service.challenges.start(ada, ["Bob"], RATED),
    ):
        with pytest.raises(Sanctioned, match="the other person plays no rated matches"):
            by_the_other()
    accepted = service.offers.act(ada, AcceptOffer(mine)).match
    theirs = service.offers.act(ada, MakeOffer("ludo", SLOW, rated="yes")).offer
    (listed,) = (one for one in service.lobby.view(bob).offers if one.offer.id == theirs)
    begun = service.offers.act(bob, AcceptOffer(theirs)).match
    now = service.offers.act(bob, PlayNow("orion", rated="yes")).offer
    assert accepted
    assert begun
    assert not listed.rated
    assert not any(service.bots.look(one).rated for one in (accepted, begun))
    assert not store.offers.load(now).rated  # type: ignore[union-attr]  # it was just made
    undo()
    assert service.bots.look(service.challenges.accept(answered, bob).id).rated


def test_a_barred_person_enters_no_rated_tournament_and_plays_on_unrated(
    service: Service, store: Store, ada: Person, bob: Person, chief: Person
) -> None:
    made = MakeTournament("orion", "round-robin", "2d+1d/2d", rated="yes")
    rated, other = (service.tournaments.make(ada, made).target for _ in range(2))
    people = [ada, bob, chief]
    for person in people:
        service.tournaments.act(person, rated, EnterTournament())
    service.moderation.act(chief, Bar(bob.id, "fixed", days="30"))
    with pytest.raises(Refusal, match="you may not begin rated matches now"):
        service.tournaments.act(bob, other, EnterTournament())
    service.tournaments.act(ada, rated, BeginTournament())
    service.tournaments.work()
    matches = [board.match_id for _, boards in look(service, rated).rounds for board in boards if board.match_id]
    views = [service.bots.look(match) for match in matches]
    assert {view.rated for view in views if bob.id not in view.seated} == {True}
    assert {view.rated for view in views if bob.id in view.seated} == {False}


def test_a_name_that_was_taken_down_is_for_nobody(service: Service, bob: Person, chief: Person) -> None:
    undo = decide(service, chief, TakeDownName(bob.id, "name"))
    renamed = service.people.load(bob.id)
    assert renamed
    for person, name in ((renamed, "B0b"), (service.people.create_guest(), "Bob")):
        with pytest.raises(ParseError, match="taken down by a moderator: choose another"):
            service.people.rename(person, name)
    with pytest.raises(ParseError, match="taken down by a moderator: choose another"):
        service.bot_accounts.make(renamed, "Bob")
    undo()
    assert service.accounts.find("Bob").id == bob.id


def test_a_bot_whose_name_was_taken_down_gives_it_to_nobody(service: Service, bob: Person, chief: Person) -> None:
    bot = service.bot_accounts.make(bob, "Robbie")
    service.moderation.act(chief, TakeDownName(bot.id, "name"))
    with pytest.raises(ParseError, match="taken down by a moderator"):
        service.bot_accounts.make(bob, "Robbie")


@pytest.mark.both_databases
def test_a_removed_match_stays_out_of_the_lists_until_that_is_undone(
    service: Service, ada: Person, bob: Person, chief: Person
) -> None:
    view = begin(service, ada, bob)
    undo = decide(service, chief, RemoveMatch(view.id, "insult"))
    assert service.view(None, view.id).private
    revision = service.bots.look(view.id).revision
    with pytest.raises(Sanctioned, match="a moderator has removed this match"):
        service.act(ada, view.id, MakePublic(), revision)
    service.act(bob, view.id, Resign(), revision)
    undo()
    assert not service.view(None, view.id).private


@pytest.mark.both_databases
def test_what_is_stored_of_decisions_is_deleted_after_its_days(
    service: Service, store: Store, time: FakeTime, bob: Person, chief: Person
) -> None:
    service.moderation.act(chief, MutePerson(bob.id, "insult", days="1"))
    service.moderation.act(chief, Bar(bob.id, "insult", days="3650"))
    time.now += (SANCTIONS_KEPT + 2) * DAY
    service.moderation.sweep()
    with store.database.connect() as connection:
        assert [row.kind for row in connection.execute(sanctions.select())] == ["bar"]
    assert REPORTS_KEPT < SANCTIONS_KEPT
