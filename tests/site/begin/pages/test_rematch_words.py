"""What the page of a match that is over says of its rematch: who begins, and why."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, join, send


def said(browser: TestClient, path: str) -> str:
    """Return who begins a rematch, as the page says it; empty if it says nothing."""
    found = re.search(r'id="rematch-begins">(.*?)<', browser.get(path).text)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ({"seat_1": "easy"}, "In a rematch Ada begins, since you began this one."),
        ({"seat_0": "easy", "seat_1": "here"}, "In a rematch you begin, since Ada began this one."),
    ],
)
def test_a_rematch_is_begun_by_who_did_not_begin(browser: TestClient, seats: dict[str, str], words: str) -> None:
    path = begin(browser, **seats)
    assert said(browser, path) == ""  # while the match goes on
    send(browser, path, "resign", seat=int("seat_0" in seats))
    assert said(browser, path) == words
    browser.post(f"{path}/ask", data={"do": "rematch"})
    assert said(browser, path) == ""  # it has begun


def test_where_the_dice_draw_who_begins_it_is_drawn_again(browser: TestClient) -> None:
    path = begin(browser, "vortex", seat_1="easy")
    send(browser, path, "resign")
    assert said(browser, path) == "In a rematch it is drawn by lot again who begins."


def test_where_all_begin_at_once_nothing_is_said(browser: TestClient) -> None:
    path = begin(browser, "grid", seat_1="easy")
    send(browser, path, "resign")
    assert said(browser, path) == ""


def test_more_than_two_move_on_by_a_seat(browser: TestClient) -> None:
    vortex = "0,0,0,5/0,0,0,0/0,0,0,0 X 30 4"
    path = begin(browser, "vortex", seat_1="easy", seat_2="hard", option_players="3", position=vortex)
    send(browser, path, "resign")
    found = said(browser, path)
    assert found.startswith("In a rematch ")
    assert found.endswith(" begins, since everybody moves on by a seat.")


def test_where_an_account_is_closed_no_rematch_is_offered(
    service: Service, browser: TestClient, new_browser: NewBrowser
) -> None:
    path = begin(browser)
    join(new_browser(), browser, path, name="Bob")
    send(browser, path, "resign")
    assert 'value="rematch"' in browser.get(path).text
    bob = service.people.load(service.bots.look(path.rpartition("/")[-1]).seats[1].person or "")
    assert bob
    service.closing.close(bob, bob.id, keep_name=True)
    page = browser.get(path).text
    assert 'value="rematch"' not in page
    assert "The rematch would wait for ever: the account of a player is closed (Bob)." in page
    assert browser.post(f"{path}/ask", data={"do": "rematch"}).status_code == 400
