"""What somebody reads who comes to a match with an open seat by its address."""

from starlette.testclient import TestClient

from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, join, link_of


def take(browser: TestClient, path: str, name: str = "Bob") -> str:
    """Press the button of the page, and join on the page that follows; return the match's page."""
    address = extract(r'<a class="button primary" href="([^"]*)"[^>]*>Take the seat</a>', browser.get(path))
    assert "Join match" in browser.get(address).text
    return browser.post(address, data={"name": name}).text


def test_a_stranger_takes_a_seat_that_is_for_whoever_comes_first(
    browser: TestClient, new_browser: NewBrowser, service: Service
) -> None:
    path = begin(browser, seat_1="anybody", name_0="Anna")
    stranger = new_browser()
    assert "Anna waits here: take the seat and play O." in stranger.get(path).text
    assert stranger.cookies.get("session") is None  # looking makes nobody
    take(stranger, path)
    view = service.view(None, path.rpartition("/")[2])
    assert [seat.name for seat in view.seats] == ["Anna", "Bob"]
    assert "waits here" not in new_browser().get(path).text
    assert "waits here" not in stranger.get(path).text


def test_an_address_of_such_a_seat_works_once(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, seat_1="anybody")
    address = extract(r'href="([^"]*)"[^>]*>Take the seat</a>', new_browser().get(path))
    assert new_browser().post(address, data={"name": "Bob"}).status_code == 200
    assert new_browser().post(address, data={"name": "Cid"}).status_code == 403


def test_a_stranger_reads_whom_to_ask_for_the_link_of_a_reserved_seat(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    path = begin(browser, name_0="Anna")
    token = link_of(browser.get(path), 1).rpartition("/")[2]
    page = new_browser().get(path).text
    assert "Only somebody whom Anna invites can play O here." in page
    assert "ask Anna for the invitation link, an address of its own" in page
    assert token not in page
    assert "Take the seat" not in page


def test_a_seat_that_is_kept_for_somebody_says_for_whom(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, name_0="Anna", name_1="Bob")
    assert "Only Bob can play O here." in new_browser().get(path).text


def test_who_has_a_part_in_the_match_reads_nothing_of_open_seats(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, seat_1="anybody")
    assert "Take the seat" not in browser.get(path).text
    assert "Anybody who opens this match can take the seat." in browser.get(path).text
    assert link_of(browser.get(path), 1) != ""


def test_a_host_without_a_seat_is_named(browser: TestClient, new_browser: NewBrowser, service: Service) -> None:
    path = begin(browser, seat_0="link", seat_1="easy")
    host = service.people.load(service.view(None, path.rpartition("/")[2]).host or "")
    assert host
    assert f"ask {host.name} for the invitation link" in new_browser().get(path).text


def test_a_replaced_link_of_such_a_seat_is_shown_again(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, seat_1="anybody")
    before = extract(r'href="([^"]*)"[^>]*>Take the seat</a>', new_browser().get(path))
    browser.post(f"{path}/seats", data={"do": "invite", "seat": "1"})
    assert new_browser().get(before).status_code == 403
    assert "Bob" in take(new_browser(), path)


def test_a_match_without_open_seats_says_nothing(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser)
    join(new_browser(), browser, path)
    assert "open-seat" not in new_browser().get(path).text
