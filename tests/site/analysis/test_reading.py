"""The board of a game whose seats number its places differently: all of the page has the numbers of one seat."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from ludarium import play_match
from ludarium.core.rolls import drawn_words, listed_turn, number_turns
from ludarium.match.study import Study
from ludarium.site.analysis.links import to_link
from tests.site.conftest import NewBrowser, begin, join, said

BOARD = "/analysis/board"
POSITION = "5,0,0,0/4,0,0,0 O 4 4"


def rows(text: str) -> list[str]:
    """Return the list of turns of a page, each with its number where it has one."""
    found = re.search(r'<div id="turns".*?>(.*?)</div>', text, re.DOTALL)
    assert found
    links = re.findall(r"<a .*?</a>", found[1], re.DOTALL)
    return [" ".join(unescape(re.sub(r"<[^>]*>", " ", link)).split()) for link in links]


def side(text: str) -> list[str]:
    """Return whose numbers the page says that it has."""
    found = re.search(r'<p id="sides".*?</p>', text, re.DOTALL)
    return re.findall(r'aria-current="true">(\w+)', found[0]) if found else []


@pytest.mark.parametrize("reads", [0, 1])
def test_the_turns_have_the_numbers_of_one_seat_and_are_counted_as_in_matches(browser: TestClient, reads: int) -> None:
    study = Study.parse(str(play_match("vortex", ["random", "random"], seed=1)))
    at = study.tree.main[60]
    states, texts = study.states(study.tree.main[-1]), study.texts(study.tree.main[-1])
    page = browser.get(f"{BOARD}?s={to_link(study)}&at={at}&reads={reads}").text
    expected = ["Start"]
    for turn in number_turns(states, texts):
        lines = [drawn_words(turn.roll)] if turn.roll else []
        lines += [listed_turn(states[turn.played - 1], turn.text, reads)] if turn.text else []
        expected += [f"{turn.number} {lines[0]}" if turn.number else lines[0], *lines[1:]]
    assert rows(page) == expected
    assert side(page) == [study.game.setup.seat_names[reads]]


@pytest.mark.parametrize(("reads", "move"), [(0, "12 to 16"), (1, "4 to 8")])
def test_the_board_and_the_turn_have_the_same_numbers(browser: TestClient, reads: int, move: str) -> None:
    study, at = Study.begin("vortex", POSITION).play(0, "4-8")
    page = browser.get(f"{BOARD}?s={to_link(study)}&at={at}&reads={reads}").text
    assert rows(page) == ["Start", f"1 {move}"]
    assert f"O's token on {move.partition(' to ')[2]}" in unescape(page)


def test_who_comes_from_a_match_reads_the_numbers_of_the_own_seat(browser: TestClient, new_browser: NewBrowser) -> None:
    path, second = begin(browser, "vortex", position=POSITION), new_browser()
    join(second, browser, path)
    address = f"{BOARD}?match={path.rpartition('/')[2]}"
    assert [side(one.get(address).text) for one in (browser, second, new_browser())] == [["X"], ["O"], ["X"]]
    page = second.get(address).text
    sent = {name: unescape(re.findall(rf'name="{name}" value="(.*?)"', page)[0]) for name in ("s", "at", "reads")}
    answer = second.post(BOARD, data={**sent, "do": "play", "text": "4-8"})
    assert side(answer.text) == ["O"]
    assert rows(answer.text)[-1] == "1 4 to 8"


def test_another_seat_to_roll_leads_back_to_the_turns_before(browser: TestClient) -> None:
    study, _ = Study.begin("vortex", POSITION).play(0, "4-8")
    page = browser.get(f"{BOARD}?s={to_link(study)}&at=0").text
    (instead,) = re.findall(r'href="([^"]*)"[^>]*>X to roll instead<', page)
    passed = browser.get(unescape(instead)).text
    assert rows(passed) == ["Start"]
    sent = {name: unescape(re.findall(rf'name="{name}" value="(.*?)"', passed)[0]) for name in ("s", "at", "back")}
    rolled = browser.post(BOARD, data={**sent, "do": "roll", "text": "1"}).text
    assert len(rows(rolled)) == 2
    for one in (passed, rolled):
        (back,) = re.findall(r'href="([^"]*)"[^>]*>Back to the turns before<', one)
        assert rows(browser.get(unescape(back)).text) == rows(page)
    assert "Back to the turns" not in browser.get(f"{BOARD}?game=vortex&back=//elsewhere.example").text


def test_a_seat_is_one_of_the_game(browser: TestClient) -> None:
    answer = browser.get(f"{BOARD}?game=vortex&reads=7")
    assert said(answer) == ["'7' is not a seat: expected a number from 0 to 1."]
    assert side(browser.get(f"{BOARD}?game=orion").text) == []


@pytest.mark.parametrize(("reads", "before"), [(0, ", with the places as O numbers them"), (1, "")])
def test_the_field_has_an_example_in_the_numbers_that_are_typed(browser: TestClient, reads: int, before: str) -> None:
    page = browser.get(f"{BOARD}?game=vortex&position={POSITION}&reads={reads}").text
    (label,) = re.findall(r'<label for="typed-0">(.*?)</label>', page)
    (field,) = re.findall(r'<input id="typed-0" [^>]*placeholder="(.*?)"', page)
    assert label == f"Type a turn{before}"
    assert field == "such as 4-8"  # the other seat has the numbers 12 and 16 of these places
    said_here = "Here 4-8 is 12 to 16: this board is numbered as seen by X."
    assert (said_here in page) is (reads == 0)
    sent = {name: unescape(re.findall(rf'name="{name}" value="(.*?)"', page)[0]) for name in ("s", "at")}
    assert browser.post(BOARD, data={**sent, "do": "play", "text": "4-8"}).status_code == 200
    assert 'placeholder="such as p+"' in browser.get(f"{BOARD}?game=orion").text
    assert 'placeholder=" "' in browser.get(f"{BOARD}?game=grid").text  # where several seats act
