"""What is typed as Vortex's turns and positions is read as it is meant, or refused in a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.game import State
from tests.games.typed import check_position, check_turn, read_or_refuse, rubbish

VORTEX = ludarium.load("vortex")
START = VORTEX.initial()
MIDDLE = VORTEX.parse_position("0,10,16,18/0,4,7,23 X 31 5")
WORDS = ["0,0,0,0", "/", "25", "5-9", "x", "-", "X", "O", "H", "first", "roll", " ", "4", "2000", ",", "٣"]
RUBBISH = rubbish(WORDS)


@pytest.mark.parametrize(
    ("state", "typed", "meant"),
    [
        (START, "FIRST o", "first O"),
        (START.move("first O"), " Roll   6 ", "roll 6"),
        (MIDDLE, "10", "10x15"),
        (MIDDLE, "10-15", "10x15"),
        (MIDDLE, "10 - 15", "10x15"),
        (MIDDLE, "10X15", "10x15"),
        (MIDDLE, "16x21", "16-21"),
        (MIDDLE, "0", "0-5"),
    ],
)
def test_a_turn_may_be_typed_in_other_ways(state: State, typed: str, meant: str) -> None:
    assert state.format_turn(state.parse_turn(typed)) == meant


@pytest.mark.parametrize(
    ("state", "typed", "said"),
    [
        (START, "first H", r"'first H' is not the draw of who begins: expected first X to first O"),
        (START, "roll 4", r"'roll 4' is not the draw"),
        (START.move("first O"), "roll 7", r"'roll 7' is not a roll of the die: expected roll 1 to roll 6"),
        (START.move("first O"), "0-4", r"'0-4' is not a roll"),
        (
            MIDDLE,
            "roll 5",
            r"'roll 5' is not a move: expected the cell of a token and the cell where it goes, as in 0-5",
        ),
        (MIDDLE, "", r"'' is not a move"),
        (MIDDLE, " Five ", r"'Five' is not a move"),
    ],
)
def test_an_invalid_turn_is_refused(state: State, typed: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        state.move(typed)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("10-16", "a roll of 5 moves a token from 10 to 15, not to 16"),
        ("11", "X has no token on 11"),
        ("25", "X has no token on 25"),
    ],
)
def test_an_illegal_turn_is_refused_with_the_reason(typed: str, said: str) -> None:
    with pytest.raises(IllegalMove, match=said):
        MIDDLE.move(typed)


def test_tokens_may_be_given_in_any_order_and_the_letter_in_any_case() -> None:
    assert VORTEX.parse_position("18,0,16,10/23,7,4,0 x 31 5") == MIDDLE


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("0,0,0,0/0,0,0,0", "is not a position"),
        ("0,0,0/0,0,0,0 X 1", "is not a list of numbers for each player: expected one as in 0,0,0,0/0,0,0,0"),
        ("0,0,0,26/0,0,0,0 X 1", "'26' is not a cell: expected a number from 0 to 25"),
        ("0,0,7,7/0,0,0,0 X 1", "X has two tokens on 7: expected at most one on a cell"),
        ("0,0,0,11/0,0,0,3 X 1", "tokens of X and O are both on cell 11 of X"),
        ("0,0,0,0/0,0,0,0 V 1", "'V' is not a player: expected X, O or -"),
        ("0,0,0,0/0,0,0,0 - 2", "'-' is not to move in turn 2: expected a player, because - is for the draw"),
        ("0,0,0,0/0,0,0,0 - 1 4", "'4' cannot be a roll before the draw: expected no roll"),
        ("25,25,25,25/0,0,0,0 X 1 4", "'4' cannot be a roll after the end of the game"),
        ("0,0,0,0/0,0,0,0 X 0", "'0' is not a turn: expected a number from 1 to 4001"),
        ("0,0,0,0/0,0,0,0 X 4002", "'4002' is not a turn"),
        ("0,0,0,0/0,0,0,0 X 1 7", "'7' is not a roll: expected a number from 1 to 6"),
        ("24,25,25,25/0,0,0,0 X 1 4", "no token can move by 4, so the turn is over: expected no roll"),
    ],
)
def test_an_invalid_position_is_refused_with_the_reason(position: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        VORTEX.parse_position(position)


@given(RUBBISH)
def test_random_text_is_refused_in_a_sentence_or_is_a_position(text: str) -> None:
    check_position(VORTEX, text)


@given(st.sampled_from([START, START.move("first O"), MIDDLE]), RUBBISH)
def test_random_text_is_refused_in_a_sentence_or_is_a_turn(state: State, text: str) -> None:
    check_turn(state, text)
    read = read_or_refuse(state.parse_turn, text)
    assert not isinstance(read, tuple) or state.parse_turn(state.format_turn(read)) == read
