"""What a change of a match is for its turn, whether earlier answers still count, and what follows it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from ludarium.match.data import RESIGNATION
from ludarium.match.offers import offer_draw
from ludarium.site.ground.values import Live, SeatAssignment
from ludarium.site.match.changes import ChangeKind, SavedChange
from ludarium.site.match.commands import Resign
from ludarium.site.match.rows.played import PlannedTurn
from ludarium.site.match.seating import open_seat
from ludarium.site.match.views import MatchView
from ludarium.site.repositories import UnitOfWork
from ludarium.site.service import Service
from ludarium.site.store import Store

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


def test_what_follows_a_change_is_written_in_order_with_each_planned_turn_or_takes_the_change_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = list[tuple[str, int | None, list[int], str | None, bool]]()

    def note(name: str, change: SavedChange) -> None:
        revisions = [step.revision for step in change.steps]
        before = change.old.revision if change.old else None
        followed.append((name, before, revisions, change.actor, change.ends))

    def second(tx: UnitOfWork, change: SavedChange) -> None:
        note("second", change)
        if change.ends:
            raise KeyError

    monkeypatch.setattr("ludarium.site.service.REACTIONS", [lambda tx, change: note("first", change), second])
    service = Service(store)
    guest = service.people.create_guest()
    seats = [SeatAssignment("person", "Ann", guest.id), SeatAssignment("person", "Bob")]
    view = service.create("orion", seats, host=guest.id)
    service.planning.add(view.id, 1, [PlannedTurn("h+", ("p+",))])
    service.bots.submit(view.id, 0, "p+", 0)
    assert followed == [
        (name, *change)
        for change in ((None, [0], guest.id, False), (0, [1, 2], guest.id, False))
        for name in ("first", "second")
    ]
    with pytest.raises(KeyError):
        service.bots.act(view.id, 1, Resign(), 2)
    assert followed[-1] == ("second", 2, [3], None, True)
    assert not service.bots.look(view.id).match.over
