"""A study that has outgrown its address is kept by itself, for the person who edits it."""

import random
import re
from string import ascii_letters
from urllib.parse import parse_qs, urlparse

import pytest
from starlette.testclient import TestClient

from ludarium.match.study import Study
from ludarium.site.analysis import studies
from ludarium.site.analysis.board import KEPT
from ludarium.site.analysis.links import LONGEST_LINK, to_link
from ludarium.site.analysis.rows import StudyTable
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, begin, extract, send

BOARD = "/analysis/board"
HERE = {"Sec-Fetch-Site": "same-origin"}


def noisy(letters: int) -> Study:
    """Return a study with comments that no compression makes short, of at least so many letters in an address."""
    rng, study = random.Random(1), Study.begin("orion")
    turns = iter(study.start.legal())
    while len(to_link(study)) < letters:
        study, at = study.play(0, study.start.format_turn((next(turns),)))
        study = study.with_tree(study.tree.comment(at, "".join(rng.choices(ascii_letters, k=400))))
    return study


def brimming() -> Study:
    """Return a study that an address just holds: with one more turn it is too long."""
    study, letters = noisy(LONGEST_LINK - 1000), "".join(random.Random(2).choices(ascii_letters, k=1000))
    lengths = range(len(letters), 0, -1)
    filled = (study.with_tree(study.tree.comment(0, letters[:length])) for length in lengths)
    return next(one for one in filled if len(to_link(one)) <= LONGEST_LINK)


LONG = noisy(LONGEST_LINK + 1)


def as_guest(browser: TestClient) -> None:
    """Let a browser belong to a guest."""
    begin(browser)


def kept_by_press(browser: TestClient, study: Study, at: int = 0) -> str:
    """Keep a study by the form of its page; return the address that follows."""
    page = browser.get(BOARD, params={"s": to_link(study), "at": at}, headers=HERE)
    form = extract(r'<form[^>]*id="outgrown"(.*?)</form>', page)
    assert "hx-trigger" not in form  # one that is only opened is kept by a press alone
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    return str(browser.post(BOARD, data=fields, follow_redirects=False).headers["location"])


def test_it_is_long_enough() -> None:
    assert len(to_link(LONG)) > LONGEST_LINK


def test_its_page_keeps_it_for_who_has_the_link(browser: TestClient, service: Service, new_browser: NewBrowser) -> None:
    as_guest(browser)
    address = kept_by_press(browser, LONG, 7)
    assert address.startswith(KEPT)
    assert parse_qs(urlparse(address).query)["at"] == ["7"]
    page = browser.get(address)
    assert "has outgrown its address, so it is kept" in page.text
    assert "grown=" not in page.text  # it is said once
    [row] = StudyTable(service.database).find()
    assert (row.shown, row.text) == ("link", str(LONG))
    other = new_browser()
    assert other.get(address.partition("?")[0]).status_code == 200
    assert "A study by" in other.get(address).text
    assert "has outgrown" not in other.get(address).text
    assert row.id not in browser.get("/analysis").text.partition('id="public"')[2]


def test_a_posted_change_keeps_it_at_once(
    browser: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_guest(browser)
    monkeypatch.setattr("ludarium.site.analysis.board.LONGEST_LINK", len(to_link(LONG)))
    change = {"s": to_link(LONG), "at": "0", "do": "comment", "text": "The start."}
    answer = browser.post(BOARD, data=change, follow_redirects=False)
    assert answer.headers["location"].startswith(KEPT)
    [row] = StudyTable(service.database).find()
    assert "comment The start." in row.text
    path = answer.headers["location"].partition("?")[0]
    again = {"revision": "0", "at": "0", "do": "comment", "text": "Again."}
    assert browser.post(path, data=again, follow_redirects=False).headers["location"].startswith(path)
    assert StudyTable(service.database).count() == 1


def test_a_change_of_one_that_was_too_long_before_keeps_it_not(browser: TestClient, service: Service) -> None:
    as_guest(browser)
    change = {"s": to_link(LONG), "at": "0", "do": "comment", "text": "The start."}
    answer = browser.post(BOARD, data=change, follow_redirects=False)
    assert answer.headers["location"].startswith(f"{BOARD}?s=")
    assert StudyTable(service.database).count() == 0


@pytest.mark.parametrize("is_over", [False, True])
def test_a_study_of_a_match_that_goes_on_is_for_nobody_else(
    browser: TestClient, service: Service, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch, *, is_over: bool
) -> None:
    path = begin(browser)
    page = browser.get(BOARD, params={"match": path.rpartition("/")[2]}, headers=HERE)
    fields = dict(re.findall(r'name="(s|own|at)" value="([^"]*)"', page.text))
    assert fields["own"]
    if is_over:
        send(browser, path, "resign")
    monkeypatch.setattr("ludarium.site.analysis.board.LONGEST_LINK", len(fields["s"]))
    change = fields | {"do": "comment", "text": "My secret plan of how to win this."}
    address = browser.post(BOARD, data=change, headers=HERE, follow_redirects=False).headers["location"]
    [row] = StudyTable(service.database).find()
    assert (row.shown, row.match) == ("link" if is_over else "private", path.rpartition("/")[2])
    assert ("you change it, and nobody else sees it" in browser.get(address).text) == (not is_over)
    assert new_browser().get(address.partition("?")[0]).status_code == (200 if is_over else 404)


def test_the_same_study_is_kept_once(browser: TestClient, service: Service) -> None:
    as_guest(browser)
    assert kept_by_press(browser, LONG) == kept_by_press(browser, LONG)  # as with the button to go back
    assert StudyTable(service.database).count() == 1


def test_a_stranger_goes_on_in_the_address(browser: TestClient, service: Service) -> None:
    page = browser.get(BOARD, params={"s": to_link(LONG)}, headers=HERE)
    assert 'id="outgrown"' not in page.text
    assert "grown too long for a link that mail programs keep whole" in page.text
    change = {"s": to_link(LONG), "at": "0", "do": "comment", "text": "The start."}
    answer = browser.post(BOARD, data=change, follow_redirects=False)
    assert answer.headers["location"].startswith(f"{BOARD}?s=")
    by_itself = browser.post(BOARD, data=change | {"do": "keep", "by_itself": "yes"}, follow_redirects=False)
    assert by_itself.headers["location"].startswith(f"{BOARD}?s=")
    assert not by_itself.cookies
    assert StudyTable(service.database).count() == 0


def test_a_pasted_record_that_no_address_holds_is_kept_for_who_pastes_it(
    browser: TestClient, service: Service, new_browser: NewBrowser
) -> None:
    rng, study = random.Random(3), LONG
    for at in range(1, len(study.tree)):
        study = study.with_tree(study.tree.comment(at, "".join(rng.choices(ascii_letters, k=1_900))))
    refused = browser.get(BOARD, params={"s": to_link(study)})
    assert (refused.status_code, "keep a study that is longer" in refused.text) == (400, True)
    for _ in range(2):  # the same text again is the same study
        page = browser.post("/analysis", data={"record": str(study)})
        assert (page.status_code, page.url.path.rpartition("/")[0]) == (200, "/analysis/kept")
        assert "so it is kept: you change it, and nobody else sees it" in page.text
    [row] = StudyTable(service.database).find()
    assert (row.text, row.shown) == (str(study), "private")
    assert new_browser().get(page.url.path).status_code == 404


def test_a_short_one_and_one_from_elsewhere_are_not_kept(browser: TestClient, service: Service) -> None:
    as_guest(browser)
    short = {"s": to_link(Study.begin("orion")), "at": "0", "do": "keep", "text": "", "by_itself": "yes"}
    assert browser.post(BOARD, data=short, follow_redirects=False).headers["location"].startswith(f"{BOARD}?s=")
    page = browser.get(BOARD, params={"s": to_link(LONG)}, headers={"Sec-Fetch-Site": "cross-site"})
    assert 'id="outgrown"' not in page.text
    assert StudyTable(service.database).count() == 0


def test_who_keeps_as_many_as_they_may_goes_on_in_the_address(
    browser: TestClient, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_guest(browser)
    monkeypatch.setattr(studies, "MOST_KEPT", 0)
    page = browser.get(BOARD, params={"s": to_link(LONG)}, headers=HERE)
    assert 'id="outgrown"' not in page.text
    change = {"s": to_link(LONG), "at": "0", "do": "comment", "text": "The start."}
    assert browser.post(BOARD, data=change, follow_redirects=False).headers["location"].startswith(f"{BOARD}?s=")
    assert StudyTable(service.database).count() == 0


def test_a_turn_on_the_board_makes_it_too_long(browser: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    as_guest(browser)
    start = to_link(Study.begin("throngs(board=63)", None))
    monkeypatch.setattr("ludarium.site.analysis.board.LONGEST_LINK", len(start))
    assert 'id="outgrown"' not in browser.get(f"{BOARD}?s={start}", headers=HERE).text
    address, draft = f"{BOARD}?s={start}&at=0", list[int]()
    state = Study.begin("throngs(board=63)").start
    while state.in_turn or not draft:
        draft.append(state.legal()[0])
        state = state.play(draft[-1])
    page = browser.get(f"{address}&draft={','.join(map(str, draft))}", headers=HERE)
    assert 'hx-trigger="load' in extract(r'<form[^>]*id="outgrown"(.*?)</form>', page)
