"""An account on the pages: its address, its settings, its end, and who may make one."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, join, said, send, status
from tests.site.people.accounts.conftest import ADA, SETTINGS, URL, YES, Mails, link, make_account, type_code


def test_this_browser_signs_out(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    (session,) = re.findall(r'name="session" value="(.*?)"', browser.get(SETTINGS).text)
    assert "Games that you start or join" in browser.post(SETTINGS, data={"do": "end", "session": session}).text
    assert browser.cookies.get("session") is None


def test_administrators_and_nobody_else_read_the_log(
    browser: TestClient, new_browser: NewBrowser, service: Service, mails: Mails
) -> None:
    make_account(browser, mails)
    make_account(new_browser(), mails, "Eve", "eve@example.org")
    browser.post(SETTINGS, data={"do": "block", "blocked": "Eve"})
    refused = browser.get("/admin/log")
    assert (refused.status_code, said(refused)) == (403, ["Only administrators may see this page."])
    assert "/admin/log" not in browser.get(SETTINGS).text
    service.accounts.make_administrator(service.accounts.find("Asa"), "command line")
    assert "/admin/log" in browser.get(SETTINGS).text
    rows = re.findall(r"</td><td>(.*?)</td><td>(.*?)</td>\s*<td>(.*?)</td>", browser.get("/admin/log").text)
    assert rows == [("command line", "make administrator", "Asa"), ("Asa", "block", "Eve")]
    assert browser.get("/admin/log?page=x").status_code == 400


def test_the_address_is_changed_by_a_mail_to_the_new_one(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    browser.post(SETTINGS, data={"do": "address", "email": "ada@new.example"})
    assert "instead of ada@example.org" in browser.get(link(mails()[-1])).text
    browser.post(link(mails()[-1]), data=YES)
    assert 'value="ada@new.example"' in browser.get(SETTINGS).text
    assert mails()[-1].address == ADA


def test_a_further_address_is_added_by_a_mail_to_it_and_removed(browser: TestClient, mails: Mails) -> None:
    make_account(browser, mails)
    browser.post(SETTINGS, data={"do": "further-address", "email": "ada@new.example"})
    assert "will sign in with ada@new.example, too" in browser.get(link(mails()[-1])).text
    browser.post(link(mails()[-1]), data=YES)
    assert "Remove ada@new.example" in browser.get(SETTINGS).text
    removed = browser.post(SETTINGS, data={"do": "remove-address", "address": ADA})
    assert 'value="ada@new.example"' in removed.text
    warned = browser.post(SETTINGS, data={"do": "remove-address", "address": "ada@new.example"})
    assert "Remove your last way to sign in?" in warned.text
    assert 'name="address" value="ada@new.example"' in warned.text


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
    assert browser.post("/welcome", data={"name": "Asa"}).status_code == 403
    path = service.accounts.invite("command line").removeprefix(URL)
    refused = browser.post(path, data={"name": "..."})
    assert refused.status_code == 400
    assert browser.cookies.get("session") is None
    assert "Ways to sign in" in browser.post(path, data={"name": "Asa"}).text
    browser.post(SETTINGS, data={"do": "address", "email": ADA})
    type_code(browser, mails()[-1])
    eve = new_browser()
    for answer in (eve.get(path), eve.post(path, data={"name": "Eve"})):
        assert answer.status_code == 403
    begin(eve)
    assert "you need an invitation" in eve.get(SETTINGS).text
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
    assert "Nobody can make a new account here" in browser.get("/sign-in").text


def test_the_settings_of_a_stranger_are_refused(new_browser: NewBrowser) -> None:
    stranger = new_browser()
    for answer in (stranger.get(SETTINGS), stranger.post(SETTINGS, data={"do": "name", "name": "Eve"})):
        assert answer.status_code == 403
    assert stranger.cookies.get("session") is None


def test_a_device_link_brings_the_matches_of_the_other_device_s_guest_along(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    begin(browser, name_0="Asa")
    phone = new_browser()
    path = begin(phone)
    device = extract(r'id="device" [^>]*>(.*?)<', browser.post(SETTINGS, data={"do": "device"}))
    assert "The 1 match that you played here as Guest will move to Asa." in phone.get(device).text
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
    assert "You resign from the 1 match" in browser.get(f"{SETTINGS}/close").text
    assert browser.post(f"{SETTINGS}/close", data={"name": "Asa"}).status_code == 400
    assert browser.post(f"{SETTINGS}/close", data={"name": "former"}, follow_redirects=False).status_code == 303
    assert browser.cookies.get("session") is None
    assert status(bob.get(path)) == ("Broken off by resignation. Nobody won, because not everybody made two turns.")
    assert "<strong>Former player</strong>" in bob.get(path).text
    bob.post("/sign-in", data={"email": ADA})
    assert len(mails()) == 1


def test_a_closed_account_has_no_name_on_a_seat_that_it_had_left(
    browser: TestClient, new_browser: NewBrowser, mails: Mails
) -> None:
    make_account(browser, mails)
    bob = new_browser()
    path = begin(bob, "vortex", name_0="Bob", option_players="3", seat_1="link", seat_2="link")
    for seat, other in ((1, browser), (2, new_browser())):
        join(other, bob, path, seat)
    send(browser, path, "resign", seat=1)
    assert "Asa" in bob.get(path).text
    browser.post(f"{SETTINGS}/close", data={"name": "former"})
    page = bob.get(path).text
    assert "Former player" in page
    assert "Asa" not in page
    assert "Asa" not in bob.get("/me").text


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
    ended = browser.post(SETTINGS, data={"do": "unblock", "blocked": blocked}).text
    assert "<span>Bob</span>" not in ended
    assert '<p class="notice" role="status">This person is blocked no more.</p>' in ended
    assert "This person is blocked no more." not in browser.get(SETTINGS).text
    assert join(bob, browser, path).status_code == 200
