"""What the page of a match says of a roll: beside whose turn it is, what the roll asks for."""

import re

from starlette.testclient import TestClient

from tests.site.conftest import begin, touches

TO_ROLL = "5,0,0,0/0,0,0,0 X 3"


def task(browser: TestClient, path: str) -> str:
    """Return what the page says that a roll asks for; empty if it says nothing."""
    found = re.search(r'<p id="task">(.*?)</p>', browser.get(path).text)
    return found[1] if found else ""


def test_a_roll_says_what_it_asks_for_until_the_turn_is_begun(browser: TestClient) -> None:
    path = begin(browser, "vortex", seat_1="easy", position=TO_ROLL)
    page = browser.get(path)
    assert re.fullmatch(r"Move a token by [1-6]\.", task(browser, path))
    first = re.search(r'data-next="(.*?)"', page.text)
    assert first
    begun = f"{first[1].replace('&amp;', '&')}{touches(page)[0][1]}"
    assert task(browser, begun) == ""
    assert task(browser, f"{path}/at/1") == ""


def test_it_is_said_to_one_person_and_where_something_is_rolled(browser: TestClient) -> None:
    assert task(browser, begin(browser, "vortex", seat_1="here", position=TO_ROLL)) == ""
    assert task(browser, begin(browser)) == ""
