"""Following people, and notes about them that nobody else sees."""

import pytest

from ludarium.core.errors import ParseError
from ludarium.site.ground.values import Person
from ludarium.site.people import following
from ludarium.site.people.following import BlockPerson, Follow, NotePerson, UnblockPerson, Unfollow
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from tests.site.accounts import account, ada, bob, service

__all__ = ["ada", "bob", "service"]


@pytest.mark.both_databases
def test_a_person_follows_accounts_until_they_do_no_more(service: Service, ada: Person, bob: Person) -> None:
    cid, guest = account(service, "Cid"), service.people.create_guest()
    for person in (cid, bob, bob):
        service.following.act(ada, person, Follow())
    service.following.act(guest, bob, Follow())
    assert [one.name for one in service.following.of_person(ada)] == ["Bob", "Cid"]
    assert service.following.follows(guest, bob)
    assert not service.following.follows(bob, ada)
    service.following.act(ada, bob, Unfollow())
    assert [one.name for one in service.following.of_person(ada)] == ["Cid"]
    with pytest.raises(ParseError, match="has no account"):
        service.following.act(ada, guest, Follow())
    with pytest.raises(ParseError, match="your own page"):
        service.following.act(ada, ada, Follow())


def test_a_block_ends_following_on_both_sides(service: Service, ada: Person, bob: Person) -> None:
    service.following.act(ada, bob, Follow())
    service.following.act(bob, ada, Follow())
    service.following.act(bob, ada, BlockPerson())
    assert (service.following.of_person(ada), service.following.of_person(bob)) == ((), ())
    for person, other in ((ada, bob), (bob, ada)):
        with pytest.raises(ParseError, match="cannot follow"):
            service.following.act(person, other, Follow())
    service.following.act(bob, ada, UnblockPerson())
    service.following.act(ada, bob, Follow())
    service.closing.close(bob, bob.id, keep_name=True)
    assert service.following.of_person(ada) == ()


def test_following_has_a_quota(service: Service, ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "MOST", 1)
    service.following.act(ada, bob, Follow())
    with pytest.raises(QuotaExceeded, match="you follow 1 people"):
        service.following.act(ada, account(service, "Cid"), Follow())


@pytest.mark.both_databases
def test_a_note_is_its_writers_alone(service: Service, ada: Person, bob: Person) -> None:
    for text in ("plays fast\x00", "plays the \nleft side"):
        service.following.act(ada, bob, NotePerson(text))
    assert service.following.note(ada, bob) == "plays the \nleft side"
    assert service.following.note(bob, ada) == service.following.note(bob, bob) == ""
    assert service.following.notes_of(ada) == (("Bob", "plays the \nleft side"),)
    with pytest.raises(ParseError, match="at most 2000"):
        service.following.act(ada, bob, NotePerson("x" * 2001))
    service.following.act(ada, bob, NotePerson(" "))
    assert service.following.notes_of(ada) == ()
