"""The rules of solving: days in a row, ratings, and the order of a run."""

from typing import Any

import pytest

from ludarium.puzzles.puzzle import TableProof
from ludarium.site.puzzles.board import puzzles_of
from ludarium.site.puzzles.rows import Run
from ludarium.site.puzzles.rules import (
    MISTAKES,
    SECONDS,
    after_answer,
    day_of,
    days_in_a_row,
    first_rating,
    is_over,
    nearest,
    order_of,
    rate,
    rate_part,
)
from ludarium.tournament.ratings import START, Rating


def run(**values: Any) -> Run:  # Any: of the fields
    return Run("r", "p", "Ann", "ludo", 7, 100.0, 0, 0, None, 0)._replace(**values)


def test_a_day_ends_at_midnight_where_the_person_lives() -> None:
    noon = 20_000 * 86_400 + 12 * 3600.0
    assert day_of(noon, "UTC") == 20_000
    assert day_of(noon, "Pacific/Kiritimati") == 20_001
    assert day_of(noon - 13 * 3600, "Pacific/Kiritimati") == 20_000


def test_days_in_a_row_may_end_yesterday() -> None:
    assert days_in_a_row({1, 2, 3}, 3) == days_in_a_row({1, 2, 3}, 4) == 3
    assert days_in_a_row({1, 2, 3}, 5) == days_in_a_row(set(), 5) == 0
    assert days_in_a_row({1, 3}, 3) == 1


def test_the_one_gains_what_the_other_loses() -> None:
    person, puzzle = rate(START, START, is_right=False)
    assert person.strength < START.strength < puzzle.strength
    assert person.error < START.error


def test_an_answer_that_counts_in_part_lies_between_a_wrong_one_and_a_right_one() -> None:
    person, puzzle = Rating(22.0, 6.0), Rating(27.0, 5.0)
    wrong, right = (rate(person, puzzle, is_right=is_right) for is_right in (False, True))
    assert rate_part(person, puzzle, 0.0) == wrong
    for rated, least, most in zip(rate_part(person, puzzle, 0.25), wrong, right, strict=True):
        assert rated.strength == pytest.approx(least.strength + (most.strength - least.strength) / 4)
        assert rated.error == pytest.approx(least.error + (most.error - least.error) / 4)
    for rated, most in zip(rate_part(person, puzzle, 1.0), right, strict=True):
        assert rated == pytest.approx(most)


def test_a_puzzle_that_few_solvers_find_begins_stronger() -> None:
    puzzles = puzzles_of("vortex")
    missed = next(one for one in puzzles if not any([*one.tried.values()][:2]))
    found = next(one for one in puzzles if next(iter(one.tried.values())))
    assert first_rating(missed).strength > first_rating(found).strength
    assert isinstance(missed.proof, TableProof)
    unrated = type(missed)(*(getattr(missed, name) for name in missed.__struct_fields__[:7]))
    assert first_rating(unrated) == START


def test_the_nearest_strengths_come_first() -> None:
    assert nearest(20.0, {5: 30.0, 6: 21.0, 7: 19.5, 8: 10.0}, among=2) == [7, 6]
    assert nearest(20.0, {}) == []


def test_the_order_of_a_run_follows_from_its_seed_and_gets_harder() -> None:
    order = order_of("ludo", 7)
    assert sorted(order) == [*range(1, len(puzzles_of("ludo")) + 1)]
    assert order == order_of("ludo", 7) != order_of("ludo", 8)
    strengths = [puzzles_of("ludo")[number - 1].rating[0] for number in order]
    third = len(order) // 3
    assert sum(strengths[:third]) < sum(strengths[-third:])


def test_three_mistakes_end_a_run_and_so_does_the_last_puzzle() -> None:
    assert "ended_at" not in after_answer(run(mistakes=MISTAKES - 2), 110.0, is_right=False)
    assert after_answer(run(mistakes=MISTAKES - 1, solved=4), 110.0, is_right=False) == {
        "solved": 4,
        "mistakes": MISTAKES,
        "ended_at": 110.0,
    }
    last = len(puzzles_of("ludo")) - 1
    assert after_answer(run(solved=last), 110.0, is_right=True)["ended_at"] == 110.0


def test_a_run_is_over_when_its_clock_has_run_out() -> None:
    assert not is_over(run(), 100.0 + SECONDS - 0.01)
    assert is_over(run(), 100.0 + SECONDS)
    assert is_over(run(ended_at=101.0), 102.0)
