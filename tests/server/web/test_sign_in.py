"""Signing in and making an account on the pages."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.club.accounts import AccountRules
from ludarium.club.outbox import Mail
from ludarium.club.service import Service
from ludarium.store.repository import Store
from tests.databases import sqlite_copy
from tests.server.web.conftest import NewBrowser, begin, extract, join, said, send, status

URL = "http://127.0.0.1:8000"
SETTINGS = "/me/account"
ADA = "ada@example.org"
YES = {"do": "yes"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the club run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def rules() -> AccountRules:
    return AccountRules(URL, "open")


@pytest.fixture
def service(open_store: Callable[[], Store], rules: AccountRules) -> Service:
    return Service(open_store(), rules=rules)


@pytest.fixture
def mails(service: Service) -> Callable[[], list[Mail]]:
    """Send what waits, and return all mails so far."""
    sent: list[Mail] = []

    def post() -> list[Mail]:
        service.outbox.send_due(sent.append)
        return sent

    return post


Mails = Callable[[], list[Mail]]


def link(mail: Mail) -> str:
    (path,) = re.findall(rf"{URL}(/\S+)", mail.text)
    return str(path)


def code(mail: Mail) -> str:
    found: str = re.findall(r": (\w{4} \w{4})\n", mail.text)[0]
    return found


def make_account(browser: TestClient, mails: Mails, name: str = "Ada", email: str = ADA) -> None:
    """Make an account by the pages, with the code of the mail."""
    assert "Ways to sign in" in browser.post("/welcome", data={"name": name}).text
    browser.post(SETTINGS, data={"do": "address", "email": email})
    assert type_code(browser, mails()[-1], email).status_code == 200


def type_code(browser: TestClient, mail: Mail, email: str = ADA) -> Response:
    return browser.post("/sign-in/code", data={"email": email, "code": code(mail)})


def test_a_stranger_makes_an_account_and_signs_in_on_another_device(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    path, phone = begin(browser), new_browser()
    phone.post("/sign-in", data={"email": ADA})
    assert "You are Ada." in phone.post(link(mails()[-1]), data=YES).text
    assert status(send(phone, path, text="u+")) == "Waiting for an opponent to join."
    assert "/matches/" in phone.get("/me").text


def test_opening_a_mailed_link_signs_nobody_in(browser: TestClient, new_browser: NewBrowser, mails: Mails) -> None:
    make_account(browser, mails)
    scanner, phone = new_browser(), new_browser()
    phone.post("/sign-in", data={"email": ADA})
    for _ in range(3):
        page = scanner.get(link(mails()[-1]))
        assert "Sign in as Ada?" in page.text
    assert scanner.cookies.get("session") is None
    assert phone.post(link(mails()[-1]), data=YES).status_code == 200
    used = scanner.post(link(mails()[-1]), data=YES)
    assert used.status_code == 403
    assert said(used) == ["This link is damaged, was used, or is older than 15 minutes: ask for a new one."]


def test_a_guest_who_signs_in_is_told_how_many_matches_come_along(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    phone = new_browser()
    paths = [begin(phone) for _ in range(2)]
    phone.post("/sign-in", data={"email": ADA})
    assert "The 2 matches of the guest Guest in this browser will belong to Ada." in phone.get(link(mails()[-1])).text
    type_code(phone, mails()[-1])
    assert {status(browser.get(path)) for path in paths} == {"Your turn."}
    assert "<strong>Ada</strong>" in browser.get(paths[0]).text


def test_the_answer_does_not_tell_who_has_an_account(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    sent, phone = len(mails()), new_browser()
    known, unknown = (phone.post("/sign-in", data={"email": email}) for email in (ADA, "eve@example.org"))
    assert known.text.replace(ADA, "") == unknown.text.replace("eve@example.org", "")
    assert known.status_code == unknown.status_code
    assert len(mails()) == sent + 1


def test_a_wrong_code_can_be_typed_again(browser: TestClient, new_browser: NewBrowser, mails: Mails) -> None:
    make_account(browser, mails)
    phone = new_browser()
    phone.post("/sign-in", data={"email": ADA})
    wrong = phone.post("/sign-in/code", data={"email": ADA, "code": "AAAA AAAA"})
    assert wrong.status_code == 403
    assert "expected the 8 letters and digits" in said(wrong)[0]
    assert f'name="email" value="{ADA}"' in wrong.text
    assert type_code(phone, mails()[-1]).status_code == 200


def test_too_many_mails_are_refused_for_an_hour(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    answers = [browser.post("/sign-in", data={"email": ADA}) for _ in range(6)]
    assert [answer.status_code for answer in answers].count(429) == 2  # one mail has made the account
    assert answers[-1].headers["retry-after"] == "3600"
    assert said(answers[-1]) == ["5 mails were asked for within an hour: try again in an hour."]


@pytest.mark.parametrize("path", ["/sign-in", SETTINGS])
def test_an_invalid_address_is_refused_beside_its_field(browser: TestClient, path: str) -> None:
    browser.post("/welcome", data={"name": "Ada"})
    answer = browser.post(path, data={"do": "address", "email": "ada at example"})
    assert answer.status_code == 400
    assert len(said(answer)) == 1
    assert 'value="ada at example"' in answer.text


def test_the_name_of_an_account_is_refused_in_every_form(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    path, eve = begin(browser), new_browser()
    begun = eve.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link", "name-0": "ADA"})
    joined = join(eve, browser, path, name="Ada")
    assert eve.cookies.get("session") is None
    begin(eve)
    renamed = eve.post(SETTINGS, data={"do": "name", "name": "ada"})
    welcomed = eve.post("/welcome", data={"name": "ada"})
    for answer in (begun, joined, renamed, welcomed):
        assert answer.status_code == 400
        assert "is the name of an account, or looks like it" in said(answer)[0]


def test_an_account_keeps_its_session_when_it_uses_a_link_of_its_own(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    browser.post("/sign-in", data={"email": ADA})
    before = browser.cookies.get("session")
    browser.post(link(mails()[-1]), data=YES)
    assert browser.cookies.get("session") == before


def test_signing_in_as_another_account_ends_the_previous_session(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    bob = new_browser()
    make_account(bob, mails, "Bob", "bob@example.org")
    old = bob.cookies.get("session") or ""
    bob.post("/sign-in", data={"email": ADA})
    assert "Bob, whom this browser knows now, will be signed out here." in bob.get(link(mails()[-1])).text
    bob.post(link(mails()[-1]), data=YES)
    thief = new_browser()
    thief.cookies.set("session", old)
    assert thief.get(SETTINGS).status_code == 403
    assert "You are Ada." in bob.get("/me").text


def test_this_browser_signs_out(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    (session,) = re.findall(r'name="session" value="(.*?)"', browser.get(SETTINGS).text)
    assert "When you begin or join a match" in browser.post(SETTINGS, data={"do": "end", "session": session}).text
    assert browser.cookies.get("session") is None


def test_the_address_is_changed_by_a_mail_to_the_new_one(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    browser.post(SETTINGS, data={"do": "address", "email": "ada@new.example"})
    assert "in place of ada@example.org" in browser.get(link(mails()[-1])).text
    browser.post(link(mails()[-1]), data=YES)
    assert 'value="ada@new.example"' in browser.get(SETTINGS).text
    assert mails()[-1].address == ADA


def test_a_guest_without_a_name_chooses_one_before_an_account(browser: TestClient, mails: Mails) -> None:
    begin(browser)
    answer = browser.post(SETTINGS, data={"do": "address", "email": ADA})
    assert said(answer) == ["An account needs a name: choose one above first."]
    assert mails() == []


@pytest.mark.parametrize("rules", [AccountRules(URL, "invite")])
def test_an_invitation_makes_one_account(
    service: Service, browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    assert browser.get("/welcome").status_code == 403
    assert browser.post("/welcome", data={"name": "Ada"}).status_code == 403
    path = service.accounts.invite("command line").removeprefix(URL)
    refused = browser.post(path, data={"name": "..."})
    assert refused.status_code == 400
    assert browser.cookies.get("session") is None
    assert "Ways to sign in" in browser.post(path, data={"name": "Ada"}).text
    browser.post(SETTINGS, data={"do": "address", "email": ADA})
    type_code(browser, mails()[-1])
    eve = new_browser()
    for answer in (eve.get(path), eve.post(path, data={"name": "Eve"})):
        assert answer.status_code == 403
    begin(eve)
    assert "open the invitation" in eve.get(SETTINGS).text
    assert "needs an invitation" in said(eve.post(SETTINGS, data={"do": "address", "email": "eve@example.org"}))[0]


@pytest.mark.parametrize("rules", [AccountRules(URL, "closed", guests=False)])
def test_where_guests_are_off_a_stranger_watches_and_signs_in(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    answer = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link"})
    assert answer.status_code == 403
    assert said(answer) == ["Only people with an account play here: sign in first."]
    assert browser.cookies.get("session") is None
    assert service.queries.recent() == ()
    assert "Nobody can make an account here" in browser.get("/sign-in").text


def test_the_settings_of_a_stranger_are_refused(new_browser: NewBrowser) -> None:
    stranger = new_browser()
    for answer in (stranger.get(SETTINGS), stranger.post(SETTINGS, data={"do": "name", "name": "Eve"})):
        assert answer.status_code == 403
    assert stranger.cookies.get("session") is None


def test_a_device_link_brings_the_matches_of_the_other_device_s_guest_along(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    begin(browser, name_0="Ada")
    phone = new_browser()
    path = begin(phone)
    device = extract(r'id="device" readonly value="(.*?)"', browser.post(SETTINGS, data={"do": "device"}))
    assert "The 1 match of the guest Guest in this browser will belong to Ada." in phone.get(device).text
    phone.post(device, data=YES)
    assert status(browser.get(path)) == "Your turn."


def test_the_archive_is_sent_and_the_account_is_closed(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    path, bob = begin(browser), new_browser()
    join(bob, browser, path, name="Bob")
    archive = browser.get("/me/export")
    assert archive.headers["content-type"] == "application/zip"
    assert archive.content.startswith(b"PK")
    assert "You leave the 1 match" in browser.get(f"{SETTINGS}/close").text
    assert browser.post(f"{SETTINGS}/close", data={"name": "Ada"}).status_code == 400
    assert browser.post(f"{SETTINGS}/close", data={"name": "former"}, follow_redirects=False).status_code == 303
    assert browser.cookies.get("session") is None
    assert status(bob.get(path)) == "Bob (O) won by resignation."
    assert "<strong>Former player</strong>" in bob.get(path).text
    bob.post("/sign-in", data={"email": ADA})
    assert len(mails()) == 1


def test_somebody_is_blocked_and_cannot_join(browser: TestClient, new_browser: NewBrowser, mails: Mails) -> None:
    make_account(browser, mails)
    bob = new_browser()
    make_account(bob, mails, "Bob", "bob@example.org")
    wrong = browser.post(SETTINGS, data={"do": "block", "blocked": "Eve"})
    assert said(wrong) == ["No account has the name or id 'Eve'."]
    assert "<span>Bob</span>" in browser.post(SETTINGS, data={"do": "block", "blocked": "bob"}).text
    path = begin(browser)
    assert said(join(bob, browser, path)) == ["You cannot join this match: somebody in it does not play with you."]
    blocked = extract(r'name="blocked" value="(.*?)"', browser.get(SETTINGS))
    assert "<span>Bob</span>" not in browser.post(SETTINGS, data={"do": "unblock", "blocked": blocked}).text
    assert join(bob, browser, path).status_code == 200
