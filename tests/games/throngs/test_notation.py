"""Throngs' positions and turns as text: they read back, and whatever else is typed is refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import ParseError
from ludarium.core.game import State
from ludarium.games.throngs.notation import tell_turn
from tests.games.typed import check_position, check_turn, mutated, rubbish

OPTIONS = ("", "setup=pie", "board=93,rules=page,setup=pie", "board=153")
GAMES = [ludarium.load(f"throngs({options})") for options in OPTIONS]
THRONGS = GAMES[0]
START = str(THRONGS.initial())
WORDS = ["+d3", "xd6", "e3-d3", "-d3", "+e4-", "pass", "accept", "swap", "b", "w", "1.1", "12.2", "-:-"]
WORDS += ["3:1", "0", "4", "3/6/4b3", "/8/8/", "2w5", "/", "pie", "11", "a4", "e3"]
RUBBISH = rubbish(WORDS)


@st.composite
def played(draw: st.DrawFn) -> State:
    """A state of some game, in mid-turn now and then."""
    state = draw(st.sampled_from(GAMES)).initial()
    for pick in draw(st.lists(st.integers(0, 10**6), max_size=40)):
        if state.actors:
            state = state.play(state.legal()[pick % len(state.legal())])
    return state


@given(played())
def test_a_position_reads_back(state: State) -> None:
    assert state.game.parse_position(str(state)) == state


@given(played(), st.data())
def test_a_position_is_read_or_refused(state: State, data: st.DataObject) -> None:
    check_position(state.game, data.draw(st.one_of(RUBBISH, mutated(str(state)))))


@given(played(), st.data())
def test_a_turn_is_read_or_refused(state: State, data: st.DataObject) -> None:
    check_turn(state, data.draw(st.one_of(RUBBISH, mutated("+d3 e3-d4", "xd6 +e4-e6"))))


ROWS = START.split(" ")[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a position"),
        (f"{ROWS} b", "'b' cannot end a position: expected the mover, turn.move, counters and passes"),
        ("3/6/8 b 1.1 -:- 0", "expected rows of 3, 6, 8, 8, 8, 8, 8, 7, 5, 2 spaces"),
        (ROWS.replace("b", "x") + " b 1.1 -:- 0", "is not a board"),
        (f"{ROWS} x 1.1 -:- 0", "expected b or w"),
        (f"{ROWS} w 1.1 -:- 0", "w is not to move in turn 1: b has the odd turns"),
        (f"{ROWS} b 1.3 -:- 0", "expected a turn from 1 to 500, and the move 1 or 2"),
        (f"{ROWS} b 501.2 -:- 0", "expected a turn from 1 to 500, and the move 1 or 2"),
        (f"{ROWS} b 1.1 1 0", "does not give both counters"),
        (f"{ROWS} b 1.1 1:1 0", "expected two numbers up to 0, or -"),
        (f"{ROWS} b 11.1 1:1 5", "expected 0 to 4"),
        (f"{ROWS} b 1.2 -:- 2", "expected 0 to 1"),
        (f"{ROWS} b 1.1 -:- 0 +a4-", "cannot|not the beginning|influence"),
        (f"{ROWS} b 1.1 -:- 0 +d3-", "begins no travel"),
        (f"{ROWS} b 1.1 -:- 0 e3", "is not the beginning of a move here"),
        (f"{ROWS} b 11.1 1:1 4 e3-", "is not the beginning of a move here"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        THRONGS.parse_position(text)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [("3/6/4w3/8/8/8/8/7/5/2", "bwb|b, w, b"), ("bbb/6/4b3/8/8/8/8/7/5/2", "there are 4 b, 0 w")],
)
def test_an_impossible_pie_is_refused_with_the_reason(rows: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        GAMES[1].parse_position(f"{rows} pie")


@pytest.mark.parametrize(
    ("position", "turn", "said"),
    [
        ("3/6/4b3/8/8/2w5/5w2/7/5/2 b 1.1 -:- 0", "+d3 pass", "put a stone on d3, then passed"),
        ("3/6/4b3/3b4/8/2w5/5w2/7/5/2 b 3.1 1:1 0", "e3-e4 pass", "moved e3 to e4, then passed"),
    ],
)
def test_a_turn_is_said_in_words(position: str, turn: str, said: str) -> None:
    state = THRONGS.parse_position(position)
    assert tell_turn(state, state.parse_turn(turn)) == said


def test_captures_and_the_pie_are_said_in_words() -> None:
    state = ludarium.load("throngs(setup=pie)").initial()
    stones = state.move("+e3 +d6 +h7")
    assert tell_turn(state, state.parse_turn("+e3 +d6 +h7")).startswith("put a stone on e3, then put a stone on d6")
    assert [tell_turn(stones, stones.parse_turn(text)) for text in ("accept", "swap")] == [
        "accepted the stones", "swapped the colours",
    ]  # fmt: skip
