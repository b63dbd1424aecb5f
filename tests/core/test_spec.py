"""Spec strings and options."""

import pytest

from ludarium.core.errors import InvalidOption, LudariumError, ParseError
from ludarium.core.spec import Option, format_spec, parse_options, parse_spec
from ludarium.core.text import shorten


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("orion", "orion", {}),
        ("orion()", "orion", {}),
        (" orion ( clicks = 2 ) ", "orion", {"clicks": "2"}),
        ("mcts(seconds=0.5,threads=2)", "mcts", {"seconds": "0.5", "threads": "2"}),
    ],
)
def test_a_spec_is_a_name_with_options(text: str, name: str, options: dict[str, str]) -> None:
    assert parse_spec(text) == (name, options)
    assert parse_spec(format_spec(name, options)) == (name, options)


@pytest.mark.parametrize(
    "text", ["", "(", "2", "orion(", "orion)", "orion(a)", "orion(a=)", "orion(a=1,)", "o" * 501, "ö"]
)
def test_an_invalid_spec_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        parse_spec(text)


def test_an_option_that_is_given_twice_is_refused() -> None:
    with pytest.raises(InvalidOption, match="clicks is given twice"):
        parse_spec("orion(clicks=1,clicks=2)")


CLICKS = Option("clicks", 3, range(1, 7), "")
WAY = Option("reversal", "forbidden", ("forbidden", "allowed"), "")


def test_options_not_given_have_their_defaults() -> None:
    assert parse_options("orion", (CLICKS, WAY), {"clicks": "2"}) == {"clicks": 2, "reversal": "forbidden"}


@pytest.mark.parametrize("value", ["0", "7", "2.5", "two", "", "٣", "1e0", "9" * 30, None])
def test_the_error_for_a_value_out_of_range_says_what_is_expected(value: object) -> None:
    with pytest.raises(InvalidOption, match="clicks is a whole number from 1 to 6"):
        CLICKS.parse(value)


def test_a_choice_is_one_of_its_words() -> None:
    assert WAY.parse(" allowed ") == "allowed"
    with pytest.raises(InvalidOption, match="reversal is one of forbidden, allowed, not 'Allowed'"):
        WAY.parse("Allowed")


def test_the_error_for_an_unknown_option_suggests_a_similar_name() -> None:
    with pytest.raises(InvalidOption, match=r"orion has no option 'click'; did you mean clicks\? \(its options are"):
        parse_options("orion", (CLICKS, WAY), {"click": "2"})
    with pytest.raises(InvalidOption, match="it has none"):
        parse_options("race", (), {"click": "2"})


def test_text_in_messages_is_short_and_printable() -> None:
    assert shorten("\n" * 100).isprintable()
    assert len(shorten("x" * 1000)) == 62


def test_every_error_is_a_ludarium_error() -> None:
    assert issubclass(InvalidOption, ParseError)
    assert issubclass(ParseError, LudariumError)
