"""Programs of people have a lane of their own: however long they think, the bots of the site answer."""

import threading
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from ludarium.core.registry import load
from ludarium.players.sandbox import site_program
from ludarium.players.sandbox.script import COUNTED
from ludarium.site.bots import search_queue
from ludarium.site.bots.rows import DueSeat
from ludarium.site.bots.search_queue import Abandoned, Search, SearchQueue
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.views import MatchView
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers
from ludarium.site.workers.room import Room
from tests.databases import sqlite_copy
from tests.site.bot_parts import BOT, SHORT, StartWorkers, bot_workers
from tests.site.waiting import until, wait_for

__all__ = ["bot_workers"]

LOOP = "while (true) api.turn();"
SLOW = "for (let i = 0; i < 3e6; i++) api.turn(); api.play(api.legal()[0]);"


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here, but for the claims, which `test_claims` tries with both."""
    return sqlite_copy(request, tmp_path)


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs think as long as they like."""
    budget = COUNTED._replace(steps=None, all_steps=None, seconds=86_400, guard=86_400)
    monkeypatch.setattr(site_program, "COUNTED", budget)


def publish(service: Service, store: Store, name: str, source: str, author: Person | None = None) -> SeatAssignment:
    """Publish a script; return its seat."""
    author, bot = author or service.people.create_guest(), f"{hash(name) % 16**16:016x}"
    store.workshop.add(WorkshopBot(bot, author.id, "orion", name, 0.0))
    store.workshop_versions.insert_next(bot, source, 0.0)
    store.workshop.set(bot, published=1)
    return SeatAssignment("bot", f"script {bot}/1 {name}")


def guest_plays(service: Service, bot: SeatAssignment) -> MatchView:
    """Begin a match of a guest who waits for the turn of a bot."""
    guest = service.people.create_guest()
    return service.create(SHORT, [bot, SeatAssignment("person", "Guest", guest.id)], host=guest.id)


@pytest.mark.usefixtures("endless")
def test_the_bots_of_the_site_answer_while_programs_of_people_think_on(
    service: Service, store: Store, bot_workers: StartWorkers
) -> None:
    slow = [publish(service, store, name, LOOP) for name in ("One", "Two", "Three")]
    workers = bot_workers(limit=1)
    waiting = [guest_plays(service, bot) for bot in slow for _ in range(2)]
    wait_for(lambda: workers.queue.programs.sizes()[0] == 1)
    for _ in range(3):
        view = guest_plays(service, BOT)
        until(service, view.id, lambda view: view.match.turns)
    for view in waiting:
        assert not service.bots.look(view.id).match.turns
        assert not service.bots.look(view.id).match.over
    workers.close(patience=0)


def test_an_author_has_one_place_and_who_plays_has_one() -> None:
    room = Room(3, {"a": "ann", "b": "ann", "c": "cleo"})
    seats = [DueSeat(f"match {number}", 0, owner, False, program) for number, (owner, program) in enumerate(
        [("guest", "a"), ("other", "b"), ("guest", "c"), ("other", "c"), ("third", "d"), ("fourth", "e"), ("guest", "")]
    )]  # fmt: skip
    begun = []
    for seat in seats:
        if room.is_left(seat):
            room.take(seat)
            begun.append((seat.owner, seat.program))
    assert begun == [("guest", "a"), ("other", "c"), ("third", "d"), ("guest", "")]


def test_the_seats_of_many_matches_with_a_program_hide_no_other_bot(service: Service, store: Store) -> None:
    slow, guest = publish(service, store, "One", LOOP), service.people.create_guest()
    person = SeatAssignment("person", "Guest", guest.id)
    for _ in range(5):
        service.create(SHORT, [slow, person], host=guest.id)
    view = service.create(SHORT, [BOT, person], host=guest.id)
    due = store.bot_claims.due(now=service._matches.now() + 1, each=2)
    assert [seat.match_id for seat in due if not seat.program] == [view.id]
    assert [seat.program for seat in due if seat.program] == [slow.name.split("/")[0].removeprefix("script ")] * 2


class Steps:
    """A program in a thread that gives way as often as it can, and notes when it is suspended."""

    def __init__(self, queue: SearchQueue, owner: str, author: str) -> None:
        self.suspended, self.was_suspended, self.told, self.runs = False, Event(), Event(), Event()
        self.search = Search(owner, False, 1, author, self._suspend)
        self.queue = queue.lane(self.search)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _suspend(self, *, suspended: bool) -> None:
        self.suspended = suspended
        if suspended:
            self.was_suspended.set()

    def _run(self) -> None:
        try:
            with self.queue.running(self.search):
                self.runs.set()
                while not self.told.wait(0.001):
                    self.queue.give_way(self.search)
                    assert not self.suspended
        except Abandoned:
            pass

    def ends(self) -> None:
        self.told.set()
        self.thread.join(120)
        assert not self.thread.is_alive()


@pytest.fixture
def queue() -> Iterator[SearchQueue]:
    made = SearchQueue(4)
    yield made
    made.close()


def test_programs_take_no_thread_and_no_second_place(queue: SearchQueue) -> None:
    first, same_author, same_person = (Steps(queue, *names) for names in (("g", "a"), ("h", "a"), ("g", "b")))
    other = Steps(queue, "i", "c")
    assert other.runs.wait(120)
    wait_for(lambda: queue.programs.sizes() == (2, 2))
    assert queue.sizes() == (0, 0)
    assert [each.runs.is_set() for each in (first, same_author, same_person)].count(True) == 1
    for each in (first, same_author, same_person, other):
        each.ends()


def test_a_program_is_suspended_while_another_has_its_place_and_then_goes_on(queue: SearchQueue) -> None:
    first, second = Steps(queue, "g", "a"), Steps(queue, "h", "a")
    for each in (first, second):
        assert each.was_suspended.wait(120)
    for each in (first, second):
        each.ends()


@pytest.mark.usefixtures("endless")
def test_programs_that_share_a_place_both_play_on(
    service: Service, store: Store, bot_workers: StartWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their processes are suspended in turn, and lose nothing by that."""
    monkeypatch.setattr(search_queue, "_TURN_OF_PROGRAM", 0.05)
    views = [guest_plays(service, publish(service, store, name, SLOW)) for name in ("One", "Two")]
    workers = bot_workers(limit=2)  # one place for programs; both wait for it, also where a match begins slowly
    wait_for(lambda: sum(workers.queue.programs.sizes()) == 2)
    for view in views:
        after = until(service, view.id, lambda view: view.match.turns or view.match.over)
        assert not after.match.over, after.match.ending


def test_a_turn_of_a_program_has_at_most_two_seconds_of_the_processor() -> None:
    from ludarium.players.sandbox.wasm import ON_SITE

    assert COUNTED.guard <= 2
    assert ON_SITE.guard <= 2


def test_a_bot_that_gives_no_turn_in_time_fails_under_its_name_and_rests(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_program, "COUNTED", COUNTED._replace(steps=None, all_steps=None, guard=86_400))
    bot = publish(service, store, "Slow", LOOP)
    workers = BotWorkers(service, store, limit=1, pause=0.02, patience=0.05)
    workers.start()
    for _ in range(3):
        assert service.playing_bots.of(load("orion"))
        view = until(service, guest_plays(service, bot).id, lambda view: view.match.over)
        assert view.match.ending == "forfeit: Slow gave no turn within 0 seconds"
    wait_for(lambda: not service.playing_bots.of(load("orion")))
    workers.close()
