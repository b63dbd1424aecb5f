"""A test for every paragraph of the rules, named after it, and for the rulings."""

import ludarium
import pytest
from ludarium import Game, GameOver, IllegalMove, ParseError, State

FOUR = ludarium.load("connect_four")
SMALL = ludarium.load("connect_four(columns=4,rows=4)")
LARGE = ludarium.load("connect_four(columns=8,rows=8)")


def after(turns: str, game: Game = FOUR) -> State:
    state = game.initial()
    for turn in turns:
        state = state.move(turn)
    return state


def test_1_the_board_begins_empty() -> None:
    assert str(FOUR.initial()) == "7/7/7/7/7/7 x"
    assert str(LARGE.initial()) == "8/8/8/8/8/8/8/8 x"


def test_2_x_begins_and_the_seats_take_turns() -> None:
    assert [after(turns).actors for turns in ("", "a", "ab")] == [(0,), (1,), (0,)]


def test_2_a_stone_falls_to_the_lowest_empty_cell() -> None:
    assert str(after("ddc")) == "7/7/7/7/3O3/2XX3 o"


def test_2_a_full_column_takes_no_stone() -> None:
    state = after("dddddd")
    assert [state.action_name(action) for action in state.legal()] == ["a", "b", "c", "e", "f", "g"]
    with pytest.raises(IllegalMove, match="column d is full: expected a column with an empty cell"):
        state.move("d")


@pytest.mark.parametrize(
    ("game", "position", "turn"),
    [
        (FOUR, "7/7/7/X6/XO5/XO3O1 x", "a"),
        (FOUR, "7/7/7/7/OOO4/XXX4 x", "d"),
        (FOUR, "7/7/7/7/4OOO/4XXX x", "d"),
        (FOUR, "7/7/7/7/OO1O3/XX1X3 x", "c"),
        (FOUR, "7/7/7/2XX3/1XOO3/XOOXO2 x", "d"),
        (FOUR, "7/7/7/3XX2/3OOX1/2OXOOX x", "d"),
        (LARGE, "8/7X/7X/7X/7O/7O/7O/O6X x", "h"),
    ],
)
def test_3_four_in_a_row_win_at_once(game: Game, position: str, turn: str) -> None:
    before = game.parse_position(position)
    won = before.move(turn)
    assert (before.actors, won.actors, won.winners, won.points, won.payoffs) == ((0,), (), (0,), (1, 0), (1, 0))
    assert won.ending == "four X's in a row"
    assert game.parse_position(str(won)) == won
    with pytest.raises(GameOver):
        won.move("a")


def test_3_the_top_of_a_column_and_the_bottom_of_the_next_are_no_row() -> None:
    assert SMALL.parse_position("X3/X3/OX2/OXOO x").winners == ()


def test_3_o_wins_likewise() -> None:
    won = after("abababcb")
    assert (won.winners, won.payoffs, won.ending) == ((1,), (0, 1), "four O's in a row")


def test_4_a_full_board_without_four_in_a_row_is_a_draw() -> None:
    drawn = after("ccadabdcdadacbbb", SMALL)
    assert str(drawn) == "OOXX/OXOX/XOOX/XOXO x"
    assert (drawn.actors, drawn.winners, drawn.payoffs) == ((), (), (0.5, 0.5))
    assert drawn.ending == "a draw: the board is full"


def test_ruling_1_a_stone_that_completes_several_fours_wins_once() -> None:
    won = FOUR.parse_position("7/7/7/1X1X3/XO1OOO1/XXOXXO1 o").move("c")
    assert (won.winners, won.points) == ((1,), (0, 1))


def test_ruling_2_a_four_on_the_last_cell_is_no_draw() -> None:
    full = after("babbdccdcadbdaca", SMALL)
    assert (str(full), full.winners) == ("OOXX/OOXX/OXXO/OXOX x", (1,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("7/7/7/7/7/3X3 x", "X is not to move with 1 X and 0 O"),
        ("7/7/7/7/7/3O3 o", "O is not to move with 0 X and 1 O"),
        ("7/7/7/7/3X3/4O2 x", "a stone in column d does not lie"),
        ("7/7/7/7/OOOO3/XXXX3 x", "X has four in a row already"),
        ("7/7/7/7/OXOO3/XXXX2O o", "X had four in a row before the last turn"),
    ],
)
def test_ruling_3_a_position_that_cannot_arise_is_refused(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=said):
        FOUR.parse_position(text)
