"""Your games: small boards with the time left, and the way to the next one that waits."""

import re

from starlette.testclient import TestClient

from tests.server.web.conftest import NewBrowser, begin, extract, join, send, touches


def two_waiting(browser: TestClient, new_browser: NewBrowser) -> tuple[str, str]:
    """Begin two matches against other people in which the browser's person is to play; return their paths."""
    first, second = begin(browser), begin(browser)
    for path in (first, second):
        join(new_browser(), browser, path)
    return first, second


def test_every_match_in_progress_has_a_small_board(browser: TestClient, new_browser: NewBrowser) -> None:
    path, _ = two_waiting(browser, new_browser)
    address = extract(rf'<img src="({path}/small.svg[^"]*)"', browser.get("/me")).replace("&amp;", "&")
    answer = browser.get(address)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert touches(answer) == []


def test_the_address_of_a_small_board_changes_with_the_match(browser: TestClient, new_browser: NewBrowser) -> None:
    path, _ = two_waiting(browser, new_browser)
    pattern = rf'<img src="({path}/small.svg[^"]*)"'
    before = extract(pattern, browser.get("/me"))
    send(browser, path, text="u+")
    assert extract(pattern, browser.get("/me")) != before


def test_the_time_left_stands_beside_the_board(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, pace="6d+3d/6d")
    join(new_browser(), browser, path)
    assert re.search(r'<span class="left">\d days left</span>', browser.get("/me").text)


def test_after_a_turn_the_next_game_that_waits_is_offered(browser: TestClient, new_browser: NewBrowser) -> None:
    first, second = two_waiting(browser, new_browser)
    page = send(browser, first, text="u+")
    way = extract(r'href="([^"]*)"[^>]*>Next game that waits \(1\)', page)
    assert browser.get(way, follow_redirects=False).headers["location"] == second
    page = send(browser, second, text="u+")
    assert "Next game that waits" not in page.text
    assert browser.get("/me/next", follow_redirects=False).headers["location"] == "/me"


def test_a_stranger_has_no_next_game(new_browser: NewBrowser) -> None:
    assert new_browser().get("/me/next", follow_redirects=False).headers["location"] == "/me"


def test_an_empty_list_has_a_button(browser: TestClient) -> None:
    browser.post("/welcome", data={"name": "Asa"})
    assert "Choose a game" in browser.get("/me").text
