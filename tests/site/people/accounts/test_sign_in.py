"""Signing in and making an account on the pages."""

import re
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, join, said, send, status
from tests.site.people.accounts.conftest import ADA, SETTINGS, URL, YES, Mails, link, make_account, type_code


def test_a_stranger_makes_an_account_and_signs_in_on_another_device(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    path, phone = begin(browser), new_browser()
    phone.post("/sign-in", data={"email": ADA})
    assert "You are Asa." in phone.post(link(mails()[-1]), data=YES).text
    assert status(send(phone, path, text="u+")) == "Waiting for an opponent to join."
    assert "/matches/" in phone.get("/me").text


def test_opening_a_mailed_link_signs_nobody_in(browser: TestClient, new_browser: NewBrowser, mails: Mails) -> None:
    make_account(browser, mails)
    scanner, phone = new_browser(), new_browser()
    phone.post("/sign-in", data={"email": ADA})
    for _ in range(3):
        page = scanner.get(link(mails()[-1]))
        assert "Sign in as Asa?" in page.text
    assert scanner.cookies.get("session") is None
    assert phone.post(link(mails()[-1]), data=YES).status_code == 200
    used = scanner.post(link(mails()[-1]), data=YES)
    assert used.status_code == 403
    assert said(used) == ["This link is damaged, was used, or is older than 15 minutes: ask for a new one."]


def test_a_guest_who_signs_in_reads_how_many_matches_come_along(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    phone = new_browser()
    paths = [begin(phone) for _ in range(2)]
    phone.post("/sign-in", data={"email": ADA})
    assert "The 2 matches that you played here as Guest will move to Asa." in phone.get(link(mails()[-1])).text
    type_code(phone, mails()[-1])
    assert {status(browser.get(path)) for path in paths} == {"Your turn."}
    assert "<strong>Asa</strong>" in browser.get(paths[0]).text


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
    browser.post("/welcome", data={"name": "Asa"})
    answer = browser.post(path, data={"do": "address", "email": "ada at example"})
    assert answer.status_code == 400
    assert len(said(answer)) == 1
    assert 'value="ada at example"' in answer.text


def test_the_name_of_an_account_is_refused_in_every_form(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    path, eve = begin(browser), new_browser()
    begun = eve.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link", "name-0": "ASA"})
    joined = join(eve, browser, path, name="Asa")
    assert eve.cookies.get("session") is None
    begin(eve)
    renamed = eve.post(SETTINGS, data={"do": "name", "name": "asa"})
    welcomed = eve.post("/welcome", data={"name": "asa"})
    for answer in (begun, joined, renamed, welcomed):
        assert answer.status_code == 400
        assert "is the name of somebody here, or looks like it" in said(answer)[0]


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
    assert "Bob will be signed out in this browser." in bob.get(link(mails()[-1])).text
    bob.post(link(mails()[-1]), data=YES)
    thief = new_browser()
    thief.cookies.set("session", old)
    assert thief.get(SETTINGS).status_code == 403
    assert "You are Asa." in bob.get("/me").text


def test_a_program_signs_in_by_a_code(browser: TestClient, new_browser: NewBrowser, mails: Mails) -> None:
    make_account(browser, mails)
    path, program = begin(browser), new_browser()
    program.headers["Accept"] = "application/json"
    assert program.get("/me").json() == {
        "person": None,
        "matches": [],
        "challenges": [],
        "appointments": [],
        "ladders": [],
    }
    assert program.post("/sign-in", data={"email": "Ada"}).json()["error"].startswith("'Ada' is not a mail address")
    assert program.post("/sign-in", data={"email": ADA}).json() == {}
    wrong = program.post("/sign-in/code", data={"email": ADA, "code": "AAAAAAAA"})
    assert (wrong.status_code, wrong.json()["error"][:18]) == (403, "This code is wrong")
    found = type_code(program, mails()[-1]).json()
    assert (found["person"], found["matches"][0]["match"]) == ("Asa", path.rpartition("/")[2])


WORKSHOP = "/games/vortex/workshop?bot=b1"


def sign_in_from(phone: TestClient, mails: Mails, referer: str) -> str:
    """Sign in after a press on a link of a page, and return where that leads."""
    phone.get("/sign-in", headers={"Referer": referer})
    phone.post("/sign-in", data={"email": ADA})
    answer = phone.post(link(mails()[-1]), data=YES, follow_redirects=False)
    return answer.headers["location"]


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        (URL + WORKSHOP, WORKSHOP),
        (f"{URL}/games/vortex(tokens=2)/new", "/games/vortex(tokens=2)/new"),
        (f"{URL}/", "/me"),
        (f"{URL}/me/notices", "/me"),
        ("", "/me"),
        ("https://evil.example/games/vortex", "/me"),
        (f"{URL}//evil.example/games", "/me"),
        (f"{URL}/\\evil.example", "/me"),
        (f"{URL}/a;Domain=evil.example", "/me"),
    ],
)
def test_signing_in_leads_back_to_the_page_from_which_one_came(
    browser: TestClient, new_browser: NewBrowser, mails: Mails, referer: str, back: str
) -> None:
    make_account(browser, mails)
    assert sign_in_from(new_browser(), mails, referer) == back


def test_the_way_back_is_used_once_and_kept_between_the_pages_of_signing_in(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    phone = new_browser()
    phone.get("/sign-in", headers={"Referer": URL + WORKSHOP})
    phone.get("/welcome", headers={"Referer": f"{URL}/sign-in"})
    assert sign_in_from(phone, mails, f"{URL}/welcome") == WORKSHOP
    assert sign_in_from(phone, mails, f"{URL}/welcome") == "/me"


def test_a_cookie_leads_to_no_other_site(browser: TestClient, new_browser: NewBrowser, mails: Mails) -> None:
    make_account(browser, mails)
    phone = new_browser()
    phone.post("/sign-in", data={"email": ADA})
    phone.cookies.set("back", "//evil.example/x")
    answer = phone.post(link(mails()[-1]), data=YES, follow_redirects=False)
    assert answer.headers["location"] == "/me"


def test_a_site_without_mail_offers_the_passkey_first_and_its_administrator_last(
    browser: TestClient, service: Service
) -> None:
    service.accounts.rules = replace(service.accounts.rules, sends_mail=False, url="http://localhost:8000")
    page = browser.get("/sign-in").text
    heads = re.findall("<h2[^>]*>(.*?)</h2>", page)
    assert heads == ["With a passkey", "New here?"]
    folded = page.partition("<summary>For the administrator</summary>")[2]
    assert "Write a sign-in link to the terminal" in folded
    assert "<details open>" in browser.post("/sign-in", data={"email": "nothing"}).text
    assert page.index('class="button primary" name="do" value="passkey"') < page.index("in the terminal")


def test_who_knows_no_passkey_reads_what_it_is_and_what_to_do_without_one(
    browser: TestClient, service: Service
) -> None:
    words = "A passkey is a key that your phone, computer or password manager keeps for you."
    for address in ("/sign-in", "/welcome"):
        assert words in browser.get(address).text
    assert "Without one you play as a guest" in browser.get("/welcome").text
    without = "None on this device? {}pen <em>Settings</em> where you are signed in already"
    assert without.format("Take an e-mail, below, or o") in browser.get("/sign-in").text
    service.accounts.rules = replace(service.accounts.rules, sends_mail=False)
    assert without.format("O") in browser.get("/sign-in").text


def test_a_site_without_mail_offers_no_address_instead_of_a_passkey(browser: TestClient, service: Service) -> None:
    instead = "Use an e-mail address instead"
    assert instead in browser.get("/welcome").text
    service.accounts.rules = replace(service.accounts.rules, sends_mail=False, url="http://localhost:8000")
    page = browser.get("/welcome").text
    assert instead not in page
    folded = page.partition("<summary>For the administrator</summary>")[2]
    assert "Make an account without a passkey" in folded


def test_what_is_for_the_administrator_is_small_and_last_where_there_is_one(
    browser: TestClient, service: Service
) -> None:
    service.accounts.rules = replace(service.accounts.rules, sends_mail=False, url="http://localhost:8000")
    found = ("<details", '<details class="hint"')
    for is_run in (False, True):
        for path, before in (("/welcome", "Already have an account?"), ("/sign-in", "New here?")):
            page = browser.get(path).text
            assert re.findall(r"<details[^>]*", page.partition(before)[2]) == [found[is_run]]
        service.accounts.make_administrator(service.people.create_guest(), "")
