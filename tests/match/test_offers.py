"""Offers: draws and takebacks, which another seat accepts or declines."""

from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from tests.match.matches import begin
from tests.tiny import RACE


def test_a_draw_needs_the_other_seat() -> None:
    match = offer_draw(begin(), 0)
    assert not match.over
    with pytest.raises(IllegalMove):
        accept_offer(match, 0)
    match = accept_offer(match, 1)
    assert (match.payoffs, match.ending) == ((0.5, 0.5), "agreement")


def test_an_offer_lapses_when_a_turn_is_played() -> None:
    match = offer_draw(begin(), 1).submit(0, "u+")
    with pytest.raises(IllegalMove, match="no offer is open"):
        accept_offer(match, 0)


def test_an_offer_may_be_declined_or_withdrawn() -> None:
    for seat in (0, 1):
        assert decline_offer(offer_draw(begin(), 0), seat) == begin()


def test_there_is_one_offer_at_a_time() -> None:
    with pytest.raises(IllegalMove, match="nobody has answered"):
        offer_draw(offer_draw(begin(), 0), 1)


def test_a_takeback_goes_to_the_position_before_the_seats_last_turn() -> None:
    before = begin().submit(0, "u+").submit(1, "pass")
    after = before.submit(0, "u++").submit(1, "a+")
    assert accept_offer(ask_takeback(after, 0), 1) == replace(before, takebacks=(3,))
    assert accept_offer(ask_takeback(after, 1), 0) == replace(before.submit(0, "u++"), takebacks=(4,))


def test_a_takeback_takes_the_dice_with_it() -> None:
    before = begin(RACE, dice="seeded(seed=4)")
    after = before.submit(0, "stay").roll()
    assert len(after.turns) == 3
    assert accept_offer(ask_takeback(after, 0), 1) == replace(before, takebacks=(2,))


def test_a_takeback_gives_the_time_back() -> None:
    before = begin(clock=Clock(60, 1))
    after = before.submit(0, "u+", took=20)
    assert after.left == (41.0, 60.0)
    assert accept_offer(ask_takeback(after, 0), 1) == replace(before, takebacks=(1,))


def test_a_record_tells_what_was_taken_back() -> None:
    match = begin().submit(0, "u+").submit(1, "pass")
    match = accept_offer(ask_takeback(match, 0), 1).submit(0, "u+")
    match = accept_offer(ask_takeback(match, 0), 1)
    record = match.record()
    assert record.tags["Takebacks"] == "1 1"
    assert Match.from_record(Record.parse(str(record))) == match
    with pytest.raises(ParseError, match="are not takebacks: expected the numbers of turns"):
        Match.from_record(Record("orion", tags={"Takebacks": "first"}))
    with pytest.raises(ParseError, match="are not takebacks"):
        Match.from_record(Record("orion", tags={"Takebacks": "1" * 5000}))


def test_a_takeback_before_the_seats_first_turn_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no turn that could be taken back"):
        ask_takeback(begin().submit(0, "u+"), 1)
