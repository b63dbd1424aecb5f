"""Throngs' rules, a test for each thing that the paragraphs of the rules page say, and for the rulings.

Scores and the end have a file of their own.
"""

import pytest

import ludarium
from ludarium.games.throngs.kernel import COUNTER, HAND, SECOND, TRAVEL
from ludarium.games.throngs.rules import influence, travel
from tests.games.throngs.positions import (
    AROUND_E5,
    BOARD,
    PIE,
    THRONGS,
    begun,
    names,
    position,
    refused,
)


def test_1_black_begins_and_a_turn_is_two_moves_the_first_included() -> None:
    state, seats = THRONGS.initial(), []
    for _ in range(3):
        for move in (next(name for name in sorted(names(state)) if name[0] == "+"), "pass"):
            seats.append(state.actors)
            state = begun(state, move)
    assert seats == [(0,), (0,), (1,), (1,), (0,), (0,)]


def test_2_influence_is_own_stones_less_enemy_stones_on_the_site_and_around_it() -> None:
    state = position("e5 f5 e6", "f6 g7")
    influences = {name: influence(THRONGS.tables, state.vector, 0, BOARD.numbers[name]) for name in ("e5", "f6", "d5")}
    assert influences == {"e5": 2, "f6": 1, "d5": 2}
    assert influence(THRONGS.tables, state.vector, 1, BOARD.numbers["e5"]) == -2


@pytest.mark.parametrize(
    ("b", "w", "offered"),
    [("d5", "", True), ("d5 f6", "f5", True), ("d5", "f5", False), ("", "", False)],
)
def test_3_adding_needs_influence_1(b: str, w: str, offered: bool) -> None:
    assert ("+e5" in names(position(b, w))) == offered


def test_3_adding_with_influence_0_needs_a_site_without_an_empty_neighbour() -> None:
    hemmed = position("d5 e6 f6", "f5 e4 d4")
    assert "+e5" in names(hemmed)
    assert begun(hemmed, "+e5").vector[HAND] < 0
    said_there = "influence 0 at e5 (Black's stones there and beside it, less White's), and adding needs 1, or 0"
    assert said_there in refused(position("d5 e6", "f5 e4"), "+e5 pass")


@pytest.mark.parametrize(("b", "left"), [("d5", 0), ("d5 e6", 1), (AROUND_E5, 5)])
def test_3_an_added_stone_travels_influence_less_one(b: str, left: int) -> None:
    assert begun(position(b), "+e5").vector[TRAVEL] == left


@pytest.mark.parametrize(("b", "left"), [("d5 e6", None), ("d5 e6 f6", 0), ("d5 e6 f6 f5", 1), (AROUND_E5, 3)])
def test_3_a_capture_needs_influence_2_and_its_stone_travels_influence_less_two(b: str, left: int | None) -> None:
    state = position(b, "e5")
    assert ("xe5" in names(state)) == (left is not None)
    if left is not None:
        assert begun(state, "xe5").vector[TRAVEL] == left


@pytest.mark.parametrize(("b", "w", "left"), [("", "", 1), ("", "d5", None), ("d5 e6", "", 3), (AROUND_E5, "", 7)])
def test_3_a_stone_moves_up_to_the_influence_where_that_is_1(b: str, w: str, left: int | None) -> None:
    state = position(f"e5 {b}", w)
    assert ("e5" in names(state)) == (left is not None)
    if left is not None:
        assert begun(state, "e5").vector[TRAVEL] == left
        assert "-e5" not in names(begun(state, "e5"))


def test_4_a_hop_leaps_over_anything_along_a_line_and_costs_its_distance() -> None:
    state = begun(position("e5 f5 g5", "h5"), "e5")
    assert state.vector[TRAVEL] == 2
    assert "-i5" not in names(state)
    assert "-i5" in names(begun(position("e5 f5 g5 e6 d5", "h5"), "e5"))


def test_4_hops_may_turn_at_empty_sites_and_share_the_limit() -> None:
    ends = names(begun(position("e5 e6"), "e5"))
    assert {"-g5", "-g6", "-g7", "-f7", "-e7", "-d6"} <= ends
    assert "-h5" not in ends
    walled = names(begun(position("e5 f5", "f6"), "e5"))
    assert walled == {"-d5", "-d4", "-e4", "-e6"}


def test_4_the_site_where_the_stone_stands_counts_as_occupied() -> None:
    state = begun(position("c1 d1"), "c1")
    assert state.vector[TRAVEL] == 2
    assert "-c1" not in names(state)


def test_4_there_is_no_hop_across_a_gap_in_the_grid() -> None:
    star = ludarium.load("throngs(board=93)")
    state = begun(star.parse_position("bb2/bbb5/7/8/11/12/11/8/7/6/7/4 b 11.1 1:1 0"), "b1")
    assert state.vector[TRAVEL] == 4
    assert "-f5" in names(state)  # four steps to the right and up
    assert "-f1" not in names(state)  # as near, but behind a gap


def test_4_a_move_ends_if_its_stone_could_only_stay() -> None:
    around = {BOARD.names[site] for line in BOARD.lines[BOARD.numbers["e5"]] for site in line[:2]}
    state = position(" ".join(sorted(around)))
    assert travel(THRONGS.tables, state.vector, 0, BOARD.numbers["e5"]) == 5
    assert begun(state, "+e5").vector[HAND] == BOARD.numbers["e5"]
    lines = {BOARD.names[site] for line in BOARD.lines[BOARD.numbers["e5"]] for site in line}
    after = begun(position(" ".join(sorted(lines)), rest="w 12.1 1:1 0").move("pass pass"), "+e5")
    assert (after.vector[HAND], after.vector[SECOND]) == (-1, 1)
    assert "e5" not in names(position(" ".join(sorted(lines | {"e5"})), rest="w 12.1 1:1 0").move("pass pass"))


def test_4_an_added_stone_may_stay_or_travel() -> None:
    state = position("d5 e6")
    assert {state.move("+e5 pass"), state.move("+e5-e5 pass")} == {state.move("+e5 pass")}
    assert state.move("+e5-e4 pass") != state.move("+e5 pass")


def test_5_moving_and_passing_end_at_counter_4() -> None:
    state = position("d5 e6", rest="b 11.1 3:1 0")
    after = state.play(state.parse_turn("pass +d6")[0])
    assert after.vector[COUNTER] == 4
    assert {name[0] for name in names(after)} == {"+"}
    assert "must add or capture" in refused(after, "pass")
    assert "must add or capture" in refused(after, "d5-d4")


def test_5_adding_sets_the_counter_to_1_and_a_capture_only_adds_to_it() -> None:
    state = position("d5 e6 f6", "e5", "b 11.1 4:1 0")
    assert begun(state, "xe5").vector[COUNTER] == 5
    assert begun(state, "+c5").vector[COUNTER] == 1


def test_5_five_moves_are_allowed_before_the_first_stone() -> None:
    state, allowed = THRONGS.initial(), []
    for turn in ("pass pass", "+d7 pass", "pass e3-d3", "pass +d8", "d3-c3", None):
        allowed += ["pass" in names(state)] * (state.actors == (0,))
        if turn == "d3-c3":
            state = begun(begun(state, "d3"), "-c3")
        elif turn:
            state = state.move(turn)
    assert allowed == [True, True, True, False]


def test_5_a_player_without_another_move_must_pass_and_the_counter_stays() -> None:
    assert "pass" not in names(position("c1", "h10 i10", "b 11.1 4:1 0"))
    surrounded = position("c1", "d1 c2 d2", "b 11.1 4:1 0")
    assert names(surrounded) == {"pass"}
    assert begun(surrounded, "pass").vector[COUNTER] == 4


def test_8_the_pie_is_black_white_black_and_white_accepts_and_begins() -> None:
    placed = PIE.initial().move("+e3 +d6 +h7")
    assert str(placed) == "3/6/4b3/8/8/2w5/5b2/7/5/2 pie"
    assert names(placed) == {"accept", "swap"}
    assert placed.actors == (1,)
    accepted = placed.move("accept")
    assert (accepted.actors, accepted.points) == ((1,), (0, 0))
    assert accepted.move("pass pass").actors == (0,)


def test_8_white_may_swap_the_colours_and_black_begins() -> None:
    swapped = PIE.initial().move("+e3 +d6 +h7").move("swap")
    assert str(swapped) == "3/6/4w3/8/8/2b5/5w2/7/5/2 b 1.1 -:- 0"
    assert swapped.actors == (0,)


def test_8_on_the_page_there_are_two_white_stones_and_the_single_one_begins() -> None:
    placed = ludarium.load("throngs(setup=pie,rules=page)").initial().move("+e3 +d6 +h7")
    assert str(placed) == "3/6/4b3/8/8/2w5/5w2/7/5/2 pie"
    assert placed.move("accept").actors == (0,)
    assert placed.move("swap").actors == (1,)


def test_8_the_stones_are_placed_on_three_sites() -> None:
    state = PIE.initial().play(BOARD.numbers["e3"])
    assert state.in_turn
    assert len(state.legal()) == 62
    assert refused(state, "+e3 +d6") == "e3 already holds a stone"


@pytest.mark.parametrize(
    ("turn", "written"),
    [("+d3 +e4", "+d3 +e4"), ("+D3   PASS", "+d3 pass"), ("pass e3-d3", "pass e3-d3"), ("+d3 +e4-e4", "+d3 +e4")],
)
def test_9_turns_are_written_move_by_move(turn: str, written: str) -> None:
    state = THRONGS.initial()
    assert state.format_turn(state.parse_turn(turn)) == written


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ("+d3", "not a complete turn"),
        ("+d3 pass pass", "complete"),
        ("+d6 pass", "holds White's stone, so expected xd6"),
        ("e3 pass", "must end on a space other than"),
        ("+a4 pass", "influence 0 at a4 (Black's stones there and beside it, less White's), and adding needs 1"),
        ("xd6 pass", "influence -1 at d6 (Black's stones there and beside it, less White's), and capturing needs 2"),
        ("d3-e3 pass", "holds no stone"),
        ("+D6 pass", "+D6: d6 holds White's stone, so expected xd6"),
        ("+D3  ", "'+D3' is not a complete turn"),
        ("e3-g3 pass", "out of reach"),
        ("+d3-c3 pass", "cannot travel"),
        ("-c3 pass", "no stone travels"),
        ("swap pass", "swap is not possible now"),
    ],
)
def test_9_a_turn_that_is_not_allowed_is_refused_with_the_reason(turn: str, reason: str) -> None:
    assert reason in refused(THRONGS.initial(), turn)


def test_9_with_a_stone_in_hand_the_rest_of_the_turn_is_written() -> None:
    state = begun(position("d5 e6"), "+e5")
    rest = state.parse_turn("-f5 pass")
    assert state.format_turn(rest) == "-f5 pass"
    assert str(state).endswith(" +e5-")
    assert refused(state, "+d6 pass").startswith("+d6: expected a move such as -e7: a stone travels")


def test_ruling_1_a_forced_pass_is_one_move_of_the_turn() -> None:
    surrounded = position("c1", "d1 c2 d2", "b 11.1 4:1 0").play(63)
    assert (surrounded.actors, surrounded.in_turn) == ((0,), True)
