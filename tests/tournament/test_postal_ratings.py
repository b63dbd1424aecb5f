"""Ratings of servers for play by mail; the numbers were computed by hand from the rule."""

import pytest

from ludarium.tournament.ratings import PostalChange, PostalRating, rate_by_mail


def last(games: list[tuple[str, str, int]]) -> PostalChange[str]:
    return list(rate_by_mail(games))[-1]


def points(change: PostalChange[str]) -> tuple[float, ...]:
    return tuple(round(rating.points, 3) for rating in change.after)


def test_two_newcomers() -> None:
    assert points(last([("a", "b", 1)])) == (1800, 1400)
    assert points(last([("a", "b", 0)])) == (1600, 1600)
    assert points(last([("a", "b", -1)])) == (1400, 1800)


def test_a_provisional_rating_is_the_mean_of_what_its_games_were_worth() -> None:
    # a 1800, b 1400; the second game is worth 1600 + 200 to a and 1600 - 200 to b: means 1800 and 1400
    assert points(last([("a", "b", 1)] * 2)) == (1800, 1400)
    # b wins the second: worth 1600 - 200 to a, (1800 + 1400) / 2; 1600 + 200 to b: means 1600 and 1600
    assert points(last([("a", "b", 1), ("a", "b", -1)])) == (1600, 1600)
    # a, 1800 after a game, draws with the newcomer c: worth 1700 to both, so (1800 + 1700) / 2 and 1700
    assert points(last([("a", "b", 1), ("a", "c", 0)])) == (1750, 1700)


def established() -> list[tuple[str, str, int]]:
    """Twenty draws of newcomers: both are established at 1600."""
    return [("a", "b", 0)] * 20


def test_twenty_games_establish_a_rating() -> None:
    before, after = list(rate_by_mail(established()))[-2:]
    assert [rating.is_provisional for rating in before.after] == [True, True]
    assert after.after == (PostalRating(1600, 20), PostalRating(1600, 20))
    assert [rating.is_provisional for rating in after.after] == [False, False]


def test_established_players_change_as_elo_has_it() -> None:
    assert points(last([*established(), ("a", "b", 1)])) == (1616, 1584)
    # expectation of 1616 against 1584: 1 / (1 + 10 ** (-32 / 400)) = 0.545922; a draw costs 32 * 0.045922 = 1.4695
    assert points(last([*established(), ("a", "b", 1), ("a", "b", 0)])) == (1614.53, 1585.47)


def test_a_newcomer_against_an_established_player() -> None:
    # worth 1600 + 400 to the newcomer; K is 32 * 0 / 20 = 0 for the other, who does not change
    change = last([*established(), ("c", "a", 1)])
    assert points(change) == (2000, 1600)
    # c has one game and 2000; a wins: worth 1600 - 400 to c, (2000 + 1200) / 2; K of a is 32 / 20 = 1.6,
    # expectation 1 / (1 + 10) = 0.0909, so a gains 1.6 * 0.9091 = 1.4545
    assert points(last([*established(), ("c", "a", 1), ("c", "a", -1)])) == (1600, 1601.455)


@pytest.mark.parametrize("games", [[], established()])
def test_each_game_changes_both_players_at_once(games: list[tuple[str, str, int]]) -> None:
    forth, back = last([*games, ("a", "b", 1)]), last([*games, ("b", "a", -1)])
    assert forth.after == back.after[::-1]
    assert forth.before == back.before[::-1]
