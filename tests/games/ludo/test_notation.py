"""What cannot be a turn or a position of Multiplication Ludo is refused in a sentence that says why."""

import pytest

import ludarium
from ludarium.core.errors import IllegalMove, LudariumError, ParseError

LUDO = ludarium.load("ludo")
STATE = LUDO.parse_position("1,4,60,120/1,1,20,1 A 2 9")


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        ("", ParseError, "'' is not a turn: expected a product or a marker, as in A1 1x2=2"),
        ("pass", ParseError, "'pass' is not a turn: expected a product or a marker, as in A1 1x2=2"),
        ("A", ParseError, "'A' is not a turn: expected a product or a marker, as in A1 1x2=2"),
        ("B3", IllegalMove, "A is to move, not B"),
        ("b3", IllegalMove, "A is to move, not b"),
        ("A5", IllegalMove, "A has no marker 5: each player has 4"),
        ("A4", IllegalMove, "A4 is retired: it has landed on 120 and moves no more"),
        ("4x3=12", IllegalMove, "the roll is 2, not 4 or 3"),
        ("4x2=6", IllegalMove, "4 x 2 is not 6"),
        ("2x4=6", IllegalMove, "2 x 4 is not 6"),
        ("10", IllegalMove, "no marker of A moves to 10 with a roll of 2: those that can move are on 1, 4, 60"),
        ("240", IllegalMove, "no marker of A moves to 240 with a roll of 2: those that can move are on 1, 4, 60"),
        ("12x2", IllegalMove, "no marker of A is on 12: those that can move are on 1, 4, 60"),
        ("A2 120", IllegalMove, "A2 is on 4: it is not moved to 120 by a roll of 2"),
    ],
)
def test_an_invalid_turn_is_refused(text: str, kind: type[LudariumError], said: str) -> None:
    with pytest.raises(kind) as caught:
        STATE.move(text)
    assert str(caught.value) == said


def test_factors_are_read_in_either_order_as_the_source_writes_them() -> None:
    state = LUDO.parse_position("1,16,16,4/1,1,1,1 A 4 9")
    assert {str(state.move(text)) for text in ("4x16", "16x4", "4 x 16 = 64", "16 * 4", "A2 4x16=64")} == {
        "1,64,16,4/1,1,1,1 B - 10"
    }
    assert str(state.move("4x4")) == "1,16,16,16/1,1,1,1 B - 10"


@pytest.mark.parametrize(
    ("start", "text", "kind", "said"),
    [
        ("1,1,1,1/1,1,1,1 - - 1", "first C", IllegalMove, "there is no player 3: the players are A, B"),
        ("1,1,1,1/1,1,1,1 - - 1", "2", ParseError, "'2' is not a turn: expected the player who begins, as in first A"),
        ("1,1,1,1/1,1,1,1 A - 1", "roll 7", IllegalMove, "there is no roll 7: the die has the faces 1 to 6"),
        ("1,1,1,1/1,1,1,1 A - 1", "A1", ParseError, "'A1' is not a turn: expected a roll, as in roll 5"),
    ],
)  # fmt: skip
def test_an_impossible_roll_is_refused(start: str, text: str, kind: type[LudariumError], said: str) -> None:
    with pytest.raises(kind) as caught:
        LUDO.parse_position(start).move(text)
    assert str(caught.value) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,1,1,1/1,1,1,1 A", "is not a position: expected markers, mover, roll and turn"),
        ("1,1,1/1,1,1,1 A - 1", "is not a list of numbers for each player: expected one as in 1,1,1,1/1,1,1,1"),
        ("1,1,1,7/1,1,1,1 A - 1", "no marker can be on 7: it is not a product of rolls of 2 to 6"),
        ("1,1,1,121/1,1,1,1 A - 1", "'121' is not a position: expected a number from 1 to 120"),
        ("1,1,1,20/20,1,1,1 A - 9", "A and B cannot both be on 20"),
        ("1,1,1,1/1,1,1,1 C - 1", "'C' is not a player: expected one of A, B"),
        ("1,1,1,1/1,1,1,1 A 1 1", "'1' is not a roll to move with: expected a number from 2 to 6"),
        ("1,1,1,1/1,1,1,1 A - 0", "'0' is not the number of a turn: expected a number from 1 to 10001"),
        (
            "1,1,1,1/1,1,1,1 - - 2",
            "'-' is not to move: expected a player, because - is only for the draw before turn 1",
        ),
        ("1,1,1,1/1,1,1,1 A - 10001", "is not to move: expected - because the game is over"),
        ("120,120,120,120/1,1,1,1 B - 9", "is not to move: expected - because the game is over"),
        ("120,120,120,120/1,1,1,1 - - 1", "no player can have won before the first turn"),
        ("120,120,120,120/120,120,120,120 - - 9", "only one player can have all markers on 120"),
        ("1,1,1,1/1,1,1,1 - 3 1", "has a roll of 3 and no mover: expected a player, as in A 3"),
    ],
)
def test_an_impossible_position_is_refused(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        LUDO.parse_position(text)
