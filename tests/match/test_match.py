"""Matches: whose turn it is, dice, clocks, and records that give the same match again."""

import pytest

from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, LudariumError, NotYourTurn, ParseError
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from tests.match.matches import ORION, begin
from tests.tiny import PENNIES, RACE, STONES


def test_a_match_goes_from_seat_to_seat() -> None:
    match = begin()
    assert match.to_act == (0,)
    match = match.submit(0, "u+")
    assert match.to_act == (1,)
    assert [entry.text for entry in match.turns] == ["u+"]


def test_a_turn_leaves_the_earlier_match_unchanged() -> None:
    match = begin()
    match.submit(0, "u+")
    assert match == begin()


def test_a_turn_is_kept_in_its_canonical_text() -> None:
    assert begin().submit(0, " U+ ").turns[0].text == "u+"


@pytest.mark.parametrize(("seat", "text", "error"), [
    (1, "a+", NotYourTurn), (7, "u+", NotYourTurn), (-1, "u+", NotYourTurn), (0, "u+u+", IllegalMove),
    (0, "hello", ParseError), (0, "", ParseError), (0, "a+", IllegalMove),
])  # fmt: skip
def test_an_impossible_turn_is_refused(seat: int, text: str, error: type[LudariumError]) -> None:
    with pytest.raises(error):
        begin().submit(seat, text)


def test_a_turn_is_refused_when_the_match_is_over() -> None:
    with pytest.raises(GameOver, match="resignation"):
        begin().resign(1).submit(0, "u+")


def test_an_incomplete_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(STONES.initial()), "follow", lambda state, text: ((1,), state.play(1)))
    with pytest.raises(IllegalMove, match="only the beginning"):
        begin(STONES).submit(0, "b")


@pytest.mark.parametrize("players", [["Ann"], ["Ann", "Bob", "Cid"], ["Ann", "B\0b"], ["Ann", "B" * 81]])
def test_players_that_do_not_fit_are_refused(players: list[str]) -> None:
    with pytest.raises(ParseError):
        Match.begin(ORION, players)


def test_a_name_is_one_line_and_an_empty_name_is_a_question_mark() -> None:
    assert Match.begin(ORION, [" Ann\n B. ", ""]).players == ("Ann B.", "?")


def test_dice_are_rolled_when_it_is_their_turn_and_kept_as_turns() -> None:
    match = begin(RACE, dice="seeded(seed=4)")
    assert match.turns[0].text.startswith("roll ")
    assert match.state.actors == (0,)
    assert match.roll() == match
    assert match.record().tags["Dice"] == "seeded(seed=4)"


def test_no_seat_may_play_for_the_dice() -> None:
    match = Match.begin(RACE, ["Ann", "Bob"])
    assert match.to_act == ()
    with pytest.raises(NotYourTurn, match="the dice's turn"):
        match.submit(0, "roll 2")


@pytest.mark.parametrize("dice", ["loaded", "seeded(seed=x)", "seeded(luck=3)", "system(seed=1)", "(", ""])
def test_invalid_dice_are_refused(dice: str) -> None:
    with pytest.raises((ParseError, InvalidOption)):
        begin(RACE, dice=dice)


def test_a_seat_that_resigns_gets_payoff_0() -> None:
    match = begin().resign(1)
    assert (match.payoffs, match.ending, match.over, match.to_act) == ((1.0, 0.0), "resignation", True, ())


def test_a_forfeit_names_its_cause() -> None:
    match = begin().forfeit(0, "the program\nstopped")
    assert (match.payoffs, match.ending) == ((0.0, 1.0), "forfeit: the program stopped")


def test_the_cause_of_a_forfeit_is_cleaned_for_the_record() -> None:
    record = begin().forfeit(0, f"said \x1b[2J {'x' * 500}").record()
    assert record.ending.startswith("forfeit: said \ufffd[2J xxx")
    assert Record.parse(str(record)) == record


def test_a_clock_runs_in_the_turns_of_its_seat() -> None:
    match = begin(clock=Clock.parse("60+5")).submit(0, "u+", took=10.12345).submit(1, "pass", took=0)
    assert match.left == (54.877, 65.0)
    assert [entry.left for entry in match.turns] == [54.877, 65.0]


def test_a_turn_after_the_time_loses() -> None:
    match = begin(clock=Clock(60)).submit(0, "u+", took=60.001)
    assert (match.payoffs, match.ending, match.turns) == ((0.0, 1.0), "time", ())


def test_only_the_seat_whose_clock_runs_can_lose_on_time() -> None:
    assert begin(clock=Clock(60)).flag(0).ending == "time"
    with pytest.raises(NotYourTurn):
        begin(clock=Clock(60)).flag(1)
    with pytest.raises(IllegalMove, match="no clock"):
        begin().flag(0)


def test_no_clock_runs_in_a_simultaneous_turn() -> None:
    match = begin(PENNIES, clock=Clock(60)).submit(0, "heads", took=70).submit(1, "heads", took=1)
    assert match.left == (60.0, 60.0)
    with pytest.raises(NotYourTurn):
        match.flag(0)


def test_a_match_may_begin_from_any_position() -> None:
    position = str(ORION.initial().move("u+"))
    match = begin(position=position)
    assert match.to_act == (1,)
    assert match.record().position == position
    with pytest.raises(ParseError):
        begin(position="nowhere")


def test_tags_stay_in_the_record() -> None:
    match = begin(tags={"Event": "Sunday"})
    assert Match.from_record(match.record()) == match
    assert match.record().tags["Event"] == "Sunday"


def test_a_record_names_its_first_impossible_turn() -> None:
    with pytest.raises(IllegalMove, match=r"^turn 2: "):
        Match.from_record(Record.parse('[Game "orion"]\n1. u+\n2. u+'))
