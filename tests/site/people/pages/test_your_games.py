"""Your games: small boards with the time left, and the way to the next one that waits."""

import re

import pytest
from starlette.testclient import TestClient

from ludarium.site.begin.rows import Terms
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, begin, extract, join, send, touches, turns
from tests.site.overviews.test_overviews import sign_in
from tests.site.tournaments.playing import account


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


def test_whose_turn_it_is_stands_once(browser: TestClient, new_browser: NewBrowser) -> None:
    """The heading of the list says it; the time of an opponent is not said as if it were the reader's."""
    path, _ = two_waiting(browser, new_browser)
    slow = begin(browser, pace="6d+3d/6d")
    join(new_browser(), browser, slow)
    assert browser.get("/me").text.count("Your turn") == 1
    assert '<span class="left">Your turn</span>' in browser.get("/").text  # whose heading counts them
    send(browser, path, text="u+")
    send(browser, slow, text="u+")
    tile = extract(rf'<li class="tile"><a href="{slow}"(.*?)</li>', browser.get("/me"))
    assert re.search(r'<span class="quiet">They have \d days left</span>', tile)
    assert 'class="left"' not in tile


def test_after_a_turn_the_next_game_that_waits_is_offered(browser: TestClient, new_browser: NewBrowser) -> None:
    first, second = two_waiting(browser, new_browser)
    page = send(browser, first, text="u+")
    way = extract(r'href="([^"]*)"[^>]*>Next game that waits \(1\)', page)
    assert browser.get(way, follow_redirects=False).headers["location"] == second
    page = send(browser, second, text="u+")
    assert "Next game that waits" not in page.text
    assert browser.get("/me/next", follow_redirects=False).headers["location"] == "/me"


def test_the_list_leads_to_the_game_that_waits_first(browser: TestClient, new_browser: NewBrowser) -> None:
    first, second = two_waiting(browser, new_browser)
    assert 'class="button primary" href="/me/next">Next game that waits</a>' in browser.get("/me").text
    for path in (first, second):
        send(browser, path, text="u+")
    assert "Next game that waits" not in browser.get("/me").text


def test_a_stranger_has_no_next_game(new_browser: NewBrowser) -> None:
    assert new_browser().get("/me/next", follow_redirects=False).headers["location"] == "/me"


def test_an_empty_list_has_a_button(browser: TestClient) -> None:
    browser.post("/welcome", data={"name": "Asa"})
    assert "Choose a game" in browser.get("/me").text


def test_lists_and_pages_count_the_same_turns(browser: TestClient, service: Service) -> None:
    """A roll and what follows are one turn, in the list of matches, on the page and in the list of turns."""
    path = begin(browser, "ludo", seat_1="here", options="")
    for _ in range(6):
        view = service.bots.look(path.rpartition("/")[2], seats=(0, 1))
        seat = view.match.to_act[0]
        send(browser, path, seat=seat, text=view.match.state.format_turn(view.match.state.legal()[:1]))
    page = browser.get(path)
    last = int(turns(page)[-1].split()[0])
    assert last < len(service.bots.look(path.rpartition("/")[2], seats=(0, 1)).match.turns)
    assert f", {last} turns, the last just now</span>" in browser.get("/me").text


def test_a_filter_that_finds_nothing_has_a_button_that_shows_all(browser: TestClient) -> None:
    path = begin(browser, seat_1="easy")
    send(browser, path, "resign")
    page = browser.get("/me?against=Nobody").text
    assert re.search(r'No finished games match this filter.*?<a class="button" href="/me#finished">Show all</a>', page)
    assert "Show all" not in browser.get("/me").text


def test_without_a_game_the_page_leads_on_as_the_front_page_does(browser: TestClient) -> None:
    browser.post("/play", data={"do": "now", "game-orion": "on"})  # which makes a guest without a game
    page = browser.get("/me").text
    assert "Three ways to begin" in page
    steps = extract(r'<ol class="first-steps">(.*?)</ol>', browser.get("/me"))
    assert re.findall(r"<strong>(.*?)</strong>", steps) == ["Play a bot", "Learn by playing", "Solve a puzzle"]
    for address in re.findall(r'href="(.*?)"', steps):
        assert browser.get(address).status_code == 200
    assert extract(r'<ol class="first-steps">(.*?)</ol>', browser.get("/")).count("<li>") == 3
    begin(browser)
    assert "first-steps" not in browser.get("/me").text


def test_settled_challenges_stand_below_the_games(browser: TestClient, service: Service, store: Store) -> None:
    ann, bob, cyd = (account(service, store, name) for name in ("Ann", "Bob", "Cyd"))
    sign_in(browser, service, ann)
    begin(browser)
    for other in (bob, cyd):
        made = service.challenges.make(ann, other.name, Terms("orion"))
    service.challenges.withdraw(made, ann)
    send(browser, begin(browser), "resign")
    page = browser.get("/me").text
    heads = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert heads.index("Challenges") < heads.index("Earlier challenges")
    assert heads.index("Your turn") < heads.index("Earlier challenges")
    assert "Challenges" in heads[: heads.index("Finished")]
    assert page.index("You challenged Bob") < page.index("You challenged Cyd")


def test_the_latest_finished_games_have_a_board_and_few_no_filter(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.people.pages.person._TILED", 2)
    for count in range(1, 4):
        path = begin(browser)
        send(browser, path, text="u+")
        send(browser, path, "resign")
        finished = extract(r'<section aria-labelledby="finished">(.*?)</section>', browser.get("/me"))
        assert f'src="{path}/small.svg' in finished
        assert finished.count("small.svg") == min(count, 2)
        assert ("<details>" in finished) == (count <= 2)
    assert "<details>" not in browser.get("/me?game=orion").text.partition('aria-labelledby="finished"')[2]


def test_games_without_a_turn_stand_behind_a_line_and_offer_no_review(browser: TestClient) -> None:
    played, left = begin(browser), begin(browser)
    send(browser, played, text="u+")
    for path in (played, left):
        send(browser, path, "resign")
    reviews = [path for path in (played, left) if 'value="review"' in browser.get(path).text]
    assert reviews == [played]
    page = browser.get("/me").text
    assert f'href="{left}"' not in page
    assert f'href="{played}"' in page
    assert "1 game broken off before the first turn is not listed" in page
    shown = browser.get(extract(r'href="(/me\?outcome=[^"]*)"', browser.get("/me"))).text
    assert f'href="{left}"' in shown
    assert f'href="{played}"' not in shown


def test_games_say_when_they_ended_and_when_their_last_turn_was(
    service: Service, browser: TestClient, new_browser: NewBrowser
) -> None:
    path, _ = two_waiting(browser, new_browser)
    send(browser, path, text="u+")
    tile = extract(rf'<a href="{path}">(.*?)</a>', browser.get("/me"))
    assert "1 turn, the last just now" in tile
    for _ in range(13):  # of which a dozen have boards
        send(browser, begin(browser), do="resign")
    page = browser.get("/me?outcome=not-played").text
    assert page.partition('id="finished"')[2].count("<time datetime=") == 13
