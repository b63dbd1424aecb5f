"""The list of notices, its badge, the settings, and the page that ends mail."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.site.begin.rows import Terms
from ludarium.site.notices.pages import _answers_of
from ludarium.site.notices.rows.notices import AT_ONCE, CHOSEN_UTC, UNCHOSEN, NoticeSettings
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.site.conftest import NewBrowser, begin, extract, join, said, send
from tests.site.tournaments.playing import account

SLOW = {"pace": "2d+1d/2d", "position": ""}
SETTINGS = {
    "do": "notices",
    "mail": "daily",
    "quiet-from": "22",
    "quiet-to": "7",
    "zone": "Europe/Paris",
    "reminder-days": "3",
}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser, **SLOW)


@pytest.fixture
def other(browser: TestClient, new_browser: NewBrowser, path: str) -> TestClient:
    second = new_browser()
    assert join(second, browser, path, name="Bob").status_code == 200
    return second


def test_notices_are_listed_until_their_match_is_seen(browser: TestClient, other: TestClient, path: str) -> None:
    send(browser, path, text="u+")
    page = other.get("/me/notices").text
    assert "<span>Orion: Hydra, game 1 against Guest</span>" in page
    assert "It is your turn." in page
    assert f'href="{path}"' in page
    other.get(path, headers={"Page-Hidden": "true"})
    assert "Mark all as read" in other.get("/me/notices").text
    other.get(path)
    page = other.get("/me/notices").text
    assert "Nothing new." in page
    assert "It is your turn." in page


EARLY = (
    {"Sec-Purpose": "prefetch;prerender"},
    {"Purpose": "prefetch"},
    {"X-Moz": "prefetch"},
    {"X-Purpose": "preview"},
)
UNSEEN = [
    *[("GET", {"Accept": accept}, True) for accept in ("application/json", "text/html", "*/*")],
    ("HEAD", {"Accept": "application/json"}, True),
    ("HEAD", {}, False),
    *[("GET", headers, False) for headers in (*EARLY, {"Page-Hidden": "true"})],
]
"""Requests whose answer no person sees: by a token or not."""


@pytest.mark.parametrize(("method", "headers", "by_token"), UNSEEN)
@pytest.mark.parametrize("page", ["", "/talk"])
def test_what_no_person_sees_leaves_notices_unread(
    browser: TestClient, other: TestClient, service: Service, page: str, path: str,
    method: str, headers: dict[str, str], by_token: bool,
) -> None:  # fmt: skip
    send(browser, path, text="u+")
    browser.post(f"{path}/talk", data={"do": "say", "text": "Hello"})
    visit = service.people.visit(other.cookies["session"])
    assert visit
    match = service.view(visit.person, path.rpartition("/")[2])
    program = {**headers}
    if by_token:
        program["Authorization"] = f"Bearer {service.tokens.make(visit.person, 'bot', ['play'])}"
    unread = service.talk.view(visit.person, match, None).unread
    assert unread
    for _ in range(2):
        assert other.request(method, path + page, headers=program).status_code == 200
    assert {each.notice.read_at for each in service.notices.recent(visit.person.id)} == {None}
    assert service.talk.view(visit.person, match, None).unread == unread
    assert other.get(path + page, headers={"Accept": "application/json"}).status_code == 200  # as in the terminal
    assert None not in [each.notice.read_at for each in service.notices.recent(visit.person.id)]


def test_a_badge_and_the_title_count_what_is_not_a_turn(browser: TestClient, other: TestClient, path: str) -> None:
    send(browser, path, text="u+")
    send(browser, path, do="draw")
    page = other.get("/").text
    assert '<span class="hidden">Notices</span> <span class="count" aria-label="1 unread">1</span></a>' in page
    assert "<title>(2) " in page
    assert "Guest offers a draw." in other.get("/me/notices").text
    answer = other.post("/me/notices", data={"do": "read"})
    assert "Nothing new." in answer.text
    assert '<span class="hidden">Notices</span>' not in answer.text
    assert "expected one of read" in " ".join(said(other.post("/me/notices", data={"do": "forget"})))


@pytest.mark.usefixtures("other")
def test_the_answer_to_a_move_replaces_the_numbers_in_the_header(browser: TestClient, path: str) -> None:
    def badge(answer: Response) -> str:
        return extract(r'<span id="waiting" hx-swap-oob="outerMorph">(.*?Your games.*?)</a>', answer)

    part = {"HX-Request": "true"}
    assert 'aria-label="1 waiting for you">1</span>' in badge(browser.get(path, headers=part))
    send(browser, path, text="u+")
    assert "<span" not in badge(browser.get(path, headers=part))
    assert '<span id="waiting"><a href="/me"' in browser.get(path).text


def test_there_are_notices_of_a_result_and_of_who_joined(browser: TestClient, other: TestClient, path: str) -> None:
    send(browser, path, text="u+")
    browser.post("/me/notices", data={"do": "read"})
    send(other, path, do="resign", seat=1)
    assert "The match has ended: broken off by resignation, nobody won." in browser.get("/me/notices").text
    assert "broken off by resignation, nobody won, <time" in browser.get("/me").text
    own = extract(r'href="(/people/[^"]+)"', browser.get("/about"))
    assert "broken off by resignation, nobody won</span>" in other.get(own).text


def test_a_stranger_has_no_notices(browser: TestClient) -> None:
    assert browser.get("/me/notices").status_code == 403


def test_settings_are_saved_and_refused_beside_the_form(browser: TestClient, service: Service, path: str) -> None:
    view = service.bots.look(path.rpartition("/")[2])
    assert view.host
    assert "To get them by mail, add an address to your ways to sign in." in browser.get("/me/account").text
    answer = browser.post("/me/account", data=SETTINGS)
    assert service.notices.settings(view.host) == NoticeSettings("daily", (22, 7), "Europe/Paris", 3)
    for wrong, expected in (
        ({"mail": "hourly"}, "'hourly' is not a choice of mail: expected one of each, daily, never."),
        ({"quiet-to": ""}, "Quiet hours need a beginning and an end, or neither."),
        ({"zone": "Paris"}, "'Paris' is no time zone"),
        ({"reminder-days": "-1"}, "The field reminder-days is '-1': expected a number."),
    ):
        answer = browser.post("/me/account", data={**SETTINGS, **wrong})
        assert answer.status_code == 400
        assert expected in " ".join(said(answer)).replace("&#39;", "'")


def chosen(page: Response) -> list[str]:
    """Return the time zone that is chosen in the list of the settings: exactly one."""
    return re.findall(
        r'<option value="([^"]*)" selected>', extract(r'<select id="zone" name="zone".*?(<.*?)</select>', page)
    )


def test_a_time_zone_is_chosen_on_a_site_that_sends_no_mail_and_taken_back(
    service: Service, store: Store, new_browser: NewBrowser
) -> None:
    browser, zoe = new_browser(), account(service, store, "Zoe")
    store.accounts.remove_email(zoe.id)
    found = service.people.load(zoe.id)
    assert found
    assert found.is_account
    assert not found.email
    browser.cookies.set("session", service.people.begin_session(zoe, ""))
    usual = service.notices.settings(zoe.id)
    assert chosen(browser.get("/me/account")) == [""]
    choices = (("Europe/Paris", "Europe/Paris", True), ("UTC", CHOSEN_UTC, True), ("", UNCHOSEN, False))
    for typed, stored, known in choices:
        browser.post("/me/account", data={"do": "zone", "zone": typed})
        assert service.notices.settings(zoe.id) == replace(usual, zone=stored)
        assert service.notices.times_of(zoe.id).is_known == known
        assert chosen(browser.get("/me/account")) == [typed]
    answer = browser.post("/me/account", data={"do": "zone", "zone": "Paris"})
    assert answer.status_code == 400
    assert "is no time zone" in extract(r'<p class="problem" id="zone-problem" role="alert">(.*?)</p>', answer)


def test_mail_is_ended_by_one_press_and_never_by_opening_the_link(
    browser: TestClient, new_browser: NewBrowser, service: Service, path: str
) -> None:
    host = service.bots.look(path.rpartition("/")[2]).host
    assert host
    link, stranger = service.notices.unsubscribe_path(host), new_browser()
    assert "Stop these mails" in stranger.get(link).text
    assert service.notices.settings(host).mail == "each"
    answer = stranger.post(link, data={"List-Unsubscribe": "One-Click"})  # as a mail program does
    assert answer.text == "You get no more mail of this kind.\n"
    assert service.notices.settings(host).mail == "never"
    assert "No more mail" in stranger.post(link, data={"do": "yes"}).text
    assert stranger.get("/unsubscribe/wrong").status_code == 404


def test_mail_of_others_is_ended_by_a_press_of_its_own(browser: TestClient, service: Service, path: str) -> None:
    host = service.people.load(service.bots.look(path.rpartition("/")[2]).host or "")
    assert host
    service.watching.want_broadcasts(host, wanted=True)
    service.watching.watch(host, service.bots.look(path.rpartition("/")[2]))
    link = service.notices.unsubscribe_path(host.id, of_others=True)
    assert "those that others send to all" in browser.get(link).text
    assert "none that others send to all" in browser.post(link, data={"do": "yes"}).text
    assert service.watching._broadcasts.receivers() == ()
    assert service.notices.settings(host.id).mail == "each"


def test_an_empty_list_of_notices_says_what_comes_there_and_has_a_button(browser: TestClient) -> None:
    browser.post("/welcome", data={"name": "Asa"})
    page = browser.get("/me/notices").text
    assert "Notices appear here when it is your turn" in page
    assert '<a class="button primary" href="/">Choose a game</a>' in page


def test_a_notice_calls_a_game_by_the_number_of_its_page(browser: TestClient, other: TestClient, path: str) -> None:
    begin(browser, seat_1="easy")
    again = begin(browser)
    join(other, browser, again, name="Bob")
    send(browser, again, text="u+")
    assert "<span>Orion: Hydra, game 3 against Guest</span>" in other.get("/me/notices").text
    assert "Game 3" in other.get(again).text


def test_as_many_are_new_as_the_bell_counts(browser: TestClient, other: TestClient, path: str) -> None:
    browser.post("/me/notices", data={"do": "read"})
    second = begin(browser, **SLOW)
    join(other, browser, second, name="Bob")
    for match in (path, second):
        send(browser, match, text="u+")
    send(other, path, do="resign", seat=1)
    send(other, second, seat=1, text="a+")
    page = browser.get("/me/notices")
    new, waiting = (extract(rf'<h2 id="{part}">(.*?)</section>', page) for part in ("unread", "waiting-games"))
    assert new.count("<li>") == int(extract(r'aria-label="(\d+) unread"', page)) == 1  # a result
    assert "It is your turn" not in new
    assert "It is your turn" in waiting


def test_a_challenge_is_accepted_in_the_bar_only_if_its_notice_says_that_no_time_is_chosen(
    service: Service, store: Store
) -> None:
    ann, bob = account(service, store, "Ann"), account(service, store, "Bob")
    service.challenges.make(ann, "Bob", Terms("orion", clock="600+5"))
    listed = service.notices.recent(bob.id)[0].notice
    assert sorted(_answers_of(listed)) == ["accept", "decline"]
    old = {name: value for name, value in listed.data.items() if name != AT_ONCE}
    assert _answers_of(replace(listed, data=old)) == {}
    appointment = Terms("orion", clock="600+5", times=(service.now() + 3600.0,))
    service.challenges.make(ann, "Bob", appointment)
    timed = next(one.notice for one in service.notices.recent(bob.id) if "times" in one.notice.data)
    assert _answers_of(timed) == {}
