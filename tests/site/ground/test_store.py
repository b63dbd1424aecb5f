"""Matches in and out of the database."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, Table, select

from ludarium.core.errors import LudariumError
from ludarium.site.ground.changes import MatchChange
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.tables import matches, seats, turns
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.rows import reading
from ludarium.site.match.rows.reading import SeatRow
from ludarium.site.match.transactions import NoSuchMatch
from ludarium.site.service import Service
from ludarium.site.store import Store

PEOPLE = [SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")]

pytestmark = pytest.mark.both_databases


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


@pytest.fixture
def other(url: str, store: Store) -> Iterator[Store]:
    """The same database in another process."""
    other = Store(url)
    yield other
    other.close()


def rows(store: Store, table: Table) -> Sequence[object]:
    with store.database.connect() as connection:
        return connection.execute(select(table)).all()


def test_a_match_that_changes_while_it_is_read_is_read_again(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service(store)
    view = service.create("orion(clicks=1)", PEOPLE)
    read_seats = reading.fetch_seats
    changes: list[Callable[[], object]] = [lambda: service.bots.submit(view.id, 0, "u+", 0), lambda: None]

    def disturbed(connection: Connection, ids: Iterable[str]) -> dict[str, list[SeatRow]]:
        (changes.pop(0))()
        return read_seats(connection, ids)

    monkeypatch.setattr(reading, "fetch_seats", disturbed)
    loaded = other.load(view.id)
    assert loaded is not None
    assert loaded.revision == 1
    assert changes == []


def test_a_match_is_replayed_once_and_then_remembered(
    store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = Service(store).create("orion", PEOPLE)
    loaded = other.load(view.id)
    monkeypatch.setattr(reading, "build_match", None)
    assert other.load(view.id) is loaded


def test_what_another_process_has_saved_is_changed(store: Store, other: Store) -> None:
    service = Service(store)
    view = service.create("orion", PEOPLE)
    Service(other).bots.submit(view.id, 0, "u+", 0)
    assert [turn.text for turn in service.bots.submit(view.id, 1, "a--", 1).match.turns] == ["u+", "a--"]


def test_a_turn_is_saved_though_other_processes_cannot_be_notified(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(connection: object, changes: object) -> None:
        raise DatabaseBusy

    monkeypatch.setattr("ludarium.site.match.rows.changes.announce", fail)
    service = Service(store)
    view = service.create("orion", PEOPLE)
    assert service.bots.submit(view.id, 0, "u+", 0).revision == 1
    store.close()
    assert ("could not be notified" in caplog.text) == (store.database.dialect.name == "postgresql")


def test_the_matches_that_are_kept_have_so_many_turns_together(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST", 3 * reading.weight(0) + 1)
    service, cache = Service(store), reading.MatchCache()
    views = [service.create("orion", PEOPLE) for _ in range(4)]

    def kept() -> list[bool]:
        return [cache.get(view.id) is not None for view in views]

    for view in views:
        cache.put(view)
    assert kept() == [False, True, True, True]
    cache.put(service.bots.submit(views[1].id, 0, "u+", 0))
    assert kept() == [False, True, True, True]
    cache.put(service.bots.submit(views[2].id, 0, "u+", 0))  # asked for after the others
    assert kept() == [False, False, True, True]


def test_the_slower_writer_writes_nothing(store: Store) -> None:
    service = Service(store)
    view = service.create("orion", PEOPLE)
    played = service.bots.submit(view.id, 0, "u+", 0)
    before = [rows(store, table) for table in (matches, seats, turns)]
    with store.write() as tx:
        assert tx.matches.save(view, played) is None
    assert [rows(store, table) for table in (matches, seats, turns)] == before


def test_impossible_turns_are_noticed_when_a_match_is_loaded(store: Store, other: Store) -> None:
    service = Service(store)
    view = service.create("orion", PEOPLE)
    service.bots.submit(view.id, 0, "u+", 0)
    with store.database.begin() as connection:
        connection.execute(turns.update().values(text="a+"))
    with pytest.raises(LudariumError, match="turn 1"):
        other.load(view.id)


def test_a_missing_match_is_none(store: Store) -> None:
    assert store.load("nothing") is None
    assert store.changes([(MatchChange, "nothing"), (MatchChange, "no\0thing")]) == []
    assert store.recent(5) == ()


def test_matches_are_numbered_as_they_are_created_whichever_process_creates_them(store: Store, other: Store) -> None:
    with ThreadPoolExecutor(4) as threads:
        views = list(threads.map(lambda n: Service((store, other)[n % 2]).create("orion", PEOPLE), range(12)))
    numbers = sorted(view.number for view in views)
    assert len({*numbers}) == 12
    later = Service(other).create("orion", PEOPLE)
    assert later.number > numbers[-1]
    assert Service(store).queries.by_number(later.number) == later.id
    assert [match.number for match in store.recent(1)] == [later.number]
    assert Service(store).bots.look(later.id) == Service(other).bots.look(later.id)
    with pytest.raises(NoSuchMatch, match="there is no game 999999999"):
        Service(store).queries.by_number(999_999_999)
