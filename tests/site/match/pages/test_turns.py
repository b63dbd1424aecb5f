"""Turns on a match's page: drafts, what is typed, and what is refused."""

import json
import re
from collections.abc import Mapping
from html import unescape

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from ludarium.core.registry import game_names, load
from ludarium.core.tutorial import goal
from ludarium.site.board import Draft
from tests.site.conftest import NewBrowser, begin, extract, join, said, send, status, touches, turns


def test_a_turn_is_drafted_action_by_action_in_the_address(browser: TestClient, path: str) -> None:
    first = browser.get(path)
    assert [0, 40, ["u+"]] in touches(first)
    begun = browser.get(f"{path}?turn=0&draft=40")
    assert '<strong class="turn">u+</strong>' in begun.text
    assert f'id="undo" role="button" href="{path}"' in begun.text
    assert ">Done</a>" in begun.text
    assert 0 < len(touches(begun)) < len(touches(first))
    whole = browser.get(f"{path}?turn=0&draft=40,50")
    assert touches(whole) == []
    assert f'data-next="{path}?turn=0&amp;draft=40,"' in begun.text
    assert 'data-next=""' in whole.text
    assert 'name="text" value="u+"' in whole.text
    assert turns(whole) == []


def test_a_pass_is_a_button(browser: TestClient, path: str) -> None:
    page = browser.get(path).text
    assert f'id="action-50" href="{path}?turn=0&amp;draft=50">Pass</a>' in page


def test_a_draft_survives_a_reload_but_not_the_turn_that_it_was_for(browser: TestClient, path: str) -> None:
    assert "u+" in browser.get(f"{path}?turn=0&draft=40").text
    send(browser, path, text="pass")
    outdated = browser.get(f"{path}?turn=0&draft=40")
    assert said(outdated) == []
    assert outdated.headers["HX-Replace-Url"] == path


@pytest.mark.parametrize("draft", ["0", "999", "40,50,40", "x", "40,", "1" * 500, "-1", "٣"])
def test_an_impossible_draft_is_dropped_with_a_sentence(browser: TestClient, path: str, draft: str) -> None:
    answer = browser.get(path, params={"turn": "0", "draft": draft})
    assert answer.status_code == 200
    assert len(said(answer)) == 1
    assert touches(answer) == touches(browser.get(path))


@pytest.mark.parametrize("text", ["", "zz", "a+", "u++++", "u+ & <script>"])
def test_a_turn_that_cannot_be_played_is_kept_in_its_field_with_what_is_wrong(
    browser: TestClient, path: str, text: str
) -> None:
    answer = send(browser, path, text=text)
    assert answer.status_code == 400
    assert len(said(answer)) == 1
    assert 'aria-describedby="problem"' in answer.text
    assert f'name="text" value="{text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")}"' in answer.text
    assert turns(answer) == []


def test_a_doubled_or_late_turn_is_refused_with_a_sentence(browser: TestClient, path: str, other: TestClient) -> None:
    assert send(browser, path, text="u+", revision=0).status_code == 200
    doubled = send(browser, path, text="u+", revision=0)
    assert doubled.status_code == 409
    assert said(doubled) == ["This turn was already played: the last turn was u+. Not played: u+."]
    late = send(other, path, seat=1, text="a+", revision=0)
    assert late.status_code == 409
    assert turns(browser.get(path)) == ["1 X u+"]


def test_a_turn_out_of_turn_is_refused(browser: TestClient, path: str, other: TestClient) -> None:
    answer = send(other, path, seat=1, text="a+")
    assert answer.status_code == 409
    assert said(answer) == ["It is X's turn, not O's. Not played: a+."]


@pytest.mark.parametrize(
    "fields",
    [
        {"x": "y"},
        {"do": "turn"},
        {"seat": "x"},
        {"seat": "0", "revision": "-1"},
        {"seat": "0", "revision": "0", "do": "cheat"},
        {"seat": "1" * 50, "revision": "0"},
        {"seat": "٣", "revision": "0"},
    ],
    ids=str,
)
def test_a_form_that_the_page_never_sends_is_refused_with_a_sentence(
    browser: TestClient, path: str, fields: Mapping[str, str]
) -> None:
    answer = browser.post(path, data=fields)
    assert answer.status_code == 400
    assert len(said(answer)) == 1


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=50)
    | st.binary(max_size=50).map(lambda b: b.decode("latin-1"))
)
def test_no_typed_turn_makes_the_site_fail(browser: TestClient, path: str, text: str) -> None:
    answer = browser.post(path, data={"do": "turn", "seat": 0, "text": f"{text}!", "revision": 0})
    assert answer.status_code == 400
    assert len(said(answer)) == 1


def test_an_order_of_a_simultaneous_turn_is_drafted_sealed_and_hidden_from_others(
    browser: TestClient, new_browser: NewBrowser, pennies: str
) -> None:
    path, second = begin(browser, game=pennies), new_browser()
    join(second, browser, path)
    page = browser.get(path)
    orders = re.findall(r'id="action-(\d+)"[^>]*>(.*?)</a>', page.text)
    assert len(orders) > 1
    number, name = orders[0]
    drafted = browser.get(f"{path}?turn=0&draft={number}")
    order = extract(r'name="text" value="(.*?)"', drafted)
    assert order.capitalize() == name
    before = second.get(path).text
    assert "Waiting for Guest" in status(send(browser, path, text=order))
    who_has_decided = r'revision" value="\d+|data-revision="\d+| class="acts"'
    assert re.sub(who_has_decided, "", second.get(path).text) == re.sub(who_has_decided, "", before)
    assert len(turns(send(second, path, seat=1, text=order))) == 1


@pytest.mark.parametrize("game", game_names())
def test_without_scripts_a_turn_is_chosen_from_a_list(browser: TestClient, game: str) -> None:
    path = begin(browser, game, seat_1="here")
    link = re.search(r'<noscript>.*?<a href="([^"]*list=yes[^"]*)">choose it from a list', browser.get(path).text)
    assert link
    page = browser.get(unescape(link[1])).text
    while options := re.findall('<option value="([0-9,]+)">.+?</option>', page):
        turn = re.search('name="turn" value="([0-9]+)"', page)
        assert turn
        page = browser.get(path, params={"turn": turn[1], "draft": options[0], "list": "yes"}).text
    assert "Confirm turn" in page
    sent = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in ("seat", "text")}
    assert sent["seat"]
    assert sent["text"]
    answer = send(browser, path, seat=int(sent["seat"][1]), text=unescape(sent["text"][1]))
    assert answer.status_code == 200


def test_a_list_that_is_too_long_is_left_out_and_the_page_says_how_to_write_a_turn(
    browser: TestClient, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Draft, "choices", tuple(range(201)))
    page = browser.get(path, params={"list": "yes"}).text
    assert "type your turn, written as in p+" in page
    assert "<select" not in page.partition("<footer")[0]  # where colours are chosen


def test_who_runs_scripts_waits_for_no_list(browser: TestClient, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draft, "listed", None)  # which cannot be iterated
    assert "choose it from a list" in browser.get(path).text


def test_the_keys_of_a_game_choose_its_actions(browser: TestClient) -> None:
    path = begin(browser, "grid", seat_1="easy")
    keys = json.loads(unescape(extract('data-keys="(.*?)"', browser.get(path))))
    assert [keys[key] for key in ("KeyW", "KeyD", "KeyS", "KeyA", "ArrowLeft")] == [0, 1, 2, 3, 3]
    assert "data-keys" not in browser.get(begin(browser)).text


@pytest.mark.parametrize("game", ["orion", "grid", "ludo", "throngs", "vortex"])
def test_how_one_wins_is_said_beside_the_board_in_every_match(browser: TestClient, game: str) -> None:
    path, won = begin(browser, game, **{"seat-1": "here"}), goal(load(game))
    assert won.startswith("You win")
    assert won in unescape(browser.get(path).text)
