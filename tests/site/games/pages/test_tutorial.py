"""The pages of a tutorial, without scripts: a turn is chosen from a list, judged, and taken back."""

import re
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ludarium.core.registry import definition, game_names, load
from ludarium.core.tutorial import tutorial
from ludarium.search.personas import persona_of
from ludarium.search.player import bot_kinds
from ludarium.site.board import Draft
from ludarium.site.games.tutorial import LessonPage
from tests.databases import sqlite_copy
from tests.site.conftest import said

VERDICT = re.compile(r'<p class="notice (right|wrong)"><strong>.*?</strong> (.*?)</p>')


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: these pages read none of it."""
    return sqlite_copy(request, tmp_path)


@pytest.mark.parametrize("name", game_names())
def test_every_lesson_is_solved_through_its_list_of_choices(browser: TestClient, name: str) -> None:
    lessons = tutorial(definition(name))
    assert (
        f'href="/games/{name}/tutorial">Learn it in {len(lessons)} positions</a>' in browser.get(f"/games/{name}").text
    )
    for number, lesson in enumerate(lessons, 1):
        path = f"/games/{name}/tutorial/{number}"
        page = browser.get(path).text
        assert f"<h1>{lesson.title}</h1>" in page
        assert VERDICT.search(page) is None
        chosen: list[str] = []
        turn = lesson.start.parse_turn(lesson.accept[0])
        for action in turn[:1] if len(lesson.start.actors) > 1 else turn:
            chosen.append(str(action))
            option = re.search(f'<option value="{",".join(chosen)}">(.*?)</option>', page)
            assert option
            assert re.fullmatch(r"\S+( [0-9x=]+)?, [a-z].+|pass", unescape(option[1]))  # a name, and what it does
            page = browser.get(path, params={"draft": ",".join(chosen)}).text
        found = VERDICT.search(page)
        assert found
        assert found[1] == "right"
        assert ("That was the last lesson." in page) == (number == len(lessons))
        assert (f'href="/games/{name}/tutorial/{number + 1}">Next</a>' in page) == (number < len(lessons))


def test_a_wrong_turn_is_explained_and_can_be_tried_again(browser: TestClient) -> None:
    page = browser.get("/games/vortex/tutorial/2?draft=16").text
    assert VERDICT.findall(page) == [
        ("wrong", "Nobody is there. The token of O that you can reach is on your cell 15.")
    ]
    assert 'href="/games/vortex/tutorial/2">Try again</a>' in page
    assert "data-solved" not in page
    assert 'data-touches=""' in page or "data-touches" not in page


def test_a_board_on_which_the_turn_was_made_offers_no_move_of_the_other_side(browser: TestClient) -> None:
    lesson = tutorial(definition("throngs"))[4]
    before = browser.get("/games/throngs/tutorial/5").text
    wrong = next(action for action in lesson.start.legal() if not lesson.start.play(action).in_turn)
    after = browser.get(f"/games/throngs/tutorial/5?draft={wrong}").text
    assert [found[0] for found in VERDICT.findall(after)] == ["wrong"]
    assert re.search(r'class="piece [^"]*hint', before)
    assert not re.search(r'class="piece [^"]*hint', after)


def test_the_first_lesson_has_the_short_address_and_others_do_not_exist(browser: TestClient) -> None:
    assert browser.get("/games/orion/tutorial").text == browser.get("/games/orion/tutorial/1").text
    for path in ("/games/orion/tutorial/11", "/games/orion/tutorial/x", "/games/chess960/tutorial"):
        assert browser.get(path).status_code == 404


def test_lessons_show_the_names_of_places_of_which_they_speak(browser: TestClient) -> None:
    answer = browser.get("/games/orion/tutorial").text
    assert 'class="board hints coordinates"' in answer
    assert 'class="label coordinate' in answer


def test_a_draft_that_does_not_fit_is_refused_beside_the_lesson(browser: TestClient) -> None:
    answer = browser.get("/games/orion/tutorial/1?draft=9999")
    assert answer.status_code == 400
    assert "The unfinished turn does not fit" in answer.text
    assert said(answer)


@pytest.mark.parametrize("name", game_names())
def test_the_last_lesson_ends_in_a_match_against_who_plays_as_the_first_teaches(browser: TestClient, name: str) -> None:
    lessons = tutorial(definition(name))
    last = lessons[-1]
    turn = last.start.parse_turn(last.accept[0])
    draft = ",".join(map(str, turn[:1] if len(last.start.actors) > 1 else turn))
    page = unescape(browser.get(f"/games/{name}/tutorial/{len(lessons)}", params={"draft": draft}).text)
    player = persona_of(load(name), "pupil" if "pupil" in bot_kinds(load(name)) else "easy")
    assert f"Now a whole game: {player.name}, a bot, {player.sentence}." in page
    form = page[page.index('<form class="row" method="post"') :]
    fields = dict(re.findall(r'<input type="hidden" name="(.*?)" value="(.*?)">', form[: form.index("</form>")]))
    answer = browser.post(f"/games/{name}/new", data=fields)
    assert answer.status_code == 200
    data = browser.get(answer.url.path, headers={"Accept": "application/json"}).json()
    assert data["seats"] == [0]
    assert "[Position " not in data["record"]
    assert f' "{player.name}"]' in data["record"]


@pytest.mark.parametrize(("name", "number"), [("vortex", 2), ("throngs", 1), ("orion", 1), ("ludo", 1), ("grid", 2)])
def test_a_lesson_marks_its_target_until_the_turn_is_made(browser: TestClient, name: str, number: int) -> None:
    lesson = tutorial(definition(name))[number - 1]
    page = browser.get(f"/games/{name}/tutorial/{number}").text
    for mark in lesson.target:
        assert f'id="mark-{mark.replace(">", "-to-")}"' in page
    turn = lesson.start.parse_turn(lesson.accept[0])
    draft = ",".join(map(str, turn[:1] if len(lesson.start.actors) > 1 else turn))
    assert 'id="mark-' not in browser.get(f"/games/{name}/tutorial/{number}", params={"draft": draft}).text


@pytest.mark.parametrize("name", ["vortex", "ludo"])
def test_after_the_answer_the_tray_of_the_pupil_stays_lit(name: str) -> None:
    game, lesson = definition(name), tutorial(definition(name))[0]
    whole = ",".join(map(str, lesson.start.parse_turn(lesson.accept[0])))
    lit = [
        [(one.id, one.look, one.glyph) for one in scene.elements if "panel" in one.look.split()]
        for draft in ("", whole)
        for scene in [LessonPage(game, 1, Draft.parse(lesson.start, lesson.seat, draft)).board_view.scene]
    ]
    assert lit[0]
    assert lit[0] == lit[1]
