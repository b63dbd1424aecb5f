"""Every paragraph of the rules, shown on positions."""

import ludarium
import pytest
from ludarium import IllegalMove, ParseError, State


def at(spec: str, position: str) -> State:
    return ludarium.load(spec).parse_position(position)


def names(state: State) -> set[str]:
    return {state.action_name(action) for action in state.legal()}


def test_tic_tac_toe_1_and_2() -> None:
    state = at("tic_tac_toe", "XX1/OO1/3 x")
    assert names(state) == {"c1", "c2", "a3", "b3", "c3"}
    with pytest.raises(IllegalMove, match="a1 is not allowed: expected an empty cell"):
        state.move("a1")
    assert state.move("c1").winners == (0,)
    assert state.move("c2").move("c1").winners == ()
    full = at("tic_tac_toe", "XOX/XOO/OXX o")
    assert (full.winners, full.ending) == ((), "a draw: the board is full")


def test_breakthrough_1_a_stone_captures_on_diagonals_alone() -> None:
    state = at("breakthrough(columns=3,rows=4)", "1O1/2O/1X1/X2 x")
    assert names(state) == {"b3-a2", "b3-b2", "b3-c2", "a4-a3"}
    assert str(state.move("b3-c2")) == "1O1/2X/3/X2 o"
    with pytest.raises(IllegalMove, match="b3-b2 is not allowed: expected a step of one's own stone"):
        at("breakthrough(columns=3,rows=4)", "O2/1O1/1X1/X2 x").move("b3-b2")


def test_breakthrough_2_the_other_edge_and_the_last_stone_win() -> None:
    assert at("breakthrough(columns=3,rows=4)", "1O1/X2/3/3 x").move("a2-a1").winners == (0,)
    assert at("breakthrough(columns=3,rows=4)", "3/1O1/X2/3 x").move("a3-b2").winners == (0,)
    assert at("breakthrough(columns=3,rows=4)", "2X/3/1O1/X2 o").winners == (0,)


def test_clobber_1_and_2() -> None:
    state = at("clobber(columns=3,rows=1)", "XOX x")
    assert names(state) == {"a1-b1", "c1-b1"}
    assert state.move("a1-b1").winners == (0,)
    assert at("clobber(columns=2,rows=1)", "X1 x").winners == (1,)


def test_amazons_1_and_2_a_turn_is_a_move_and_an_arrow() -> None:
    start = ludarium.load("amazons(size=4)").initial()
    moved = start.play(next(action for action in start.legal() if start.action_name(action) == "a3-b3"))
    assert moved.in_turn
    assert moved.actors == (0,)
    assert str(moved) == "1OO1/O2O/1X1X/1XX1 x 9"
    assert moved.game.parse_position(str(moved)) == moved
    assert "a3" in names(moved)
    after = start.move("a3-b3 a3")
    assert str(after) == "1OO1/O2O/#X1X/1XX1 o"


def test_amazons_3_who_cannot_move_loses() -> None:
    assert at("amazons(size=4)", "X#2/##2/4/3O x").winners == (1,)


def test_y_1_and_2() -> None:
    assert at("y(size=3)", "X/X1/X2 o").winners == (0,)  # a side has two corners
    assert at("y(size=3)", "1/XX/1O1 o").winners == ()
    assert at("y(size=3)", "1/XX/OX1 o").winners == (0,)
    assert at("y(size=3)", "O/2/3 x").winners == ()


@pytest.mark.parametrize("seed", range(30))
def test_y_2_a_full_board_has_one_winner(seed: int) -> None:
    record = ludarium.play_match("y(size=5)", ["random", "random"], seed=seed)
    *_, last = record.states()
    assert len(last.winners) == 1


@pytest.mark.parametrize(
    ("position", "wins"),
    [
        ("XXX/4/5/4/3 o", True),  # a bridge
        ("1X1/4/5/4/3 o", False),
        ("1X1/2XX/3X1/4/3 o", False),  # two edges
        ("1X1/2XX/3X1/3X/3 o", True),  # a fork: the edges of b1, d2 and d4
        ("X2/1X2/1XX2/2X1/3 o", False),  # a corner belongs to no edge
        ("3/1XX1/1X1X1/1XX1/3 o", True),  # a ring around an empty cell
        ("3/1XX1/1XOX1/1XX1/3 o", True),
        ("3/1XX1/1XXX1/1XX1/3 o", True),
        ("3/1XX1/1X1X1/1X2/3 o", False),
    ],
)
def test_havannah_1_and_2(position: str, wins: bool) -> None:
    assert at("havannah(size=3)", position).winners == ((0,) if wins else ())


def test_reversi_1_2_and_3() -> None:
    start = ludarium.load("reversi(size=4)").initial()
    assert names(start) == {"b1", "a2", "d3", "c4"}
    assert str(start.move("b1")) == "1X2/1XX1/1XO1/4 o"
    assert names(at("reversi(size=4)", "XO2/4/4/4 o")) == {"pass"}
    over = at("reversi(size=4)", "XXO1/4/4/4 x")
    assert over.actors
    assert at("reversi(size=4)", "XX2/4/3O/4 x").winners == (0,)
    assert at("reversi(size=4)", "X3/4/3O/4 x").ending == "a draw: equally many stones"


def test_yavalath_1_and_2() -> None:
    assert at("yavalath(size=3)", "3/4/XXX2/4/3 o").winners == (1,)
    assert at("yavalath(size=3)", "3/4/XXXX1/4/3 o").winners == (0,)
    assert at("yavalath(size=3)", "3/4/XX1X1/4/3 x").move("c3").winners == (0,)
    assert at("yavalath(size=3)", "3/4/XX3/4/3 o").winners == ()


def test_a_position_in_which_nobody_can_move_and_nobody_has_won_is_refused() -> None:
    with pytest.raises(ParseError, match="O cannot move: expected a position in which somebody can, or has won"):
        ludarium.load("y(size=4)").parse_position("X/OO/XXO/XOXO o")
