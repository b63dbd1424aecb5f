"""Finding people by a part of their names."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.core.errors import ParseError
from ludarium.site.people.accounts import MOST_FOUND
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import begin, said
from tests.site.overviews.test_overviews import sign_in
from tests.site.tournaments.playing import account, accounts

JSON = {"Accept": "application/json"}


def names(service: Service, text: str) -> list[str]:
    return [person.name for person in service.accounts.search(text)]


@pytest.mark.both_databases
def test_names_that_begin_with_a_text_come_before_those_that_contain_it(service: Service, store: Store) -> None:
    for name in ("Joanna", "Annabel", "Ann", "Bob", "Barn Owl"):
        account(service, store, name)
    assert names(service, "aNN") == ["Ann", "Annabel", "Joanna"]
    assert names(service, "Bar") == ["Barn Owl"]
    assert names(service, "B0") == ["Bob"]  # as names that look alike are compared
    assert names(service, "n_") == names(service, "%%a") == names(service, "zz") == []
    for text in ("a", "", "!!"):
        with pytest.raises(ParseError):
            service.accounts.search(text)


@pytest.mark.both_databases
def test_few_are_found_and_neither_guests_nor_closed_accounts(service: Service, store: Store) -> None:
    made = accounts(service, store, MOST_FOUND + 5)
    assert names(service, "player") == [f"Player{number:02}" for number in range(MOST_FOUND)]
    service.people.rename(service.people.create_guest(), "Player of chess")
    assert names(service, "chess") == []
    with store.write() as tx:
        tx.accounts.set(made[-1].id, closed_at=service.now())
    assert names(service, made[-1].name) == []


def test_a_person_is_found_from_where_one_looks(browser: TestClient, service: Service, store: Store) -> None:
    ann = account(service, store, "Ann & co")
    begin(browser, name_0="Annika")
    for address in ("/play", "/rankings", "/people"):
        assert '<form class="choose" role="search" action="/people">' in browser.get(address).text
    page = browser.get("/people?name=ann")
    assert re.findall(r'href="(/people/[^"]+)">Ann', page.text) == ["/people/Ann%20%26%20co"]
    assert browser.get("/people/Ann%20%26%20co").status_code == 200
    told = browser.get("/people?name=ann", headers=JSON).json()
    assert told == {"people": [{"person": ann.id, "name": "Ann & co", "is_bot": False}]}
    assert "No account has zoe in its name." in browser.get("/people?name=zoe").text


def test_too_short_a_text_finds_nobody(browser: TestClient) -> None:
    page = browser.get("/people?name=a")
    assert page.status_code == 400
    assert said(page) == ["'a' is in too many names: expected at least 2 characters."]
    assert browser.get("/people?name=a", headers=JSON).json()["kind"] == "unreadable"


def test_who_finds_nobody_reads_what_to_do_next(browser: TestClient) -> None:
    page = browser.get("/people?name=zoe").text
    assert "Try fewer letters of it" in page
    ways = re.findall(r'<li><a href="([^"]+)"><span>', page)
    assert ways == ["/play/new", "/play", "/rankings"]
    assert {browser.get(way).status_code for way in ways} == {200}
    assert "Send a link" not in browser.get("/people").text


def test_who_is_found_is_here_or_not_and_can_be_challenged(browser: TestClient, service: Service, store: Store) -> None:
    me, here, closed = (account(service, store, f"Ann{name}") for name in ("i", "ika", "oyed"))
    account(service, store, "Annett")
    service.here.come(here.id)
    service.people.set_challenges(closed, "none")
    assert "Challenge" not in browser.get("/people?name=ann").text  # a stranger challenges nobody
    sign_in(browser, service, me)
    rows = re.findall(r"<li>(.*?)</li>", browser.get("/people?name=ann").text, re.DOTALL)
    shown = {
        name: ("here now" in row, "#challenge" in row) for row in rows for name in re.findall(r'">(Ann\w+)</a>', row)
    }
    assert shown == {"Anni": (False, False), "Annika": (True, True), "Annett": (False, True), "Annoyed": (False, False)}
