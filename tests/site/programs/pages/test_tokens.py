"""The page on which tokens are made, listed and ended."""

import re

from starlette.testclient import TestClient

from tests.site.conftest import NewBrowser, begin, extract, said

PAGE = "/me/account/tokens"


def make(browser: TestClient, name: str = "my bot", **scopes: str) -> str:
    return extract(
        r'id="made" readonly value="(.*?)"', browser.post(PAGE, data={"do": "make-token", "token-name": name, **scopes})
    )


def test_a_token_is_made_named_shown_once_listed_and_ended(browser: TestClient, new_browser: NewBrowser) -> None:
    begin(browser)
    assert PAGE in browser.get("/me/account").text
    made = make(browser, play="yes")
    listed = browser.get(PAGE).text
    assert made not in listed
    assert "my bot" in listed
    assert "may play, read" in listed
    asked = {"Authorization": f"Bearer {made}"}
    assert new_browser().get("/me", headers=asked).json()["person"] == "Guest"
    token = extract(r'name="token" value="(.*?)"', browser.get(PAGE))
    browser.post(PAGE, data={"do": "end-token", "token": token})
    assert "You have none" in browser.get(PAGE).text
    assert new_browser().get("/me", headers=asked).status_code == 401


def test_what_is_wrong_is_said_beside_the_field(browser: TestClient) -> None:
    begin(browser)
    answer = browser.post(PAGE, data={"do": "make-token", "token-name": " ", "challenge": "yes"})
    assert answer.status_code == 400
    assert "needs a name" in said(answer)[0]
    assert re.search(r'name="challenge" value="yes" checked', answer.text)
    assert not re.search(r'name="play" value="yes" checked', answer.text)


def test_a_person_cannot_end_the_token_of_another(browser: TestClient, new_browser: NewBrowser) -> None:
    begin(browser)
    made, other = make(browser), new_browser()
    begin(other)
    token = extract(r'name="token" value="(.*?)"', browser.get(PAGE))
    assert other.post(PAGE, data={"do": "end-token", "token": token}).status_code == 400
    assert new_browser().get("/me", headers={"Authorization": f"Bearer {made}"}).status_code == 200
