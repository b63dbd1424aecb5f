"""Challenges between people: each is answered once, and an accepted one begins one match."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.site.begin import challenges
from ludarium.site.begin.challenges import DAYS
from ludarium.site.begin.rows import BEGINS, Challenge, Made, NoSuchChallenge, Terms
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.accounts import RULES, account, ada, bob, service
from tests.site.fake_time import DAY, FakeTime

__all__ = ["ada", "bob", "service"]

ORION = Terms("orion(clicks=2)", "challenged", "10d+36h/10d")


def test_an_accepted_challenge_begins_the_match_that_was_offered(service: Service, ada: Person, bob: Person) -> None:
    made = service.challenges.make(ada, "bob", Terms("ludo", "challenger", "2d+1d/2d"), message="A game?", nonce="ada1")
    assert [service.waiting(person.id).awaited for person in (ada, bob)] == [0, 1]
    (received,) = service.challenges.of_person(bob).received
    assert (received.id, received.message, received.challenger.name) == (made.id, "A game?", "Asa")
    view = service.challenges.accept(received, bob, nonce="bob1")
    assert [(seat.name, seat.person, seat.nonce) for seat in view.seats] == [
        ("Asa", ada.id, "ada1"), ("Bob", bob.id, "bob1"),
    ]  # fmt: skip
    assert (view.match.game.spec, str(view.match.clock), view.host) == ("ludo", "2d+1d/2d", bob.id)
    assert service.bots.look(view.id).match.players == ("Asa", "Bob")
    (answered,) = service.challenges.of_person(ada).answered
    assert (answered.state, answered.match_id) == ("accepted", view.id)
    assert service.challenges.of_person(bob).received == ()


def test_the_first_turn_is_whose_the_challenge_says(
    service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(BEGINS)
    monkeypatch.setattr("secrets.choice", lambda some: next(drawn) if some == ("challenger", "challenged") else None)
    for begins, first in (("challenger", "Asa"), ("challenged", "Bob"), ("random", "Asa"), ("random", "Bob")):
        made = service.challenges.make(ada, "Bob", Terms("orion", begins))  # type: ignore[arg-type]  # a str to mypy, which is one of them
        match = service.challenges.accept(made, bob).match
        assert match.players[match.to_act[0]] == first


@pytest.mark.both_databases
def test_two_acceptances_at_once_begin_one_match(
    service: Service, ada: Person, bob: Person, open_store: Callable[[], Store], time: FakeTime
) -> None:
    made, both = service.challenges.make(ada, "Bob", ORION), Barrier(2)
    services = [service, Service(open_store(), rules=RULES, now=time)]

    def accept(each: Service) -> MatchView | NoSuchChallenge:
        both.wait()
        try:
            return each.challenges.accept(made, bob)
        except NoSuchChallenge as error:
            return error

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(accept, services))
    (view,) = (answer for answer in answers if isinstance(answer, MatchView))
    assert [match.id for match in service.queries.recent()] == [view.id]
    assert service.challenges.load(made.id, ada).match_id == view.id


def test_a_counter_offer_answers_the_challenge(service: Service, ada: Person, bob: Person) -> None:
    made = service.challenges.make(ada, "Bob", ORION)
    other = service.challenges.make(bob, "Asa", Terms("orion(clicks=4)"), message="Three clicks", counters=made)
    assert service.challenges.load(made.id, ada).state == "countered"
    with pytest.raises(NoSuchChallenge, match="was answered"):
        service.challenges.accept(made, bob)
    with pytest.raises(NoSuchChallenge, match="was answered"):
        service.challenges.make(bob, "Asa", ORION, counters=made)
    assert service.challenges.of_person(bob).made == (other,)
    assert service.challenges.accept(other, ada).match.game.spec == "orion(clicks=4)"


def test_who_takes_no_challenges_is_answered_all_the_same(service: Service, ada: Person, bob: Person) -> None:
    service.people.set_challenges(ada, "none")
    service.people.set_challenges(bob, "none")
    cid = account(service, "Cid")
    first = service.challenges.make(ada, "Cid", ORION)
    with pytest.raises(NoSuchChallenge, match="for the other person"):
        service.challenges.make(ada, "Cid", ORION, counters=first)
    counter = service.challenges.make(cid, "Bob", ORION, counters=first)
    assert counter.challenged.id == ada.id
    accepted = service.challenges.accept(service.challenges.make(ada, "Cid", ORION), cid)
    assert {seat.person for seat in accepted.seats} == {ada.id, cid.id}


def test_a_challenge_is_answered_once_and_by_those_whom_it_concerns(
    service: Service, ada: Person, bob: Person, time: FakeTime
) -> None:
    def make() -> Challenge:
        return service.challenges.make(ada, "Bob", ORION)

    declined = make()
    for wrong in (
        lambda: service.challenges.accept(declined, ada),
        lambda: service.challenges.decline(declined, ada),
        lambda: service.challenges.withdraw(declined, bob),
        lambda: service.challenges.load(declined.id, account(service, "Cid")),
        lambda: service.challenges.load("no\0thing", ada),
    ):
        with pytest.raises(NoSuchChallenge):
            wrong()
    service.challenges.decline(declined, bob, "No time")
    (known,) = service.challenges.of_person(ada).answered
    assert (known.state, known.answer) == ("declined", "No time")
    withdrawn, expired = make(), make()
    service.challenges.withdraw(withdrawn, ada)
    time.pass_by(DAYS * DAY + 1)
    assert not service.challenges.waits(expired)
    for closed in (declined, withdrawn, expired):
        with pytest.raises(NoSuchChallenge, match="was answered or withdrawn, or has expired"):
            service.challenges.accept(closed, bob)
    assert service.challenges.of_person(bob) == ((), (), (), ())
    assert service.waiting(bob.id).awaited == 0
    assert service.queries.recent() == ()


def test_who_cannot_be_challenged_is_distinguished(service: Service, ada: Person, bob: Person) -> None:
    def refused(name: str, terms: Terms = ORION, person: Person = ada, match: str = "") -> None:
        with pytest.raises(LudariumError, match=match):
            service.challenges.make(person, name, terms)

    refused("Nobody", match="no account has the name")
    refused("Asa", match="your own name")
    refused("Bob", person=service.people.create_guest(), match="make an account first")
    refused("Bob", Terms("orion(clicks=9)"), match="clicks")
    refused("Bob", Terms("ludo(players=3)"), match="has 3 seats, and a challenge is between two")
    refused("Bob", Terms("orion", "loser"), match="expected one of challenger, challenged, random")  # type: ignore[arg-type]  # which is what is tested
    refused("Bob", Terms("orion", clock="soon"), match="soon")
    refused("Bob", Terms("orion", tick=1.0), match="cannot be played live")
    service.people.set_challenges(bob, "none")
    refused("Bob", match="Bob takes no challenges from you")
    service.people.set_challenges(bob, "ask")
    made = service.challenges.make(ada, "Bob", ORION)
    service.blocks.add(bob, "Asa")
    assert service.challenges.load(made.id, ada).state == "declined"
    refused("Bob", match="Bob takes no challenges from you")
    refused("Asa", person=bob, match="Asa takes no challenges from you")
    with pytest.raises(ParseError, match="expected one of start, ask, none"):
        service.people.set_challenges(bob, "perhaps")


def test_challenges_have_quotas(service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    account(service, "Cid")
    monkeypatch.setattr(challenges, "_MOST", Made(open=2, to_one=1, lately=4))
    first = service.challenges.make(ada, "Bob", ORION)
    with pytest.raises(QuotaExceeded, match="Bob has not answered 1 challenge of yours"):
        service.challenges.make(ada, "Bob", ORION)
    second = service.challenges.make(ada, "Cid", ORION)
    monkeypatch.setattr(challenges, "_MOST", Made(open=2, to_one=2, lately=4))
    with pytest.raises(QuotaExceeded, match="2 challenges of yours wait for an answer"):
        service.challenges.make(ada, "Bob", ORION)
    for made in (first, second):
        service.challenges.withdraw(made, ada)
        service.challenges.make(ada, "Cid", ORION)
        monkeypatch.setattr(challenges, "_MOST", Made(open=9, to_one=9, lately=4))
    with pytest.raises(QuotaExceeded, match="you have made 4 challenges within an hour"):
        service.challenges.make(ada, "Bob", ORION)


@pytest.mark.both_databases
def test_people_are_seated_at_once_unless_they_want_to_be_asked(service: Service, ada: Person, bob: Person) -> None:
    cid = account(service, "Cid")
    view = service.challenges.start(ada, ["Bob", "Cid", "Asa"], Terms("ludo(players=3)", clock="10d+36h/10d"))
    assert [seat.person for seat in view.seats] == [bob.id, cid.id, ada.id]
    assert service.challenges.start(ada, ["bob"], Terms("orion")).match.players == ("Bob", "Asa")
    for names, expected in ((["Bob", "Bob"], "named twice"), (["Bob", "Cid"], "expected as many people, not 3")):
        with pytest.raises(ParseError, match=expected):
            service.challenges.start(ada, names, Terms("orion"))
    service.people.set_challenges(bob, "ask")
    with pytest.raises(ParseError, match="Bob wants to be asked before a match begins"):
        service.challenges.start(ada, ["Bob"], Terms("orion"))
    assert service.challenges.make(ada, "Bob", ORION).state == "open"


def test_the_challenges_of_a_closed_account_are_ended(service: Service, ada: Person, bob: Person) -> None:
    mine, theirs = service.challenges.make(bob, "Asa", ORION), service.challenges.make(ada, "Bob", ORION)
    service.closing.close(bob, bob.id, keep_name=True)
    assert service.challenges.load(mine.id, ada).state == "withdrawn"
    assert service.challenges.load(theirs.id, ada).state == "declined"
    with pytest.raises(InvalidOption):
        service.challenges._new_match(Terms("orion(clicks=9)"), (), ada)
