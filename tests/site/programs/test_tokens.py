"""Tokens of programs: made, used and ended; the database has hashes alone."""

import pytest
from sqlalchemy import select

from ludarium.core.errors import ParseError
from ludarium.site.ground.tables import metadata
from ludarium.site.programs.tokens import MOST, NoSuchToken, NotPermitted, parse_scopes, require
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.fake_time import FakeTime


@pytest.mark.both_databases
def test_a_token_stands_for_its_person_until_it_is_ended(club: Service, store: Store) -> None:
    ann = club.people.create_guest()
    made = club.tokens.make(ann, " my first  bot ", ["play"])
    person, token = club.tokens.find(made)
    assert (person.id, token.name, token.scopes) == (ann.id, "my first bot", frozenset({"read", "play"}))
    with store.database.connect() as connection:
        rows = str([row for table in metadata.sorted_tables for row in connection.execute(select(table))])
    assert made not in rows
    assert made.removeprefix("ludarium_") not in rows
    club.tokens.end(ann, token.id)
    with pytest.raises(NoSuchToken):
        club.tokens.find(made)


def test_nobody_ends_the_token_of_another(club: Service) -> None:
    ann, bob = club.people.create_guest(), club.people.create_guest()
    made = club.tokens.make(ann, "bot", [])
    with pytest.raises(ParseError):
        club.tokens.end(bob, club.tokens.find(made)[1].id)
    assert club.tokens.find(made)


def test_a_use_is_recorded(club: Service, time: FakeTime) -> None:
    ann = club.people.create_guest()
    made = club.tokens.make(ann, "bot", [])
    assert club.tokens.find(made)[1].used_at is None
    assert club.tokens.of_person(ann)[0].used_at == time()


@pytest.mark.parametrize("text", ["", "ludarium_", "ludarium_\udc80", "x" * 50, "ludarium_" + "x" * 43])
def test_what_is_no_token_is_refused(club: Service, text: str) -> None:
    with pytest.raises(NoSuchToken, match="expected one that was made on this site"):
        club.tokens.find(text)


@pytest.mark.parametrize("name", ["", " ", "x" * 61, "\u202e"])
def test_a_token_has_a_name(club: Service, name: str) -> None:
    with pytest.raises(ParseError, match="needs a name"):
        club.tokens.make(club.people.create_guest(), name, [])


def test_a_person_has_so_many_tokens(club: Service) -> None:
    ann = club.people.create_guest()
    for _ in range(MOST):
        club.tokens.make(ann, "bot", [])
    with pytest.raises(ParseError, match="end one of them first"):
        club.tokens.make(ann, "bot", [])


def test_scopes() -> None:
    with pytest.raises(ParseError, match="expected one of read, play, challenge"):
        parse_scopes(["admin"])
    require({"read"}, "read")
    for scopes, need in ((parse_scopes([]), "play"), (parse_scopes(["play"]), "challenge")):
        with pytest.raises(NotPermitted):
            require(scopes, need)  # type: ignore[arg-type]  # one of the needs
    with pytest.raises(NotPermitted, match="a person in a browser"):
        require(parse_scopes(["play", "challenge"]), "browser")


def test_the_tokens_of_a_guest_who_signs_in_go_to_the_account(club: Service) -> None:
    guest, account = club.people.create_guest(), club.people.create_guest()
    made = club.tokens.make(guest, "bot", [])
    club.accounts.merge(guest, account)
    assert club.tokens.find(made)[0].id == account.id


@pytest.mark.both_databases
def test_a_closed_account_has_no_tokens(club: Service) -> None:
    ann = club.people.create_guest()
    made = club.tokens.make(ann, "bot", [])
    club.closing.close(ann, ann.id, keep_name=False)
    assert club.tokens.of_person(ann) == ()
    with pytest.raises(NoSuchToken):
        club.tokens.find(made)
