"""A line of a study as a plan of a match: from a person's own work alone, whatever others send them."""

from html import unescape
from urllib.parse import urlencode, urlparse

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.match.study import Study
from ludarium.site.analysis.links import from_link, to_link
from ludarium.site.service import Service
from tests.site.conftest import LATE, NewBrowser, begin, extract, join, said, send, touches, turns

BOARD = "/analysis/board"
FOREIGN = "Only a study that you have made of your own match becomes a plan: analyse from the page of the match."
HERE, AWAY = {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "cross-site"}


def opened(browser: TestClient, path: str) -> dict[str, str]:
    """Return what the forms of the board of a match send."""
    return fields(browser.get(f"{BOARD}?match={path.rpartition('/')[2]}"))


def fields(answer: Response) -> dict[str, str]:
    """Return what the forms of a board send."""
    names = [name for name in ("s", "own", "at") if f'name="{name}"' in answer.text]
    return {name: unescape(extract(rf'name="{name}" value="(.*?)"', answer)) for name in names}


def play(browser: TestClient, sent: dict[str, str], *texts: str) -> dict[str, str]:
    """Play turns on a board, and return what its forms send then."""
    for turn in texts:
        answer = browser.post(BOARD, data={**sent, "do": "play", "text": turn})
        assert answer.status_code == 200, said(answer)
        sent = fields(answer)
    return sent


def plan(browser: TestClient, sent: dict[str, str], path: str = BOARD) -> Response:
    """Ask for the plan of a line."""
    return browser.post(path, data={**sent, "do": "plan"}, follow_redirects=False)


def lines(browser: TestClient, path: str) -> int:
    """Return how many lines the person has planned for the match."""
    return browser.get(f"{path}/plan").text.count('name="number"')


@pytest.fixture
def spectator(new_browser: NewBrowser) -> TestClient:
    return new_browser()


def test_a_variation_becomes_planned_turns(browser: TestClient, other: TestClient, path: str) -> None:
    sent = play(other, opened(other, path), "p+")
    assert "A plan is an answer" in other.get(f"{BOARD}?{urlencode(sent)}").text
    sent = play(other, sent, "f+", "t+", "j+", "q+")
    page = other.get(f"{BOARD}?{urlencode(sent)}")
    assert "If p+ is played, f+; then if t+ is played, j+." in page.text
    planned = plan(other, sent)
    assert (planned.status_code, planned.headers["location"]) == (303, f"{path}/plan")
    assert lines(other, path) == 1
    send(browser, path, text="p+")
    assert [line.split()[-1] for line in turns(browser.get(path))] == ["p+", "f+"]


def test_a_kept_study_of_a_match_becomes_a_plan_too(browser: TestClient, other: TestClient, path: str) -> None:
    sent = play(other, opened(other, path), "p+", "f+")
    kept = other.post(BOARD, data={**sent, "do": "keep"})
    place = urlparse(str(kept.url)).path
    assert plan(other, {"at": "2"}, place).headers["location"] == f"{path}/plan"
    assert lines(other, path) == 1


def test_the_address_that_a_person_shares_has_no_seal(other: TestClient, path: str) -> None:
    sent = play(other, opened(other, path), "p+")
    shared = extract(r'id="here" readonly value="(.*?)"', other.get(f"{BOARD}?{urlencode(sent)}"))
    assert sent["own"]
    assert "own=" not in shared


def test_a_spectator_hands_no_plan_to_a_player(
    browser: TestClient, other: TestClient, path: str, spectator: TestClient
) -> None:
    match = path.rpartition("/")[2]
    line, at = Study.begin("orion", LATE).play(0, "p+")
    line, at = line.play(at, "f+")
    link = {"s": to_link(line), "at": str(at)}
    theirs = play(spectator, opened(spectator, path), "p+", "f+")
    mine, own = opened(other, path), play(other, opened(other, path), "p+")
    attacks = {
        "an address without a seal": link,
        "a seal that is made up": {**link, "own": f"{match}.{'0' * 32}"},
        "a seal of another study of the player's own": {**link, "own": own["own"]},
        "the seal of the match as it is opened": {**link, "own": mine["own"]},
        "what the spectator has studied": theirs,
        "a seal without letters that can be": {**link, "own": "ä.."},
        "a long seal": {**link, "own": match * 100},
    }
    assert "own" not in theirs
    for name, sent in attacks.items():
        refused = plan(other, sent)
        assert said(refused) == [FOREIGN], name
        assert "Make this my plan" not in other.get(f"{BOARD}?{urlencode(sent)}").text
    assert said(plan(spectator, theirs)) == [FOREIGN]
    assert lines(other, path) == 0


def test_the_players_themselves_hand_each_other_none(browser: TestClient, other: TestClient, path: str) -> None:
    theirs = play(browser, opened(browser, path), "p+", "f+")
    assert theirs["own"]
    assert said(plan(other, theirs)) == [FOREIGN]
    assert plan(browser, theirs).status_code in (400, 409)  # it is the turn of that seat


def test_a_copy_of_a_public_study_is_no_own_work(other: TestClient, path: str, spectator: TestClient) -> None:
    sent = play(spectator, opened(spectator, path), "p+", "f+")
    kept = spectator.post(BOARD, data={**sent, "do": "keep", "text": "link"})
    place = urlparse(str(kept.url)).path
    seen = other.get(f"{place}?at=2")
    assert said(plan(other, {"at": "2"}, place)) == [FOREIGN]
    copied = other.post(BOARD, data={**fields(seen), "do": "keep"})
    copy = urlparse(str(copied.url)).path
    assert copy != place
    assert said(plan(other, {"at": "2"}, copy)) == [FOREIGN]
    match = opened(other, path)
    mixed = other.post(BOARD, data={**fields(seen), "own": match["own"], "do": "keep"})
    assert said(plan(other, {"at": "2"}, urlparse(str(mixed.url)).path)) == [FOREIGN]


def test_a_link_from_elsewhere_adds_no_turn_to_own_work(other: TestClient, path: str) -> None:
    sent = play(other, opened(other, path), "p+")
    query = urlencode(sent)
    page = other.get(f"{BOARD}?{query}")
    drafts = [str(touches(page)[0][1])]
    while "HX-Push-Url" not in (answer := other.get(f"{BOARD}?{query}&draft={','.join(drafts)}", headers=AWAY)).headers:
        drafts.append(extract(r'id="action-(\d+)"', answer))
    assert "own=" not in answer.headers["HX-Push-Url"]
    again = other.get(f"{BOARD}?{query}&draft={','.join(drafts)}", headers=HERE)
    assert "own=" in again.headers["HX-Push-Url"]


def test_a_page_from_elsewhere_lets_a_kept_study_play_nothing_by_itself(other: TestClient) -> None:
    kept = other.post(BOARD, data={"s": to_link(Study.begin("vortex")), "at": "0", "do": "keep"})
    place = urlparse(str(kept.url)).path
    page = other.get(f"{place}?at=0")
    action = extract(r'id="action-(\d+)"', page)
    address = f"{place}?at=0&draft={action}"
    assert 'id="played"' in other.get(address).text
    assert 'hx-trigger="load, submit"' not in other.get(address, headers=AWAY).text
    assert 'hx-trigger="load, submit"' in other.get(address, headers=HERE).text


def test_simultaneous_turns_and_matches_that_are_over_have_no_plans(browser: TestClient) -> None:
    grid = begin(browser, "grid", seat_1="here")
    assert "All decide at once here" in unescape(browser.get(f"{BOARD}?match={grid.rpartition('/')[2]}").text)
    orion = begin(browser, seat_1="here")
    send(browser, orion, "resign")
    assert 'id="plan"' not in browser.get(f"{BOARD}?match={orion.rpartition('/')[2]}").text


def test_what_follows_a_roll_is_not_planned(service: Service, browser: TestClient, new_browser: NewBrowser) -> None:
    path = begin(browser, "ludo")
    second = new_browser()
    join(second, browser, path)
    match = path.rpartition("/")[2]
    waits = second if service.bots.look(match).match.to_act == (0,) else browser
    sent = opened(waits, path)
    study = from_link(sent["s"])
    at, own = int(sent["at"]), 0
    seat = 1 if waits is second else 0
    while not own:
        state = study.state(at)
        own += state.actors == (seat,)
        study, at = study.play(at, state.format_turn(state.legal()[-1:]))
        sent = play(waits, sent, study.texts(at)[-1])
    refused = plan(waits, sent)
    [why] = said(refused)
    assert why.startswith("A roll comes before your answer, and nobody knows what will be thrown: type the answer")


def test_a_line_beside_the_match_plans_nothing(browser: TestClient, other: TestClient, path: str) -> None:
    sent = play(other, opened(other, path), "p+", "f+")
    send(browser, path, text="t+")
    send(other, path, seat=1, text="j+")
    refused = plan(other, sent)
    assert said(refused) == ["This line does not go through the position of your match: expected one that does."]
