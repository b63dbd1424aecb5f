"""Grid Game's rules, a test for each thing that the paragraphs of the rules page say, and for the rulings.

Rocks and the end have files of their own.
"""

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import IllegalMove, InvalidOption
from ludarium.games.grid import kernel
from tests.games.grid.positions import FOUR, GRID, SMALL, reported


def after(rows: str, turn: str, number: int = 1, spec: str = "grid(width=7,height=6)") -> str:
    """The rows after one turn from these rows; directions and number are those of the turn."""
    return str(ludarium.load(spec).parse_position(f"{rows} {turn} {number}").move(turn)).split()[0]


def test_1_the_board_is_20_by_12_with_a_city_of_10_in_two_corners() -> None:
    assert str(GRID.initial()) == "//.2G10///////.17R10// e/w 0"


def test_1_three_and_four_players_have_a_city_in_each_other_corner() -> None:
    assert str(FOUR.initial()) == "//.2G10.14Y10///////.2B10.14R10// e/w/w/e 0"
    assert str(ludarium.load("grid(players=3)").initial()) == "//.2G10.14Y10///////.17R10// e/w/w 0"


def test_1_the_board_may_have_another_size() -> None:
    assert str(SMALL.initial()) == "//.2G10/.4R10// e/w 0"


@pytest.mark.parametrize(
    ("option", "low", "high"),
    [("players", 1, 5), ("width", 6, 41), ("height", 5, 31), ("spawn_interval", 0, 21), ("city_at", 1, 16),
     ("rocks", -1, 61), ("turn_limit", 9, 3001)],
)  # fmt: skip
def test_1_options_have_ranges(option: str, low: int, high: int) -> None:
    for value in (low, high):
        with pytest.raises(
            InvalidOption, match=f"{option} is a whole number from {low + 1} to {high - 1}, not '{value}'"
        ):
            ludarium.load(f"grid({option}={value})")


def test_2_all_choose_at_once_and_turns_are_numbered_from_0() -> None:
    state = GRID.initial()
    assert (state.actors, state.legal(0), state.legal(1)) == ((0, 1), (0, 1, 2, 3), (0, 1, 2, 3))
    assert str(state.move("n/s")).endswith(" n/s 1")
    assert not state.in_turn


def test_2_choosing_none_keeps_the_last_direction() -> None:
    state = GRID.initial().move("n/s")
    assert state.move("-/-") == state.move("n/s")
    assert state.format_turn(state.parse_turn("-/e")) == "n/e"


def test_2_a_seat_that_chooses_nothing_goes_on_as_before() -> None:
    start = GRID.initial()
    assert (start.default_action(0), start.default_action(1)) == (1, 3)
    assert start.move("n/s").default_action(1) == 2


def test_2_a_seat_chooses_a_direction_and_nothing_else() -> None:
    rocky = ludarium.load("grid(rocks=1)").initial()
    state = rocky.play(rocky.legal(-1)[0])
    with pytest.raises(IllegalMove, match="9 is not an action of grid: expected 0 to 3"):
        state.play(0, 9)


def test_3_the_source_s_case_one_can_fight_three() -> None:
    assert after(".r1/g4r1/.r1///", "w/e") == "/g1////"


def test_3_damage_is_the_sum_of_all_enemies_around_and_diagonals_count() -> None:
    assert after("/.2g9/.r2.r3///", "w/w") == "/.g4////"


def test_3_a_city_is_damaged_and_damages_as_a_walker_does() -> None:
    assert after("/.2G10r9////", "n/n") == "/.2G1////"


def test_3_friends_do_not_hurt_each_other() -> None:
    assert after("/.2g3g4////", "n/n") == ".2g3g4/////"


def test_3_damage_far_above_any_value_kills() -> None:
    """Eight neighbours of 4 are 32, and of 6 are 48: sums that four bits would hold as 0."""
    for value in (2, 4, 6):
        around = f"r{value}*3/.2r{value}G10r{value}/.2r{value}*3"
        assert "G" not in after(f"/.2{around}//", "n/s")


def test_3_after_the_damage_no_enemies_touch() -> None:
    dice = np.random.default_rng(5)
    t = FOUR.tables
    state = FOUR.initial()
    for _ in range(300):
        if not state.actors:
            break
        v = state.vector
        kernel.damage(t, v)
        for row in range(1, 13):
            for seat in range(4):
                own = int(v[kernel.place(kernel.OWN + seat, row)])
                near = 0
                for other in (row - 1, row, row + 1):
                    enemies = int(kernel.others(t, v, other, seat))
                    near |= enemies | enemies << 1 | enemies >> 1
                assert own & near == 0
        state = state.play(*(int(dice.integers(4)) for _ in state.actors))


def test_4_a_player_without_a_piece_after_the_damage_has_lost() -> None:
    state = SMALL.parse_position("g9r1///// n/n 7").move("n/n")
    assert (state.actors, state.winners, state.payoffs, reported(state)) == ((), (0,), (1.0, 0.0), 7)
    assert str(state).split()[1] == "n/x"


def test_4_a_last_piece_lost_in_the_movement_is_found_missing_in_the_next_turn() -> None:
    state = SMALL.parse_position("g5.r3///// e/w 7").move("e/w")
    assert state.actors == (0, 1)
    state = state.move("e/w")
    assert (state.actors, state.winners, reported(state)) == ((), (0,), 8)


def test_ruling_3_three_go_on_without_the_fourth_who_chooses_nothing() -> None:
    lost = FOUR.parse_position("g5//////////.5y5/.9b5 n/n/n/n 4").move("n/n/n/n")
    assert lost.actors == (0, 2, 3)
    assert str(lost.move("e/x/s/w")).split()[1] == "e/x/s/w"
    assert lost.move("e/-/s/w") == lost.move("e/x/s/w")
    with pytest.raises(IllegalMove, match="red has lost: expected x or -"):
        lost.move("e/e/s/w")
    with pytest.raises(IllegalMove, match="green has not lost: expected n, e, s, w or -, not x"):
        lost.move("x/x/s/w")


def test_5_walkers_go_one_cell_with_their_whole_value() -> None:
    assert after("/.2g7////", "n/n") == ".2g7/////"
    assert after("/.2g7////", "e/n") == "/.3g7////"
    assert after("/.2g7////", "s/n") == "//.2g7///"
    assert after("/.2g7////", "w/n") == "/.g7////"


@pytest.mark.parametrize("what", ["#", "G5", "edge"])
def test_5_a_walker_stays_where_the_next_cell_is_shut_and_is_joined(what: str) -> None:
    row = "g1*3" if what == "edge" else f"{what}g1*3"
    assert after(f"{row}/////", "w/n") == f"{'' if what == 'edge' else what}g2g1/////"


def test_5_an_enemy_s_city_stops_a_walker_only_as_long_as_it_stands() -> None:
    assert after(".R3.g5/////", "e/w") == ".R3.2g5/////"
    assert after("R3g5/////", "e/w") == ".2g2/////", "touching, they fight before they move"


def test_5_walkers_never_swap_places() -> None:
    assert after("g5r3/////", "e/w") == ".g2/////"


def test_6_in_spawning_turns_every_city_puts_a_walker_next_to_it() -> None:
    assert after("/.G10.2G4////", "s/n", 0) == "/.G10.2G4/.g1.2g1///"
    assert after("/.G10.2G4////", "s/n", 1) == "/.G10.2G4////"
    assert after("/.G10////", "s/n", 4, "grid(width=7,height=6,spawn_interval=2)") == "/.G10/.g1///"


@pytest.mark.parametrize("row", ["G10#", ".5G10*2", ".6G10"])
def test_6_no_walker_is_put_where_none_could_go(row: str) -> None:
    assert after(f"{row}/////", "e/n", 0) == f"{row}/////"


def test_6_a_new_walker_joins_a_friend_who_stays() -> None:
    assert after(".2G5g2#/////", "e/n", 0) == ".2G5g3#/////"


def test_7_the_stronger_walker_arrives_reduced_and_equal_walkers_vanish() -> None:
    assert after("g5.r3/////", "e/w") == ".g2/////"
    assert after("g3.r5/////", "e/w") == ".r2/////"
    assert after("g3.r3/////", "e/w") == "/////"


def test_7_a_new_walker_counts_as_any_other() -> None:
    assert after("G10.r4/////", "e/w", 0) == "G10r3/////"
    assert after("G10.r1/////", "e/w", 0) == "G10/////"
    assert after("G10.R10/////", "e/w", 0) == "G10.R10/////"


def test_7_a_friend_behind_the_fighter_follows() -> None:
    assert after("g2g5.r3/////", "e/w") == ".g2*2/////"


def test_8_a_walker_of_ten_or_more_becomes_a_city_of_ten() -> None:
    assert after("g4g6/////", "w/n") == "G10/////"
    assert after("g8g9/////", "w/n") == "G10/////"
    assert after("g4g5/////", "w/n") == "g9/////"


def test_8_the_option_sets_the_size_of_a_city() -> None:
    assert after("g1g3/////", "w/n", 1, "grid(width=7,height=6,city_at=4)") == "G10/////"
    assert after("g9g5/////", "w/n", 1, "grid(width=7,height=6,city_at=15)") == "g14/////"
    assert after("g14g14/////", "w/n", 1, "grid(width=7,height=6,city_at=15)") == "G10/////"


def test_8_a_new_city_spawns_no_walker_in_the_turn_in_which_it_appears() -> None:
    assert after("g9g1/////", "w/n", 0) == "G10/////"
    assert after("g9g1.g1/////", "w/n", 3) == "G10.g1/////", "and it stops nobody in that turn"


def test_ruling_1_walkers_that_come_from_sides_next_to_each_other_have_touched_before() -> None:
    assert after(".g5/r3////", "s/e") == "/.g2////"


def test_ruling_2_in_the_turn_of_the_loss_the_others_still_move() -> None:
    state = SMALL.parse_position("g5r3///// e/n 7").move("e/n")
    assert (state.actors, str(state)) == ((), ".g2///// e/x 8")


def test_ruling_7_a_new_city_blocks_no_walker_in_that_turn() -> None:
    assert after("/g3/g9///", "n/n") == "g3/g9////"
    assert after("g9/g3/g1///", "n/n") == "G10/g1////"


def test_ruling_9_first_cities_that_touch_hurt_each_other() -> None:
    state = ludarium.load("grid(width=7,height=6,players=4)").initial().move("n/n/n/n")
    assert (state.actors, state.ending) == ((), "a draw: nobody has a piece left")


def test_ruling_10_a_position_that_is_set_up_may_hold_anything_that_can_be_written() -> None:
    text = "g9G1r9R10///#7//g1 n/w 5"
    assert str(SMALL.parse_position(text)) == text
