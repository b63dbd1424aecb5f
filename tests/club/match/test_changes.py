"""What a change of a match is for its turn: whether one begins, and whether earlier answers to it still count."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludarium.club.match.changes import ChangeKind
from ludarium.club.match.seating import open_seat
from ludarium.club.match.views import Live, MatchView, SeatAssignment
from ludarium.club.service import Service
from ludarium.match.data import RESIGNATION
from ludarium.match.offers import offer_draw

NOW = 1000.0
ANN, BOB = SeatAssignment("person", "Ann", "ann"), SeatAssignment("person", "Bob", "bob")


@pytest.fixture
def view(service: Service) -> MatchView:
    return service.create("orion", [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")])


CASES: dict[ChangeKind, Callable[[MatchView], MatchView]] = {
    ChangeKind.TURN: lambda view: view.after_turn(0, "u+", NOW),
    ChangeKind.ORDER: lambda view: replace(view, match=replace(view.match, sealed={0: "u+"})),
    ChangeKind.SEATS: lambda view: replace(view, seats=(ANN, BOB)),
    ChangeKind.CLOCKS: lambda view: replace(view, private=True),
    ChangeKind.OFFER: lambda view: replace(view, match=offer_draw(view.match, 0)),
}


@pytest.mark.parametrize("kind", CASES, ids=lambda kind: kind.name)
def test_a_change_has_the_kind_of_what_differs(kind: ChangeKind, view: MatchView) -> None:
    assert ChangeKind.of(view, CASES[kind](view), NOW) is kind


def test_the_end_of_a_match_is_no_answer_to_its_turn(view: MatchView) -> None:
    assert ChangeKind.of(view, view.without(0, RESIGNATION, NOW), NOW) is ChangeKind.OFFER


def test_the_last_seat_that_is_taken_begins_the_turn(view: MatchView) -> None:
    waiting = replace(view, seats=(ANN, open_seat(NOW)))
    assert ChangeKind.of(waiting, replace(view, seats=(ANN, BOB)), NOW) is ChangeKind.COMPLETE


def test_a_live_match_that_goes_on_ticks(view: MatchView) -> None:
    live = replace(view, live=Live(0.5, (0, 1), NOW + 1))
    later = replace(live, live=Live(0.5, (0, 1), NOW + 2))
    assert ChangeKind.of(live, later, NOW) is ChangeKind.CLOCKS
    assert ChangeKind.of(live, later.after_turn(0, "u+", NOW), NOW) is ChangeKind.TICK
    assert ChangeKind.of(live, replace(live, live=Live(0.5)), NOW) is ChangeKind.OFFER


def test_turns_and_offers_make_earlier_answers_void_and_a_turn_begins_with_three_kinds() -> None:
    assert {kind for kind in ChangeKind if not kind.is_answerable} == {ChangeKind.TURN, ChangeKind.OFFER}
    assert {kind for kind in ChangeKind if kind.begins_turn} == {ChangeKind.TICK, ChangeKind.TURN, ChangeKind.COMPLETE}
