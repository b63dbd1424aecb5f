"""Files of calendars, read by the library of others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from ludarium.site.begin.calendar import CalendarEvent, calendar_file, folded

TEXT = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]) | st.just("\n"), max_size=200)
EVENT = CalendarEvent("one@example.org", 1e9, 1.1e9, 1.2e9, "a", "b", "https://example.org/x?a=1,2;3")


@given(summary=TEXT, description=TEXT, name=TEXT)
def test_every_text_is_read_as_it_was_written(summary: str, description: str, name: str) -> None:
    event = EVENT._replace(
        summary=summary, description=description, organizer="site@example.org", attendee=("ann@example.org", name)
    )
    file = calendar_file("-//Us//EN", [event, EVENT], "REQUEST")
    assert all(len(line) <= 75 for line in file.split(b"\r\n"))
    calendar = Calendar.from_ical(file.decode())
    read, plain = calendar.walk("VEVENT")
    assert (str(calendar["METHOD"]), str(plain["UID"]), str(plain["URL"])) == ("REQUEST", EVENT.id, EVENT.url)
    assert (str(read["SUMMARY"]), str(read["DESCRIPTION"])) == (lines_of(summary), lines_of(description))
    assert str(read["ATTENDEE"]) == "mailto:ann@example.org"
    assert read["ATTENDEE"].params["PARTSTAT"] == "ACCEPTED"


def lines_of(text: str) -> str:
    return "\n".join(text.splitlines())


def test_no_text_adds_a_line_to_the_file() -> None:
    hostile = "x\r\nEND:VEVENT\r\nBEGIN:VALARM\0\x0b\u2028y"
    file = calendar_file(
        "-//Us//EN", [EVENT._replace(summary=hostile, description=hostile, attendee=("a@b.org", f'"{hostile}'))]
    )
    assert [line for line in file.decode().split("\r\n") if line.startswith(("BEGIN", "END"))] == [
        "BEGIN:VCALENDAR", "BEGIN:VEVENT", "END:VEVENT", "END:VCALENDAR",
    ]  # fmt: skip
    assert len(file.splitlines()) == file.count(b"\r\n")


@pytest.mark.parametrize("letter", ["x", "\xe4", "\u20ac", "\U0001f3b2"])
def test_a_long_line_is_broken_between_letters(letter: str) -> None:
    lines = folded(letter * 100).split("\r\n")
    assert lines.pop() == ""
    assert len(lines) > 1
    assert lines[0] + "".join(line.removeprefix(" ") for line in lines[1:]) == letter * 100
