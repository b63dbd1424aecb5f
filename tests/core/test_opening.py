"""Openings as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import InvalidOption, ParseError
from ludarium.core.opening import Opening, format_opening, parse_opening
from ludarium.core.spec import Directions, Option

WORDS = ("north", "east", "south", "west")
OPENINGS = st.lists(st.tuples(st.sampled_from("nesw"), st.integers(1, 999)), min_size=1, max_size=40).map(tuple)


@given(OPENINGS)
def test_an_opening_reads_back(opening: Opening) -> None:
    assert parse_opening(format_opening(opening), "nesw") == opening


def test_a_longer_word_is_matched_before_its_prefix() -> None:
    assert parse_opening("heads2head", ["head", "heads"]) == (("heads", 2), ("head", 1))


@pytest.mark.parametrize("text", ["", " ", "x", "n0", "n1000", "3n", "n-1", "n٣", "n,e", "n" * 301])
def test_the_error_for_other_text_says_what_is_expected(text: str) -> None:
    with pytest.raises(ParseError, match="is not an opening: expected n, e, s, w with numbers of turns"):
        parse_opening(text, "nesw")


@pytest.mark.parametrize("text", ["n " * 140 + "!", "a" * 280 + "!"], ids=["spaces", "words"])
def test_text_that_is_nearly_an_opening_is_refused_in_linear_time(text: str) -> None:
    """There are 2 to the power of 140 ways to split it, too many to try."""
    with pytest.raises(ParseError):
        parse_opening(text, ["n", "a", "aa"])


def test_no_opening_is_made_of_words_that_are_not_letters() -> None:
    with pytest.raises(ParseError):
        parse_opening("3,7", ["3,7", "0"])


def test_an_option_may_be_an_opening() -> None:
    option = Option("turns", "n", Directions(WORDS), "")
    assert option.parse(" n3 e ") == "n3e"
    expected = r"^'u3' is not an opening: expected n, e, s, w with numbers of turns, for example n3e2$"
    with pytest.raises(InvalidOption, match=expected):
        option.parse("u3")
