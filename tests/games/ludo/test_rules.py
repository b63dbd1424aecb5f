"""Multiplication Ludo's rules, a test for each thing that the paragraphs and rulings of the rules page say."""

import pytest

import ludarium
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption
from ludarium.core.game import State
from ludarium.core.spec import Option
from ludarium.games.ludo.rules import board

LUDO = ludarium.load("ludo")


def names(state: State) -> list[str]:
    return [state.action_name(action) for action in state.legal()]


def after(position: str, *turns: str, spec: str = "ludo") -> str:
    """The position after these turns."""
    state = ludarium.load(spec).parse_position(position)
    for turn in turns:
        state = state.move(turn)
    return str(state)


def test_1_every_marker_starts_on_1() -> None:
    assert str(LUDO.initial()) == "1,1,1,1/1,1,1,1 - - 1"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_1_the_first_player_is_drawn_and_all_are_as_likely(players: int) -> None:
    state = ludarium.load(f"ludo(players={players})").initial()
    assert names(state) == [f"first {name}" for name in "ABCD"[:players]]
    assert set(state.chance_outcomes().values()) == {1 / players}


def test_1_players_take_turns_in_order() -> None:
    state = ludarium.load("ludo(players=3)").initial().move("first B")
    movers = list[int]()
    for _ in range(4):
        state = state.move("roll 2")
        movers += state.actors
        state = state.move("2")
    assert movers == [1, 2, 0, 1]


@pytest.mark.parametrize("die", [6, 8, 10, 12])
def test_2_a_turn_begins_with_a_roll_of_a_fair_die(die: int) -> None:
    state = ludarium.load(f"ludo(die={die})").initial().move("first A")
    assert state.actors == (-1,)
    assert names(state) == [f"roll {number}" for number in range(1, die + 1)]
    assert set(state.chance_outcomes().values()) == {1 / die}


def test_2_a_one_forfeits_the_turn() -> None:
    assert after("1,1,12,1/1,1,1,1 A - 9", "roll 1") == "1,1,12,1/1,1,1,1 B - 10"


def test_3_a_marker_goes_to_its_position_multiplied_by_the_roll() -> None:
    assert after("1,1,1,1/1,1,1,1 A 5 1", "A1") == "5,1,1,1/1,1,1,1 B - 2"
    assert after("1,1,16,1/1,1,1,1 A 4 9", "A3") == "1,1,64,1/1,1,1,1 B - 10"


def test_3_any_marker_that_is_not_retired_may_be_moved_and_one_must_be() -> None:
    assert names(LUDO.parse_position("1,120,12,100/1,1,1,1 A 3 9")) == ["A1 1x3=3", "A3 12x3=36", "A4 100x3=300"]


def test_3_own_markers_may_share_a_position() -> None:
    assert after("4,10,1,1/1,1,1,1 A 5 9", "A1", "roll 1", "roll 2", "A2") == "20,20,1,1/1,1,1,1 B - 12"


def test_4_over_120_it_goes_back_to_1() -> None:
    assert after("60,1,1,1/1,1,1,1 A 3 9", "A1") == "1,1,1,1/1,1,1,1 B - 10"


def test_4_over_120_it_goes_back_to_1_even_if_it_is_the_only_move() -> None:
    state = LUDO.parse_position("120,120,120,64/1,1,1,1 A 2 9")
    assert names(state) == ["A4 64x2=128"]
    assert str(state.move("A4")) == "120,120,120,1/1,1,1,1 B - 10"


def test_5_on_exactly_120_it_is_retired_and_moves_no_more() -> None:
    state = LUDO.parse_position("40,1,1,1/1,1,1,1 A 3 9").move("A1")
    assert state.points == (1.0, 0.0)
    state = state.move("roll 1").move("roll 2")
    assert names(state) == ["A2 1x2=2", "A3 1x2=2", "A4 1x2=2"]
    with pytest.raises(IllegalMove, match="A1 is retired: it has landed on 120 and moves no more"):
        state.play(0)


def test_6_all_opponents_on_the_position_go_back_to_1() -> None:
    assert after("4,1,1,1/20,20,12,1 A 5 9", "A1") == "20,1,1,1/1,1,12,1 B - 10"


def test_6_own_markers_stay() -> None:
    assert after("4,20,1,1/12,1,1,1 A 5 9", "A1") == "20,20,1,1/12,1,1,1 B - 10"


def test_6_markers_on_1_are_not_bumped_by_one_that_is_sent_back_to_1() -> None:
    assert after("60,1,1,1/1,1,1,1 A 6 9", "A1") == "1,1,1,1/1,1,1,1 B - 10"


def test_6_retired_markers_are_not_bumped() -> None:
    assert after("60,1,1,1/120,120,1,1 A 2 9", "A1") == "120,1,1,1/120,120,1,1 B - 10"


def test_7_the_first_to_retire_all_markers_wins() -> None:
    state = LUDO.parse_position("120,120,120,30/120,120,120,60 A 4 91").move("A4")
    assert (state.actors, state.winners, state.payoffs) == ((), (0,), (1, 0))
    assert state.ending == "all 4 markers of A on 120"
    with pytest.raises(GameOver, match="all 4 markers of A on 120"):
        state.move("roll 2")


def test_8_after_5000_turns_of_each_player_it_is_a_draw() -> None:
    state = LUDO.parse_position("1,1,1,1/120,120,120,12 B - 10000").move("roll 1")
    assert (state.actors, state.winners, state.payoffs) == ((), (), (0.5, 0.5))
    assert state.ending == "a draw: every player has had 5000 turns"
    assert LUDO.parse_position("1,1,1,1/120,120,120,12 B - 9999").move("roll 1").actors


def test_8_the_limit_is_an_option_and_counts_turns_of_each_player() -> None:
    state = ludarium.load("ludo(players=3,markers=1,turn_limit=10)").initial().move("first C")
    for _ in range(30):
        assert state.actors
        state = state.move("roll 1")
    assert state.ending == "a draw: every player has had 10 turns"


@pytest.mark.parametrize(
    "text", ["A3 60x2=120", "a3", "A3 60 x 2", "60x2=120", "60 \u00d7 2", "60*2 = 120", "120", " 120 "]
)
def test_9_a_move_is_typed_as_its_product_its_factors_or_its_marker(text: str) -> None:
    state = LUDO.parse_position("1,4,60,1/1,1,1,1 A 2 9")
    assert state.parse_turn(text) == (2,)
    assert state.format_turn((2,)) == "A3 60x2=120"


@pytest.mark.parametrize("text", ["first B", "FIRST B", "b"])
def test_9_the_draw_is_typed_with_its_player(text: str) -> None:
    assert LUDO.initial().parse_turn(text) == (1,)


@pytest.mark.parametrize("text", ["roll 5", "5", "Roll  5"])
def test_9_a_roll_is_typed_with_its_number(text: str) -> None:
    assert LUDO.initial().move("first A").parse_turn(text) == (4,)


def test_ruling_1_a_move_cannot_be_declined() -> None:
    state = LUDO.parse_position("120,120,120,60/1,1,1,1 A 5 9")
    assert len(state.legal()) == 1


def test_ruling_2_position_1_and_the_goal_are_shared() -> None:
    assert LUDO.parse_position("1,1,1,120/1,1,1,120 A - 9").actors == (-1,)


def test_ruling_3_a_marker_bumps_those_of_any_opponent() -> None:
    spec = "ludo(players=4,markers=1)"
    assert after("1/10/5/20 C 2 9", "C1", spec=spec) == "1/1/10/20 D - 10"
    assert after("1/10/5/20 C 4 9", "C1", spec=spec) == "1/10/20/1 D - 10"


def test_ruling_4_of_markers_on_one_position_the_first_is_moved() -> None:
    state = LUDO.parse_position("1,12,12,1/1,1,1,1 A 2 9")
    assert state.parse_turn("24") == state.parse_turn("12x2") == (1,)
    assert state.parse_turn("A3 24") == state.parse_turn("A3") == (2,)


def test_ruling_5_the_last_turn_of_all_may_win() -> None:
    state = ludarium.load("ludo(markers=1,turn_limit=10)").parse_position("60/24 B 5 20").move("B1")
    assert (state.winners, state.ending) == ((1,), "the marker of B on 120")


@pytest.mark.parametrize("option", LUDO.definition.options[3:4])
@pytest.mark.parametrize("goal", LUDO.definition.options[2].values)
def test_ruling_6_every_die_reaches_every_goal(goal: int, option: Option) -> None:
    assert isinstance(option.values, tuple)
    for die in option.values:
        known = board(goal, int(str(die)))
        assert known.positions[-1] == goal
        assert 1 < len(known.penultimate) < len(known.factors)


def test_ruling_7_the_first_player_is_drawn_before_turn_1_only() -> None:
    assert names(LUDO.parse_position("1,1,1,5/1,1,20,1 - - 1")) == ["first A", "first B"]


def test_the_position_sets_are_those_of_the_source() -> None:
    known = board(120, 6)
    assert sorted(known.penultimate) == [20, 24, 30, 40, 60]
    assert sorted(known.factors) == [2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 30, 40, 60, 120]
    assert list(known.positions) == [n for n in range(1, 121) if 2**7 * 3**5 * 5**3 % n == 0]


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("players=5", "players is a whole number from 2 to 4, not '5'"),
        ("markers=0", "markers is a whole number from 1 to 4, not '0'"),
        ("die=4", "die is one of 6, 8, 10, 12, not '4'"),
        ("turn_limit=9", "turn_limit is a whole number from 10 to 5000, not '9'"),
        ("goal=121", "goal is one of 24, 30, 36, 48, 60, 72, 80, 90, 96, 100, 120, 144, 180, 240, 360, not '121'"),
    ],
)
def test_an_option_out_of_range_is_refused_in_a_sentence(option: str, expected: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        ludarium.load(f"ludo({option})")
    assert str(caught.value) == expected
