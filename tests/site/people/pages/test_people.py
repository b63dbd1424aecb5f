"""People on the pages: invitations, names, their games, and the browsers in which they are known."""

import re

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from tests.site.conftest import NewBrowser, begin, extract, join, link_of, said, send, status

USED = "This invitation is damaged, or was used, replaced or withdrawn: ask the host for a new one."
YES = {"do": "yes"}
SETTINGS = "/me/account"


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser, name_0="Ann")


def sections(answer: Response) -> dict[str, int]:
    """Return the headings of a page's lists of matches, with the number of matches below each."""
    found = re.findall(r"<section [^>]*>\s*<h2[^>]*>(.*?)</h2>(.*?)</section>", answer.text, re.DOTALL)
    return {heading: text.count('<a href="/matches/') for heading, text in found}


def device_link(browser: TestClient) -> str:
    return extract(r'id="device" [^>]*>(.*?)<', browser.post(SETTINGS, data={"do": "device"}))


def test_an_invitation_names_the_host_asks_for_a_name_and_changes_nothing_before_it_is_accepted(
    browser: TestClient, path: str, new_browser: NewBrowser
) -> None:
    guest = new_browser()
    page = guest.get(link_of(browser.get(path), 1))
    assert "Ann invites you to Orion" in page.text
    assert guest.cookies.get("session") is None
    joined = join(guest, browser, path, name="Bob")
    assert status(joined) == "Waiting for Ann."
    assert "<strong>Bob</strong>" in browser.get(path).text


def test_one_invitation_seats_one_person(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    link, first, second = link_of(browser.get(path), 1), new_browser(), new_browser()
    assert first.post(link, data={"name": "Bob"}).status_code == 200
    for answer in (second.get(link), second.post(link, data={"name": "Cid"})):
        assert answer.status_code == 403
        assert said(answer) == [USED]
    assert send(second, path, seat=1, text="a-").status_code == 403


def test_the_host_replaces_an_invitation_and_the_old_one_is_void(
    browser: TestClient, path: str, new_browser: NewBrowser
) -> None:
    old = link_of(browser.get(path), 1)
    new = link_of(browser.post(f"{path}/seats", data={"do": "invite", "seat": "1"}), 1)
    assert new != old
    assert new_browser().post(old, data={"name": "Bob"}).status_code == 403
    assert new_browser().post(new, data={"name": "Bob"}).status_code == 200


def test_the_host_may_play_the_open_seat(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    link = link_of(browser.get(path), 1)
    page = browser.post(f"{path}/seats", data={"do": "withdraw", "seat": "1"})
    assert status(page) == "Ann (X) to play."
    assert new_browser().get(link).status_code == 403


@pytest.mark.parametrize(("do", "seat"), [("invite", "0"), ("withdraw", "7"), ("give", "1"), ("invite", "x")])
def test_a_command_about_seats_that_cannot_be_carried_out_is_refused_in_a_sentence(
    browser: TestClient, path: str, do: str, seat: str
) -> None:
    answer = browser.post(f"{path}/seats", data={"do": do, "seat": seat})
    assert answer.status_code == 400
    assert "expected" in said(answer)[0]


def test_only_the_host_changes_invitations(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    link, stranger, person = link_of(browser.get(path), 1), new_browser(), new_browser()
    begin(person)
    for other in (stranger, person):
        assert other.post(f"{path}/seats", data={"do": "withdraw", "seat": "1"}).status_code == 403
    assert link_of(browser.get(path), 1) == link


@pytest.mark.parametrize("name", ["A\u0430a", "a\u200bb", "\u3164", "x" * 41, "..."])
def test_a_name_that_imitates_another_or_cannot_be_seen_is_refused_where_it_is_typed(
    browser: TestClient, path: str, new_browser: NewBrowser, name: str
) -> None:
    guest, link = new_browser(), link_of(browser.get(path), 1)
    answer = guest.post(link, data={"name": name})
    assert answer.status_code == 400
    assert len(said(answer)) == 1
    assert guest.get(link).status_code == 200
    assert browser.post(SETTINGS, data={"do": "name", "name": name}).status_code == 400


def test_a_name_is_asked_for_once(browser: TestClient, path: str) -> None:
    assert status(browser.get(begin(browser))) == "Your turn."
    page = browser.get("/games/orion/new").text
    assert 'placeholder="Ann"' in page
    assert "You are Ann, a guest." in browser.get("/me").text


def test_my_games_are_those_of_my_seats_my_turn_first(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    other = new_browser()
    join(other, browser, path, name="Bob")
    finished = begin(browser)
    send(browser, finished, text="u+")
    send(browser, finished, "resign")
    assert sections(browser.get("/me"))["Your turn"] == 1
    assert sections(other.get("/me"))["Waiting for others"] == 1
    send(browser, path, text="u+")
    assert sections(browser.get("/me")) == {"Waiting for others": 1, "Finished": 1}
    assert ">Your turn in 1 game</h1>" in other.get("/").text
    assert "<title>(1) Your games" in other.get("/me").text
    assert "icon-waiting" in other.get("/").text
    assert "icon-waiting" not in browser.get("/").text
    for shown in ("game=orion", "against=open", "game=orion&against=OPEN"):
        assert browser.get(f"/me?{shown}").text.count("resignation") == 1
    for hidden in ("game=ludo", "outcome=won", "outcome=lost", "against=bob"):
        page = browser.get(f"/me?{hidden}").text
        assert page.count("resignation") == 0
        assert "No finished games match this filter." in page


def test_a_stranger_has_no_games_and_can_change_nothing(new_browser: NewBrowser) -> None:
    stranger = new_browser()
    assert "Games that you start or join" in stranger.get("/me").text
    answer = stranger.post(SETTINGS, data={"do": "name", "name": "Eve"})
    assert answer.status_code == 403
    assert stranger.cookies.get("session") is None


def test_many_matches_in_one_browser_keep_their_seats(browser: TestClient, path: str) -> None:
    paths = [begin(browser) for _ in range(30)]
    assert {status(browser.get(path)) for path in paths} == {"Your turn."}
    assert [cookie.name for cookie in browser.cookies.jar] == ["session"]


def test_another_device_plays_on_by_a_link_that_works_once(
    browser: TestClient, path: str, new_browser: NewBrowser
) -> None:
    link = device_link(browser)
    phone, thief = new_browser(), new_browser()
    assert "Sign in as Ann?" in phone.get(link).text
    assert phone.cookies.get("session") is None
    assert phone.post(link, data=YES).status_code == 200
    assert status(send(phone, path, text="u+")) == "Waiting for an opponent to join."
    assert thief.post(link, data=YES).status_code == 403
    assert thief.get(f"{link}x").status_code == 403


def test_a_browser_that_is_signed_out_is_a_stranger(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    link = device_link(browser)
    phone = new_browser()
    phone.post(link, data=YES)
    (session,) = re.findall(r'name="session" value="(.*?)"', phone.get(SETTINGS).text)  # of the first browser
    phone.post(SETTINGS, data={"do": "end", "session": session})
    assert status(browser.get(path)) == "Waiting for Ann."
    assert status(phone.get(path)) == "Your turn."
    phone.post(SETTINGS, data={"do": "end-all"})
    assert phone.cookies.get("session") is None
    assert status(phone.get(path)) == "Waiting for Ann."


def test_nobody_ends_the_session_of_somebody_else(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    other = new_browser()
    begin(other)
    phone = new_browser()
    phone.post(device_link(other), data=YES)
    (session,) = re.findall(r'name="session" value="(.*?)"', phone.get(SETTINGS).text)
    browser.post(SETTINGS, data={"do": "end", "session": session})
    assert "Your browsers" in other.get(SETTINGS).text
