"""Any text is parsed or refused with a `LudariumError`, as position, turn, record and spec of Orion."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.core.errors import ParseError
from ludarium.core.game import Game, State
from ludarium.core.record import Record
from tests.games.typed import check_position, check_turn, mutated, read_or_refuse, rubbish

ORION = ludarium.load("orion(turn_limit=40)")
STATES = [ORION.initial()]
for turn in ("p+", "f+g-", "v+q-", "a+", "pass"):
    STATES.append(STATES[-1].move(turn))
STATES.append(STATES[-1].play(STATES[-1].legal()[0]))

WORDS = ["a+", "b-", "pass", "done", "x", "o", "1", "16", "2:", "aE,", "bN", "~", "XXXXX", "OOOOO", "5/6/5", "6/"]
WORDS += ["[Game", '"orion"]', "1.", "{took", "1,", "left", "2}", "(", "clicks", "="]
RUBBISH = rubbish(WORDS)


@given(st.one_of(RUBBISH, mutated(*map(str, STATES))))
def test_a_position_is_read_or_refused(text: str) -> None:
    check_position(ORION, text)


@given(st.sampled_from(STATES), st.one_of(RUBBISH, mutated("a+b-", "p+", "u+v--", "f+g-", "g+++", "pass")))
def test_a_turn_is_read_or_refused(state: State, text: str) -> None:
    check_turn(state, text)


RECORD = """
[Game "orion(turn_limit=40)"]
[X "Ann \\"the hydra\\""]
[Result "1/2-1/2"]

1. p+ {took 1.5, left 8}
2. f+g-
3. pass
"""


@given(st.one_of(RUBBISH, mutated(RECORD)))
def test_a_record_is_read_or_refused(text: str) -> None:
    record = read_or_refuse(Record.parse, text)
    if isinstance(record, Record):
        assert Record.parse(str(record)) == record
        read_or_refuse(lambda _: record.final(), text)


@given(st.one_of(RUBBISH, mutated("orion", "orion(clicks=2)", "orion(clicks=1,reversal=allowed,turn_limit=10)")))
def test_a_spec_is_read_or_refused(text: str) -> None:
    game = read_or_refuse(ludarium.load, text)
    if isinstance(game, Game):
        assert ludarium.load(game.spec) == game


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a position"),
        ("5/6/5 x 1", "is not a board"),
        ("5/6/5/6/5/6/5/6/5/6/5 y 1", "expected x or o"),
        ("5/6/5/6/5/6/5/6/5/6/5 o 1", "o is not to move in turn 1: X has the odd turns"),
        ("5/6/5/6/5/6/5/6/5/6/5 x 43", "is not the number of a turn: expected 1 to 41"),
        ("XXXXX/XXXXXX/XXXXX/X5/5/6/5/6/5/6/5 x 1", "at most 16"),
        ("5/6/5/6/5/6/5/6/5/6/5 x 1 ~AAAA", "is not a list of positions"),
        ("5/6/5/6/5/6/5/6/5/6/5 x 1 ~AAAAAAAAAAAAAAAA", "remembers 1 turn, but only 0"),
        ("X4/6/5/6/5/6/5/6/5/6/5 o 2 ~AAAAAAAAAAAAAAAA", "has other numbers of pieces"),
        ("X4/6/5/6/5/6/5/6/5/6/5 x 1 2:aN", "expected within a turn the clicks left"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        ORION.parse_position(text)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 5), (4, 4), (5, 3)])
def test_positions_of_smaller_boards_are_read_back_with_their_past(rows: int, columns: int) -> None:
    state = ludarium.load(f"orion(rows={rows},columns={columns})").initial()
    for step in range(20):
        assert state.game.parse_position(str(state)) == state
        if not state.actors:
            break
        state = state.play(state.legal()[7 * step % len(state.legal())])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("5/6/5/6/5/6/5/6/5/6/5 x 1", "expected 7 rows of alternately 3 and 4 slots, as in 3/X3/..."),
        ("XXX/XXXX/XXX/X3/3/4/3 x 1", "at most 10"),
        ("X2/4/3/4/3/4/3 o 2 ~AAAA", "expected ~ and 8 characters for each"),
        ("X2/4/3/4/3/4/3 o 2 2:jN ~AAAAAAAA", "has other numbers of pieces"),
    ],
)
def test_a_position_of_another_board_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=re.escape(reason)):
        ludarium.load("orion(rows=3,columns=3)").parse_position(text)


def test_a_rotor_that_a_smaller_board_lacks_is_named() -> None:
    with pytest.raises(ParseError, match="there is no rotor y, only a to i"):
        ludarium.load("orion(rows=3,columns=3)").initial().parse_turn("g+y+")


def test_a_memory_in_which_the_game_was_over_is_refused() -> None:
    chain = sum(3**slot for slot in (5, 16, 27, 38, 49))
    memory = base64.urlsafe_b64encode(chain.to_bytes(12, "big")).decode()
    with pytest.raises(ParseError, match="the game was over before turn 1, so it cannot have gone on"):
        ORION.parse_position(f"5/X5/5/X5/5/X5/5/X5/5/X5/5 o 2 ~{memory}")
