"""Duels that are answered turn by turn on the board."""

import re
from urllib.parse import quote

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from ludarium.core.errors import LudariumError
from ludarium.puzzles import duels
from ludarium.site.ground.values import Person
from ludarium.site.puzzles.board import PuzzleBoard, puzzles_of
from ludarium.site.puzzles.course import Course
from ludarium.site.puzzles.rows import Begun, DuelTable
from ludarium.site.puzzles.solving import Solving
from ludarium.site.service import Service
from tests.site.conftest import NewBrowser, extract, said, touches


def course(number: int) -> Course:
    turn = PuzzleBoard.of("grid", number).turn
    assert isinstance(turn, Course)
    return turn


def chosen(number: int) -> tuple[int, ...]:
    """Return the actions of the right answer to a puzzle, until it is won."""
    before, (text, *_) = course(number), puzzles_of("grid")[number - 1].accept
    place = before.start.actors.index(before.solver)
    return tuple(step[place] for step in before.ordered(text).played.steps)


@pytest.mark.parametrize("number", range(1, len(puzzles_of("grid")) + 1, 20))
def test_a_duel_that_is_pressed_turn_by_turn_is_the_one_that_is_typed(number: int) -> None:
    before, (text, *_) = course(number), puzzles_of("grid")[number - 1].accept
    pressed, typed = before.begun(",".join(map(str, chosen(number)))), before.ordered(text)
    assert pressed.played == typed.played
    assert pressed.complete
    assert pressed.seat is None
    again = duels.play(before.start, before.solver, pressed.text, before.proof)
    assert again.last == typed.state
    assert again.is_won_by(before.solver)


def test_every_turn_is_touched_and_shows_the_answer_of_the_rival(browser: TestClient) -> None:
    actions, boards = chosen(2), list[str]()
    for turn in range(len(actions)):
        draft = ",".join(map(str, actions[:turn]))
        page = browser.get(f"/puzzles/grid/2?draft={draft}")
        assert [action for _, action, _ in touches(page)] == [0, 1, 2, 3]
        boards.append(extract(r'aria-label="(Strength[^"]*)"', page))
    assert len(set(boards)) > 1
    assert all(len(one) for one in boards)
    page = browser.get(f"/puzzles/grid/2?draft={','.join(map(str, actions))}")
    assert extract(r'<p class="now">(.*?)</p>', page) == f"Right: {course(2).begun(','.join(map(str, actions))).text}"
    assert not touches(page)


def test_what_was_pressed_can_go_straight_on(browser: TestClient) -> None:
    page = browser.get("/puzzles/grid/2?draft=0,0,1")
    assert 'name="answer" value="n2e"' in page.text
    assert "So far" in page.text
    done = browser.get(f"/puzzles/grid/2?answer={quote('n2e')}")
    assert "Not this one: n2e" in done.text
    assert extract(r'aria-label="(Strength[^"]*)"', done) != extract(r'aria-label="(Strength[^"]*)"', page)


@pytest.mark.parametrize("draft", ["x", "0,", "7", "0,9", "0" * 7, ",".join("0" * 99)])
def test_what_is_no_beginning_of_a_duel_is_refused(browser: TestClient, draft: str) -> None:
    with pytest.raises(LudariumError):
        course(2).begun(draft)
    assert browser.get(f"/puzzles/grid/2?draft={draft}").status_code == 400


@pytest.fixture
def member(new_browser: NewBrowser, service: Service, ann: Person) -> TestClient:
    """A browser with an account."""
    browser = new_browser()
    browser.cookies.set("session", service.people.begin_session(ann, "a browser"))
    return browser


def picture(page: Response) -> str:
    return extract(r'<div id="play".*?(<svg.*?</svg>)', page)


def test_where_the_answer_counts_the_rival_answers_only_what_was_sent(member: TestClient) -> None:
    path = "/puzzles/grid/2"
    before = member.get(path)
    assert "nothing is taken back" in before.text
    for wanted in ("draft=1", "answer=e4"):
        waiting = member.get(f"{path}?{wanted}")
        assert picture(waiting) == picture(before)
        assert re.search(r'id="confirm">.*?>Play e4?</button>', waiting.text, re.DOTALL)
    played = member.post(path, data={"draft": "1"})
    assert picture(played) != picture(before)
    assert played.url.query == b""
    assert 'So far</span> <strong class="turn">e</strong>' in played.text
    assert 'id="undo"' not in played.text
    assert "data-undo" not in played.text
    assert picture(member.get(path)) == picture(played)  # wherever it is opened again


def test_what_the_rival_has_answered_is_not_taken_back(member: TestClient, solving: Solving, ann: Person) -> None:
    path, board = "/puzzles/grid/2", PuzzleBoard.of("grid", 2)
    played = member.post(path, data={"draft": "1"})
    for other in ({"draft": "0"}, {"draft": "0,1"}, {"answer": "n"}, {"draft": ""}):
        refused = member.post(path, data=other)
        assert refused.status_code in (400, 409)
        assert picture(refused) == picture(played)
    told = said(member.post(path, data={"draft": "0"}))
    assert told == ["You have played e, and the rival has answered: go on from there."]
    assert picture(member.get(f"{path}?draft=0")) == picture(played)
    assert solving.attempt_of(ann, board) is None


def test_what_cannot_be_played_any_more_begins_anew(member: TestClient, solving: Solving, ann: Person) -> None:
    board = PuzzleBoard.of("grid", 2)
    DuelTable(solving.service.database).add(Begun(ann.id, board.puzzle.id, "0,99"))
    assert picture(member.get("/puzzles/grid/2")) == picture(member.get("/puzzles/grid/2?draft="))
    assert "So far</span>" in member.post("/puzzles/grid/2", data={"draft": "1"}).text


def test_once_it_has_counted_a_duel_may_be_tried_freely(member: TestClient, solving: Solving, ann: Person) -> None:
    path, board = "/puzzles/grid/2", PuzzleBoard.of("grid", 2)
    member.post(path, data={"draft": "1"})
    lost = member.post(path, data={"answer": "e"})  # straight on to the end
    assert "Not this one: e" in lost.text
    attempt = solving.attempt_of(ann, board)
    assert attempt
    assert not attempt.is_right
    assert 'id="undo"' in member.get(f"{path}?draft=0").text
    actions = ",".join(map(str, chosen(2)))
    assert "Right: " in member.post(path, data={"draft": actions}).text


def test_a_first_try_can_begin_again_as_a_wrong_answer(member: TestClient, solving: Solving, ann: Person) -> None:
    path, board = "/puzzles/grid/2", PuzzleBoard.of("grid", 2)
    before = member.get(path)
    assert "Begin again" not in before.text
    member.post(path, data={"do": "again"})  # before the first turn there is nothing to take back
    assert solving.attempt_of(ann, board) is None
    played = member.post(path, data={"draft": "1"})
    assert re.search(r'name="do" value="again">Begin again</button> <span class="quiet">It counts', played.text)
    again = member.post(path, data={"do": "again"})
    assert picture(again) == picture(before)
    attempt = solving.attempt_of(ann, board)
    assert attempt
    assert not attempt.is_right
    assert not attempt.shown
    assert "Begin again" not in member.get(f"{path}?draft=1").text
    assert 'id="undo"' in member.get(f"{path}?draft=1").text


def test_a_duel_that_is_won_turn_by_turn_counts_as_right(member: TestClient, solving: Solving, ann: Person) -> None:
    for turn in range(len(chosen(2))):
        page = member.post("/puzzles/grid/2", data={"draft": ",".join(map(str, chosen(2)[: turn + 1]))})
    assert "Right: " in page.text
    attempt = solving.attempt_of(ann, PuzzleBoard.of("grid", 2))
    assert attempt
    assert attempt.is_right
    assert not DuelTable(solving.service.database).find()
