"""Tutorials: lessons are judged, and a mistake in one is named."""

import tomllib
from dataclasses import replace
from typing import Any

import pytest

import ludarium
from ludarium.core.errors import LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.registry import definition
from ludarium.core.tutorial import Lesson, has_tutorial, tutorial
from ludarium.scenes.picture import begin, draw, seen_by
from tests.tiny import PENNIES, RACE

ORION = definition("orion")
LESSON = """
title = "A click"
task = "Click q."
accept = ["q-"]
right = "It went east."
wrong = "Rotor q."
answers = { "q+" = "The other way." }
"""


def lesson(**changes: Any) -> Lesson:
    """Parse the lesson with changed fields; None leaves one out."""
    table = {**tomllib.loads(LESSON), **changes}
    return Lesson.parse(ORION, {name: value for name, value in table.items() if value is not None})


@pytest.mark.parametrize("name", ludarium.game_names())
def test_every_game_has_a_tutorial_of_ten_positions(name: str) -> None:
    lessons = tutorial(definition(name))
    assert len({one.title for one in lessons}) == len(lessons) == 10
    assert "whole game" in lessons[-1].right
    aim, _, rest = lessons[0].task.partition(".")
    assert aim.startswith("You win ")
    assert "turn" in lessons[0].task
    assert rest
    for one in lessons:
        for text in one.accept:
            assert one.judge(one.start.parse_turn(text)) == (True, one.right)
        for text, says in one.answers.items():
            assert one.judge(one.start.parse_turn(text)) == (False, says)


def test_turns_that_lead_to_the_same_position_are_right_and_unlisted_ones_wrong() -> None:
    late = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
    shown = lesson(position=late, accept=["q--"], answers={"q-": "Once more."})
    assert shown.judge(shown.start.parse_turn("q++")).right
    assert shown.judge(shown.start.parse_turn("r-")) == (False, "Rotor q.")


def test_a_goal_accepts_every_turn_that_wins() -> None:
    almost = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 1"
    shown = lesson(position=almost, accept=["s-"], goal="win", answers={"n+": "No."})
    assert shown.judge(shown.start.parse_turn("r+")).right
    assert not lesson(position=almost, accept=["s-"], answers={"n+": "No."}).judge(shown.start.parse_turn("r+")).right


def test_a_goal_needs_neither_solutions_nor_answers() -> None:
    almost = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XX1X1/2X2/1XX3/5 x 1"
    won = lesson(position=almost, accept=None, goal="win", answers=None)
    (text,) = won.accept
    assert won.seat in won.start.move(text).winners
    assert not won.judge(won.start.parse_turn("n+")).right
    with pytest.raises(ParseError, match="no turn wins here"):
        lesson(accept=None, goal="win", answers=None)


def test_others_who_act_at_the_same_time_play_their_defaults() -> None:
    first = tutorial(definition("grid"))[0]
    (east,) = (action for action in first.start.legal(0) if first.start.action_name(action, 0) == "e")
    assert first.start.format_turn(first.whole((east,))) == "e/n"


def test_a_game_in_a_single_module_has_no_tutorial() -> None:
    assert not has_tutorial(PENNIES.definition)


def test_a_game_without_a_tutorial_has_no_lessons() -> None:
    assert not has_tutorial(RACE.definition)
    assert tutorial(RACE.definition) == ()


@pytest.mark.parametrize("name", ludarium.game_names())
def test_what_a_lesson_marks_is_in_its_picture(name: str) -> None:
    lessons = tutorial(definition(name))
    assert sum(bool(one.target) for one in lessons) >= 6
    for one in lessons:
        elements = {element.id for element in draw(seen_by(begin(one.start), [one.seat])).elements}
        assert {place for mark in one.target for place in mark.split(">")} <= elements


@pytest.mark.parametrize("name", ludarium.game_names())
def test_a_lesson_that_is_solved_by_a_win_is_won(name: str) -> None:
    for one in tutorial(definition(name)):
        if one.goal == "win":
            assert all(one.seat in one.start.move(text).winners for text in one.accept)


def test_the_defences_of_orion_leave_no_winning_click() -> None:
    defences = [one for one in tutorial(ORION) if "leaves O" in one.task or "prevents every" in one.task]
    assert len(defences) == 2
    for one in defences:
        safe = [text for text in turns(one.start) if is_safe(one.start.move(text), one.seat)]
        assert safe == list(one.accept)


def turns(state: State) -> list[str]:
    """Return the turns of one click, and a pass."""
    (seat,) = state.actors
    return [state.format_turn([action]) for action in state.legal(seat)]


def is_safe(state: State, seat: int) -> bool:
    """Return whether the opponent of a seat has neither won nor wins with the next click."""
    after = [state.move(text) for text in turns(state)] if state.actors else [state]
    return not any(1 - seat in one.winners for one in after)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"colour": "red"}, "'colour' is not a field of a lesson: expected title, task"),
        ({"task": None}, "the field task is missing or empty"),
        ({"right": 3}, "the field right is '3': expected a text"),
        ({"answers": {}}, "the field answers is missing or empty"),
        ({"accept": "q-"}, "the field accept is no list of turns"),
        ({"target": "slot-qE"}, "the field target is no list of elements of the picture"),
        ({"answers": ["q+"]}, "the field answers is no table"),
        ({"goal": "survive"}, "'survive' is not a goal: expected win"),
        ({"answers": {"q-": "No."}}, "q- is among the answers to wrong turns, and solves the lesson"),
        ({"accept": ["a+"]}, "rotor a holds no piece of X"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "ludo"}, "nobody is to act in .*: expected a position in which a seat is"),
    ],
)
def test_a_mistake_in_a_lesson_is_said_in_a_sentence(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(LudariumError, match=said):
        lesson(**changes)


def test_the_lesson_with_the_mistake_is_named() -> None:
    wrong = replace(ORION, package="tests.tiny.wrong")
    with pytest.raises(ParseError, match=r"^lesson 1 of wrong: q- is among the answers"):
        tutorial(wrong)
