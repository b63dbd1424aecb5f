"""The best lines of a position: each position that a turn may lead to has one."""

from ludarium.core.registry import load
from ludarium.review.adviser import Adviser


def test_turns_of_like_pieces_are_one_line() -> None:
    state = load("ludo").parse_position("1,1,1,12/1,1,60,60 A 5 9")
    found = Adviser(state.game, 1, lambda: None, level="easy").lines(state, 0.01, 4)
    assert sorted(int(line.turn.partition("=")[2]) for line in found) == [5, 60]


def test_turns_of_pieces_that_differ_are_lines_of_their_own() -> None:
    state = load("ludo").parse_position("1,5,20,12/1,1,60,60 A 5 9")
    found = Adviser(state.game, 1, lambda: None, level="easy").lines(state, 0.01, 4)
    assert len({line.turn for line in found}) == 4
