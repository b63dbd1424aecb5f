"""What the page of a match with a live clock says when an opponent has left."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, join, said, send, status
from tests.site.presence_parts import leave


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser, pace="300+5", position="")


def absence(browser: TestClient, path: str) -> str:
    """Return what a page says of who has left, with the words of its buttons; those in brackets are grey."""
    found = re.search(r'<div id="absence".*?</div>', browser.get(path).text, re.DOTALL)
    grey = re.sub(r"<button[^>]* disabled[^>]*>(.*?)</button>", r"[\1]", found[0] if found else "")
    return " ".join(re.sub(r"<[^>]*>", "", grey).split())


def test_the_page_offers_the_claim_when_its_time_has_come(
    service: Service, browser: TestClient, path: str, other: TestClient, new_browser: NewBrowser
) -> None:
    match_id = path.rpartition("/")[2]
    send(browser, path, text="u+")
    assert absence(browser, path) == ""
    gone = service.view(None, match_id).seats[1].person or ""
    service.presence.leave(gone, service.now())
    said_now = absence(browser, path)
    assert re.match(r"Guest \(O\) left \d+ s ago\.", said_now)
    assert re.search(r"You may claim the match in \d:\d\d, if nobody comes back\. \[Claim the match\] \[Call", said_now)
    answer = send(browser, path, "claim")
    assert re.fullmatch(r"The match can be claimed in \d+ seconds\.", said(answer)[0])
    assert browser.get(path, headers={"Accept": "application/json"}).json()["gone"].keys() == {"1"}

    leave(service, match_id, gone)
    assert "You may claim the match: who has left loses as on time. Claim the match Call it a draw" in absence(
        browser, path
    )
    assert "Claim" not in absence(new_browser(), path)  # a spectator reads that somebody has left
    assert "left 60 s ago" in absence(new_browser(), path)
    known = browser.get(path, headers={"Accept": "application/json"}).json()["commands"]
    assert {"claim", "claim-draw"} <= {*known}
    assert (
        status(send(browser, path, "claim")) == "Broken off on time. Nobody won, because not everybody made two turns."
    )
    assert absence(browser, path) == ""


def test_word_that_one_has_left_stands_where_it_moves_no_board(
    service: Service, browser: TestClient, path: str, other: TestClient
) -> None:
    send(browser, path, text="u+")
    service.presence.leave(service.view(None, path.rpartition("/")[2]).seats[1].person or "", service.now())
    page = browser.get(path).text
    assert page.index('id="play"') < page.index('<div class="offers">') < page.index('id="absence"')


def test_who_has_left_reads_nothing_of_it(service: Service, browser: TestClient, path: str, other: TestClient) -> None:
    match_id = path.rpartition("/")[2]
    send(browser, path, text="u+")
    leave(service, match_id, service.view(None, match_id).seats[1].person or "")
    assert "Claim the match" in absence(browser, path)
    assert absence(other, path) == ""
    assert "claim" not in other.get(path, headers={"Accept": "application/json"}).json()["commands"]


def test_in_a_joint_turn_the_claim_is_for_who_has_decided(
    service: Service, browser: TestClient, new_browser: NewBrowser
) -> None:
    path, other = begin(browser, "grid", pace="300+5"), new_browser()
    join(other, browser, path)
    match_id = path.rpartition("/")[2]
    leave(service, match_id, service.view(None, match_id).seats[1].person or "")
    assert "and it is your turn. [Claim the match]" in absence(browser, path)
    send(browser, path, text="s")
    assert "You may claim the match: who has left loses as on time. Claim the match" in absence(browser, path)
    assert (
        status(send(browser, path, "claim")) == "Broken off on time. Nobody won, because not everybody made two turns."
    )
