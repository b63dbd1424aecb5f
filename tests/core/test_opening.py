"""Plans as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.opening import format_opening, parse_opening
from ludarium.core.spec import Directions, Option

WAYS = ("north", "east", "south", "west")
PLANS = st.lists(st.tuples(st.sampled_from("nesw"), st.integers(1, 999)), min_size=1, max_size=40)


@given(PLANS)
def test_a_plan_reads_back(plan) -> None:
    assert parse_opening(format_opening(tuple(plan)), "nesw") == tuple(plan)


def test_a_longer_word_goes_before_a_shorter_one_that_begins_alike() -> None:
    assert parse_opening("heads2head", ["head", "heads"]) == (("heads", 2), ("head", 1))


@pytest.mark.parametrize("text", ["", " ", "x", "n0", "n1000", "3n", "n-1", "n٣", "n,e", "n" * 301])
def test_what_is_no_plan_is_told_what_one_is(text: str) -> None:
    with pytest.raises(ParseError, match="is no plan: expected n, e, s, w with numbers of turns"):
        parse_opening(text, "nesw")


@pytest.mark.parametrize("text", ["n " * 140 + "!", "a" * 280 + "!"], ids=["spaces", "words"])
def test_what_is_nearly_a_plan_is_refused_without_trying_every_way_to_read_it(text: str) -> None:
    """Of which there are more than could be tried: 2 to the power of 140."""
    with pytest.raises(ParseError):
        parse_opening(text, ["n", "a", "aa"])


def test_no_plan_is_made_of_words_that_are_not_letters() -> None:
    with pytest.raises(ParseError):
        parse_opening("3,7", ["3,7", "0"])


def test_an_option_may_be_a_plan() -> None:
    option = Option("turns", "n", Directions(WAYS), "")
    assert option.parse(" n3 e ") == "n3e"
    with pytest.raises(InvalidOption, match=r"^'u3' is no plan: expected n, e, s, w with numbers of turns, as n3e2$"):
        option.parse("u3")
