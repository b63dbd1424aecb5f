"""A unit of work: what is written together is stored together, and told after the commit."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest

from ludarium.site.ground.changes import Change, MatchChange
from ludarium.site.ground.values import Act, OutboxMessage, Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import BEGUN, Notice
from ludarium.site.repositories import UnitOfWork
from ludarium.site.service import Service
from ludarium.site.store import Store

pytestmark = pytest.mark.both_databases
ANN = Person("ann", "Ann", named=True, created_at=1.0)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def view(store: Store) -> MatchView:
    return Service(store).create("orion", [SeatAssignment("person", "Ann")] * 2)


@pytest.fixture
def heard(store: Store, view: MatchView) -> Iterator[list[Change]]:
    found = list[Change]()
    with store.notifier.subscribe(found.append):
        yield found


def test_what_is_written_together_is_seen_within_and_announced_after_the_commit(
    store: Store, view: MatchView, heard: list[Change]
) -> None:
    played = view.after_turn(0, "u+", view.turn_started_at)
    with store.write() as tx:
        assert tx.matches.save(view, _next(played)) is False
        tx.people.add_new(ANN)
        tx.notices.add_fresh([Notice("ann", BEGUN, "/somewhere", 1.0, view.id)])
        assert [notice.kind for notice in tx.notices.unread(view.id)] == [BEGUN]
        loaded = store.load(view.id)
        assert (loaded and loaded.revision, heard) == (0, [])
    loaded = store.load(view.id)
    assert (loaded and loaded.revision, [change.revision for change in heard]) == (1, [1000, 1])
    assert [notice.kind for notice in store.notices.unread(view.id)] == [BEGUN]


def test_an_error_takes_back_what_all_repositories_have_written(
    store: Store, view: MatchView, heard: list[Change]
) -> None:
    played = view.after_turn(0, "u+", view.turn_started_at)
    with pytest.raises(KeyError), store.write() as tx:  # noqa: PT012  all of it is taken back
        tx.matches.save(view, _next(played))
        tx.people.add_new(ANN)
        tx.acts.add(Act(1.0, "ann", "block"))
        tx.outbox.send(OutboxMessage("m", "message", "ann", "ann@example.org", {}, 1.0))
        raise KeyError
    assert store.load(view.id) == view
    assert (store.people.load("ann"), store.acts.count(), store.outbox.has("m"), heard) == (None, 0, False, [])


WRITES: Mapping[str, Callable[[UnitOfWork, MatchView], object]] = {
    "removed from lists": lambda tx, view: tx.sanctions.set_private(view.id, private=True),
    "voided": lambda tx, view: tx.sanctions.set_voided(view.id, voided=True),
    "renamed": lambda tx, view: tx.accounts.rename_everywhere("ann", "Player 1", "player 1", named=False),
    "named": lambda tx, view: tx.people.rename("ann", "Anna", "anna", 0.0),
    "closed": lambda tx, view: tx.accounts.close("ann", "Former player", 2.0),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_match_that_changes_without_a_turn_is_announced_after_the_commit(
    store: Store, write: Callable[[UnitOfWork, MatchView], object]
) -> None:
    store.people.add_new(ANN)
    view = Service(store).create("orion", [SeatAssignment("person", "Ann", "ann")] * 2)
    heard = list[Change]()
    with store.notifier.subscribe(heard.append):
        with store.write() as tx:
            write(tx, view)
            assert heard == []
        assert [(change.topic, change.revision) for change in heard] == [((MatchChange, view.id), 1)]
        with pytest.raises(KeyError), store.write() as tx:  # noqa: PT012  all of it is taken back
            write(tx, view)
            raise KeyError
    assert len(heard) == 1


def _next(view: MatchView) -> MatchView:
    return replace(view, revision=view.revision + 1)
