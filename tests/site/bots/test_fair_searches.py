"""Bots search in turn for all visitors, in live matches too, and end when nobody waits for them any more."""

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from ludarium.core.game import State
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.site.bots.live_ticker import LiveTicker
from ludarium.site.bots.search_queue import SearchQueue
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers
from tests.databases import sqlite_copy
from tests.site.bot_parts import offer
from tests.site.waiting import until, wait_for

ANN = SeatAssignment("person", "Ann")
SEARCHES = SeatAssignment("bot", "slices")
SLICE = 0.06


class Slices:
    """Counts the slices of the bots of the kind `slices`, each of which has a thread at a time and takes `SLICE`."""

    def __init__(self) -> None:
        self.made, self.begun, self.told = Counter[str](), Event(), Event()

    def __call__(self) -> float:
        """Return the time: it moves with the slices."""
        return SLICE * self.made.total()


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the queue is in the process."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def slices(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slices]:
    """Install bots that search in slices until they are told to end."""
    counted = Slices()

    class Sliced(RandomBot):
        def choose(self, state: State, seat: int) -> int:
            counted.begun.set()
            while not counted.told.is_set():
                counted.made[threading.current_thread().name.rpartition("_")[0]] += 1
                self.give_way()
            return super().choose(state, seat)

    offer(monkeypatch, slices=BotKind(Sliced, "searches in slices"))
    yield counted
    counted.told.set()


def test_who_has_many_live_matches_searches_no_longer_than_others(
    service: Service, store: Store, slices: Slices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.bots.live_ticker.LONGEST_TICK", 60)  # longer than the test
    for name in ("ann", "bob"):
        store.people.add_new(Person(name, name, named=True, created_at=0.0))
    queue = SearchQueue(1, slices)
    ticker = LiveTicker(service.bots, service.live, service.news, queue)
    hosts = dict[str, str]()
    for host in ("ann", "ann", "ann", "bob"):
        hosts[service.create("grid", [ANN, SEARCHES], tick=0.1, host=host).id] = host
    steps = [ticker.step(match_id) for match_id in hosts]
    wait_for(lambda: sum(queue.sizes()) == 4)
    before = Counter(slices.made)
    wait_for(lambda: (slices.made - before).total() > 200)
    slices.told.set()
    for step in steps:
        step.result(300)
    made = Counter[str]()
    for thread, count in (slices.made - before).items():
        made[hosts[thread.removeprefix("bots ")]] += count
    assert made["ann"] == pytest.approx(made["bob"], rel=0.1)
    ticker.close()


def test_the_search_of_a_match_that_is_paused_ends(service: Service, slices: Slices) -> None:
    queue = SearchQueue(1)
    ticker = LiveTicker(service.bots, service.live, service.news, queue)
    view = service.create("grid", [ANN, SEARCHES], tick=0.1)
    service.live.ready(view.id, (0,))
    ticker.start(view.id)
    assert slices.begun.wait(300)
    service.live.pause(view.id)
    wait_for(lambda: queue.sizes() == (0, 0))
    assert not slices.told.is_set()
    ticker.close()


def test_the_search_of_a_bot_that_has_forfeited_ends(service: Service, store: Store, slices: Slices) -> None:
    workers = BotWorkers(service, store, limit=1, pause=0.05, patience=SLICE)
    workers.queue.now = slices
    workers.start()
    view = service.create("orion(clicks=1)", [SEARCHES, ANN])
    until(service, view.id, lambda view: view.match.over)
    wait_for(lambda: workers.queue.sizes() == (0, 0))
    assert not slices.told.is_set()
    workers.close()


def test_closing_ends_the_searches_of_matches_of_bots_alone(service: Service, store: Store, slices: Slices) -> None:
    workers = BotWorkers(service, store, limit=1)
    workers.start()
    view = service.create("orion(clicks=1)", [SEARCHES, SEARCHES])
    assert slices.begun.wait(300)
    workers.close()
    assert workers.queue.sizes() == (0, 0)
    assert not [thread for thread in threading.enumerate() if thread.name == f"bot {(view.id, 0)}"]
    assert service.bots.look(view.id) == view
