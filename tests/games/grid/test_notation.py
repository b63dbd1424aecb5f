"""What Grid Game's positions and turns look like, and why others are refused."""

import pytest

import ludarium
from ludarium.core.errors import ParseError

GRID = ludarium.load("grid")
SMALL = ludarium.load("grid(width=7,height=6,players=3)")
ROCKY = ludarium.load("grid(width=7,height=6,rocks=2)")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("///// n/e/s 3", "///// n/e/s 3"),
        ("......./.7/.1/.5./#/ n/e/s 3", "////#/ n/e/s 3"),
        ("g1g1g1/g1*2g1/r2*1///Y9Y9 n/e/s 3", "g1*3/g1*3/r2///Y9*2 n/e/s 3"),
        ("##./#.#/#1#2/// n/e/x 3", "#2/#.#/#3/// n/e/x 3"),
        ("  ///// n/e/s   03 ", "///// n/e/s 3"),
    ],
)
def test_a_position_is_written_as_short_as_it_can_be(text: str, written: str) -> None:
    assert str(SMALL.parse_position(text)) == written


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a position"),
        ("///// n/e/s", "is not a position"),
        ("///// n/e/s 3 #1 4", "is not a position"),
        ("//// n/e/s 3", "is not a board: expected 6 rows"),
        ("g///// n/e/s 3", "is not a row"),
        ("5///// n/e/s 3", "is not a row"),
        (".8///// n/e/s 3", "is longer than 7 cells"),
        ("g1*8///// n/e/s 3", "is longer than 7 cells"),
        ("b3///// n/e/s 3", "'b3' belongs to no seat: expected g, r, y"),
        ("g10///// n/e/s 3", "a walker has a value from 1 to 9"),
        ("g0///// n/e/s 3", "a walker has a value from 1 to 9"),
        ("G11///// n/e/s 3", "a city has a value from 1 to 10"),
        ("///// n/e 3", "is not a list of directions: expected n, e, s, w or x for each of the 3 seats"),
        ("///// n/e/- 3", "is not a list of directions"),
        ("g1///// x/e/s 3", "green has pieces, so its direction cannot be x"),
        ("///// n/e/s 3001", "is not a number of turns: expected a number from 0 to 3000"),
        ("///// n/e/s -1", "is not a number of turns"),
        ("///// n/e/s 1 #1", "expected rocks to place before the first turn, as in #5"),
        ("///// n/e/s 0 #1", "is not a number of rocks: expected a number from 0 to 0"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        SMALL.parse_position(text)


def test_rocks_still_to_be_placed_are_written_last() -> None:
    state = ROCKY.initial()
    assert str(state) == "//.2G10/.4R10// e/w 0 #2"
    assert str(state.move("0,0")) == "#//.2G10/.4R10// e/w 0 #1"
    with pytest.raises(ParseError, match="expected a number from 0 to 2"):
        ROCKY.parse_position("///// e/w 0 #3")


@pytest.mark.parametrize("text", ["n/e", " N / E ", "n /e"])
def test_a_turn_is_a_letter_a_seat(text: str) -> None:
    state = GRID.initial()
    assert state.parse_turn(text) == (0, 1)
    assert state.format_turn(state.parse_turn(text)) == "n/e"
    assert [state.action_name(action, 1) for action in state.legal(1)] == ["n", "e", "s", "w"]


@pytest.mark.parametrize("text", ["", "n", "ne", "n/e/s", "n/q", "n//e", "n/x/", "n" * 200, "3,4"])
def test_other_text_is_no_turn(text: str) -> None:
    with pytest.raises(ParseError, match="is not a turn: expected n, e, s, w or - for each seat, as in n/e"):
        GRID.initial().move(text)


@pytest.mark.parametrize("text", ["", "n/e", "7,0", "0,6", "3", "1,2,3"])
def test_other_text_is_no_rock(text: str) -> None:
    with pytest.raises(ParseError, match="is not a cell: expected a column and a row, as in 3,4"):
        ROCKY.initial().move(text)


def test_the_beginning_of_a_turn_can_be_written() -> None:
    state = SMALL.parse_position("g1/////r1 n/n/x 4")
    assert [state.format_turn(actions) for actions in ((), (0,), (0, 3))] == ["", "n", "n/w/x"]
