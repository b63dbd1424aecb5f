"""Orion's rules, a test for each thing that the paragraphs of the rules page say."""

import pytest

import ludarium
from ludarium.core.errors import GameOver, IllegalMove, ParseError
from ludarium.core.game import State
from ludarium.games.orion.rules import former_endings

ORION = ludarium.load("orion")
WINNING_PICTURE = "5/2X3/2X2/3X2/3X1/4X1/1X1X1/1XXX2/2X2/1X4/5"


def board(*rows: str) -> str:
    """A board whose upright rows are given, from the top; level ones are empty."""
    return "/".join(["5", *(part for row in rows for part in (row, "5"))])


def names(state: State) -> set[str]:
    return {state.action_name(action) for action in state.legal()}


def clickable(state: State) -> str:
    return "".join(sorted({name[0] for name in names(state) if name not in ("done", "pass")}))


def plays(state: State, *turns: str) -> State:
    for turn in turns:
        state = state.move(turn)
    return state


def test_1_x_moves_first_and_then_the_seats_take_turns() -> None:
    state = ORION.initial()
    seats = []
    for _ in range(5):
        seats.append(state.actors)
        state = state.move("pass")
    assert seats == [(0,), (1,), (0,), (1,), (0,)]


@pytest.mark.parametrize(("clicks", "allowed"), [(1, [1, 1, 1, 1]), (3, [1, 2, 3, 3]), (6, [1, 2, 3, 4])])
def test_2_clicks_rise_from_one_to_the_option(clicks: int, allowed: list[int]) -> None:
    state = ludarium.load(f"orion(clicks={clicks})").initial()
    for most, rotor in zip(allowed, "uaub", strict=True):
        state.move(rotor + "+" * most)
        with pytest.raises(IllegalMove, match=f"{most + 1} clicks: this turn allows {most}"):
            state.move(rotor + "+" * (most + 1))
        state = state.move("pass")


def test_2_a_turn_may_have_fewer_clicks_or_none() -> None:
    state = plays(ORION.initial(), "pass", "pass")
    assert [plays(state, turn).actors for turn in ("u+++", "u++", "u+", "pass")] == [(1,)] * 4


def test_2_a_turn_whose_clicks_are_used_up_ends_by_itself() -> None:
    state = ORION.initial()
    assert state.play(state.parse_turn("u+")[0]).actors == (1,)


def test_3_only_rotors_that_hold_an_own_piece_can_be_clicked() -> None:
    assert clickable(ORION.initial()) == "pqrstuvwxy"
    with pytest.raises(IllegalMove, match="rotor a holds no piece of X"):
        ORION.initial().move("a+")


def test_3_one_piece_must_ride_on_every_click() -> None:
    state = ORION.parse_position(board("XX4", "6", "6", "6", "6") + " x 5")
    after = state.play(*state.parse_turn("a+")[:1])
    assert clickable(after) == "af", "west of a went north, and east of a went south, which is north of f"
    with pytest.raises(IllegalMove, match="rotor b holds no piece of X that all clicks of this turn have carried"):
        state.move("a+f+b+")


def test_3_the_piece_need_not_be_named_and_may_be_any() -> None:
    state = ORION.parse_position(board("XX4", "6", "6", "6", "6") + " x 5")
    plays(state, "a++b+")  # carries the piece west of a to b
    plays(state, "a+f+")  # carries the piece east of a to f


def test_3_the_opponents_pieces_ride_along() -> None:
    assert str(ORION.parse_position(board("XO4", "6", "6", "6", "6") + " x 5").move("a++")).startswith("5/OX4/")


def test_4_a_plus_b_minus_carries_the_piece_north_of_a_to_the_south_of_b() -> None:
    state = ORION.parse_position("O4/6/X4/6/5/6/5/6/5/6/5 o 2").move("a+b-")
    assert str(state).split()[0] == "5/X5/1O3/6/5/6/5/6/5/6/5"


@pytest.mark.parametrize(
    ("text", "shortest"),
    [
        ("a+++", "a+++"),
        ("a+a+a+", "a+++"),
        ("a++a+", "a+++"),
        ("b-b-c+", "b--c+"),
        ("A+ B-", "a+b-"),
        ("a+a-", "a+a-"),
        ("a+-", "a+a-"),
        ("b-+-", "b-b+b-"),
    ],
)
def test_4_a_repeated_sign_repeats_the_click(text: str, shortest: str) -> None:
    state = ORION.initial().move("pass").move("pass").move("pass")
    assert state.format_turn(state.parse_turn(text)) == shortest
    assert state.move(text) == state.move(shortest)


@pytest.mark.parametrize("text", ["", "a", "+", "a+z+", "a=", "+a", "u+pass", "a+" * 101, "\uff41+"])
def test_4_other_text_is_no_turn(text: str) -> None:
    with pytest.raises(ParseError, match="is not a turn"):
        ORION.initial().move(text)


def test_5_a_turn_may_not_take_back_the_opponents_turn() -> None:
    state = ORION.parse_position("O4/X5/5/6/5/6/5/6/5/6/5 x 5").move("a+")
    assert "pass" in names(state)
    with pytest.raises(IllegalMove, match="may not end here: this would restore the position before X's last move"):
        state.move("a-")
    with pytest.raises(IllegalMove, match="restore"):
        state.move("a+++")


def test_5_the_option_allows_it() -> None:
    state = ludarium.load("orion(reversal=allowed)").parse_position("O4/X5/5/6/5/6/5/6/5/6/5 x 5").move("a+").move("a-")
    assert str(state).startswith("O4/X5/")


def test_5_after_a_pass_nothing_is_forbidden() -> None:
    state = plays(ORION.initial(), "pass", "a+", "pass", "a-")
    assert state.actors == (0,)


def test_5_a_turn_that_changes_nothing_counts_as_a_pass() -> None:
    state = plays(ORION.initial(), "u+", "b+b-")
    assert "pass" in names(state)
    assert state.move("u-").actors == (1,), "X may go back to where the turn before began"


def test_5_the_forbidden_position_may_be_passed_through() -> None:
    state = ORION.parse_position("O4/X5/5/6/5/6/5/6/5/6/5 x 5").move("a+")
    through = state.play_actions(state.parse_turn("a--")[:1])
    assert "done" not in names(through)
    assert state.move("a-a-").actors == (0,)


def test_5_a_last_click_that_would_leave_only_the_forbidden_position_is_not_offered() -> None:
    state = ludarium.load("orion(clicks=1)").parse_position("O4/X5/5/6/5/6/5/6/5/6/5 x 5").move("a+")
    assert {"a+", "a-", "pass"} - names(state) == {"a-"}


def test_5_a_click_is_not_offered_when_no_later_one_could_change_the_board() -> None:
    """O's pieces fill rotor a; X has turned one of them away with b, and O turns it back, with two clicks left."""
    state = ORION.parse_position("OX3/OO4/O4/6/5/6/5/6/5/6/5 x 5").move("b+")
    back = state.play_actions(state.parse_turn("b--")[:1])
    assert names(back) == {"a+", "b+", "b-"}, "a- would carry the piece north of a, where it can do nothing more"


def test_6_the_sources_winning_picture_wins() -> None:
    state = ORION.parse_position(WINNING_PICTURE + " o 42")
    assert (state.actors, state.winners, state.payoffs) == ((), (0,), (1.0, 0.0))
    assert state.ending == "a chain of X's from top to bottom"


@pytest.mark.parametrize("place", [place for place, cell in enumerate(WINNING_PICTURE) if cell == "X"])
def test_6_the_picture_without_any_one_of_its_pieces_wins_nothing(place: int) -> None:
    picture = WINNING_PICTURE[:place] + "1" + WINNING_PICTURE[place + 1 :]
    assert ORION.parse_position(picture + " o 42").actors == (1,)


def test_6_o_also_connects_top_to_bottom() -> None:
    assert ORION.parse_position(board(*["5O"] * 5) + " x 41").winners == (1,)


def test_6_a_row_from_side_to_side_wins_nothing() -> None:
    assert ORION.parse_position("5/6/XXXXX/6/5/6/5/6/5/6/5 o 42").actors == (1,)


def test_6_pieces_that_meet_at_a_tip_are_linked_and_others_are_not() -> None:
    straight, apart = ["X5"] * 5, ["X5", "X5", "1X4", "X5", "X5"]
    assert ORION.parse_position(board(*straight) + " o 42").winners == (0,)
    assert ORION.parse_position(board(*apart) + " o 42").actors == (1,)


def test_6_the_opponents_pieces_link_nothing() -> None:
    assert ORION.parse_position(board("X5", "X5", "O5", "X5", "X5") + " o 42").actors == (1,)


def test_6_a_chain_within_a_turn_counts_for_nothing() -> None:
    state = ORION.parse_position("X4/6/5/X5/5/X5/5/X5/5/X5/5 x 5")
    within = state.play_actions(state.parse_turn("a-")[:1])
    assert within.actors == (0,)
    assert str(within).split()[0] == board(*["X5"] * 5)
    assert state.move("a--").actors == (1,)
    assert state.move("a-").winners == (0,)


def test_7_two_chains_at_once_win_for_the_player_who_moved() -> None:
    rows = board(*["X4O"] * 5)
    x, o = ORION.parse_position(rows + " o 42"), ORION.parse_position(rows + " x 41")
    assert (x.winners, o.winners) == ((0,), (1,))
    assert x.ending == "both have a chain from top to bottom, and X made the turn"
    assert o.ending == "both have a chain from top to bottom, and O made the turn"
    assert former_endings(o) == ("a chain of O's from top to bottom",)  # of records that were written before


def test_7_a_chain_made_for_the_opponent_wins_for_the_opponent() -> None:
    state = ORION.parse_position("O4/X5/5/O5/5/O5/5/O5/5/O5/5 x 5")
    assert state.move("a-").winners == (1,)


def test_8_a_position_that_occurs_for_the_third_time_is_a_draw() -> None:
    state = plays(ORION.initial(), "pass", "pass")
    again = ["pass"] * 4
    assert plays(state, *again[:3]).actors == (1,)
    end = plays(state, *again)
    assert (end.actors, end.winners, end.payoffs) == ((), (), (0.5, 0.5))
    assert end.ending == "a draw: the position came up for the third time"


@pytest.mark.parametrize(("clicks", "turns"), [(1, 4), (3, 6), (6, 9)])
def test_8_opening_turns_count_separately_because_they_allow_fewer_clicks(clicks: int, turns: int) -> None:
    state = plays(ludarium.load(f"orion(clicks={clicks})").initial(), *["pass"] * (turns - 1))
    assert state.actors
    assert not state.move("pass").actors


def test_8_the_same_pieces_with_the_other_player_to_move_are_another_position() -> None:
    state = ludarium.load("orion(clicks=1)").initial()
    assert plays(state, *["pass"] * 3).actors == (1,), "it lay so four times, two for each player"


def test_8_a_game_may_last_as_many_turns_as_the_option_says() -> None:
    state = ludarium.load("orion(turn_limit=10)").parse_position("XO3/6/5/6/5/6/5/6/5/6/5 o 10")
    assert state.move("pass").ending == "a draw: the turn limit was reached"


def test_8_a_chain_counts_before_the_turn_limit() -> None:
    state = ludarium.load("orion(turn_limit=10)").parse_position("O4/6/5/O5/5/O5/5/O5/5/O5/5 o 10")
    assert state.move("pass").winners == ()
    assert state.move("a-").winners == (1,)


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    state = ORION.parse_position(WINNING_PICTURE + " o 42")
    with pytest.raises(GameOver, match="the game is over: a chain of X's"):
        state.move("pass")
    with pytest.raises(GameOver):
        state.play(50)
