"""Records: tags and turns as text, read back and replayed."""

import pytest

import ludarium
from ludarium.core.entries import Entry
from ludarium.core.errors import IllegalMove, LudariumError, ParseError, UnknownGame
from ludarium.core.record import LARGEST, Record, format_result, parse_result

SHORT = Record(
    "orion",
    (Entry("p+", 4.2, 595.8), Entry("pass", 0.125), Entry("u+v-")),
    payoffs=(0.5, 0.5),
    ending="a draw by agreement",
    tags={"X": 'Ann "the hydra" \\', "O": "mcts(seconds=1)"},
)


def test_a_record_reads_back() -> None:
    assert Record.parse(str(SHORT)) == SHORT
    assert Record.parse(str(SHORT).replace("\n", "\r\n")) == SHORT


def test_a_record_may_begin_with_the_mark_of_an_editor() -> None:
    text = '[Game "orion"]\n[Result "*"]\n\n1. u+'
    assert Record.parse(f"\ufeff{text}") == Record.parse(text)


def test_a_record_is_replayed_from_its_position() -> None:
    start = ludarium.load("orion").initial().move("p+")
    record = Record("orion", (Entry("pass"),), position=str(start))
    assert Record.parse(str(record)).final() == start.move("pass")
    assert list(record.states()) == [start, start.move("pass")]


def test_a_turn_that_cannot_be_played_is_named_by_its_number() -> None:
    with pytest.raises(IllegalMove, match=r"^turn 2: click 1, y\+, is not allowed"):
        Record("orion", (Entry("p+"), Entry("y+"))).final()
    with pytest.raises(ParseError, match=r"^turn 1: expected one turn a line, and 2\. begins another in '1\. u\+ 2"):
        Record.parse('[Game "orion"]\n\n1. u+ 2. a+').final()


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("", ParseError, r"needs the tag \[Game"),
        ('[Game "hydra"]', UnknownGame, "no game 'hydra'"),
        ('[Game "orion"]\n[Game "orion"]', ParseError, "line 2: the tag Game is given twice"),
        ('[Game "orion"]\n2. p+', ParseError, "line 2: expected a tag .* or turn 1"),
        (
            '[Game "orion"]\n1. p+ {took 1} 2. a+',
            ParseError,
            "line 2: expected one turn a line, and 2. begins another",
        ),
        ('[Game "orion"]\n1. p+ 2. a+\n3. q+', ParseError, "line 2: expected one turn a line, and 2. begins another"),
        ('[Game "orion"]\n1. p+\n[X "Ann"]', ParseError, "line 3"),
        ('[Game "orion"]\n1. p+ {took 1.2.3}', ParseError, "line 2: '1.2.3' is not a number of seconds"),
        ('[Game "orion"]\n[Result "2-0"]', ParseError, "'2-0' is not a result for 2 seats, such as 1-0"),
        ('[Game "orion\n"]', ParseError, "line 1"),
        ("\0" * 10, ParseError, "line 1"),
        ('[Game "orion"]\n[Ending "\x1b[2J"]', ParseError, r"line 2: '\\x1b\[2J' is not an ending: expected up to 200"),
        (f'[Game "orion"]\n[Ending "{"x" * 201}"]', ParseError, "line 2: 'xxx.*' is not an ending: expected up to 200"),
        ("x" * (LARGEST + 1), ParseError, "a record has at most 2,000,000"),
    ],
)
def test_an_invalid_record_is_refused_with_the_line(text: str, error: type[LudariumError], reason: str) -> None:
    with pytest.raises(error, match=reason):
        Record.parse(text)


@pytest.mark.parametrize(
    ("payoffs", "text"),
    [
        (None, "*"),
        ((1, 0), "1-0"),
        ((0.5, 0.5), "1/2-1/2"),
        ((1 / 3, 1 / 3, 1 / 3), "1/3-1/3-1/3"),
        ((0, 0.5, 0.5), "0-1/2-1/2"),
    ],
)
def test_results_read_back(payoffs: tuple[float, ...] | None, text: str) -> None:
    assert format_result(payoffs) == text
    assert parse_result(text, ludarium.load(f"vortex(players={len(payoffs or (0, 0))})")) == payoffs
