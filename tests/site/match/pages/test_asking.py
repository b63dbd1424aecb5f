"""Hints, reviews and rematches, asked for by the forms of a match's page."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.match.study import Study
from ludarium.site.analysis.links import from_link, to_link
from ludarium.site.bots.analyses import MatchAnalyses
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.match.pages.review import Said
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.analysts import Analysts
from tests.conftest import EXACT_LUDO
from tests.databases import sqlite_copy
from tests.site.bots.test_analyses import played
from tests.site.conftest import NewBrowser, begin, extract, said, send, status
from tests.site.waiting import wait_for


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def analysts(service: Service, store: Store) -> Iterator[Analysts]:
    made = Analysts(service, store.analyses, SearchQueue(1), pause=0.02, speed=100)
    made.start()
    yield made
    made.close()


def answers(service: Service, path: str) -> MatchAnalyses:
    """Return what the analysts have answered about a match so far."""
    return service.analyses.of(service.bots.look(path.removeprefix("/matches/")))


def ask(browser: TestClient, path: str, do: str, **values: str) -> str:
    """Ask for something, and return the page that follows."""
    return browser.post(f"{path}/ask", data={"do": do, **values}).text


def test_a_match_is_reviewed_and_its_page_shows_the_curve_and_the_turning_points(
    browser: TestClient, path: str, other: TestClient, service: Service, analysts: Analysts
) -> None:
    for seat, text in enumerate(("u+", "a+", "v+")):
        send((browser, other)[seat % 2], path, seat=seat % 2, text=text)
    assert ">Review</button>" not in browser.get(path).text
    assert ">Review</button>" in send(other, path, "resign", seat=1).text
    ask(browser, path, "review")
    wait_for(lambda: answers(service, path).review)
    page = browser.get(path)
    assert 'id="review"' in page.text
    assert extract(r'data-positions="(.*?)"', page) == "[0, 1, 2, 3]"
    assert 'id="review-curve-0"' in page.text
    assert 'id="review-curve-1"' in other.get(path).text  # of two rivals the reader's
    rows = extract(r'<div class="scroll".*?<tbody>(.*?)</tbody>', page)
    assert rows.count("<tr>") == 4
    before = other.get(f"{path}/at/1").text
    assert "Turn 2: Guest (O) can expect to win" in before
    assert '<strong class="turn">a+</strong>' in before
    assert ' advised"' in before
    listed = re.findall(r'<a class="moment" href="[^"]*/at/(\d+)"[^>]*><span class="number">', page.text)
    assert listed
    assert len(listed) == len({*listed}), "a turn that gave away much is not listed again among those that changed much"
    better = re.findall(rf'<img src="({path}/at/\d+/better.svg\?seat=\d)"', page.text)
    assert better
    for address in better:
        picture = browser.get(address)
        assert picture.headers["content-type"] == "image/svg+xml"
        assert 'class="handle' in picture.text
        assert ' advised"' in picture.text
    assert service.bots.look(path.removeprefix("/matches/")).match.hints == ()


def test_what_gave_away_nothing_is_told_from_what_did() -> None:
    lost = [Said(1, 1, 0, "u+", "t+", "50", loss=loss).lost_nothing for loss in ("0.0 ± 0.1", "0", "0.4 ± 0.1", "")]
    assert lost == [True, True, False, False]


def test_the_study_of_a_review_has_its_curve_and_leads_to_each_position(
    browser: TestClient, path: str, other: TestClient, service: Service, analysts: Analysts
) -> None:
    for seat, text in enumerate(("u+", "a+", "v+")):
        send((browser, other)[seat % 2], path, seat=seat % 2, text=text)
    send(other, path, "resign", seat=1)
    ask(browser, path, "review")
    wait_for(lambda: answers(service, path).review)
    study = browser.get(f"/analysis/board?match={path.removeprefix('/matches/')}&review=yes&at=2")
    assert 'id="review-curve-0"' in study.text
    assert '<g id="review-here" class="mark curve"' in study.text  # links are left out of pictures
    places = json.loads(extract(r'data-positions="(.*?)"', study))
    assert len(places) == 4
    leads = unescape(extract(r'id="curve"[^>]*data-path="(.*?)"', study))
    for number, place in enumerate(places):
        page = browser.get(f"{leads}{place}")
        displayed = extract(r'aria-current="step">(.*?)</a>', page)
        assert re.sub("<.*?>", "", displayed) == ["Start", "1 u+", "2 a+", "3 v+"][number]
    link = unescape(extract(r"/analysis/board\?s=([^&\"]*)", study))
    other_study = to_link(Study.parse(str(from_link(link))).with_match("none"))
    assert 'id="curve"' not in browser.get("/analysis/board", params={"s": other_study}).text
    changed, at = from_link(link).play(0, "t+")
    assert 'id="curve"' in browser.get("/analysis/board", params={"s": to_link(changed), "at": at}).text


def test_a_hint_is_asked_for_against_a_bot_and_the_page_says_so(
    browser: TestClient, analysts: Analysts, service: Service
) -> None:
    path = begin(browser, seat_1="easy")
    assert ">Hint</button>" in browser.get(path).text
    ask(browser, path, "hint", seat="0", revision="0")
    wait_for(lambda: answers(service, path).hint)
    wait_for(lambda: "You can expect" in browser.get(path).text)  # open pages hear of it a moment later
    page = browser.get(path).text
    assert "Hints were given in turn 1." in page
    assert re.search(r'class="handle [^"]*advised', page)
    assert re.search(r'Hint: <strong class="turn">([^<]*</strong>, turn rotor|pass</strong>\.)', page)
    assert ' advised"' not in browser.get(f"{path}/small.svg").text
    assert 'class="button" disabled>Hint</button>' in page  # in its place
    assert '[Hints "1"]' in browser.get(f"{path}/record").text


def test_who_asks_for_a_hint_within_a_turn_keeps_what_was_chosen(browser: TestClient, service: Service) -> None:
    path = begin(browser, "throngs", seat_1="easy")
    action = service.bots.look(path.removeprefix("/matches/")).match.state.legal()[0]
    address = extract(r'<form method="post" action="([^"]*/ask[^"]*)"', browser.get(f"{path}?turn=0&draft={action}"))
    kept = browser.post(address.replace("&amp;", "&"), data={"do": "hint", "seat": "0", "revision": "0"})
    assert kept.url.params["draft"] == str(action)
    assert "A bot looks for a hint" in kept.text
    assert "So far" in kept.text


def test_undo_is_marked_where_a_hint_begins_otherwise_than_what_was_chosen(
    browser: TestClient, analysts: Analysts, service: Service
) -> None:
    path = begin(browser, seat_1="easy")
    ask(browser, path, "hint", seat="0", revision="0")
    wait_for(lambda: answers(service, path).hint)
    wait_for(lambda: "You can expect" in browser.get(path).text)
    start, advice = service.bots.look(path.removeprefix("/matches/")).match.state, answers(service, path).hint
    assert advice
    first = start.parse_turn(advice.seats[0].turn)[0]
    other = next(action for action in start.legal() if action != first)
    undo = 'class="button{}" id="undo"'.format
    assert undo(" advised") in browser.get(f"{path}?turn=0&draft={other}").text
    assert undo("") in browser.get(f"{path}?turn=0&draft={first}").text


@pytest.mark.parametrize("seat", [0, 1])
def test_a_hint_for_a_simultaneous_turn_is_that_of_the_person_alone(
    browser: TestClient, analysts: Analysts, service: Service, seat: int
) -> None:
    path = begin(browser, "grid", **{f"seat_{seat}": "here", f"seat_{1 - seat}": "easy"})
    ask(browser, path, "hint", seat=str(seat), revision=str(service.bots.look(path.removeprefix("/matches/")).revision))
    wait_for(lambda: answers(service, path).hint)
    wait_for(lambda: "You can expect" in browser.get(path).text)  # open pages hear of it a moment later
    page = browser.get(path)
    advice = service.analyses.of(service.bots.look(path.removeprefix("/matches/"))).hint
    assert advice
    assert [one.seat for one in advice.seats] == [0, 1]
    assert page.text.count("You can expect") == 1
    assert extract(r'Hint: <strong class="turn">(.*?)</strong>', page) == advice.seats[seat].turn


def test_a_better_turn_is_drawn_where_a_review_has_one_alone(
    browser: TestClient, path: str, other: TestClient, service: Service, analysts: Analysts
) -> None:
    send(browser, path, text="u+")

    def asked(place: str) -> list[str]:
        answer = browser.get(f"{path}/at/{place}")
        assert answer.status_code == 400
        return said(answer)

    expected = ["No turn is advised here: expected a seat and a position of a match that is reviewed."]
    assert asked("0/better.svg?seat=0") == expected  # a running match
    send(other, path, "resign", seat=1)
    assert asked("0/better.svg?seat=0") == expected  # no review
    ask(browser, path, "review")
    wait_for(lambda: answers(service, path).review)
    assert browser.get(f"{path}/at/0/better.svg?seat=0").status_code == 200
    assert asked("0/better.svg?seat=1") == expected  # another's turn
    assert asked("0/better.svg?seat=x") == ["The field seat is 'x': expected a number."]
    assert asked("0/better.svg") == ["The field seat is '': expected a number."]
    assert asked("2/better.svg?seat=0") == ["This match has the positions 0 to 1, not '2'."]


def test_there_is_no_hint_between_people(browser: TestClient, path: str, other: TestClient) -> None:
    assert ">Hint</button>" not in browser.get(path).text
    answer = browser.post(f"{path}/ask", data={"do": "hint", "seat": "0", "revision": "1"})
    assert answer.status_code == 400
    assert "There are hints in matches against bots alone" in answer.text


def test_the_rematch_has_the_seats_exchanged_and_the_other_player_joins_it(
    browser: TestClient, path: str, other: TestClient, service: Service, new_browser: NewBrowser
) -> None:
    send(browser, path, "resign")
    begun = browser.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    assert begun != path
    assert status(browser.get(begun)) == "Waiting for an opponent to join."
    waiting = browser.get(begun).text
    assert "has been asked for the rematch" in waiting
    assert (
        re.findall(
            r'class="button"( disabled)?>(?:Offer a draw|Resign)<', waiting.replace(' popovertarget="resigning"', "")
        )
        == [" disabled"] * 2
    )
    assert "Send this invitation link" not in waiting
    assert ", invited</span>" in waiting
    told = other.get("/me/notices")
    assert "asks for a rematch of Orion" in told.text
    assert "asks for a rematch" not in browser.get("/me/notices").text
    assert "asks for a rematch of Orion" in other.get("/me").text
    invitation = other.get(extract(r'<a href="(/matches/[^"]+/seat/[^"]+)"', told)).text
    assert "invites you to" in invitation
    assert "asks for a rematch of Orion" in invitation
    assert "<p>No clock. Unrated.</p>" in invitation
    assert "Join the rematch" in other.get(f"{path}/at/0").text
    assert f'action="{path}/ask" hx-boost="false"' in other.get(path).text, (
        "a page hears of the match that it opened with"
    )
    assert "Watch the rematch" in new_browser().get(path).text
    assert f'href="{begun}">Go to the rematch</a>' in browser.get(path).text
    joined = other.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    assert joined == begun
    assert f'href="{begun}">Go to the rematch</a>' in other.get(path).text
    assert status(other.get(begun)) == "Your turn."
    assert ", invited</span>" not in browser.get(begun).text
    was, now = (service.bots.look(where.removeprefix("/matches/")) for where in (path, begun))
    assert [seat.person for seat in now.seats] == [seat.person for seat in was.seats][::-1]
    assert now.match.start == was.match.start
    (asked,) = (told.notice for told in service.notices.recent(now.seats[0].person or "") if told.by and not told.match)
    assert asked.read_at, "the notice ends when the seat is taken"
    again = browser.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    assert again == begun


def test_a_rematch_is_offered_on_the_board_s_page_and_accepted_or_declined_on_the_other_s(
    browser: TestClient, path: str, other: TestClient
) -> None:
    send(browser, path, "resign")
    begun = browser.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    waiting = browser.get(begun).text
    assert "Rematch offered: waiting for Guest" in waiting
    assert 'value="call-off">Withdraw</button>' in waiting
    assert 'class="clocks' not in waiting
    asked = other.get(path).text
    assert "offers a rematch.</p>" in asked
    assert 'value="rematch" class="button primary">Accept</button>' in asked
    assert f'value="call-off" formaction="{begun}/seats" class="button">Decline</button>' in asked
    assert asked.count('value="rematch"') == 1, "it is accepted in one place"
    declined = other.post(f"{begun}/seats", data={"do": "call-off"}, follow_redirects=False)
    assert declined.headers["location"] == path
    assert "offers a rematch.</p>" not in other.get(path).text
    refused = browser.get(path)
    assert ">Rematch</button>" not in refused.text
    assert "Your rematch was declined: who has declined it may offer you one (Guest)." in refused.text
    assert ">Rematch</button>" in other.get(path).text
    for reader, who in ((browser, "Guest has"), (other, "You have")):
        page = reader.get(begun)
        assert status(page) == f"{who} declined the rematch."
        assert page.text.count("declined the rematch") == 1, "it is said once"
        assert f'<p id="called-off"><a href="{path}"' in page.text, "the bar tells of what leads to this page no more"
        assert not re.search('value="re(match|view)"', page.text)


def test_who_has_no_seat_in_the_rematch_watches_it(browser: TestClient, path: str, other: TestClient) -> None:
    """Be it that the one who asked plays the seat, or that the rematch is over."""
    send(browser, path, "resign")
    begun = browser.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    assert ">Join the rematch</button>" in other.get(f"{path}/at/0").text
    browser.post(f"{begun}/seats", data={"seat": "0", "do": "withdraw"})
    assert f'href="{begun}">Watch the rematch</a>' in other.get(path).text
    assert "Join the rematch" not in other.get(path).text
    send(browser, begun, "resign", seat=1)
    assert f'href="{begun}">Watch the rematch</a>' in other.get(path).text
    assert f'href="{begun}">Go to the rematch</a>' in browser.get(path).text


def test_a_rematch_against_a_bot_begins_at_once(browser: TestClient, service: Service) -> None:
    path = begin(browser, seat_1="easy", pace="600+5")
    assert browser.post(f"{path}/ask", data={"do": "rematch"}).status_code == 400
    send(browser, path, "resign")
    begun = browser.post(f"{path}/ask", data={"do": "rematch"}, follow_redirects=False).headers["location"]
    view = service.bots.look(begun.removeprefix("/matches/"))
    assert [seat.kind for seat in view.seats] == ["bot", "person"]
    assert str(view.match.clock) == "600+5"


def test_a_page_marks_what_is_from_a_table_as_exact(
    browser: TestClient, service: Service, analysts: Analysts, tables: Path
) -> None:
    ann = service.people.create_guest()
    view = played(service, ann, EXACT_LUDO)
    service.analyses.ask_review(view.id, ann, None)
    path = f"/matches/{view.id}"
    wait_for(lambda: answers(service, path).review)
    page = browser.get(path)
    assert 'id="review"' in page.text
    assert "if all play perfectly" in page.text
    assert "which leaves out the limit of turns" in page.text
    assert 'Could win, of 100 <span class="exact">exact</span></th>' in page.text
    made = service.analyses.of(view).review
    assert made is not None
    [(error, said), *_] = made.errors()
    assert said.loss is not None
    best = said.turn.partition(" ")[2].replace("x", " × ").replace("=", " = ")
    assert f"{100 * said.loss:.2f} of 100 games, best: {best}" in page.text
    assert f"which gave away {100 * said.loss:.2f} of 100 games." in browser.get(f"{path}/at/{error}").text


def test_a_review_without_a_table_shows_the_luck_of_every_roll_as_a_page_and_as_data(
    browser: TestClient, service: Service, analysts: Analysts
) -> None:
    ann = service.people.create_guest()
    view = played(service, ann, EXACT_LUDO)
    path, headers = f"/matches/{view.id}", {"Accept": "application/json"}
    assert browser.get(path, headers=headers).json()["review"] is None
    service.analyses.ask_review(view.id, ann, None)
    wait_for(lambda: answers(service, path).review)
    page = browser.get(path)
    assert 'id="review"' in page.text
    assert 'class="exact"' not in page.text
    assert '<th scope="col">Luck</th>' in page.text
    assert "The dice gave " in page.text
    made = browser.get(path, headers=headers).json()["review"]
    rolls = {roll["played"]: roll for roll in made["rolls"]}
    assert rolls
    assert all(roll["gap"] is None and -1 <= roll["luck"] <= 1 for roll in rolls.values())
    turn = next(turn for turn in made["turns"] if turn["luck"] is not None)
    assert turn["luck"] == rolls[turn["played"] - 1]["luck"]
    assert "Luck of the roll: " in browser.get(f"{path}/at/{turn['played']}").text


def test_a_table_plays_and_gives_hints_where_it_is_installed(
    browser: TestClient, service: Service, analysts: Analysts, tables: Path
) -> None:
    form = browser.get("/games/ludo/new?option-markers=2&option-goal=24").text
    assert ">Emil, exact</option>" in form
    assert '<strong>Emil</strong>, exact: <span class="quiet">plays by a table' in form
    assert ">Emil, exact" not in browser.get("/games/ludo/new").text
    path = begin(browser, "ludo", option_markers="2", option_goal="24", seat_1="exact", position="1,1/1,1 A 4 1")
    assert "Emil" in browser.get(path).text
    ask(browser, path, "hint", seat="0", revision=extract(r'data-revision="(\d+)', browser.get(path)))
    wait_for(lambda: answers(service, path).hint)
    wait_for(lambda: "You can expect" in browser.get(path).text)  # as above
    assert re.search(
        r'You can expect to win \d\d\.\d\d of 100 games <span class="exact">exact</span>', browser.get(path).text
    )
    assert "Emil, exact" in browser.get(f"{path}/record").text


def test_the_button_says_that_a_rematch_is_rated(
    browser: TestClient, path: str, other: TestClient, service: Service
) -> None:
    send(browser, path, "resign")
    assert ">Rematch</button>" in other.get(path).text
    service.queries._matches.change(path.rpartition("/")[2], None, None, lambda view: replace(view, rated=True))
    assert ">Rated rematch</button>" in other.get(path).text
