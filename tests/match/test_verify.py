"""Verified records: the error names a turn, a clock or a result that is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.core.entries import Entry
from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.match.verify import verify
from tests.tiny import PENNIES, RACE, STONES


def record(*lines: str) -> Record:
    return Record.parse('[Game "orion(turn_limit=10)"]\n' + "\n".join(lines))


@pytest.mark.parametrize("lines", [
    ("1. u+", "2. pass"),
    ('[Result "1-0"]', '[Ending "resignation"]'),
    ('[Result "1-0"]', '[Ending "forfeit: the program stopped"]'),
    ('[Result "1/2-1/2"]', '[Ending "agreement"]', "1. u+"),
    ('[Clock "60+5"]', '[Result "0-1"]', '[Ending "time"]', "1. u+ {took 10, left 55}", "2. pass {took 60, left 5}"),
    ('[Clock "60+5"]', "1. u+ {took 10, left 55}", "2. a+", "3. pass"),
    ("1. u+ {took 10}",),
])  # fmt: skip
def test_a_possible_record_is_correct(lines: tuple[str, ...]) -> None:
    assert verify(record(*lines)).record() == record('[X "?"]', '[O "?"]', *lines)


@pytest.mark.parametrize(("lines", "sentence"), [
    (("1. u+", "2. u+"), r"^turn 2: .*holds no piece"),
    (("1. u+", "2. hello"), r"^turn 2: 'hello' is not a turn"),
    (("1. u+ {took 10, left 50}",), r"^turn 1: it records 50 seconds left, but the record has no time control"),
    (('[Clock "60+5"]', "1. u+ {took 10, left 50}"), r"^turn 1: .*by the clock 60\+5 it is 55$"),
    (('[Clock "60+5"]', "1. u+ {took 61, left 4}"), r"^turn 1: it took 61 seconds, but only 60 were left$"),
    (('[Clock "soon"]',), r"^'soon' is not a time control"),
    (('[Dice "loaded"]',), r"is not a kind of dice"),
    (('[Result "1-0"]',), r"is not over after the last turn, and the result 1-0 needs an ending"),
    (('[Result "1-0"]', '[Ending "agreement"]'), r"the ending agreement does not lead to 1-0"),
    (('[Result "1/2-1/2"]', '[Ending "resignation"]'), r"the ending resignation does not lead to 1/2-1/2"),
    (('[Result "0-1"]', '[Ending "time"]'), r"the ending time does not lead to 0-1"),
    (('[Clock "60"]', '[Result "1-0"]', '[Ending "time"]'), r"the ending time does not lead to 1-0"),
    (('[Ending "resignation"]',), r"is for a game that goes on, but the record has an ending: resignation"),
    (tuple(f"{n}. pass" for n in range(1, 12)), r"^turn 7: the game is over"),
])  # fmt: skip
def test_the_fault_of_an_impossible_record_is_named(lines: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(LudariumError, match=sentence):
        verify(record(*lines))


def finished(game: Game, *turns: str) -> Record:
    match = Match.begin(game, ["Ann", "Bob"])
    for turn in turns:
        match = match.submit(match.to_act[0], turn)
    return match.record()


def test_the_result_is_that_of_the_rules() -> None:
    found = finished(STONES, "a1", "b3", "c5")
    assert found.payoffs == (1.0, 0.0)
    assert verify(found, STONES).over
    for payoffs, ending in [((0.0, 1.0), found.ending), (None, ""), (found.payoffs, "resignation")]:
        false = Record(found.game, found.turns, None, payoffs, ending, found.tags)
        with pytest.raises(LudariumError, match="the game ended as 1-0"):
            verify(false, STONES)


def test_the_ending_of_the_rules_need_not_be_named() -> None:
    found = finished(STONES, "a1", "b3", "c5")
    assert verify(Record(found.game, found.turns, None, found.payoffs, "", found.tags), STONES).over


@pytest.mark.parametrize(("game", "turn"), [(PENNIES, "heads tails"), (RACE, "roll 2")])
def test_only_a_turn_of_one_seat_takes_time_from_a_clock(game: Game, turn: str) -> None:
    timed = Record(game.spec, (Entry(turn, 5.0, 55.0),), tags={"Clock": str(Clock(60))})
    with pytest.raises(LudariumError, match=r"^turn 1: it records 55 seconds left, but no clock runs in this turn"):
        verify(timed, game)


KEPT = '[Game "orion"]\n[X "A b \\" \\\\"]\n[Result "0-1"]\n[Ending "time"]\n\n1. u+ {took 1.23, left 5}\n2. a--\n'


@given(
    st.integers(0, len(KEPT)),
    st.integers(0, len(KEPT)),
    st.text(st.one_of(st.characters(), st.sampled_from('[]"\\{}., \t0123456789'))),
)
def test_a_record_that_can_be_parsed_is_written_and_parsed_as_the_same(begin: int, end: int, other: str) -> None:
    try:
        read = Record.parse(KEPT[:begin] + other + KEPT[max(begin, end) :])
    except LudariumError as error:
        assert str(error)
    else:
        assert Record.parse(str(read)) == read


@pytest.mark.parametrize("line", ["1." + " " * 500_000 + "{", "1. a" + " " * 500_000 + "{", '[A "' + "\\" * 500_000])
def test_a_long_line_is_read_in_linear_time(line: str) -> None:
    with pytest.raises(LudariumError, match="line 1: expected a tag"):
        Record.parse(line)


VARIED = ("1. u+", "variation", "1. t+", "2. f+g-", "variation", "2. a-", "end", "end", "2. pass")


def test_variations_are_checked_by_the_rules() -> None:
    assert [entry.text for entry in verify(record(*VARIED)).turns] == ["u+", "pass"]
    for place, wrong in (("2. f+g-", "2. u+"), ("2. a-", "2. zz"), ("1. t+", "1. a-")):
        lines = [wrong if line == place else line for line in VARIED]
        with pytest.raises(LudariumError, match=f"^turn {wrong[0]} in a variation: "):
            verify(record(*lines))
