"""Bots that people have published, in live matches."""

from contextlib import AbstractContextManager

import pytest

from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.repositories import UnitOfWork
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import url
from tests.site.live_parts import long_lease, texts
from tests.site.waiting import until, wait_for

__all__ = ["long_lease", "url"]

pytestmark = pytest.mark.usefixtures("long_lease")
BOT = "00112233445566ff"
GRID = "grid(turn_limit=3000)"
"""It ends by what a bot does, however many ticks a busy machine needs for that."""


def publish(service: Service, store: Store, source: str, name: str = "Walker") -> tuple[Person, SeatAssignment]:
    """Publish a script; return its author, and the seat that it plays."""
    author = service.people.rename(service.people.create_guest(), "Uma")
    store.workshop.add(WorkshopBot(BOT, author.id, "grid", name, 0.0))
    store.workshop_versions.insert_next(BOT, source, 0.0)
    store.workshop.set(BOT, published=1)
    return author, SeatAssignment("bot", f"script {BOT}/1 {name}")


@pytest.mark.both_databases
def test_a_published_bot_plays_a_live_match_of_another_person(service: Service, store: Store) -> None:
    _, seat = publish(service, store, "this.n = (this.n || 0) + 1; if (this.n % 2) api.north(); else api.south();")
    bob = service.people.rename(service.people.create_guest(), "Bob")
    view = service.create(GRID, [SeatAssignment("person", "Bob", bob.id), seat], tick=0.1, host=bob.id)
    service.live.ready(view.id, (0,))
    service.live_ticker.start(view.id)
    view = until(service, view.id, lambda view: {"e/n", "e/s"} <= {*texts(view)})
    assert not view.match.over
    service.live_ticker.close()


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("let x = ;", "Walker failed with"),
        ("while (true) api.turn();", "Walker took more than 5,000,000 steps for a turn"),
    ],
)
def test_one_that_fails_forfeits_and_its_author_is_told(
    service: Service, store: Store, source: str, cause: str
) -> None:
    author, seat = publish(service, store, source)
    view = service.create(GRID, [SeatAssignment("person", "Bob"), seat], tick=0.1)
    service.live.ready(view.id, (0,))
    service.live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert view.match.ending.startswith(f"forfeit: {cause}")
    service.live_ticker.close()
    (notice,) = service.notices.recent(author.id)
    assert notice.notice.data["text"].startswith(f"Your bot Walker failed: {cause.removeprefix('Walker ')}")


@pytest.mark.both_databases
def test_one_that_was_deleted_forfeits(service: Service, store: Store) -> None:
    _, seat = publish(service, store, "api.north();")
    view = service.create(GRID, [SeatAssignment("person", "Bob"), seat], tick=0.1)
    store.workshop.remove(BOT)
    service.live.ready(view.id, (0,))
    service.live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert view.match.ending == "forfeit: Walker was deleted by its author"
    service.live_ticker.close()


@pytest.mark.both_databases
def test_the_author_is_told_although_the_database_is_busy_at_first(service: Service, store: Store) -> None:
    author, seat = publish(service, store, "let x = ;")
    busy, tell = [True, True], service.live_ticker.failed

    def failed(name: str, cause: str) -> None:
        if busy:
            busy.pop()
            raise DatabaseBusy("database is locked")
        tell(name, cause)

    service.live_ticker.failed = failed
    view = service.create(GRID, [SeatAssignment("person", "Bob"), seat], tick=0.1)
    service.live.ready(view.id, (0,))
    service.live_ticker.start(view.id)
    wait_for(lambda: service.notices.recent(author.id))
    assert service.bots.look(view.id).match.over
    service.live_ticker.close()


@pytest.mark.both_databases
def test_of_two_failures_at_the_same_time_the_author_is_told_once(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    author, seat = publish(service, store, "let x = ;")
    begin, others = store.write, [True]

    def write() -> AbstractContextManager[UnitOfWork]:
        """Begin a transaction, just after another process has noted a failure."""
        if others:
            others.pop()
            service.playing_bots.failed(seat.name, "Walker failed there")
        return begin()

    monkeypatch.setattr(store, "write", write)
    service.playing_bots.failed(seat.name, "Walker failed here")
    (notice,) = service.notices.recent(author.id)
    assert "failed there" in notice.notice.data["text"]
