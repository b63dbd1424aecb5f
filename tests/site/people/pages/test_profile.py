"""What the page of a person begins with: the results, a win, and for who is new what comes next."""

import re

from starlette.testclient import TestClient

from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.browser.steps import ALMOST_WON
from tests.site.conftest import NewBrowser, begin, extract, join, send
from tests.site.overviews.test_overviews import rated
from tests.site.tournaments.playing import account, begun, better, play_round


def page_of(browser: TestClient, path: str) -> str:
    return extract(r'href="(/people/[^"]+)"', browser.get(path))


def test_the_page_of_who_is_new_invites_to_what_comes_next(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, seat_1="easy", position=ALMOST_WON)
    own = page_of(browser, path)
    page = browser.get(own).text
    for address in ("/play", "/learn", "/puzzles"):
        assert f'<h3><a href="{address}">' in page
        assert browser.get(address).status_code == 200
    assert "/me/account#portrait" not in page  # of accounts alone
    seen = new_browser().get(own).text
    assert "Guest has not finished a game yet." in seen
    assert "What comes next" not in seen
    send(browser, path, "resign")
    for reader in (browser, new_browser()):
        page = reader.get(own).text
        assert 'id="next"' not in page
        assert "1 finished game: 0 won, 0 drawn, 0 lost, 1 broken off; 0 in progress." in page
        assert "Latest win" not in page


def test_a_win_stands_as_a_board_though_no_rated_one_does(browser: TestClient) -> None:
    won = begin(browser, seat_1="easy", position=ALMOST_WON)
    send(browser, won, text="s-")
    send(browser, begin(browser, seat_1="easy", position=ALMOST_WON), "resign")
    page = browser.get(page_of(browser, won)).text
    section = re.search(r'<section aria-labelledby="won-last">.*?</section>', page, re.DOTALL)
    assert section
    assert re.findall(r'<a href="([^"]+)"', section[0]) == [won]
    assert "2 finished games: 1 won, 0 drawn, 0 lost, 1 broken off; 0 in progress." in page


def test_a_game_that_was_broken_off_was_played_with_the_other(
    browser: TestClient, path: str, other: TestClient, new_browser: NewBrowser
) -> None:
    own = page_of(browser, path)
    said = rf'You play Guest.* for the first time now: <a href="{path}">Orion: Hydra</a>\.'
    assert re.search(said, other.get(own).text)
    assert "has not finished a game yet" not in other.get(own).text  # nobody is invited who plays already
    assert "has not finished a game yet" in new_browser().get(own).text
    for number, (each, text) in enumerate(((browser, "u+"), (other, "a+"))):
        send(each, path, seat=number, text=text)
    send(other, path, "resign", seat=1)
    page = other.get(own).text
    assert "You have not played" not in page
    assert re.search("Your only game against Guest.* was broken off: nobody won.", page)
    rematch = begin(browser)
    join(other, browser, rematch)
    said = rf'Your earlier game against .* was broken off: nobody won. You play Guest.* again now: <a href="{rematch}">'
    assert re.search(said, other.get(own).text)


def test_one_rated_match_gives_a_provisional_rating_with_its_uncertainty(
    browser: TestClient, service: Service, store: Store
) -> None:
    ann, bob = account(service, store, "Ann"), account(service, store, "Bob")
    assert 'id="ratings"' not in browser.get("/people/Ann").text
    rated(service, ann, bob)
    page = browser.get("/people/Ann").text
    assert re.search(r"<p><strong>15\d\d</strong> ± 19\d, provisional after 1 match, place 1 of 2</p>", page)


def test_who_has_no_rating_reads_what_gives_one(browser: TestClient, service: Service, store: Store) -> None:
    people = [account(service, store, name) for name in ("Ann", "Bob", "Cyd")]
    play_round(service, begun(service, people, "round-robin"), better)  # unrated
    page = browser.get(f"/people/{people[0].name}")
    assert "None yet. The first rated match gives one" in extract(r'<h2 id="ratings">(.*?)</section>', page)


def test_days_are_said_in_words(browser: TestClient, service: Service, store: Store) -> None:
    account(service, store, "Ann")
    page = browser.get("/people/Ann").text
    assert re.search(r"Here since <time [^>]*>\d{1,2} [A-Z][a-z]+ \d{4}</time>", page)
    assert not re.search(r">\d{4}-\d\d-\d\d<", page)
