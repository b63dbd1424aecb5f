"""Scores and ends of Throngs: a test for each thing that paragraphs 6 and 7 and their rulings say."""

import pytest

import ludarium
from ludarium.core.errors import GameOver
from ludarium.core.game import Game, State
from tests.games.throngs.positions import (
    BOARD,
    PAGE,
    THRONGS,
    counts,
    plays,
    position,
    rows,
)


def test_6_the_scores_of_the_start_are_1_and_2() -> None:
    assert THRONGS.initial().points == (1, 2)


@pytest.mark.parametrize(
    ("b", "w", "safe"),
    [
        ("e5", "", True),
        ("e5", "d5", True),
        ("e5", "d5 e6", False),
        ("e5 f5", "d5 e6", True),
        ("e5 f5", "d5 e6 f6", False),
        ("e5 f5 d4", "d5 e6 f6 e4", True),
    ],
)
def test_6_an_own_stone_inside_counts_with_two_friends_or_few_enemies(b: str, w: str, safe: bool) -> None:
    assert ("e5" in counts(position(b, w), 0)) == safe


@pytest.mark.parametrize(("b", "w", "safe"), [("c1", "", True), ("c1", "d1", False), ("c1 c2", "d1 d2", True),
                                              ("d1", "c1", True), ("d1", "c1 d2", False)])  # fmt: skip
def test_6_an_own_stone_on_the_edge_counts_with_a_friend_or_three_empty_neighbours(b: str, w: str, safe: bool) -> None:
    assert ("d1" in counts(position(b, w), 0) if b == "d1" else "c1" in counts(position(b, w), 0)) == safe


@pytest.mark.parametrize(
    ("site", "b", "counted"),
    [("e5", "d5 e6 f6 f5", False), ("e5", "d5 e6 f6 f5 e4", True), ("c1", "d1 c2", False), ("c1", "d1 c2 d2", True),
     ("d1", "c1 d2 e2", False), ("d1", "c1 d2 e2 e1", True), ("f2", "e2 g2 f3", False), ("f2", "e1 e2 g2 f3", True)],
)  # fmt: skip
def test_6_an_enemy_stone_counts_if_twice_the_friends_exceed_the_degree_and_two(
    site: str, b: str, counted: bool
) -> None:
    assert (site in counts(position(b, site), 0)) == counted


@pytest.mark.parametrize(
    ("b", "w", "counted"),
    [("d5 e6", "", False), ("d5 e6 f6", "", True), ("d5 e6 f6", "f5", False), ("d5 e6 f6 e4", "f5", True),
     ("d5 e6 f6 e4", "f5 h8", True), ("d5 e6 f6 e4", "f5 c4", False), ("d5 e6 f6 e4", "f5 d3", False)],
)  # fmt: skip
def test_6_an_empty_site_inside_counts_with_three_friends_alone_or_four_unwatched(
    b: str, w: str, counted: bool
) -> None:
    assert ("e5" in counts(position(b, w), 0)) == counted


@pytest.mark.parametrize(
    ("b", "w", "counted"),
    [("d1 c2 d2", "", True), ("d1 c2", "", False), ("d1 c2 d2", "b2", True)],
)
def test_6_an_empty_site_on_the_edge_counts_with_three_friends(b: str, w: str, counted: bool) -> None:
    assert ("c1" in counts(position(b, w), 0)) == counted


@pytest.mark.parametrize(
    ("b", "w", "counted"),
    [("c1 d2 e2", "", False), ("c1 d2 e2 e1", "", True), ("c1 e1 e2", "", True), ("c1 e1 e2", "c2", False)],
)
def test_6_its_empty_neighbours_must_not_lie_on_the_edge_nor_beside_the_enemy(b: str, w: str, counted: bool) -> None:
    assert ("d1" in counts(position(b, w), 0)) == counted


def full(black: int) -> dict[str, str]:
    """A full board on which so many sites are black's, from the first row on."""
    return {"b": " ".join(BOARD.names[:black]), "w": " ".join(BOARD.names[black:])}


def score_ends(game: Game, rest: str, black: int) -> State:
    return game.parse_position(f"{rows(full(black))} {rest}")


@pytest.mark.parametrize("black", range(28, 40))
def test_7_the_game_ends_when_the_next_player_has_35_of_63(black: int) -> None:
    state = score_ends(THRONGS, "b 11.1 1:1 0", black)
    assert (not state.actors) == (state.points[0] >= 35)
    other = score_ends(THRONGS, "b 11.2 1:1 0", 63 - black)
    assert (not other.actors) == (other.points[0] >= 35)
    assert score_ends(THRONGS, "w 12.2 1:1 0", black).actors == (() if state.points[1] >= 35 else (1,))


def test_7_the_higher_score_wins() -> None:
    won = score_ends(THRONGS, "b 11.1 1:1 0", 40)
    assert won.winners == (0,)
    assert won.ending.startswith("the goal of 35 points was reached")


def test_7_four_passes_in_a_row_end_the_game() -> None:
    state = position("e5", "h8", "b 11.1 1:1 0")
    assert plays(state, "pass pass", "pass +h9").actors == (0,)
    over = plays(state, "pass pass", "pass pass")
    assert not over.actors
    assert (over.payoffs, over.ending) == ((0.5, 0.5), "a draw: four passes in a row, 1 to 1")
    middle = position("e5", "h8", "b 11.2 1:1 0").move("pass").move("pass pass")
    assert middle.actors == (0,)
    assert not middle.play(63).actors
    with pytest.raises(GameOver):
        over.play(63)


def test_7_the_turn_limit_ends_the_game() -> None:
    short = ludarium.load("throngs(turn_limit=10)")
    state = short.parse_position(f"{rows({'b': 'e5 e4', 'w': 'h8'})} w 10.1 1:1 0").move("+h9 pass")
    assert (state.actors, state.winners) == ((), ())
    assert state.ending == "a draw: the turn limit, 2 to 2"


def test_7_on_the_page_either_score_ends_the_game_but_after_whole_turns_only() -> None:
    assert not score_ends(PAGE, "w 12.1 1:1 0", 40).actors
    assert score_ends(PAGE, "b 11.2 1:1 0", 40).actors == (0,)
    assert score_ends(THRONGS, "w 12.1 1:1 0", 40).actors == (1,)


def test_7_on_the_page_two_scores_that_add_up_to_the_board_end_it() -> None:
    state = score_ends(PAGE, "b 11.1 1:1 0", 32)
    assert sum(state.points) == 63
    assert max(state.points) < 35
    assert (state.actors, state.ending.split(",")[0]) == ((), "every space counted for one or the other")
    assert score_ends(THRONGS, "b 11.1 1:1 0", 32).actors == (0,)


def test_ruling_2_passes_must_be_the_last_four_moves() -> None:
    state = position("e5", "h8", "b 11.1 1:1 0")
    assert plays(state, "pass +e6", "pass +h9", "pass +e4").actors == (1,)


def test_ruling_4_an_end_by_points_comes_before_one_by_passes() -> None:
    state = THRONGS.parse_position(f"{rows(full(40))} b 11.1 1:1 4")
    assert state.ending.startswith("the goal of 35 points")


def test_ruling_6_on_the_page_four_passes_end_the_game_after_any_move() -> None:
    state = position("e5", "h8", "b 11.2 1:1 3", game=PAGE)
    assert not state.play(63).actors
