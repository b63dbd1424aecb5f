"""Private matches: in no list, found by their link and by their own people."""

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, link_of, status


def number_of(service: Service, path: str) -> int:
    return service.bots.look(path.rpartition("/")[2]).number


def test_a_private_match_is_in_no_list_and_watched_by_its_link(
    service: Service, browser: TestClient, new_browser: NewBrowser
) -> None:
    path, stranger = begin(browser, seat_1="easy", private="on"), new_browser()
    number = number_of(service, path)
    assert path not in stranger.get("/watch").text
    assert path in browser.get("/me").text
    assert stranger.get(f"/matches/number/{number}").status_code == 404
    assert browser.get(f"/matches/number/{number}").url.path == path
    assert status(stranger.get(path)) == status(browser.get(path)).replace("Your turn", "Waiting for Guest")
    assert "only people with the link can watch" in stranger.get(path).text


def test_the_host_alone_makes_a_match_private_and_public_again(
    service: Service, browser: TestClient, new_browser: NewBrowser
) -> None:
    path, other, stranger = begin(browser, seat_1="link"), new_browser(), new_browser()
    other.post(link_of(browser.get(path), 1), data={"name": "Bob"})
    assert path in stranger.get("/watch").text
    assert "Make private" not in other.get(path).text
    assert other.post(f"{path}/seats", data={"do": "hide"}).status_code == 403
    assert "Make public" in browser.post(f"{path}/seats", data={"do": "hide"}).text
    assert path not in stranger.get("/watch").text
    assert other.get(f"/matches/number/{number_of(service, path)}").url.path == path
    assert "Make private" in browser.post(f"{path}/seats", data={"do": "show"}).text
    assert path in stranger.get("/watch").text


def test_what_follows_from_a_private_match_is_private(service: Service, browser: TestClient) -> None:
    path = begin(browser, seat_1="here", private="on")
    branch = browser.post(f"{path}/at/0/new", data={"seat-0": "here", "seat-1": "easy"}).url.path
    assert service.bots.look(branch.rpartition("/")[2]).private


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
def test_the_number_of_a_private_match_is_answered_as_one_that_is_not_there(
    service: Service, browser: TestClient, new_browser: NewBrowser, accept: str
) -> None:
    """Whatever a private match is like: as public matches go on beside it, its number alone says nothing."""
    path, stranger = begin(browser, seat_1="link", private="on"), new_browser()
    number = number_of(service, path)

    def answer(number: int) -> tuple[object, ...]:
        said = stranger.get(f"/matches/number/{number}", headers={"Accept": accept}, follow_redirects=False)
        headers = {name: value for name, value in said.headers.items() if name != "content-length"}
        return said.status_code, headers, said.text.replace(f"game {number}", "game N")

    assert answer(number) == answer(number + 1) == answer(999)
    assert answer(number)[0] == 404
