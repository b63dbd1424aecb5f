"""The helpers of notations: turns made of names, positions made of fields, and what they refuse."""

import re
from collections.abc import Iterator

import pytest

import ludarium
from ludarium.core.errors import IllegalMove, LudariumError, ParseError
from ludarium.core.game import State
from ludarium.core.notation import (
    format_names,
    format_numbers,
    format_rows,
    match_turn,
    parse_choice,
    parse_names,
    parse_number,
    parse_numbers,
    parse_rows,
    split_fields,
)
from tests.tiny import PENNIES, RACE, STONES

ORION = ludarium.load("orion(clicks=3)").initial()
_ROLL = re.compile("roll [1-6]|1+")


def names(state: State, text: str) -> str:
    """Return the names of the actions that a text stands for."""
    return format_names(state, parse_names(state, text))


@pytest.mark.parametrize(
    ("state", "text", "meant"),
    [
        (RACE.initial(), "  Roll   2 ", "roll 2"),
        (PENNIES.initial(), "HEADS tails", "heads tails"),
        (STONES.initial(), "a", "a"),
        (STONES.initial(), "b b b", "b b b"),
        (STONES.initial(), "b done", "b done"),
    ],
)
def test_the_names_of_the_actions_are_a_turn(state: State, text: str, meant: str) -> None:
    assert names(state, text) == meant


@pytest.mark.parametrize(
    ("state", "text", "kind", "said"),
    [
        (RACE.initial(), "", ParseError, "'' is not a turn: expected roll 1, roll 2 or roll 3"),
        (RACE.initial(), "roll 4", ParseError, "'roll 4' is not a turn: expected roll 1, roll 2 or roll 3"),
        (RACE.initial(), "roll 1 roll 1", ParseError, "expected the turn to end before 'roll'"),
        (STONES.initial(), "b", IllegalMove, "'b' is not a whole turn: it goes on with b or done"),
        (STONES.initial(), "b c", ParseError, "'b c' is not a turn: expected b or done"),
        (PENNIES.initial(), "heads", IllegalMove, "'heads' is not a whole turn: it goes on with heads or tails"),
        (ORION, "x" * 301, ParseError, "is not a turn: expected p+, p-, q+ or 18 others"),
    ],
)
def test_an_incomplete_or_invalid_turn_is_refused(
    state: State, text: str, kind: type[LudariumError], said: str
) -> None:
    with pytest.raises(kind) as caught:
        parse_names(state, text)
    assert said in str(caught.value)


def test_a_known_word_that_is_not_allowed_is_explained() -> None:
    state = STONES.parse_position("0/3/5 x")
    with pytest.raises(IllegalMove, match="take from one heap that has stones"):
        parse_names(state, "a", words=("a", "b", "c", "done"))


def test_an_id_without_a_name_stands_for_no_text() -> None:
    state = STONES.parse_position("0/3/5 x")
    with pytest.raises(ParseError, match="'a' is not a turn"):
        parse_names(state, "a", words=("", "b", "c", "done"))


def test_names_that_depend_on_the_position_are_explained() -> None:
    def words(state: State, seat: int) -> Iterator[str]:
        heaps = str(state).split()[0].split("/")
        yield from (f"take from {heap}" for heap in heaps)
        yield "done"

    def spell(state: State, seat: int, action: int) -> tuple[str]:
        return ([*words(state, seat)][action],)

    state = STONES.parse_position("0/3/5 x")
    assert parse_names(state, "take from 3 done", spell=spell, words=words) == (1, 3)
    with pytest.raises(IllegalMove, match="take from one heap that has stones"):
        parse_names(state, "take from 0", spell=spell, words=words)
    with pytest.raises(ParseError, match="'take from 4' is not a turn"):
        parse_names(state, "take from 4", spell=spell, words=words)


def test_the_expected_text_is_that_of_the_game() -> None:
    with pytest.raises(ParseError, match=r"^'z' is not a turn: expected a heap$"):
        parse_names(STONES.initial(), "z", expected="a heap")


def test_a_turn_may_be_written_in_any_order_if_the_game_allows_it() -> None:
    assert parse_names(STONES.initial(), "done b", any_order=True) == parse_names(STONES.initial(), "b done")
    with pytest.raises(ParseError):
        parse_names(STONES.initial(), "done b")


def test_an_action_may_have_other_texts_and_the_first_action_is_taken() -> None:
    def spell(state: State, seat: int, action: int) -> Iterator[str]:
        yield state.action_name(action, seat)
        yield "any"

    assert parse_names(STONES.initial(), "any", spell=spell) == (0,)


def test_another_separator_stands_between_names() -> None:
    turn = parse_names(PENNIES.initial(), "heads / Tails", separator="/")
    assert format_names(PENNIES.initial(), turn, "/") == "heads/tails"


def test_the_beginning_of_a_turn_can_be_written() -> None:
    assert format_names(PENNIES.initial(), ()) == ""
    assert format_names(PENNIES.initial(), (1,)) == "tails"


REFUSED = [
    (lambda: split_fields("a b", "two or three", 3), "'a b' is not a position: expected two or three"),
    (lambda: split_fields("a " * 60_000, "two or three", 3), "is not a position: expected two or three"),
    (lambda: parse_number("9", "a roll", 1, 6), "'9' is not a roll: expected a number from 1 to 6"),
    (lambda: parse_number("\u0663", "a roll", 1, 6), "expected a number from 1 to 6"),
    (lambda: parse_number("-1", "a roll", 1, 6), "'-1' is not a roll"),
    (lambda: parse_choice("z", "a player", ("X", "O")), "'z' is not a player: expected one of X, O"),
    (lambda: parse_rows("3/2X1/3", (3, 3, 3), "XO", "three rows"), "is not a board: expected three rows"),
    (lambda: parse_rows("3/2Z/3", (3, 3, 3), "XO", "three rows"), "'3/2Z/3' is not a board: expected three rows"),
    (lambda: match_turn("roll 7", _ROLL, "a roll"), "'roll 7' is not a turn: expected a roll"),
    (lambda: match_turn(" ", _ROLL, "a roll"), "' ' is not a turn"),
    (lambda: match_turn("1" * 301, _ROLL, "a roll"), "1...' is not a turn"),
    (lambda: parse_numbers("1,2/3", 2, 2, "a cell", 0, 9), "expected one as in 0,0/0,0"),
    (lambda: parse_numbers("1,2/3,10", 2, 2, "a cell", 0, 9), "'10' is not a cell"),
]


@pytest.mark.parametrize(("parse", "said"), REFUSED, ids=[said for _, said in REFUSED])
def test_an_invalid_field_is_refused(parse: object, said: str) -> None:
    assert callable(parse)
    with pytest.raises(ParseError) as caught:
        parse()
    assert said in str(caught.value)


def test_rows_read_back() -> None:
    cells, widths = "X...........O", (1, 12)
    assert format_rows(cells, widths) == "X/11O"
    assert parse_rows("X/11O", widths, "XO", "rows") == cells


def test_numbers_are_written_as_they_are_read() -> None:
    rows = [[0, 5, 3], [9, 1, 0]]
    assert parse_numbers(format_numbers(rows), 2, 3, "a cell", 0, 9) == rows
