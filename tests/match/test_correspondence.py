"""Clocks by correspondence: a bank with an increment and a cap, in turns of one seat and of several."""

from dataclasses import replace

import pytest

from ludarium.core.entries import Credit
from ludarium.core.errors import NotYourTurn, ParseError
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.clock import DAY, HOUR, Clock, format_clock
from ludarium.match.data import TIME
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback
from ludarium.match.verify import verify
from ludarium.players.player import Limit
from tests.tiny import PENNIES

CLOCK = Clock.parse("10d+36h/10d")


def begin(clock: Clock = CLOCK) -> Match:
    return Match.begin(load("orion"), ["Ann", "Bob"], clock=clock)


def turn(match: Match, took: float, credit: Credit | None = None) -> Match:
    return match.submit(match.to_act[0], "pass", took, credit or Credit())


@pytest.mark.parametrize("text", ["10d+36h/10d", "2d+1d/2d", "14d+7d/14d", "12h+12h/12h", "1d+1d/2d no vacation"])
def test_a_time_control_reads_back(text: str) -> None:
    assert str(Clock.parse(text)) == text
    assert Clock.parse(text).is_correspondence


@pytest.mark.parametrize(
    "text", ["10d+11h/10d", "11h+1d/2d", "3d+1d/2d", "2d+1d/", "2d/2d", "0d+1d/2d", "2d+1d/2d soon"]
)
def test_an_invalid_time_control_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="none below 12 hours and the bank not above the cap, as in 10d"):
        Clock.parse(text)


def test_the_first_turn_of_a_seat_has_its_own_time() -> None:
    match = begin()
    assert match.time_left(0) == 36 * HOUR
    assert begin(Clock.parse("2d+12h/2d")).time_left(0) == DAY
    assert turn(match, 36 * HOUR).left == (10 * DAY, 10 * DAY)
    assert turn(match, 36 * HOUR + 1).ending == TIME


def test_later_turns_take_from_the_bank_which_has_a_cap() -> None:
    match = turn(turn(begin(), 5), 5)
    assert match.time_left(0) == 10 * DAY
    assert turn(match, HOUR).left[0] == 10 * DAY
    assert turn(match, 5 * DAY).left[0] == 10 * DAY - 5 * DAY + 36 * HOUR
    assert turn(match, 10 * DAY + 1).payoffs == (0.0, 1.0)


def test_vacation_and_given_time_are_not_charged() -> None:
    match = turn(turn(begin(), 5), 5)
    late = turn(match, 12 * DAY, Credit(vacation=3 * DAY))
    assert late.left[0] == DAY + 36 * HOUR
    assert str(late.record()).endswith("3. pass {took 1036800, vacation 259200, left 216000}")
    given = turn(match, 10 * DAY + 5, Credit(given=DAY, paused=60))
    assert given.left[0] == DAY - 5 + 36 * HOUR
    assert str(given.record()).endswith("{took 864005, paused 60, given 86400, left 215995}")
    for played in (late, given):
        assert verify(Record.parse(str(played.record()))) == played


def test_in_a_simultaneous_turn_every_clock_runs_until_its_seat_has_decided() -> None:
    match = Match.begin(PENNIES, ["Ann", "Bob"], clock=CLOCK)
    assert [match.time_left(seat) for seat in (0, 1)] == [36 * HOUR] * 2
    match = match.submit(1, "heads", 60)
    assert (match.time_left(0), match.time_left(1)) == (36 * HOUR, None)
    match = match.submit(0, "tails", HOUR, Credit(vacation=600))
    assert match.left == (10 * DAY,) * 2
    match = match.submit(0, "tails", 4 * DAY).submit(1, "tails", 2 * DAY, Credit(vacation=DAY))
    assert match.left == (10 * DAY - 4 * DAY + 36 * HOUR, 10 * DAY)
    first, second = str(match.record()).splitlines()[-2:]
    assert first.endswith(" {even took 3600, vacation 600, left 864000; odd took 60, left 864000}")
    assert second.endswith(" {even took 345600, left 648000; odd took 172800, vacation 86400, left 864000}")
    assert verify(match.record(), PENNIES) == match
    assert match.flag(1).payoffs == (1.0, 0.0)
    assert verify(match.flag(1).record(), PENNIES).ending == TIME


def test_a_seat_that_has_decided_cannot_lose_on_time() -> None:
    match = Match.begin(PENNIES, ["Ann", "Bob"], clock=CLOCK).submit(1, "heads", 60)
    with pytest.raises(NotYourTurn, match="is not running"):
        match.flag(1)
    assert match.submit(0, "heads", 3 * DAY).payoffs == (0.0, 1.0)


def test_a_takeback_gives_the_time_back_in_every_clock() -> None:
    match = turn(turn(begin(), 5), 5)
    after = turn(turn(match, 2 * DAY, Credit(vacation=DAY)), 3 * DAY)
    assert accept_offer(ask_takeback(after, 0), 1) == replace(match, takebacks=(3,))


@pytest.mark.parametrize(("times", "sentence"), [
    ("took 1036800, left 216000", "turn 3: it took 1036800 seconds, but only 864000 were left"),
    ("took 100, vacation 200, left 864000", "turn 3: it records more vacation than the 100 seconds that it took"),
    ("took 518400, left 864000", "turn 3: it records 864000 seconds left, but by the clock 10d\\+36h/10d it is 475200"),
])  # fmt: skip
def test_verify_follows_the_bank(times: str, sentence: str) -> None:
    lines = ["1. u+ {took 5, left 864000}", "2. pass {took 5, left 864000}", f"3. pass {{{times}}}"]
    record = Record.parse("\n".join(['[Game "orion"]', '[Clock "10d+36h/10d"]', *lines]))
    with pytest.raises(ParseError, match=sentence):
        verify(record)


def test_a_clock_of_a_missing_seat_is_named() -> None:
    record = Match.begin(PENNIES, ["", ""], clock=CLOCK).submit(0, "heads", 5).submit(1, "heads", 5).record()
    text = str(record).replace("; odd took", "; C took").replace(record.game, "orion")
    turns = Record.parse(text).turns
    with pytest.raises(ParseError, match="turn 1: 'C' is not a seat: expected one of even, odd"):
        Match.from_record(replace(record, turns=turns), PENNIES)


def test_a_match_is_void_if_it_ended_outside_the_rules_before_the_second_turn_of_a_seat() -> None:
    match = turn(turn(turn(begin(), 5), 5), 5)
    assert match.resign(0).is_void
    assert not turn(match, 5).resign(0).is_void
    assert not match.is_void


def test_a_bot_does_not_think_for_days() -> None:
    assert Limit.of(begin(), 0) == Limit()
    assert Limit.of(begin(Clock(60, 5)), 0) == Limit(60, 5, (60, 60))


def test_days_are_shown_as_days() -> None:
    assert format_clock(10 * DAY) == "10 d 0 h"
    assert format_clock(47 * HOUR) == "1 d 23 h"  # as the clock beside it, which has days
    assert format_clock(DAY - 1) == "23 h 59 min"
    assert format_clock(3 * HOUR - 1) == "2:59:59"
