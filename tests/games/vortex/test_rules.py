"""Vortex's rules, a test for each thing that the paragraphs of the rules page say.

Points have a file of their own.
"""

import pytest

import ludarium
from ludarium.core.errors import IllegalMove, InvalidOption, ParseError
from ludarium.games.vortex.rules import lead_points
from tests.games.vortex.positions import ALONE, at, names, plays


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_1_the_first_player_is_drawn_with_equal_probabilities(players: int) -> None:
    state = ludarium.load(f"vortex(players={players})").initial()
    assert state.actors == (-1,)
    assert state.chance_outcomes() == dict.fromkeys(range(players), 1 / players)
    assert names(state) == {f"first {letter}" for letter in "XOVH"[:players]}


@pytest.mark.parametrize(("players", "order"), [(1, "XXX"), (2, "XOX"), (3, "XVO"), (4, "XHVOX")])
def test_1_turns_go_round_against_the_direction_of_travel(players: int, order: str) -> None:
    state = ludarium.load(f"vortex(players={players})").initial().move("first X")
    for letter in order:
        state = state.move("roll 1")
        assert state.game.setup.seat_names[state.actors[0]] == letter
        state = state.play(state.legal()[0])


@pytest.mark.parametrize(("players", "corners"), [(2, [1, 9]), (3, [1, 5, 9]), (4, [1, 5, 9, 13])])
def test_1_two_sit_in_opposite_corners_and_three_leave_one_empty(players: int, corners: list[int]) -> None:
    """The second cell of a rival who starts on the corner c is the cell c + 1 to X, where two can't stand."""
    for seat, corner in list(enumerate(corners))[1:]:
        rows = [["0"] * 4 for _ in range(players)]
        rows[0][0], rows[seat][0] = str(corner + 1), "2"
        with pytest.raises(ParseError, match="are both on cell"):
            at(f"vortex(players={players})", "/".join(map(",".join, rows)) + " X 1")


@pytest.mark.parametrize("die", range(2, 13))
def test_2_the_die_has_as_many_sides_as_chosen_and_every_one_is_as_likely(die: int) -> None:
    state = ludarium.load(f"vortex(die={die})").initial().move("first O")
    assert state.chance_outcomes() == dict.fromkeys(range(1, die + 1), 1 / die)


def test_2_a_token_moves_exactly_as_far_as_the_roll_and_one_at_the_start_to_that_cell() -> None:
    state = at("vortex(tokens=2)", "0,7/0,0 X 1 4")
    assert names(state) == {"0-4", "7-11"}
    assert str(state.move("0-4")) == "4,7/0,0 O 2"
    with pytest.raises(IllegalMove, match="a roll of 4 moves a token from 7 to 11, not to 12"):
        state.move("7-12")


def test_2_tokens_at_the_start_are_one_choice() -> None:
    assert names(at("vortex", "0,0,0,0/0,0,0,0 X 1 3")) == {"0-3"}


def test_2_a_move_is_compulsory() -> None:
    state = at(ALONE, "3/0 X 1 5")
    assert names(state) == {"3-8"}
    with pytest.raises(ParseError, match="is not a move"):
        state.move("pass")


def test_2_with_no_move_the_turn_is_over_and_counts_as_taken() -> None:
    state = at(ALONE, "24/0 X 5").move("roll 2")
    assert str(state) == "24/0 O 6"


def test_3_a_token_may_not_land_on_an_own_token_even_on_a_safe_cell() -> None:
    assert names(at("vortex(tokens=2)", "3,7/0,0 X 1 4")) == {"7-11"}
    state = at("vortex(tokens=2)", "3,5/0,0 X 1 2")
    assert names(state) == {"5-7"}
    with pytest.raises(IllegalMove, match="another token of X is on 5"):
        state.play(3)


def test_3_the_centre_takes_any_number() -> None:
    state = at("vortex(players=4,tokens=2)", "23,25/0,25/0,25/0,25 X 1 2").move("23-25")
    assert str(state) == "25,25/0,25/0,25/0,25 H 2"


def test_4_a_token_that_lands_on_a_rival_s_sends_it_back_to_the_start() -> None:
    """X's cell 11 is O's cell 3: they sit opposite."""
    state = at("vortex(tokens=2)", "7,8/3,20 X 1 4")
    assert names(state) == {"7x11", "8-12"}
    assert str(state.move("7x11")) == "8,11/0,20 O 2"


def test_4_in_the_inner_ring_the_same_cells_have_other_numbers() -> None:
    """X's 18 is O's 22 there, four cells on, and not eight."""
    assert str(at(ALONE, "17/22 X 1 1").move("17x18")) == "18/0 O 2"
    assert str(at(ALONE, "17/10 X 1 1").move("17-18")) == "18/10 O 2"


@pytest.mark.parametrize("cell", [1, 5, 9, 13])
def test_4_on_a_safe_cell_nobody_is_bumped_and_all_may_stand(cell: int) -> None:
    """The corner that is X's cell c is c - 4 to O, c - 8 to V and c - 12 to H, and round the ring."""
    others = [str((cell - 4 * seat - 1) % 16 + 1) for seat in (1, 2, 3)]
    state = at("vortex(players=4,tokens=1)", f"{cell - 1}/{'/'.join(others)} X 1 1")
    assert str(state.play(*state.legal())).startswith(f"{cell}/{'/'.join(others)} ")


def test_4_tokens_are_passed_over_freely() -> None:
    state = at("vortex(tokens=2)", "9,10/4,5 X 1 6")  # O's 4 and 5 are X's 12 and 13
    assert str(state.move("9-15")) == "10,15/4,5 O 2"


def test_5_the_centre_needs_the_exact_number() -> None:
    state = at("vortex(tokens=2)", "20,22/0,0 X 1 5")
    assert names(state) == {"20-25"}
    with pytest.raises(IllegalMove, match="a token on 22 needs exactly 3 for the centre, not 5"):
        state.move("22")


def test_5_a_token_in_the_centre_stays() -> None:
    state = at("vortex(tokens=2)", "3,25/0,0 X 1 5")
    assert names(state) == {"3-8"}
    with pytest.raises(IllegalMove, match="a token in the centre does not move again"):
        state.move("25")


def test_6_the_game_goes_on_until_all_have_had_as_many_turns() -> None:
    state = plays(at(ALONE, "24/22 X 3"), "roll 1", "24-25")
    assert state.actors == (-1,)
    assert state.winners == ()
    lost = state.move("roll 4")
    assert (lost.actors, lost.winners, lost.payoffs) == ((), (0,), (1, 0))


def test_6_several_winners_are_a_tie() -> None:
    state = plays(at(ALONE, "24/22 X 3"), "roll 1", "24-25", "roll 3", "22-25")
    assert (state.winners, state.payoffs) == ((0, 1), (0.5, 0.5))
    assert state.ending == "X and O have all tokens in the centre"


def test_6_a_player_who_comes_home_in_the_last_turn_of_a_round_ends_the_game() -> None:
    state = plays(at(ALONE, "9/22 O 4"), "roll 3")
    assert not state.winners
    assert plays(state, "22-25").winners == (1,)


def test_6_at_the_turn_limit_nobody_has_won_and_the_scores_stand() -> None:
    state = at("vortex(tokens=1,turn_limit=10)", "5/9 O 20").move("roll 1").move("9-10")
    assert (state.actors, state.winners, state.payoffs) == ((), (), (0.5, 0.5))
    assert state.points == (50.0, 100.0)
    assert state.ending == "the turn limit was reached before anybody had all tokens in the centre"


def test_6_a_player_at_home_at_the_turn_limit_has_won() -> None:
    assert at("vortex(tokens=1,turn_limit=10)", "25/9 X 21").winners == (0,)


def test_9_a_winner_earns_ten_times_the_lead_over_every_other() -> None:
    assert lead_points((90, 70, 40, 50), 0) == 1100
    assert lead_points((23, 23, 20), 0) == 30


def test_9_the_ending_says_who_is_at_home_and_names_no_second_number_of_points() -> None:
    state = at("vortex(players=3,tokens=1)", "25/3/1 X 4")
    assert state.winner_points == {0: 10 * ((250 - 30) + (250 - 10))}
    assert state.ending == "X has all tokens in the centre"


def test_9_the_winner_s_points_are_played_for_if_the_option_says_so() -> None:
    """Ruling 12: the others pay them, and two winners are paid by the third."""
    paid = at("vortex(players=3,tokens=1,objective=points)", "25/3/1 X 4")
    assert (paid.payoffs, paid.winners) == ((4600, -2200, -2400), (0,))
    tie = at("vortex(players=3,tokens=1,objective=points)", "25/25/1 X 4")
    assert (tie.payoffs, tie.winner_points) == ((2400, 2400, -4800), {0: 2400, 1: 2400})
    assert at("vortex(players=3,tokens=1)", "25/25/1 X 4").payoffs == (0.5, 0.5, 0)


def test_9_a_game_for_points_that_nobody_wins_pays_nothing() -> None:
    state = at("vortex(tokens=1,turn_limit=10,objective=points)", "24/3 X 21")
    assert (state.actors, state.payoffs) == ((), (0, 0))


def test_9_with_one_player_both_objectives_are_the_same() -> None:
    for objective in ("win", "points"):
        game = ludarium.load(f"vortex(players=1,tokens=1,turn_limit=10,objective={objective})")
        assert [game.parse_position(text).payoffs for text in ("25 X 4", "24 X 11")] == [(1,), (0,)]


def test_9_nobody_has_earned_anything_while_the_game_goes_on() -> None:
    state = at(ALONE, "25/3 O 4")
    assert state.winner_points == {}


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("players", "0 5 two"),
        ("board", "square4 square11 round1 round5 square 5"),
        ("die", "1 13 6.0"),
        ("tokens", "0 5"),
        ("turn_limit", "9 10001"),
        ("objective", "loss 1 Points"),
    ],
)
def test_an_option_out_of_its_range_is_refused_in_a_sentence(option: str, values: str) -> None:
    for value in values.split():
        with pytest.raises(InvalidOption, match=f"^{option} is .*, not "):
            ludarium.load(f"vortex({option}={value})")
