"""News of matches: from this process and from others, however many pages watch."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping

import pytest
from anyio.from_thread import BlockingPortal
from msgspec import structs
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

from ludarium.players.table import play_match
from ludarium.site.ground.changes import Change, LobbyChange, MatchChange, TalkChange, Topic
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import OfferDraw
from ludarium.site.match.rows import changes
from ludarium.site.notices.news import MatchNews, Watch
from ludarium.site.service import Service
from ludarium.site.store import Store

ANN, BOB = SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")


@pytest.fixture
def neighbour(open_store: Callable[[], Store]) -> Service:
    """The service of another process."""
    return Service(open_store())


def of_matches(seen: Mapping[str, int]) -> dict[Topic, int]:
    return {(MatchChange, match_id): revision for match_id, revision in seen.items()}


def hear(
    portal: BlockingPortal, news: MatchNews, seen: dict[str, int], change: Callable[[], object]
) -> Collection[Change]:
    """Return the first news of a watch that begins before a change is made."""

    async def listen() -> Collection[Change]:
        async with news.watch(of_matches(seen)) as watch:
            await asyncio.to_thread(change)
            return await asyncio.wait_for(watch.next(), 300)

    return portal.call(listen)


def assert_is_first_turn(heard: Collection[Change], match_id: str) -> None:
    (change,) = heard
    assert isinstance(change, MatchChange)
    assert structs.replace(change, going_on=False) == MatchChange(match_id, 1, 1, 1, live=False)


def test_a_change_in_this_process_is_announced(service: Service, portal: BlockingPortal) -> None:
    view = service.create("orion", [ANN, BOB])
    heard = hear(portal, service.news, {view.id: 0}, lambda: service.bots.submit(view.id, 0, "u+", 0))
    assert_is_first_turn(heard, view.id)


@pytest.mark.both_databases
def test_a_change_in_another_process_is_announced(service: Service, neighbour: Service, portal: BlockingPortal) -> None:
    view = service.create("orion", [ANN, BOB])
    heard = hear(portal, service.news, {view.id: 0}, lambda: neighbour.bots.submit(view.id, 0, "u+", 0))
    assert_is_first_turn(heard, view.id)


@pytest.mark.both_databases
def test_every_kind_of_change_in_another_process_is_announced(
    service: Service, open_store: Callable[[], Store], portal: BlockingPortal
) -> None:
    view, other = service.create("orion", [ANN, BOB]), open_store()
    person = service.people.create_guest()
    said = {"greeting": "hello", "text": "", "key": ""}

    def change() -> None:
        with other.write() as tx:
            tx.offers.touch()
            tx.talk.say(view.id, "players", person.id, 0, 1.0, **said)

    async def listen() -> set[Change]:
        heard = set[Change]()
        async with service.news.watch({(LobbyChange, ""): 0, (TalkChange, view.id): 0}) as watch:
            await asyncio.to_thread(change)
            while len(heard) < 2:
                heard |= {*await asyncio.wait_for(watch.next(), 300)}
        return heard

    assert portal.call(listen) == {LobbyChange("", 1), TalkChange(view.id, 1)}


@pytest.mark.both_databases
def test_a_change_of_a_process_that_dies_before_it_tells_is_heard_a_little_later(
    service: Service, neighbour: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_AGAIN", 0.05)
    monkeypatch.setattr(changes, "announce", lambda connection, changes: None)
    view = service.create("orion", [ANN, BOB])
    heard = hear(portal, service.news, {view.id: 0}, lambda: neighbour.bots.submit(view.id, 0, "u+", 0))
    assert_is_first_turn(heard, view.id)


@pytest.mark.both_databases
def test_a_closed_match_has_news_for_its_players_alone(service: Service, portal: BlockingPortal, store: Store) -> None:
    ann = service.people.create_guest()
    closed = service.create("vortex(players=1)", [SeatAssignment("person", "Ann", ann.id)])
    other = service.create("orion", [ANN, BOB])
    with store.database.begin() as connection:
        connection.execute(update(matches).where(matches.c.id == closed.id).values(closed=True))
    seen = of_matches({closed.id: -1, other.id: -1}) | {(TalkChange, closed.id): -1}

    async def watched(seen: dict[Topic, int], person_id: str | None) -> dict[Topic, int]:
        async with service.news.watch(seen, person_id) as watch:
            return watch.seen

    async def heard(person_id: str | None) -> set[str]:
        async with service.news.watch(of_matches({closed.id: -1, other.id: -1}), person_id) as watch:
            return {change.id for change in await asyncio.wait_for(watch.next(), 300)}

    assert portal.call(watched, seen, ann.id) == seen
    assert portal.call(heard, ann.id) == {closed.id, other.id}
    for stranger in (None, service.people.create_guest().id):
        assert portal.call(watched, seen, stranger) == of_matches({other.id: -1})
        assert portal.call(watched, of_matches({closed.id: 0}), stranger) == {}
        assert portal.call(heard, stranger) == {other.id}


def test_one_watch_hears_of_all_its_matches_and_of_no_other(service: Service, portal: BlockingPortal) -> None:
    first, second, other = (service.create("orion", [ANN, BOB]) for _ in range(3))

    def change() -> None:
        for view in (other, second, first):
            service.bots.submit(view.id, 0, "u+", 0)

    async def listen() -> set[str]:
        async with service.news.watch(of_matches({first.id: 0, second.id: 0, "nothing": 0})) as watch:
            await asyncio.to_thread(change)
            heard = set[str]()
            while len(heard) < 2:
                heard |= {told.id for told in await asyncio.wait_for(watch.next(), 300)}
            return heard

    assert portal.call(listen) == {first.id, second.id}


def test_what_a_reader_missed_is_sent_first_and_what_it_knows_is_not(service: Service, portal: BlockingPortal) -> None:
    view = service.create("orion", [ANN, BOB])
    service.bots.submit(view.id, 0, "u+", 0)
    (missed,) = hear(portal, service.news, {view.id: 0}, lambda: None)
    assert missed.revision == 1
    (new,) = hear(portal, service.news, {view.id: 1}, lambda: service.bots.act(view.id, 1, OfferDraw(), 1))
    assert new.revision == 2


@pytest.mark.both_databases
def test_all_watches_ask_the_database_one_question(
    service: Service, neighbour: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = [service.create("orion", [ANN, BOB]) for _ in range(5)]
    asked = list[int]()
    fetch = Store.changes

    def count(store: Store, topics: list[Topic]) -> list[Change]:
        asked.append(len(topics))
        return fetch(store, topics)

    async def listen() -> None:
        watches = [service.news.watch(of_matches({view.id: 0})) for view in views]
        entered = [await watch.__aenter__() for watch in watches]
        monkeypatch.setattr(Store, "changes", count)
        await asyncio.to_thread(neighbour.bots.submit, views[-1].id, 0, "u+", 0)
        await asyncio.wait_for(entered[-1].next(), 300)
        for watch in watches:
            await watch.__aexit__(None, None, None)

    portal.call(listen)
    assert all(number == len(views) for number in asked)
    assert len(asked) <= 2  # one when listening begins, one after the change; PostgreSQL tells the change itself


@pytest.mark.both_databases
def test_what_this_process_writes_asks_for_no_watched_match(
    service: Service, neighbour: Service, store: Store, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = service.create("orion", [ANN, BOB])
    turns = [entry.text for entry in play_match("orion", ["random", "random"], seed=1).turns]
    asked, fetch = list[int](), Store.changes

    def count(store: Store, topics: list[Topic]) -> list[Change]:
        asked.append(len(topics))
        return fetch(store, topics)

    async def play(watch: Watch, who: Service, number: int) -> None:
        await asyncio.to_thread(who.bots.submit, view.id, number % 2, turns[number], number)
        await asyncio.wait_for(watch.next(), 300)
        await asyncio.sleep(5 * changes.POLL)

    async def listen() -> None:
        async with service.news.watch(of_matches({view.id: 0})) as watch:
            await play(watch, neighbour, 0)
            monkeypatch.setattr(Store, "changes", count)
            for number in range(1, 6):
                await play(watch, service, number)
            assert asked == []
            await play(watch, neighbour, 6)

    monkeypatch.setattr(changes, "POLL", 0.002)
    monkeypatch.setattr(changes, "_AGAIN", 3600)
    portal.call(listen)
    assert len(asked) == (store.database.dialect.name == "sqlite")  # PostgreSQL tells the change itself


def test_nobody_listens_once_the_last_reader_has_left(service: Service, portal: BlockingPortal) -> None:
    view = service.create("orion", [ANN, BOB])
    hear(portal, service.news, {view.id: -1}, lambda: None)
    service.bots.submit(view.id, 0, "u+", 0)  # which would be told to a loop that has ended
    hear(portal, service.news, {view.id: 0}, lambda: None)


@pytest.mark.both_databases
def test_news_go_on_after_the_database_was_away(
    service: Service,
    neighbour: Service,
    portal: BlockingPortal,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    view, listen = service.create("orion", [ANN, BOB]), Store.hear
    failures: Iterator[Exception] = iter([OperationalError("", {}, Exception("gone"))])

    def fail_once(store: Store) -> object:
        for failure in failures:
            raise failure
        return listen(store)

    monkeypatch.setattr(Store, "hear", fail_once)
    monkeypatch.setattr("ludarium.site.notices.news._AGAIN", 0.01)
    (change,) = hear(portal, service.news, {view.id: 0}, lambda: neighbour.bots.submit(view.id, 0, "u+", 0))
    assert change.revision == 1
    assert "listening for the changes of other processes failed" in caplog.text
