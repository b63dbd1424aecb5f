"""Who meets whom on a ladder: it follows from the players, the last pairings and the seed."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.tournament.ranking import RANKED, SETTLED, Contender, next_pairing, score, seating
from ludarium.tournament.ratings import START, Rating

SURE = 1.0


def contender(number: int, strength: float = 25.0, games: int = 0, owner: str = "") -> Contender:
    return Contender(number, Rating(strength, SURE if games else START.error), games, owner)


def test_one_player_meets_nobody() -> None:
    assert next_pairing([contender(1)], [], 1, 1) is None


def test_the_least_played_comes_first_and_a_ranked_one_waits() -> None:
    players = [contender(1, games=RANKED), contender(2, games=3), contender(3, games=SETTLED)]
    assert all((next_pairing(players, [], 7, number) or (0,))[0] == 2 for number in range(20))


def test_the_same_question_has_the_same_answer_in_any_order_of_the_players() -> None:
    players = [contender(number, 20.0 + number, games=20) for number in range(1, 9)]
    for number in range(20):
        assert next_pairing(players, [], 7, number) == next_pairing(players[::-1], [], 7, number)


def test_near_ratings_meet_more_often() -> None:
    players = [contender(1), contender(2, 26.0, 90), contender(3, 45.0, 90)]
    met = Counter((next_pairing(players, [], 7, number) or (0, 0))[1] for number in range(300))
    assert met[2] > 2 * met[3] > 0


def test_those_who_met_lately_meet_less_often() -> None:
    players = [contender(1), contender(2, games=90), contender(3, games=90)]
    recent = [(1, 2)] * 3
    met = Counter((next_pairing(players, recent, 7, number) or (0, 0))[1] for number in range(200))
    assert met[3] > 5 * met[2]


def test_an_author_of_many_bots_does_not_crowd_out_another_one() -> None:
    many = [contender(number, owner="ann") for number in range(1, 20)]
    players, recent = [*many, contender(20, owner="bob"), contender(21, games=90)], [(1, 21), (2, 21)]
    assert (next_pairing(players, recent, 7, 3) or (0,))[0] == 20


@given(st.integers(2, 12), st.integers(0, 2**31))
def test_two_different_players_are_named(count: int, seed: int) -> None:
    players = [contender(number, 25.0 + number, games=number) for number in range(count)]
    pairing = next_pairing(players, [(0, 1)], seed, 5)
    assert pairing
    assert len(set(pairing) & set(range(count))) == 2


def test_a_new_player_is_ranked_after_five_pairings() -> None:
    games = Counter({1: 90, 2: 90, 3: 90, 4: 0})
    recent: list[tuple[int, int]] = []
    while games[4] < RANKED:
        pairing = next_pairing([contender(one, games=games[one]) for one in games], recent, 7, len(recent))
        assert pairing
        recent.append(pairing)
        games.update(dict.fromkeys(pairing, 2))
    assert len(recent) == 5


@pytest.mark.parametrize(
    ("teams", "one", "other"),
    [
        ((0, 1), (0, 1), (1, 0)),
        ((0, 1, 2), (0, 1, 0), (1, 0, 1)),
        ((0, 1, 2, 3), (0, 1, 0, 1), (1, 0, 1, 0)),
        ((0, 0, 1, 1), (0, 0, 1, 1), (1, 1, 0, 0)),
    ],
)
def test_both_players_have_both_sides_and_no_one_waits_for_a_third(
    teams: tuple[int, ...], one: tuple[int, ...], other: tuple[int, ...]
) -> None:
    assert seating(teams, exchanged=False) == one
    assert seating(teams, exchanged=True) == other


def test_nobody_meets_anybody_in_a_game_of_one_team() -> None:
    assert seating((0,), exchanged=False) is None
    assert seating((0, 0), exchanged=True) is None


def test_a_score_is_the_mean_of_a_players_seats_and_who_fails_has_lost() -> None:
    assert score((0, 1, 0), (0.0, 0.5, 0.5)) == 0.0
    assert score((0, 1, 0), (0.5, 0.5, 0.5)) == 0.5
    assert score((1, 0), (0.0, 1.0), failed_seat=1) == 0.0
