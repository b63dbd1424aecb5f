"""Which seats bot workers claim, and in which order."""

from dataclasses import replace

import pytest

from ludarium.site.bots.rows import DueSeat
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers
from tests.databases import url
from tests.site.bot_parts import ANN, BOB, BOT, SHORT, Gate, StartWorkers, bot_workers, gate
from tests.site.waiting import until, wait_for

__all__ = ["bot_workers", "gate", "url"]


@pytest.mark.both_databases
def test_no_more_bots_think_at_once_than_allowed(service: Service, bot_workers: StartWorkers, gate: Gate) -> None:
    matches = [service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN]) for _ in range(4)]
    worker = bot_workers(limit=2)
    wait_for(lambda: worker.queue.sizes() == (2, 2))
    gate.opened.set()
    for view in matches:
        until(service, view.id, lambda view: view.match.turns)


@pytest.mark.both_databases
def test_a_worker_claims_what_no_other_holds_until_the_claim_runs_out(service: Service, store: Store) -> None:
    claims, job = store.bot_claims, (service.create(SHORT, [BOT, ANN]).id, 0)
    assert claims.claim("one", job, now=10, until=20)
    assert not claims.claim("two", job, now=15, until=25)
    claims.renew("one", [job], until=30)
    assert not claims.claim("two", job, now=25, until=35)
    assert claims.due(now=25, each=9) == []
    claims.release("two", *job)
    assert not claims.claim("two", job, now=25, until=35)
    assert claims.claim("two", job, now=31, until=40)
    claims.renew("one", [job], until=99)
    assert claims.claim("one", job, now=41, until=50)
    claims.release("one", *job)
    assert claims.claim("two", job, now=42, until=50)


@pytest.mark.both_databases
def test_a_seat_that_must_act_again_while_its_last_turn_is_being_kept_is_thought_for_at_once(
    service: Service, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its job ends between the look at what is thought about and the claim of what is free."""
    view = service.create(SHORT, [BOT, ANN])
    worker, claim = BotWorkers(service, store, limit=4), store.bot_claims.claim
    worker._jobs[view.id, 0] = DueSeat(view.id, 0, view.id, alone=False)

    def claim_after_the_last_turn(worker_name: str, job: tuple[str, int], now: float, until: float) -> bool:
        worker._jobs.clear()
        return claim(worker_name, job, now, until)

    monkeypatch.setattr(store.bot_claims, "claim", claim_after_the_last_turn)
    worker._take_work()
    until(service, view.id, lambda view: view.match.turns)
    worker.close()


def test_a_seat_that_is_thought_for_here_is_not_begun_again_when_its_claim_has_run_out(
    service: Service, store: Store, gate: Gate
) -> None:
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN])
    worker = BotWorkers(service, store, limit=2)
    worker._jobs[view.id, 0] = DueSeat(view.id, 0, view.id, alone=False)
    worker._take_work()
    assert not gate.asked.wait(0.3)


def test_those_that_wait_longest_are_thought_for_first(store: Store) -> None:
    times = iter(range(100, 1000, 100))
    ids = [Service(store, now=lambda: next(times)).create(SHORT, [BOT, ANN]).id for _ in range(3)]
    assert [due.match_id for due in store.bot_claims.due(now=1, each=2)] == ids


def test_persons_take_turns_and_come_before_matches_of_bots_alone(store: Store) -> None:
    times = iter(range(100, 1000, 100))
    service = Service(store, now=lambda: next(times))
    ann, bob = (store_person(store, name) for name in ("Ann", "Bob"))
    bots = [service.create(SHORT, [BOT, BOT], host=bob).id for _ in range(3)]
    anns = [service.create(SHORT, [BOT, ANN], host=ann).id for _ in range(3)]
    bobs = [service.create(SHORT, [BOT, BOB], host=bob).id for _ in range(2)]
    found = store.bot_claims.due(now=1, each=2)
    assert [due.match_id for due in found] == [anns[0], bobs[0], anns[1], bobs[1], *bots[:2]]
    assert [(due.owner, due.alone) for due in found[::5]] == [(ann, False), (bob, True)]


def test_matches_of_bots_alone_leave_room_for_persons(
    service: Service, bot_workers: StartWorkers, gate: Gate, store: Store
) -> None:
    worker, waiting = bot_workers(limit=2), SeatAssignment("bot", "waiting")
    ann = store_person(store, "Ann")
    for _ in range(4):
        service.create(SHORT, [waiting, waiting], host=ann)
    wait_for(lambda: worker.queue.sizes() == (2, 0))
    view = service.create(SHORT, [BOT, ANN], host=ann)
    until(service, view.id, lambda view: view.match.turns)
    assert worker.queue.sizes() == (2, 0)  # the others are not even begun


def store_person(store: Store, name: str) -> str:
    """Store a person, and return their id."""
    store.people.add_new(Person(name.lower(), name, named=True, created_at=0.0))
    return name.lower()


def test_the_thinking_seats_are_part_of_the_view(service: Service) -> None:
    view = service.create(SHORT, [BOT, ANN])
    assert view.thinking == (0,)
    assert replace(view, match=view.match.resign(1)).thinking == ()
