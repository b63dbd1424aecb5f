"""A running match of one's own on the board: without bot and table, unless bots alone play the other seats."""

from starlette.testclient import TestClient

from tests.site.analysis.test_planned import BOARD, fields, opened, play
from tests.site.conftest import NewBrowser, begin, said, send

REFUSED = "Your match goes on: no bot and no table says anything about it until it is over."
ASKS, PLAYED = 'id="asking"', 'id="book"'


def test_no_bot_and_no_table_tells_about_a_match_with_others(browser: TestClient, other: TestClient, path: str) -> None:
    for person in (browser, other):
        sent = play(person, opened(person, path), "p+")
        kept = person.post(BOARD, data={**sent, "do": "keep"})
        for page in (person.get(f"{BOARD}?match={path.rpartition('/')[2]}"), kept):
            assert "no bot and no table says anything" in page.text
            assert ASKS not in page.text
            assert PLAYED not in page.text
        refused = person.post(BOARD, data={**sent, "do": "ask"})
        assert (refused.status_code, said(refused)) == (400, [REFUSED])
        assert person.get(BOARD, params={**sent, "part": "said"}).status_code == 200
        data = person.get(BOARD, params=sent, headers={"Accept": "application/json"})
        assert data.json()["book"] == []


def test_a_bot_is_asked_again_once_the_match_is_over(browser: TestClient, other: TestClient, path: str) -> None:
    sent = play(other, opened(other, path), "p+")
    send(browser, path, do="resign")
    assert ASKS in other.get(BOARD, params=sent).text
    assert other.post(BOARD, data={**sent, "do": "ask"}).status_code == 200


def test_the_analysis_of_a_match_that_was_resigned_says_so(browser: TestClient, other: TestClient, path: str) -> None:
    board, word = f"{BOARD}?match={path.rpartition('/')[2]}", " by resignation."
    assert word not in browser.get(board).text
    send(browser, path, do="resign")
    assert word in browser.get(board).text
    assert word in other.get(f"{board}&at=0").text  # in the list of turns


def test_spectators_and_who_plays_bots_alone_ask(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    assert ASKS in new_browser().get(f"{BOARD}?match={path.rpartition('/')[2]}").text
    alone = begin(browser, seat_1="easy")
    page = browser.get(f"{BOARD}?match={alone.rpartition('/')[2]}")
    assert ASKS in page.text
    assert browser.post(BOARD, data={**fields(page), "do": "ask"}).status_code == 200
