"""Turns and positions as text, and the messages for other text; the laws try much more of it."""

import ludarium
import pytest
from ludarium import ParseError

FOUR = ludarium.load("connect_four")


@pytest.mark.parametrize("text", ["d", " D ", "4", " 4\n"])
def test_a_turn_is_a_letter_or_a_number(text: str) -> None:
    assert FOUR.initial().parse_turn(text) == (3,)


@pytest.mark.parametrize("text", ["", "h", "0", "8", "44", "d4", "d d", "pass"])
def test_what_is_no_turn_is_refused_with_what_is_one(text: str) -> None:
    with pytest.raises(ParseError, match="is not a turn: expected a column from a to g, or from 1 to 7"):
        FOUR.initial().parse_turn(text)


@pytest.mark.parametrize(
    "text", ["", "7/7/7/7/7 x", "7/7/7/7/7/7", "7/7/7/7/7/7 z", "7/7/7/7/7/3Z3 o", "7/7/7/7/7/8 x"]
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"is not a (position|board|player)"):
        FOUR.parse_position(text)
