"""Time controls as text, and what a turn does to a clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.errors import LudariumError, ParseError
from ludarium.match.clock import DAY, HOUR, Clock, round_duration


@given(st.integers(1, 9_999_999_999), st.integers(0, 9_999_999))
def test_a_time_control_reads_back(main: int, increment: int) -> None:
    clock = Clock(main / 1000, increment / 1000)
    assert Clock.parse(str(clock)) == clock


@pytest.mark.parametrize(
    "text", ["", "0", "0+5", "-3", "5+", "5+-1", "nan", "inf", "1e3", "5 minutes", "٣", "9" * 30, f"{'600+5':50}x"]
)
def test_an_invalid_time_control_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match=r"600\+5"):
        Clock.parse(text)


@given(st.integers(1, 99), st.integers(0, 99), st.integers(1, 99), st.booleans())
def test_a_time_control_for_correspondence_reads_back(bank: int, more: int, longest: int, vacation: bool) -> None:
    cap = bank + more
    turn = longest * DAY if longest <= cap else None
    clock = Clock(bank * DAY, 36 * HOUR, cap * DAY, vacation=vacation, longest=turn)
    assert Clock.parse(str(clock)) == clock


@pytest.mark.parametrize("text", ["10d+36h/10d/11d", "10d+36h/10d/6h", "10d+36h/10d/", "10d+36h/10d/5d/5d"])
def test_the_longest_turn_is_between_12_hours_and_the_cap(text: str) -> None:
    with pytest.raises(ParseError, match="the longest turn may follow, as in 10d"):
        Clock.parse(text)


@given(st.text())
def test_any_text_is_a_time_control_or_refused_in_a_sentence(text: str) -> None:
    try:
        assert str(Clock.parse(str(Clock.parse(text)))) == str(Clock.parse(text))
    except LudariumError as error:
        assert "time control" in str(error)


def test_an_increment_is_added_after_the_turn() -> None:
    assert Clock(60, 5).after(60, 10) == 55


@pytest.mark.parametrize(("took", "kept"), [(0.0004, 0), (-1, 0), (1.2345678, 1.235), (1e12, 99_999_999)])
def test_times_are_kept_to_the_millisecond_and_in_bounds(took: float, kept: float) -> None:
    assert round_duration(took) == kept
