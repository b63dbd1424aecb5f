"""The numbers by which people call turns, with and without dice."""

import random

import pytest

from ludarium.core.errors import ParseError
from ludarium.core.registry import load
from ludarium.core.rolls import number_turns, turn_number
from ludarium.match.match import Match
from ludarium.match.numbers import next_number, played_after, state_after
from ludarium.match.progress import all_states, rewind
from tests.match.matches import begin
from tests.match.test_random_matches import any_turn


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


@pytest.mark.parametrize("game", ["ludo(goal=24,markers=1)", "vortex(tokens=2)", "orion(turn_limit=12)", "grid"])
def test_a_match_counts_its_turns_as_lists_of_turns_number_them(game: str) -> None:
    """In every position, after rolls, forced turns and draws, and in positions to which one goes back."""
    match, chance = begin(load(game), dice="seeded(seed=5)"), random.Random(5)
    while not match.over and len(match.turns) < 60:
        for seat in match.to_act:
            match = match.submit(seat, any_turn(match, seat, chance))
        match = match.roll()
        assert match.count.number == _listed(match)
    back = rewind(match, len(match.turns) // 2)
    assert back.count.number == _listed(back)


def _listed(match: Match) -> int:
    numbered = number_turns(all_states(match), (entry.text for entry in match.turns))
    return turn_number(numbered, len(match.turns))
