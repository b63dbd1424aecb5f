"""Plans as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import BadOption, Unreadable
from ludarium.core.plan import read_plan, write_plan
from ludarium.core.spec import Option, Steps

WAYS = ("north", "east", "south", "west")
PLANS = st.lists(st.tuples(st.sampled_from("nesw"), st.integers(1, 999)), min_size=1, max_size=40)


@given(PLANS)
def test_a_plan_reads_back(plan):
    assert read_plan(write_plan(tuple(plan)), "nesw") == tuple(plan)


def test_a_longer_word_goes_before_a_shorter_one_that_begins_alike():
    assert read_plan("heads2head", ["head", "heads"]) == (("heads", 2), ("head", 1))


@pytest.mark.parametrize("text", ["", " ", "x", "n0", "n1000", "3n", "n-1", "n٣", "n,e", "n" * 301])
def test_what_is_no_plan_is_told_what_one_is(text):
    with pytest.raises(Unreadable, match="is no plan: expected n, e, s, w with numbers of turns"):
        read_plan(text, "nesw")


@pytest.mark.parametrize("text", ["n " * 140 + "!", "a" * 280 + "!"], ids=["spaces", "words"])
def test_what_is_nearly_a_plan_is_refused_without_trying_every_way_to_read_it(text):
    """Of which there are more than could be tried: 2 to the power of 140."""
    with pytest.raises(Unreadable):
        read_plan(text, ["n", "a", "aa"])


def test_no_plan_is_made_of_words_that_are_not_letters():
    with pytest.raises(Unreadable):
        read_plan("3,7", ["3,7", "0"])


def test_an_option_may_be_a_plan():
    option = Option("turns", "n", Steps(WAYS), "")
    assert option.read(" n3 e ") == "n3e"
    with pytest.raises(BadOption, match=r"^'u3' is no plan: expected n, e, s, w with numbers of turns, as n3e2$"):
        option.read("u3")
