"""Passkeys on the pages: what a device has signed serves the browser that asked for it, for what it asked."""

import pytest
from starlette.testclient import TestClient

from tests.site.authenticator import Authenticator
from tests.site.conftest import NewBrowser, said
from tests.site.people.accounts.conftest import SETTINGS, URL

TO_ADD, TO_SIGN_IN = f"{SETTINGS}/passkey/options", "/sign-in/passkey/options"


@pytest.fixture
def device() -> Authenticator:
    return Authenticator(URL, "127.0.0.1")


def options(browser: TestClient, path: str) -> str:
    return browser.post(path, data={"do": "options"}).text


def add(browser: TestClient, credential: str) -> list[str]:
    return said(browser.post(SETTINGS, data={"do": "passkey", "credential": credential}))


def sign_in(browser: TestClient, credential: str) -> str:
    return browser.post("/sign-in/passkey", data={"credential": credential}).text


@pytest.fixture
def owner(browser: TestClient, device: Authenticator) -> TestClient:
    browser.post("/welcome", data={"name": "Asa"})
    assert add(browser, device.create(options(browser, TO_ADD))) == []
    return browser


def test_a_passkey_signs_in(owner: TestClient, new_browser: NewBrowser, device: Authenticator) -> None:
    phone = new_browser()
    first = options(phone, TO_SIGN_IN)
    assert "You are Asa." in sign_in(phone, device.get(options(phone, TO_SIGN_IN)))
    assert "You are Asa." in sign_in(phone, device.get(first))  # of another tab


def test_what_was_signed_for_one_browser_signs_in_no_other(
    owner: TestClient, new_browser: NewBrowser, device: Authenticator
) -> None:
    thief = new_browser()
    options(thief, TO_SIGN_IN)
    for other in (thief, new_browser(), owner):
        assert "too late, or for the second time" in sign_in(other, device.get(options(new_browser(), TO_SIGN_IN)))


def test_a_challenge_to_sign_in_adds_no_passkey_and_the_other_way_round(
    owner: TestClient, device: Authenticator
) -> None:
    (refusal,) = add(owner, Authenticator(URL, "127.0.0.1").create(options(owner, TO_SIGN_IN)))
    assert "too late, or for the second time" in refusal
    assert "too late, or for the second time" in sign_in(owner, device.get(options(owner, TO_ADD)))


def test_a_passkey_is_added_in_the_session_that_asked_for_it(
    owner: TestClient, new_browser: NewBrowser, device: Authenticator
) -> None:
    phone, key = new_browser(), Authenticator(URL, "127.0.0.1")
    sign_in(phone, device.get(options(phone, TO_SIGN_IN)))
    made = key.create(options(owner, TO_ADD))
    assert "too late, or for the second time" in add(phone, made)[0]
    assert add(owner, made) == []


def test_a_new_account_leads_back_to_the_page_from_which_one_came(browser: TestClient, device: Authenticator) -> None:
    browser.get("/welcome", headers={"Referer": f"{URL}/games/vortex/workshop"})
    browser.post("/welcome", data={"name": "Asa"})
    values = {"do": "passkey", "new": "yes", "credential": device.create(options(browser, TO_ADD))}
    answer = browser.post(SETTINGS, data=values, follow_redirects=False)
    assert answer.headers["location"] == "/games/vortex/workshop"
