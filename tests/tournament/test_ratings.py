"""Laws of ratings: only the order of the payoffs counts, and who is paid more never loses by it."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import LudariumError
from ludarium.core.payoffs import compare_payoffs
from ludarium.tournament.ratings import START, Rating, rate_game

Game = tuple[list[Rating], list[float]]
PAYOFF = st.one_of(st.sampled_from([-1.0, 0.0, 0.2, 0.3, 0.1 + 0.2, 1 / 3, 0.5, 1.0, 2500.0]), st.floats(-1e6, 1e6))
RATING = st.builds(Rating, st.floats(-20.0, 80.0), st.floats(0.3, 9.0))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Players with any ratings, some of them equal, and any payoffs."""
    known = draw(st.lists(RATING, min_size=1, max_size=3))
    before = draw(st.lists(st.one_of(st.sampled_from(known), RATING), min_size=2, max_size=6))
    return before, draw(st.lists(PAYOFF, min_size=len(before), max_size=len(before)))


@pytest.mark.parametrize(
    ("payoffs", "order"),
    [
        ((0.5, 0.5, 0.0), "a=b>c"),
        ((0.7, 0.2, 0.1), "a>b>c"),
        ((0.75, 0.25), "a>b"),
        ((0.4, 0.4, 0.2, 0.0), "a=b>c>d"),
        ((1 / 3, 1 / 3, 1 / 3, 0.0), "a=b=c>d"),
        ((0.5, 0.5, 0.0, -1.0), "a=b>c>d"),
        ((4.0, 4.0, 3.0, 2.0, 1.0), "a=b>c>d>e"),
        ((0.1 + 0.2, 0.3, 0.4), "c>a=b"),
        ((2500.0, -2500.0, 0.0), "a>c>b"),
        ((0.25, 0.25, 0.25, 0.25), "a=b=c=d"),
    ],
)
def test_newcomers_are_ordered_as_they_are_paid(payoffs: Sequence[float], order: str) -> None:
    after = dict(zip("abcde", rate_game([START] * len(payoffs), payoffs), strict=False))
    for one, sign, other in zip(order[::2], order[1::2], order[2::2], strict=False):
        if sign == "=":
            assert after[one] == after[other]
        else:
            assert after[one].strength > after[other].strength


def test_who_fails_thirty_games_of_three_is_rated_below_the_others() -> None:
    ratings = [START] * 3
    for _ in range(30):
        ratings = [*rate_game(ratings, (0.0, 0.5, 0.5))]
    failed, *others = ratings
    assert others[0] == others[1]
    assert others[0].strength - failed.strength > 20


@given(games())
def test_of_players_with_one_rating_who_is_paid_less_has_less_afterwards(game: Game) -> None:
    before, payoffs = game
    before = [before[0], before[0], *before[2:]]
    one, other = rate_game(before, payoffs)[:2]
    paid = compare_payoffs(*payoffs[:2])
    if payoffs[0] == payoffs[1]:
        assert one == other
    elif paid:
        more, less = (one, other) if paid > 0 else (other, one)
        assert more.strength > less.strength
        assert more.error == less.error


@given(games(), st.integers(0, 5), PAYOFF)
def test_who_is_paid_more_never_has_less_by_it_and_nobody_else_more(game: Game, seat: int, payoff: float) -> None:
    before, payoffs = game
    seat %= len(before)
    better = [*payoffs]
    better[seat] = max(payoff, payoffs[seat])
    for at, (new, old) in enumerate(zip(rate_game(before, better), rate_game(before, payoffs), strict=True)):
        assert new.strength >= old.strength if at == seat else new.strength <= old.strength


@given(games())
def test_the_only_last_never_gains_and_the_only_first_never_loses(game: Game) -> None:
    before, payoffs = game
    for seat, (was, now) in enumerate(zip(before, rate_game(before, payoffs), strict=True)):
        against = {compare_payoffs(payoffs[seat], other) for at, other in enumerate(payoffs) if at != seat}
        assert against != {-1} or now.strength <= was.strength
        assert against != {1} or now.strength >= was.strength


@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_changes_nothing(game: Game, chance: Random) -> None:
    before, payoffs = game
    after = rate_game(before, payoffs)
    seats = [*range(len(before))]
    chance.shuffle(seats)
    moved = rate_game([before[seat] for seat in seats], [payoffs[seat] for seat in seats])
    assert [*moved] == [after[seat] for seat in seats]


@given(st.lists(st.integers(-3, 3), min_size=2, max_size=6), st.data())
def test_only_the_order_counts(payoffs: list[int], data: st.DataObject) -> None:
    before = data.draw(st.lists(RATING, min_size=len(payoffs), max_size=len(payoffs)))
    assert rate_game(before, payoffs) == rate_game(before, [payoff**3 / 7 for payoff in payoffs])


@given(games())
def test_rounding_makes_no_winner(game: Game) -> None:
    before, payoffs = game
    rounded = [payoff * (1 + 2e-16) for payoff in payoffs]
    assert rate_game(before, [*rounded[:1], *payoffs[1:]]) == rate_game(before, payoffs)


@given(st.tuples(RATING, RATING), st.sampled_from([(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)]))
def test_a_game_of_two_is_rated_as_openskill_does(before: tuple[Rating, Rating], payoffs: tuple[float, float]) -> None:
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=START.strength, sigma=START.error)
    teams = [[model.rating(mu=one.strength, sigma=one.error)] for one in before]
    expected = [(one.mu, one.sigma) for (one,) in model.rate(teams, scores=[*payoffs])]
    assert [tuple(one) for one in rate_game(before, payoffs)] == expected


@pytest.mark.parametrize("payoffs", [(1.0, 0.0), (1.0, 0.0, 0.0, 0.0), (float("nan"), 0.0, 1.0)])
def test_what_is_no_result_is_refused(payoffs: Sequence[float]) -> None:
    with pytest.raises(LudariumError, match="payoff"):
        rate_game([START] * 3, payoffs)
