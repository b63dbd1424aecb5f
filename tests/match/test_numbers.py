"""The numbers by which people call turns, with and without dice."""

import pytest

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.match.match import Match
from ludarium.match.numbers import next_number, played_after, state_after


def test_turns_without_dice_are_the_lines_of_the_record() -> None:
    match = Match.begin(load("orion(clicks=1)"), ["Ann", "Bob"])
    assert (next_number(match), played_after(match, 0), state_after(match, None)) == (1, 0, match.start)
    match = match.submit(0, "p+").submit(1, "f+")
    assert (next_number(match), played_after(match, 1)) == (3, 1)
    assert state_after(match, 1) == match.start.move("p+")
    with pytest.raises(ParseError, match="the match has 2 turns so far, so it has no turn 3"):
        played_after(match, 3)


def test_a_roll_belongs_to_the_turn_that_it_begins() -> None:
    match = Match.begin(load("ludo"), ["Ann", "Bob"]).roll()
    first, number, before = match.to_act[0], next_number(match), len(match.turns)
    assert match.turns[-1].text.startswith("roll ")  # which began the turn
    match = match.submit(first, match.state.format_turn(match.state.legal()[:1])).roll()
    assert played_after(match, number) == before + 1
    assert next_number(match) > number
    assert state_after(match, number - 1) != state_after(match, number)
