"""Offers: draws and takebacks, which another seat accepts or declines."""

from dataclasses import replace

import pytest

import ludarium
from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.record import Record
from ludarium.match.clock import Clock
from ludarium.match.data import SeatOffer
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


def test_a_draw_offer_stands_after_its_makers_own_turn() -> None:
    match = offer_draw(begin(), 0).submit(0, "u+")
    assert match.offer == SeatOffer("draw", 0)
    assert accept_offer(match, 1).ending == "agreement"
    assert match.submit(1, "pass").offer is None


def test_who_has_taken_a_turn_back_does_not_escape_a_loss_by_it() -> None:
    match = begin()
    for seat, turn in enumerate(("u+", "pass", "u-")):
        match = match.submit(seat % 2, turn)
    assert match.resign(0).is_void
    taken_back = accept_offer(ask_takeback(match.submit(1, "pass"), 0), 1)
    assert taken_back.made == (1, 1)
    lost = taken_back.resign(0)
    assert not lost.is_void
    assert not Match.from_record(Record.parse(str(lost.record()))).is_void


def test_a_takeback_is_about_the_last_turn_and_so_any_turn_ends_it() -> None:
    match = begin().submit(0, "u+").submit(1, "pass")
    assert ask_takeback(match, 0).submit(0, "u+").offer is None


def test_an_offer_among_four_stands_until_one_plays_who_has_not_accepted() -> None:
    match = begin(ludarium.load("vortex(players=4)"))
    maker = match.to_act[0]
    accepting, *others = (seat for seat in range(4) if seat != maker)
    match, played = accept_offer(offer_draw(match, maker), accepting), set[int]()
    while match.to_act[0] not in others:
        played.add(match.to_act[0])
        match = match.submit(match.to_act[0], match.state.format_turn([match.state.legal()[0]])).roll()
        assert match.offer == SeatOffer("draw", maker, (accepting,))
    match = match.submit(match.to_act[0], match.state.format_turn([match.state.legal()[0]])).roll()
    assert match.offer is None
    assert played >= {maker}


def test_an_order_that_was_sealed_before_an_offer_does_not_answer_it() -> None:
    game = ludarium.load("grid")
    first, second = (game.initial().format_turn([game.initial().legal(seat)[0]]) for seat in (0, 1))
    match = offer_draw(begin(game).submit(1, second), 0).submit(0, first)
    assert (match.offer, len(match.turns)) == (SeatOffer("draw", 0), 1)
    assert offer_draw(begin(game), 0).submit(1, second).submit(0, first).offer is None


def test_no_offer_outlives_a_match() -> None:
    match = begin(RACE, dice="seeded(seed=4)")
    while not match.over:
        seat = match.to_act[0]
        match = match if match.offer else offer_draw(match, seat)
        match = match.submit(seat, match.state.format_turn([match.state.legal()[0]])).roll()
    assert match.offer is None


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
