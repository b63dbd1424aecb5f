"""Who holds a seat of a match: the creator, a person with a link, and nobody else."""

import pytest
from starlette.testclient import TestClient

from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.web.drawings import qr_code
from tests.site.conftest import NewBrowser, begin, extract, link_of, said, send, status, touches


def test_the_creator_has_a_seat_and_invites_to_the_other_by_a_link(
    browser: TestClient, path: str, other: TestClient
) -> None:
    assert status(browser.get(path)) == "Your turn."
    assert status(other.get(path)) == "Waiting for Guest (X)."
    assert send(browser, path, text="u+").status_code == 200
    assert status(other.get(path)) == "Your turn."
    assert "/seat/" not in browser.get(path).text + other.get(path).text


def test_a_spectator_sees_everything_and_can_do_nothing(path: str, new_browser: NewBrowser) -> None:
    spectator = new_browser()
    page = spectator.get(path)
    assert status(page) == "Waiting for Guest."
    assert touches(page) == []
    assert "<form" not in page.text
    assert "/seat/" not in page.text
    answer = send(spectator, path, text="u+")
    assert answer.status_code == 403
    assert said(answer) == ["You have no part in this match: open its invitation first, or sign in. Not played: u+."]


@pytest.mark.parametrize("damage", ["{0}x", "x{0}", "{0:.9}", "é", "W10", "W10.x"])
def test_a_tampered_link_gives_no_seat(browser: TestClient, path: str, new_browser: NewBrowser, damage: str) -> None:
    head, _, token = link_of(browser.get(path), 1).rpartition("/")
    stranger = new_browser()
    answer = stranger.get(f"{head}/{damage.format(token)}")
    assert answer.status_code == 403
    assert said(answer) == [
        "This invitation is damaged, or was used, replaced or withdrawn: ask the host for a new one."
    ]
    assert touches(stranger.get(path)) == []


def test_a_used_link_leads_only_the_person_who_took_the_seat_to_the_match(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    path, joined, stranger = begin(browser), new_browser(), new_browser()
    link = link_of(browser.get(path), 1)
    joined.post(link, data={"name": "Bob"})
    assert stranger.post(link, data={"name": "Eve"}).status_code == 403
    for again in (joined.get(link), joined.post(link, data={"name": "Bob"})):
        assert (again.status_code, again.url.path) == (200, path)
    for refused in (browser.get(link), stranger.get(link)):
        assert refused.status_code == 403
    assert touches(stranger.get(path)) == []


def test_the_host_alone_sees_the_link_as_a_code_for_a_phone(browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser)
    page = browser.get(path)
    assert f'aria-label="QR code of the invitation">{qr_code(link_of(page, 1))}</div>' in page.text
    assert "QR code" not in new_browser().get(path).text


def test_a_link_of_another_match_gives_no_seat(browser: TestClient, path: str, new_browser: NewBrowser) -> None:
    other_path = begin(browser)
    token = link_of(browser.get(other_path), 1).rpartition("/")[2]
    assert new_browser().get(f"{path}/seat/{token}").status_code == 403


@pytest.mark.parametrize("cookie", ["rubbish", "W10.x", "", "é"])
def test_a_damaged_cookie_holds_no_seat(browser: TestClient, path: str, new_browser: NewBrowser, cookie: str) -> None:
    assert touches(browser.get(path)) != []
    for name in ("session", f"seats-{path.rpartition('/')[2]}"):
        raw = f"{name}={cookie}".encode()
        assert touches(new_browser().get(path, headers={b"Cookie": raw})) == []


def test_two_people_at_one_screen_hold_both_seats(browser: TestClient) -> None:
    path = begin(browser, seat_1="here", name_0="Ann", name_1="Bob")
    assert status(browser.get(path)) == "Ann (X) to play."
    send(browser, path, text="u+")
    assert status(browser.get(path)) == "Bob (O) to play."


def test_an_invitation_names_its_clock_and_offers_guests_alone_to_play_as_guests(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    link = link_of(browser.get(begin(browser, pace="180+2")), 1)
    as_guest, other = "Leave it empty to play as a guest.", new_browser()
    page = other.get(link).text
    assert "<p>3 minutes each, and 2 seconds a turn. Unrated.</p>" in page
    assert as_guest in page
    other.post(link_of(browser.get(begin(browser)), 1), data={"name": "Bob"})
    assert as_guest not in other.get(link).text


def test_an_invitation_to_a_seat_that_is_taken_says_by_whom_and_what_to_do_instead(
    browser: TestClient, new_browser: NewBrowser
) -> None:
    path, joined, late = begin(browser), new_browser(), new_browser()
    link = link_of(browser.get(path), 1)
    joined.post(link, data={"name": "Bob"})
    answer = late.get(link)
    assert answer.status_code == 403
    assert "Bob plays there now. You can watch, or begin a match of your own." in answer.text
    assert f'href="{path}">Watch the match' in answer.text

    alone = begin(browser)
    link = link_of(browser.get(alone), 1)
    browser.post(f"{alone}/seats", data={"do": "withdraw", "seat": "1"})
    answer = late.get(link)
    assert "This seat is taken" in answer.text
    host = extract(r"<strong>(Guest[^<]*)</strong>", browser.get(alone))
    gone = f"{host} did not wait any longer and plays this seat, too; ask for a new match, or begin one."
    assert said(answer) == [f"This invitation was withdrawn: {gone}"]
    assert 'href="/games/orion/new"' in answer.text
    assert browser.get(link).url.path == alone  # it is the host's own seat now


def test_an_account_joins_under_its_own_name_and_a_guest_under_the_one_that_is_typed(
    browser: TestClient, new_browser: NewBrowser, service: Service, store: Store
) -> None:
    person = service.people.rename(service.people.create_guest(), "Phil")
    store.accounts.set_email(person.id, "phil@example.org", "phil", 1.0)
    member, guest = new_browser(), new_browser()
    member.cookies.set("session", service.people.begin_session(person, ""))
    for joins, asks, name in ((member, False, "Phil"), (guest, True, "Bob")):
        path = begin(browser)
        link = link_of(browser.get(path), 1)
        assert ("Your name" in joins.get(link).text) == asks
        assert ("You join as Phil." in joins.get(link).text) != asks
        joins.post(link, data={"name": "Bob"})
        assert name in extract(r'(<ul class="players.*?</ul>)', joins.get(path))
    assert service.people.load_all([person.id])[person.id].name == "Phil"
