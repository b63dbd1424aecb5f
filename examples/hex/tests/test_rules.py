"""A test for every paragraph of the rules, named after it, and for the rulings."""

from itertools import combinations

import ludarium
import pytest
from ludarium import Game, GameOver, IllegalMove, ParseError, State

HEX = ludarium.load("hex(size=3)")
NO_SWAP = ludarium.load("hex(size=3, swap=off)")
START = HEX.initial()


def names(state: State) -> list[str]:
    return [state.action_name(action) for action in state.legal()]


def after(*turns: str, game: Game = HEX) -> State:
    state = game.initial()
    for turn in turns:
        state = state.move(turn)
    return state


def test_1_a_column_is_a_chain_of_x_s_and_a_row_is_one_of_o_s() -> None:
    assert HEX.parse_position("1XO/1XO/1X1 o").winners == (0,)
    assert HEX.parse_position("1XX/OOO/X2 x").winners == (1,)
    assert HEX.parse_position("XXX/1OO/3 o").winners == ()
    assert HEX.parse_position("O1X/O1X/O2 x").winners == ()


def test_1_a_corner_cell_lies_on_an_edge_of_each_seat() -> None:
    assert HEX.parse_position("X2/X2/XOO o").winners == (0,)
    assert HEX.parse_position("OOO/X2/XX1 x").winners == (1,)


def test_2_x_begins_and_the_seats_take_turns() -> None:
    assert [after(*turns).actors for turns in ((), ("a1",), ("a1", "b2"))] == [(0,), (1,), (0,)]


def test_2_a_stone_goes_on_any_empty_cell_and_on_no_other() -> None:
    assert names(START) == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert names(after("b2", "a3")) == ["a1", "b1", "c1", "a2", "c2", "b3", "c3"]
    with pytest.raises(IllegalMove, match="b2 holds a stone of X: expected an empty cell"):
        after("b2", "b2")


def test_3_o_may_swap_in_reply_to_the_first_stone_and_at_no_other_time() -> None:
    assert names(after("b2"))[-1] == "swap"
    for state in (START, after("b2", "a1"), after("b2", "a1", "c1"), after("b2", "swap"), after("b2", "swap", "a1")):
        assert "swap" not in names(state)
        with pytest.raises(IllegalMove, match="only O may swap"):
            state.move("swap")


@pytest.mark.parametrize(("stone", "swapped"), [("b1", "3/O2/3 x"), ("a3", "2O/3/3 x"), ("c2", "3/3/1O1 x")])
def test_3_the_stone_becomes_o_s_across_the_long_diagonal(stone: str, swapped: str) -> None:
    assert str(after(stone, "swap")) == swapped


def test_3_without_the_option_nobody_swaps() -> None:
    assert "swap" not in names(after("b2", game=NO_SWAP))
    with pytest.raises(IllegalMove, match="played without swap"):
        after("b2", "swap", game=NO_SWAP)


def test_4_a_chain_from_edge_to_edge_wins_at_once() -> None:
    won = HEX.parse_position("1X1/1XO/1O1 x").move("a3")
    assert (won.actors, won.winners, won.points, won.payoffs) == ((), (0,), (1.0, 0.0), (1.0, 0.0))
    assert won.ending == "a chain of X's from top to bottom"
    with pytest.raises(GameOver):
        won.move("a1")


def test_4_cells_that_share_only_a_corner_are_no_chain() -> None:
    assert HEX.parse_position("X1O/1XO/2X o").winners == ()  # down to the right is no step; down to the left is one
    assert HEX.parse_position("O1X/OX1/X2 o").winners == (0,)


def test_4_a_full_board_holds_a_chain_of_exactly_one_seat() -> None:
    winners = {"X": 0, "O": 0}
    for cells in combinations(range(9), 5):
        line = "".join("X" if cell in cells else "O" for cell in range(9))
        rows = f"{line[:3]}/{line[3:6]}/{line[6:]}"
        try:
            assert HEX.parse_position(f"{rows} o").winners == (0,)
            winners["X"] += 1
        except ParseError as error:  # O has not put the last stone, and cannot have won
            assert str(error) == "O has a chain already, so X must be to move"
            winners["O"] += 1
    assert sum(winners.values()) == 126
    assert min(winners.values()) > 0


def test_ruling_1_after_a_swap_x_is_to_move() -> None:
    assert after("b1", "swap").actors == (0,)


def test_ruling_2_a_stone_on_the_long_diagonal_stays_and_changes_its_owner() -> None:
    assert str(after("b2", "swap")) == "3/1O1/3 x"


@pytest.mark.parametrize("text", ["3/1X1/3 x", "3/1O1/3 o", "XX1/3/3 o", "3/3/3 o", "XO1/O2/3 o"])
def test_ruling_3_a_position_whose_stones_cannot_have_been_put_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="is not to move with"):
        HEX.parse_position(text)


def test_ruling_3_x_has_one_stone_less_after_a_swap_and_only_then() -> None:
    assert HEX.parse_position("3/1O1/3 x").actors == (0,)
    with pytest.raises(ParseError, match="X is not to move with 0 X and 1 O"):
        NO_SWAP.parse_position("3/1O1/3 x")


def test_a_seat_that_has_won_is_not_to_move() -> None:
    with pytest.raises(ParseError, match="X has a chain already"):
        HEX.parse_position("1XO/1XO/1XO x")
