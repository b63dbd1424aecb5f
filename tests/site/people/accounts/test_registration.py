"""Who may make an account, whom to ask, and what the pages say of a site that sends no mail."""

import pytest
from starlette.testclient import TestClient

from ludarium.site.people.accounts import AccountRules
from ludarium.site.quotas import Quota, Quotas
from ludarium.site.service import Service
from tests.site.authenticator import Authenticator
from tests.site.conftest import NewBrowser, begin, join, said, send
from tests.site.people.accounts.conftest import ADA, SETTINGS, URL, Mails, make_account

BY_PASSKEY = "/welcome/passkey"


def device() -> Authenticator:
    return Authenticator(URL, "127.0.0.1")


def register(browser: TestClient, name: str, **fields: str) -> str:
    """Make an account as the page's script does: the name and the passkey at once; return the page that follows."""
    options = browser.post(BY_PASSKEY, data={"name": name, **fields})
    assert options.status_code == 200, options.text
    sent = {"do": "passkey", "new": "yes", "credential": device().create(options.text)}
    return browser.post(SETTINGS, data=sent).text


def test_a_stranger_makes_an_account_with_a_name_and_a_passkey_at_once(browser: TestClient, service: Service) -> None:
    page = register(browser, "Asa")
    assert '<h2 id="made">Your account is made</h2>' in page
    assert "came with you" not in page
    assert "You are Asa." in page
    assert "Your account is made" not in browser.get("/me").text  # it was said
    assert service.accounts.find("Asa").is_account


def test_a_guest_who_has_played_reads_what_came_along_and_what_is_next(browser: TestClient) -> None:
    begin(browser)
    browser.get("/welcome", headers={"Referer": f"{URL}/"})
    page = register(browser, "Asa")
    assert "Your game came with you: it is below" in " ".join(page.split())
    assert [path in page for path in ("/play", "/compete", "/me/account#portrait")] == [True] * 3


@pytest.mark.parametrize("place", ["{match}", "/games/orion", "/compete"])
def test_the_page_to_which_one_returns_says_once_that_the_account_is_made(browser: TestClient, place: str) -> None:
    path = place.format(match=begin(browser))
    browser.get(path)  # the page is kept as the guest saw it
    browser.get("/welcome", headers={"Referer": f"{URL}{path}"})
    page = register(browser, "Asa")
    assert "Your account is made, Asa." in page
    assert 'id="made"' not in page
    assert "Your account is made" not in browser.get(path).text


@pytest.mark.parametrize("name", ["...", "Moderator"])
def test_a_name_that_is_refused_makes_nobody(browser: TestClient, service: Service, name: str) -> None:
    answer = browser.post(BY_PASSKEY, data={"name": name})
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (400, "text/plain")
    assert answer.text.endswith(".")
    assert browser.cookies.get("session") is None


@pytest.mark.parametrize("rules", [AccountRules(URL, "invite")])
def test_an_invitation_serves_who_has_accepted_it_until_there_is_a_passkey(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    path = service.accounts.invite("command line").removeprefix(URL)
    token = path.rpartition("/")[2]
    assert browser.post(BY_PASSKEY, data={"name": "Asa"}).status_code == 403
    assert browser.post(BY_PASSKEY, data={"name": "Asa", "invitation": token}).status_code == 200
    assert browser.get(path).status_code == 200  # nothing was confirmed on the device, so she tries again
    assert "You are Asa." in register(browser, "Asa", invitation=token)
    assert new_browser().post(BY_PASSKEY, data={"name": "Eve", "invitation": token}).status_code == 403


@pytest.mark.parametrize("rules", [AccountRules(URL, "invite", contact="post@example.org")])
def test_the_pages_name_the_contact_of_the_site(browser: TestClient) -> None:
    assert 'Ask <a href="mailto:post@example.org">' in browser.get("/sign-in").text
    assert said(browser.get("/welcome")) == ["An account needs an invitation: ask post@example.org."]


@pytest.mark.parametrize("rules", [AccountRules(URL, "invite")])
def test_without_a_contact_they_name_the_administrators(browser: TestClient, service: Service) -> None:
    assert "Ask the people who run this site for one." in browser.get("/sign-in").text
    service.accounts.make_administrator(service.people.rename(service.people.create_guest(), "Asa"), "command line")
    assert "Ask Asa for one." in browser.get("/sign-in").text


def test_a_network_makes_so_many_accounts_an_hour(
    new_browser: NewBrowser, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.quotas, "_quotas", Quotas(accounts=Quota(network=2)))
    monkeypatch.setattr("ludarium.site.web.http.origin.Origins.of", lambda origins, request: "school")
    assert all(f"You are {name}." in register(new_browser(), name) for name in ("Asa", "Bela"))
    assert "have made 2 accounts within an hour" in register(new_browser(), "Cid")


@pytest.mark.parametrize("rules", [AccountRules("https://games.example.org", sends_mail=False)])
def test_a_site_that_sends_no_mail_says_so_and_offers_the_passkey(browser: TestClient) -> None:
    for path in ("/sign-in", "/welcome"):
        page = browser.get(path).text
        assert "This site sends no mail." in page
        assert "passkey" in page
        assert 'type="email"' not in page
    answer = browser.post("/sign-in", data={"email": ADA}).text
    assert "This site sends no mail." in answer
    assert "we have sent" not in answer
    begin(browser)
    assert 'id="email"' not in browser.get(SETTINGS).text


@pytest.mark.parametrize("rules", [AccountRules(URL, sends_mail=False)])
def test_on_this_machine_it_says_where_the_code_stands(browser: TestClient, mails: Mails) -> None:
    where = "The link and the code appear in the terminal in which the site runs."
    assert where in browser.get("/sign-in").text
    answer = browser.post("/sign-in", data={"email": ADA}).text
    assert where in answer
    assert "we have sent" not in answer
    make_account(browser, mails)


def test_a_guest_reads_how_to_save_a_finished_game(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    path = begin(browser)
    other = new_browser()
    join(other, browser, path)
    keep = "Keep your games: add a passkey."
    assert keep not in browser.get(path).text
    send(other, path, "resign", seat=1)
    assert keep in browser.get(path).text
    assert keep.removesuffix(".") in browser.get("/me").text
    assert keep not in new_browser().get(path).text  # who only watches
    register(browser, "Asa")
    assert keep not in browser.get(path).text


@pytest.mark.parametrize("rules", [AccountRules(URL, "closed")])
def test_nobody_is_offered_an_account_that_is_refused(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser)
    join(new_browser(), browser, path)
    send(browser, path, "resign")
    assert "add a passkey" not in browser.get(path).text
    assert "add a passkey" not in browser.get("/me").text
