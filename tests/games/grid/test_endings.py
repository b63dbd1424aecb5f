"""How a Grid Game ends: a test for each thing that paragraphs 9 and 11 and their rulings say."""

from dataclasses import replace

import numpy as np
import pytest

import ludarium
from ludarium.core.errors import GameOver, ParseError
from ludarium.games.grid import published, rules
from ludarium.match.match import Match
from ludarium.match.verify import verify
from tests.games.grid.positions import FOUR, GRID, SMALL, reported


def mirrored(text: str) -> str:
    """A row or turn of a position with the colours exchanged."""
    return text.translate(str.maketrans("grGR", "rgRG"))


def test_9_the_last_player_left_wins_outright() -> None:
    state = SMALL.parse_position("g5r3///// n/n 7").move("n/n")
    assert (state.ending, state.points) == ("nobody else has a piece left", (2.0, 0.0))
    with pytest.raises(GameOver, match="nobody else"):
        state.move("n/n")


def test_9_if_nobody_has_a_piece_it_is_a_draw() -> None:
    state = SMALL.parse_position("g3r3///// n/n 7").move("n/n")
    assert (state.winners, state.payoffs, reported(state)) == ((), (0.5, 0.5), 7)
    assert state.ending == "a draw: nobody has a piece left"


def test_9_after_the_last_turn_the_largest_army_wins_on_time() -> None:
    game = ludarium.load("grid(turn_limit=10)")
    state = game.parse_position(".2g4.3G3///////////R5 n/n 9").move("n/n")
    assert (state.ending, state.winners, state.points) == ("the largest army at the turn limit", (0,), (7.0, 6.0))
    assert reported(state) == 10


def test_ruling_5_equal_armies_share_the_win_and_smaller_ones_have_no_part() -> None:
    game = ludarium.load("grid(players=3,turn_limit=10)")
    state = game.parse_position("g4///r4///y3///// n/n/n 8").move("n/n/n").move("n/n/n")
    assert (state.winners, state.payoffs) == ((0, 1), (0.5, 0.5, 0.0))
    assert state.ending == "a tie: the largest armies are equal at the turn limit"


def test_ruling_6_the_last_player_left_in_the_last_turn_wins_outright() -> None:
    state = ludarium.load("grid(width=7,height=6,turn_limit=10)").parse_position("g5r3///// n/n 9").move("n/n")
    assert (state.ending, reported(state)) == ("nobody else has a piece left", 9)


@pytest.mark.parametrize(
    ("position", "former"),
    [
        ("g5r3///// n/n 7", "outright, in turn 7"),
        ("g3r3///// n/n 7", "a draw: nobody had a piece left in turn 7"),
        ("g3///r5// n/n 9", "on time, after turn 10"),
        ("g3///r3// n/n 9", "a tie: the largest armies are equal after turn 10"),
    ],
)
def test_a_record_with_the_ending_of_earlier_versions_is_correct(position: str, former: str) -> None:
    game = ludarium.load("grid(width=7,height=6,turn_limit=10)")
    match = Match.begin(game, ["Ann", "Bob"], position=position)
    record = match.submit(0, "n").submit(1, "n").record()
    verify(replace(record, ending=former))
    payoffs = record.payoffs or ()
    assert published.points(payoffs, former) == published.points(payoffs, record.ending)
    with pytest.raises(ParseError, match="but the record says"):
        verify(replace(record, ending=former + "0"))


def test_9_the_last_turn_but_one_is_not_the_last() -> None:
    state = ludarium.load("grid(turn_limit=10)").initial()
    for _ in range(9):
        state = state.move("n/s")
    assert state.actors == (0, 1)
    assert state.move("n/s").actors == ()


def test_9_a_bot_against_itself_draws_and_colours_can_be_exchanged() -> None:
    dice = np.random.default_rng(3)
    state, other = GRID.initial(), GRID.initial()
    for _ in range(400):
        if not state.actors:
            break
        green, red = (int(way) for way in dice.integers(4, size=2))
        state, other = state.play(green, red), other.play(red ^ 2, green ^ 2)
        turned = [row[::-1] for row in rules.board(state.game.tables, state.vector)[::-1]]
        exchanged = [[(mirrored(what), value) for what, value in row] for row in turned]
        assert rules.board(other.game.tables, other.vector) == exchanged


def test_11_an_outright_win_is_3_a_win_on_time_2_a_draw_1() -> None:
    small = ludarium.load("grid(width=7,height=6,turn_limit=10)")
    ends = {
        "g5r3///// n/n 8": (3, 0),
        "g3///r5// n/n 9": (0, 2),
        "g3r3///// n/n 8": (1, 1),
        "g3///r3// n/n 9": (1, 1),
    }
    for text, points in ends.items():
        state = small.parse_position(text).move("n/n")
        assert rules.points(small.tables, state.vector) == points


def test_ruling_4_if_the_last_lose_together_it_is_a_draw_of_all() -> None:
    state = FOUR.parse_position("g5r5/////////// n/n/n/n 7").move("n/n/n/n")
    assert (state.actors, state.winners, state.payoffs) == ((), (), (0.25,) * 4)
    later = FOUR.parse_position("g5r5/////////// n/n/x/x 7").move("n/n/x/x")
    assert later.payoffs == (0.25,) * 4
