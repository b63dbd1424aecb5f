"""Duels that are answered turn by turn on the board."""

from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from ludarium.core.errors import LudariumError
from ludarium.puzzles import duels
from ludarium.site.puzzles.board import PuzzleBoard, puzzles_of
from ludarium.site.puzzles.course import Course
from tests.site.conftest import extract, touches


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
        boards.append(extract(r'aria-label="(Armies[^"]*)"', page))
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
    assert extract(r'aria-label="(Armies[^"]*)"', done) != extract(r'aria-label="(Armies[^"]*)"', page)


@pytest.mark.parametrize("draft", ["x", "0,", "7", "0,9", "0" * 7, ",".join("0" * 99)])
def test_what_is_no_beginning_of_a_duel_is_refused(browser: TestClient, draft: str) -> None:
    with pytest.raises(LudariumError):
        course(2).begun(draft)
    assert browser.get(f"/puzzles/grid/2?draft={draft}").status_code == 400
