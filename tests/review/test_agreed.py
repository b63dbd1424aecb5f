"""Where two rivals choose at once each is searched for, and both searches are of one position."""

import pytest

from ludarium.core.registry import load
from ludarium.review.advice import SeatAdvice
from ludarium.review.adviser import Adviser, agreed
from ludarium.review.review import Review

GRID = load("grid")


def test_of_two_rivals_who_choose_at_once_one_has_what_the_other_has_not() -> None:
    found = agreed(GRID, (SeatAdvice(0, 0.73, "a"), SeatAdvice(1, 0.59, "b")))
    assert [said.value for said in found] == pytest.approx([0.57, 0.43])
    assert [said.share for said in found] == ["57", "43"]
    assert [said.turn for said in found] == ["a", "b"]
    assert agreed(GRID, found) == found


def test_exact_values_and_those_of_one_seat_or_of_three_stay() -> None:
    exact = (SeatAdvice(0, 0.73, "a", 0.01), SeatAdvice(1, 0.28, "b", 0.01))
    three = tuple(SeatAdvice(seat, 0.5, "a") for seat in range(3))
    assert agreed(GRID, exact) == exact
    assert agreed(GRID, exact[:1]) == exact[:1]
    assert agreed(load("grid(players=3)"), three) == three


def test_advice_and_old_reviews_agree_on_a_position() -> None:
    first, second = Adviser(GRID, 1, lambda: None).advise(GRID.initial(), 0, 0.02).seats
    assert first.value + second.value == pytest.approx(1)
    said = [[0, [[0, 0.73, "a"], [1, 0.59, "b"]], []]]
    review = Review.from_json(GRID, {"by": "a bot", "advice": said, "final": []})
    assert [one.share for one in review.said] == ["57", "43"]
    assert Review.from_json(GRID, review.to_json()) == review
