"""Leavers and stand-ins: nobody's seat plays its default actions, and the record names everybody."""

from dataclasses import replace

import pytest

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.match.clock import DAY, Clock
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, offer_draw, offer_stand_in
from ludarium.match.progress import play_on
from ludarium.match.stand_ins import goes_on_without, leave, take_over, vacant_seats
from ludarium.match.verify import verify

CLOCK = Clock.parse("10d+36h/10d")


def begin(game: str = "vortex(players=3,tokens=1)", clock: Clock | None = None) -> Match:
    return play_on(Match.begin(load(game), ["Ann", "Bob", "Cid"], dice="seeded(seed=4)", clock=clock))


def turn(match: Match) -> Match:
    """Play the last legal action, which is not the default where there is a choice."""
    seat = match.to_act[0]
    legal = match.state.legal(seat)
    return play_on(match.submit(seat, match.state.format_turn(legal[-1:]), 60.0))


def read_back(match: Match) -> None:
    record = Record.parse(str(match.record()))
    assert verify(record) == replace(match, sealed={}, spent={}, offer=None)


def test_a_match_of_three_goes_on_when_a_player_leaves() -> None:
    match = turn(begin())
    gone = match.to_act[0]
    assert goes_on_without(match, gone)
    match = play_on(leave(match, gone, "resignation"))
    assert not match.over
    assert vacant_seats(match) == (gone,)
    for _ in range(6):
        if not match.over:
            assert gone not in match.to_act
            match = turn(match)
    read_back(match)
    assert match.record().tags["Left1"].startswith(f"{match.game.setup.seat_names[gone]} ")
    assert match.record().tags["Left1"].endswith(f" resignation {match.players[gone]}")


def test_when_one_player_is_left_the_match_ends_and_the_leavers_have_lost() -> None:
    match = play_on(leave(begin(), 1, "time"))
    assert not goes_on_without(match, 0)
    match = match.resign(0)
    assert match.payoffs == (0.0, 0.0, 1.0)
    read_back(match)


def test_with_two_seats_a_leaver_loses() -> None:
    match = Match.begin(load("orion"), ["Ann", "Bob"])
    assert not goes_on_without(match, 0)


def test_a_stand_in_takes_the_seat_over_with_a_fresh_clock() -> None:
    match = begin(clock=CLOCK)
    for _ in range(4):
        match = turn(match)
    gone = match.to_act[0]
    match = play_on(leave(match, gone, "time"))
    match = turn(match)
    match = take_over(match, gone, "Dora Example")
    assert match.players[gone] == "Dora Example"
    assert match.left[gone] == 10 * DAY
    assert vacant_seats(match) == ()
    for _ in range(6):
        if not match.over:
            match = turn(match)
            read_back(match)
    tags = match.record().tags
    assert tags["StandIn1"].endswith(" Dora Example")
    with pytest.raises(IllegalMove, match="this seat is not vacant"):
        take_over(match, gone, "Eve")


def test_in_simultaneous_turns_a_vacant_seat_decides_by_default() -> None:
    match = Match.begin(load("grid(players=3)"), ["Ann", "Bob", "Cid"], clock=CLOCK)
    match = play_on(leave(match.submit(0, "n", 5.0), 2, "resignation"))
    assert match.to_act == (1,)
    match = play_on(match.submit(1, "n", 5.0))
    assert len(match.turns) == 1
    read_back(match)


def test_a_player_who_has_left_is_not_asked() -> None:
    match = play_on(leave(begin(), 1, "resignation"))
    assert accept_offer(offer_draw(match, 0), 2).ending == "agreement"
    match = turn(turn(turn(match)))
    asking = 0
    after = accept_offer(ask_takeback(match, asking), 2)
    assert len(after.turns) < len(match.turns)
    assert after.leavers[0].name == "Bob"
    read_back(play_on(after))


def test_all_others_must_accept_a_bot() -> None:
    match = play_on(leave(begin(), 1, "resignation"))
    match = offer_stand_in(match, 0, 1, "easy")
    assert vacant_seats(match) == (1,)
    match = accept_offer(match, 2)
    assert vacant_seats(match) == ()
    assert match.players[1] == "easy"
    with pytest.raises(IllegalMove, match="this seat is not vacant"):
        offer_stand_in(match, 0, 1, "easy")


def test_verify_names_a_turn_that_nobody_can_have_played() -> None:
    match = begin("vortex(players=3)")
    while len(match.state.legal()) == 1:
        match = turn(match)
    gone = match.to_act[0]
    legal = match.state.legal(gone)
    honest = play_on(leave(match, gone, "resignation"))
    record = honest.record()
    other = match.state.format_turn(legal[-1:])
    number = len(match.turns)
    false = replace(record, turns=(*record.turns[:number], record.turns[number]._replace(text=other)))
    with pytest.raises(ParseError, match=rf"turn {number + 1}: nobody played .*, so it is .*, not {other}"):
        verify(false)


@pytest.mark.parametrize("tags", [
    {"Left1": "Q 1 time Bob"}, {"Left1": "soon"}, {"Left1": "X 5 time Bob", "StandIn1": "4 Cid"},
    {"Left1": "X 5 time Bob", "StandIn1": "Cid"}, {"Left1": "X 0 time Bob", "StandIn1": "9 Cid"},
])  # fmt: skip
def test_damaged_tags_are_named(tags: dict[str, str]) -> None:
    with pytest.raises(ParseError, match=r"expected|but the last turn is"):
        verify(Record(begin().game.spec, tags=tags))
