"""What cannot be a turn or a position of Multiplication Ludo is refused in a sentence that says why."""

import pytest

import ludarium
from ludarium.core.errors import IllegalMove, LudariumError, ParseError

LUDO = ludarium.load("ludo")
STATE = LUDO.parse_position("1,4,60,120/1,1,20,1 A 2 9")


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", ParseError, "'' is no turn: expected a product or a marker, as in A1 1x2=2"),
        ("pass", ParseError, "'pass' is no turn: expected a product or a marker, as in A1 1x2=2"),
        ("A", ParseError, "'A' is no turn: expected a product or a marker, as in A1 1x2=2"),
        ("B3", IllegalMove, "A is to move, not B"),
        ("A5", IllegalMove, "A has no marker 5: a player has 4"),
        ("A4", IllegalMove, "A4 is retired: it has landed on 120 and moves no more"),
        ("4x3=12", IllegalMove, "the roll is a 2, not a 3"),
        ("4x2=6", IllegalMove, "4 x 2 is not 6"),
        ("10", IllegalMove, "no marker of A's comes to 10 with a 2: those in the game are on 1, 4, 60"),
        ("240", IllegalMove, "no marker of A's comes to 240 with a 2: those in the game are on 1, 4, 60"),
        ("12x2", IllegalMove, "no marker of A's stands on 12: those in the game are on 1, 4, 60"),
        ("A2 120", IllegalMove, "A2 is on 4: it is not one that comes to 120 with a 2"),
    ],
)
def test_a_turn_that_is_none_is_refused(text: str, kind: type[LudariumError], said: str) -> None:
    with pytest.raises(kind) as caught:
        STATE.move(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("start", "text", "kind", "said"),
    [
        ("1,1,1,1/1,1,1,1 - - 1", "first C", IllegalMove, "there is no player 3: the game has 2"),
        ("1,1,1,1/1,1,1,1 - - 1", "2", ParseError, "'2' is no turn: expected the player who begins, as in first A"),
        ("1,1,1,1/1,1,1,1 A - 1", "roll 7", IllegalMove, "there is no roll 7: the die has 6"),
        ("1,1,1,1/1,1,1,1 A - 1", "A1", ParseError, "'A1' is no turn: expected a roll, as in roll 5"),
    ],
)  # fmt: skip
def test_what_nature_cannot_do_is_refused(start: str, text: str, kind: type[LudariumError], said: str) -> None:
    with pytest.raises(kind) as caught:
        LUDO.parse_position(start).move(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,1,1,1/1,1,1,1 A", "has markers, mover, roll and turn"),
        ("1,1,1/1,1,1,1 A - 1", "expected 2 players, each with 4 markers"),
        ("1,1,1,7/1,1,1,1 A - 1", "no marker comes to 7: rolls of 2 to 6 do not multiply to it"),
        ("1,1,1,121/1,1,1,1 A - 1", "'121' is not a position: expected a number from 1 to 120"),
        ("1,1,1,20/20,1,1,1 A - 9", "A and B cannot both stand on 20"),
        ("1,1,1,1/1,1,1,1 C - 1", "'C' is not to move: expected one of A, B"),
        ("1,1,1,1/1,1,1,1 A 1 1", "'1' is not a roll to move with: expected a number from 2 to 6"),
        ("1,1,1,1/1,1,1,1 A - 0", "'0' is not the number of a turn: expected a number from 1 to 10001"),
        ("1,1,1,1/1,1,1,1 - - 2", "somebody is to move from the draw of who begins to the end of the game"),
        ("1,1,1,1/1,1,1,1 A - 10001", "somebody is to move from the draw of who begins to the end of the game"),
        ("120,120,120,120/1,1,1,1 B - 9", "somebody is to move from the draw of who begins to the end of the game"),
        ("120,120,120,120/1,1,1,1 - - 1", "nobody has won before the first turn"),
        ("120,120,120,120/120,120,120,120 - - 9", "only one player wins"),
        ("1,1,1,1/1,1,1,1 - 3 1", "there is a roll of 3, and nobody to move"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        LUDO.parse_position(text)
