"""What people say about themselves: on their pages, for who may write to others, and gone with the account."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from starlette.testclient import TestClient

from ludarium.site.export import export
from ludarium.site.ground.values import Person
from ludarium.site.moderation.commands import Undo
from ludarium.site.moderation.decisions import MutePerson
from ludarium.site.people.people import LONGEST_ABOUT
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, begin, said
from tests.site.overviews.test_overviews import sign_in
from tests.site.tournaments.playing import account

SETTINGS, JSON = "/me/account", {"Accept": "application/json"}


@pytest.fixture
def ann(browser: TestClient, service: Service, store: Store) -> Person:
    """Sign an account in."""
    found = account(service, store, "Ann")
    sign_in(browser, service, found)
    return found


def about(browser: TestClient, name: str = "Ann") -> str:
    """Return what programs read of a person; the page has the same."""
    text: str = browser.get(f"/people/{name}", headers=JSON).json()["about"]
    assert (f'<p class="about">{text}</p>' in browser.get(f"/people/{name}").text) == bool(text)
    return text


def say(browser: TestClient, text: str) -> int:
    return browser.post(SETTINGS, data={"do": "about", "about": text}).status_code


@pytest.mark.both_databases
def test_a_few_words_stand_on_the_page_until_they_are_removed(browser: TestClient, ann: Person) -> None:
    assert about(browser) == ""
    assert say(browser, " I like long games.\r\nAnd tea. ") == 200
    assert about(browser) == "I like long games. And tea."
    assert "I like long games. And tea.</textarea>" in browser.get(SETTINGS).text
    assert '<details id="portrait">' in browser.get(SETTINGS).text
    assert say(browser, " ") == 200
    assert about(browser) == ""


def test_they_are_no_markup(browser: TestClient, ann: Person) -> None:
    say(browser, "<script>alert(1)</script> & more")
    page = browser.get("/people/Ann").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>" in page
    assert "<script>alert" not in page


def test_too_many_words_and_links_of_a_newcomer_are_refused_and_stay_in_the_form(
    browser: TestClient, ann: Person
) -> None:
    for text, why in (
        ("x" * (LONGEST_ABOUT + 1), "expected at most 300"),
        ("See www.example.com", "for people who have finished"),
    ):
        answer = browser.post(SETTINGS, data={"do": "about", "about": text})
        assert why in answer.text
        assert f"{text}</textarea>" in answer.text
        assert '<details id="portrait" open>' in answer.text
    assert about(browser) == ""


def test_a_guest_says_nothing(browser: TestClient) -> None:
    begin(browser)
    assert 'name="about"' not in browser.get(SETTINGS).text
    answer = browser.post(SETTINGS, data={"do": "about", "about": "Hello"})
    assert answer.status_code == 403
    assert "ords about oneself are for accounts" in said(answer)[0]


def test_who_may_not_write_to_others_neither_says_nor_shows_anything(
    browser: TestClient, service: Service, store: Store, ann: Person, new_browser: NewBrowser
) -> None:
    say(browser, "Words")
    judge = account(service, store, "Judge")
    service.accounts.make_administrator(judge, "command line")
    judge = service.people.load(judge.id) or judge
    service.moderation.act(judge, MutePerson(ann.id, "insult", days="3"))
    assert about(new_browser()) == ""
    assert say(browser, "Other words") == 403
    assert "nobody reads them" in browser.get(SETTINGS).text


@pytest.mark.both_databases
def test_words_do_not_come_back_after_a_mute(
    browser: TestClient, service: Service, store: Store, ann: Person, new_browser: NewBrowser
) -> None:
    say(browser, "Words")
    judge = account(service, store, "Judge")
    service.accounts.make_administrator(judge, "command line")
    judge = service.people.load(judge.id) or judge
    service.moderation.act(judge, MutePerson(ann.id, "insult", days="3"))
    [made] = service.moderation.decisions_about(ann)
    service.moderation.act(judge, Undo(made.id))
    assert service.moderation.may_talk(ann)
    assert about(new_browser()) == ""
    assert "Words" not in browser.get(SETTINGS).text
    assert say(browser, "Kind words") == 200
    assert about(new_browser()) == "Kind words"


def test_they_are_in_the_archive_of_the_person(browser: TestClient, service: Service, ann: Person) -> None:
    say(browser, "I like tea.")
    person = service.people.load(ann.id) or ann
    with ZipFile(BytesIO(b"".join(export(service, person)))) as archive:
        assert json.loads(archive.read("person.json"))["about"] == "I like tea."


@pytest.mark.parametrize("keep_name", [True, False])
def test_they_go_with_the_account(
    browser: TestClient, service: Service, ann: Person, new_browser: NewBrowser, *, keep_name: bool
) -> None:
    say(browser, "Words")
    service.closing.close(ann, ann.id, keep_name=keep_name)
    assert "Words" not in new_browser().get(f"/people/{ann.id}").text
