"""The record of a study as a file: players and result where it comes from a match, and the result of what is over."""

import re
from html import unescape
from urllib.parse import parse_qs, urlparse

from starlette.testclient import TestClient

from ludarium.core.record import Record
from ludarium.match.study import Study
from ludarium.match.verify import verify
from ludarium.site.analysis.links import from_link, to_link
from tests.site.conftest import send

WON = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 3"
"""X wins by the click s-."""


def record_of(browser: TestClient, study: Study) -> tuple[Record, str]:
    """Return the record that the page of a study gives, and what the page says that it lacks."""
    page = browser.get("/analysis/board", params={"s": to_link(study)})
    file, lacks = re.findall(r'href="(/analysis/record[^"]*)"[^>]*>[^<]*?(, without [^<]*)</a></li>', page.text)[0]
    return Record.parse(browser.get(unescape(file)).text), lacks


def over(browser: TestClient, other: TestClient, path: str) -> Study:
    """Return the study of a match that is resigned after two turns."""
    for seat, text in enumerate(("u+", "a+")):
        send((browser, other)[seat], path, seat=seat, text=text)
    send(browser, path, "resign", seat=0)
    page = browser.get("/analysis/board", params={"match": path.removeprefix("/matches/")})
    file = re.findall(r'href="(/analysis/record[^"]*)"', page.text)[0]
    return from_link(parse_qs(urlparse(unescape(file)).query)["s"][0])


def test_the_record_of_a_match_that_is_studied_has_its_players_and_its_result(
    browser: TestClient, other: TestClient, path: str
) -> None:
    study = over(browser, other, path)
    study, _ = study.play(0, "t+")
    record, lacks = record_of(browser, study)
    assert lacks == ", without times"
    assert (record.payoffs, record.ending) == ((0.0, 1.0), "resignation")
    assert [record.tags[seat].startswith("Guest") for seat in ("X", "O")] == [True, True]
    assert record.tree() == study.tree
    assert verify(record).payoffs == (0.0, 1.0)


def test_a_study_whose_main_line_is_no_longer_that_of_the_match_has_neither(
    browser: TestClient, other: TestClient, path: str
) -> None:
    study = over(browser, other, path)
    longer, _ = study.play(study.tree.main[-1], "v+")
    tried, at = study.play(1, "b+")
    shorter = study.with_tree(study.tree.remove(study.tree.main[-1]))
    for changed in (longer, shorter, tried.with_tree(tried.tree.promote(at))):
        record, lacks = record_of(browser, changed)
        assert (record.payoffs, record.ending, "X" in record.tags) == (None, "", False)
        assert lacks == ", without players and times"


def test_the_study_of_a_private_match_names_neither_it_nor_its_players(
    browser: TestClient, other: TestClient, path: str
) -> None:
    browser.post(f"{path}/seats", data={"do": "hide"})
    study = over(browser, other, path)
    assert study.played == ""
    record, lacks = record_of(browser, study)
    assert "X" not in record.tags
    assert lacks == ", without players and times"


def test_a_match_that_goes_on_gives_no_names(browser: TestClient, other: TestClient, path: str) -> None:
    send(browser, path, seat=0, text="u+")
    page = other.get("/analysis/board", params={"match": path.removeprefix("/matches/")})
    file = re.findall(r'href="(/analysis/record[^"]*)"', page.text)[0]
    assert "[X " not in other.get(unescape(file)).text


def test_a_game_that_ends_on_the_main_line_has_its_result_so_that_the_record_is_accepted(browser: TestClient) -> None:
    study, _ = Study.begin("orion", WON).play(0, "s-")
    study, _ = study.play(0, "c+")
    record, lacks = record_of(browser, study)
    assert record.payoffs == (1.0, 0.0)
    assert verify(record).over
    assert lacks == ", without players and times"
    assert Study.parse(str(record)).tree == study.tree
