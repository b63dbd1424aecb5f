"""Turns and positions as text, and the messages for other text; the laws try much more of it."""

import ludarium
import pytest
from ludarium import ParseError

HEX = ludarium.load("hex")


@pytest.mark.parametrize("text", ["f6", " F6 ", "F6\n"])
def test_a_turn_may_be_typed_in_either_case(text: str) -> None:
    assert HEX.initial().parse_turn(text) == (60,)


@pytest.mark.parametrize("text", ["", "l1", "a12", "a0", "11", "pass", "f 6", "f6 f7"])
def test_what_is_no_turn_is_refused_with_what_is_one(text: str) -> None:
    with pytest.raises(ParseError, match="is not a turn: expected a cell from a1 to k11, or swap"):
        HEX.initial().parse_turn(text)


def test_empty_cells_are_counted_with_two_digits_where_there_are_so_many() -> None:
    assert str(HEX.initial().move("f6")) == "11/11/11/11/11/5X5/11/11/11/11/11 o"


@pytest.mark.parametrize("text", ["3/3/3", "3/3 x", "3/3/4 x", "3/3/2x x", "3/3/2Z x", "3/3/3 z", "", "3/3/3 x x"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"is not a (position|board|player)"):
        ludarium.load("hex(size=3)").parse_position(text)
