"""Bots think outside requests, survive their servers, and never leave a match hanging."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Protocol

import pytest

from ludarium.club.bot_workers import BotWorkers
from ludarium.club.service import SeatAssignment, Service
from ludarium.club.views import MatchView
from ludarium.core.errors import NotReady
from ludarium.core.game import Game, State
from ludarium.match.clock import Clock
from ludarium.search import player
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.store.bot_claims import DueSeat
from ludarium.store.repository import Store
from ludarium.store.rows import Person
from ludarium.store.tables import matches
from tests.club.waiting import until

ANN, BOB, BOT = (SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob"), SeatAssignment("bot", "random"))
SHORT = "orion(clicks=1,turn_limit=10)"


class StartWorkers(Protocol):
    """Starts bot workers on the test's database."""

    def __call__(self, *, limit: int = 2, lease: float = 8.0, patience: float = 900.0) -> BotWorkers: ...


class Gate:
    """Holds the bots of the kind `waiting` until it is opened; `asked` is set once one is asked."""

    def __init__(self) -> None:
        self.opened, self.asked, self.made = Event(), Event(), 0


@pytest.fixture
def bot_workers(service: Service, store: Store) -> Iterator[StartWorkers]:
    made: list[BotWorkers] = []

    def start(*, limit: int = 2, lease: float = 8.0, patience: float = 900.0) -> BotWorkers:
        made.append(BotWorkers(service, store, limit=limit, lease=lease, pause=0.05, patience=patience))
        made[-1].start()
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Install bots of the kind `waiting`, which choose when the gate is opened."""
    gate = Gate()

    class Waiting(RandomBot):
        def __init__(self, game: Game, seed: int) -> None:
            super().__init__(game, seed)
            gate.made += 1

        def choose(self, state: State, seat: int) -> int:
            gate.asked.set()
            assert gate.opened.wait(60)
            return super().choose(state, seat)

    class Interrupted(Waiting):
        def choose(self, state: State, seat: int) -> int:
            super().choose(state, seat)
            raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    monkeypatch.setitem(player.GENERAL, "waiting", BotKind(Waiting, "waits"))
    monkeypatch.setitem(player.GENERAL, "interrupted", BotKind(Interrupted, "waits, and fails"))
    yield gate
    gate.opened.set()


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Install bots of the kind `unready`, which wait for the compiler until this is set."""
    compiled = Event()

    class Unready(RandomBot):
        def choose(self, state: State, seat: int) -> int:
            if not compiled.is_set():
                raise NotReady
            return super().choose(state, seat)

    monkeypatch.setitem(player.GENERAL, "unready", BotKind(Unready, "waits for the compiler"))
    return compiled


def test_a_bot_that_is_not_ready_plays_when_it_is_and_its_clock_stands_still(
    service: Service, bot_workers: StartWorkers, compiler: Event
) -> None:
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", "unready"), ANN], clock=Clock(0.5))
    view = until(service, view.id, lambda view: view.getting_ready)
    assert view.deadline is None
    assert service.queries.time_left(view) == {0: 0.5, 1: 0.5}
    time.sleep(0.6)
    assert service.get(view.id).revision == view.revision  # nothing more is saved while it waits
    compiler.set()
    view = until(service, view.id, lambda view: view.match.turns)
    assert not view.getting_ready
    assert view.match.left[0] == 0.5
    assert view.match.termination is None


def over(view: MatchView) -> bool:
    return view.match.over


def test_a_bot_answers_a_person(service: Service, bot_workers: StartWorkers) -> None:
    bot_workers()
    view = service.create(SHORT, [ANN, BOT])
    view = service.submit(view.id, 0, "u+", view.revision)
    assert view.thinking == (1,)
    view = until(service, view.id, lambda view: not view.thinking)
    assert (len(view.match.turns), view.match.to_act) == (2, (0,))


def test_bots_play_a_match_to_its_end(service: Service, bot_workers: StartWorkers) -> None:
    bot_workers()
    view = until(service, service.create(SHORT, [BOT, BOT]).id, over)
    assert view.match.termination is None
    assert view.match.turns


@pytest.mark.usefixtures("tiny")
def test_bots_play_joint_turns_and_games_with_dice(service: Service, bot_workers: StartWorkers) -> None:
    bot_workers()
    for game in ("pennies", "race"):
        view = until(service, service.create(game, [BOT, BOT]).id, over)
        assert view.match.termination is None


def test_a_match_of_a_former_server_goes_on(service: Service, bot_workers: StartWorkers) -> None:
    matches = [service.create(SHORT, [BOT, BOT]) for _ in range(5)]
    bot_workers()
    for view in matches:
        until(service, view.id, over)


def test_no_more_bots_think_at_once_than_allowed(service: Service, bot_workers: StartWorkers, gate: Gate) -> None:
    matches = [service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN]) for _ in range(4)]
    worker = bot_workers(limit=2)
    while worker.queue.sizes() != (2, 2):
        time.sleep(0.01)
    gate.opened.set()
    for view in matches:
        until(service, view.id, lambda view: view.match.turns)


def test_a_bot_is_kept_for_its_next_turn(service: Service, bot_workers: StartWorkers, gate: Gate) -> None:
    gate.opened.set()
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), BOT])
    until(service, view.id, over)
    assert gate.made == 2


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("bot", "cause"), [("failing", "RuntimeError: 'no idea'"), ("cheating", "IllegalMove")])
@pytest.mark.parametrize("game", ["race", "pennies"])
def test_a_bot_that_fails_forfeits_and_the_record_says_why(
    service: Service, bot_workers: StartWorkers, game: str, bot: str, cause: str, caplog: pytest.LogCaptureFixture
) -> None:
    bot_workers()
    view = until(service, service.create(game, [SeatAssignment("bot", bot), ANN]).id, over)
    assert view.match.payoffs == (0.0, 1.0)
    assert view.match.ending.startswith(f"forfeit: {bot}")
    assert cause in service.queries.record(view.id).ending or game == "pennies"
    caplog.clear()


def test_a_bot_that_never_moves_forfeits(service: Service, bot_workers: StartWorkers, gate: Gate) -> None:
    bot_workers(patience=0.2)
    view = until(service, service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN]).id, over)
    assert view.match.ending == "forfeit: no turn after 0 seconds"


def test_an_offer_made_while_a_bot_thinks_does_not_make_it_begin_again(
    service: Service, bot_workers: StartWorkers, gate: Gate
) -> None:
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN])
    assert gate.asked.wait(60)
    service.offer_draw(view.id, 1, view.revision)
    made = gate.made
    gate.opened.set()
    until(service, view.id, lambda view: view.match.turns)
    assert gate.made == made


def test_what_a_bot_chose_before_a_turn_was_taken_back_is_not_played(
    service: Service, bot_workers: StartWorkers, gate: Gate
) -> None:
    bot_workers()
    view = service.create(SHORT, [ANN, SeatAssignment("bot", "waiting")])
    view = service.submit(view.id, 0, "u+", view.revision)
    assert gate.asked.wait(60)
    view = service.ask_takeback(view.id, 0, view.revision)
    gate.opened.set()
    time.sleep(0.3)
    assert service.get(view.id) == view


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


def test_a_match_that_cannot_be_read_does_not_stop_the_others(
    service: Service, store: Store, bot_workers: StartWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    hands = iter([1.0, 2.0])
    old = Service(store, now=lambda: next(hands))
    for clock in (Clock(10), None):
        broken = old.create(SHORT, [BOT, ANN], clock=clock)
        with store.database.begin() as connection:
            connection.execute(matches.update().where(matches.c.id == broken.id).values(game="lost", revision=9))
    bot_workers(limit=1)
    until(service, service.create(SHORT, [BOT, BOT]).id, over)
    assert "could not be saved" in caplog.text


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
    while worker.queue.sizes() != (2, 0):
        time.sleep(0.01)
    view = service.create(SHORT, [BOT, ANN], host=ann)
    until(service, view.id, lambda view: view.match.turns)
    assert worker.queue.sizes() == (2, 0)  # the others are not even begun


def store_person(store: Store, name: str) -> str:
    """Store a person, and return their id."""
    store.people.insert(Person(name.lower(), name, named=True, created_at=0.0))
    return name.lower()


KILLED = """
import sys
from ludarium.club.service import SeatAssignment, Service
from ludarium.club.bot_workers import BotWorkers
from ludarium.store.repository import Store
store = Store(sys.argv[1])
service = Service(store)
seats = [SeatAssignment("person", "Ann"), SeatAssignment("bot", "random")]
view = service.create("orion(clicks=1)", seats)
BotWorkers(service, store, limit=2, lease=1.0).start()
while True:
    if view.match.over:
        view = service.create("orion(clicks=1)", seats)
    if view.match.to_act == (0,):
        legal = view.match.state.legal()
        text = view.match.state.format_turn([legal[len(view.match.turns) % len(legal)]])
        view = service.submit(view.id, 0, text, view.revision)
        print(view.id, view.match.turns[-1].text, len(view.match.turns), flush=True)  # acknowledged
    view = service.get(view.id)
"""


@pytest.mark.parametrize("acknowledged", [1, 3, 8])
def test_a_turn_acknowledged_survives_kill_9_and_the_bot_goes_on(
    service: Service, bot_workers: StartWorkers, url: str, acknowledged: int
) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = [process.stdout.readline().split() for _ in range(acknowledged)]
        os.kill(process.pid, signal.SIGKILL)
        lines += [line.split() for line in process.stdout.readlines() if line.endswith("\n")]
    for match_id, text, number in lines:
        turns = service.get(match_id).match.turns
        assert turns[int(number) - 1].text == text
    bot_workers()
    view = until(service, match_id, lambda view: not view.thinking)
    assert view.match.turns[: len(turns)] == turns
    assert view.match.over or view.match.to_act == (0,)


def test_a_server_that_closes_gives_its_work_back(
    service: Service, store: Store, bot_workers: StartWorkers, gate: Gate
) -> None:
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN])
    first = bot_workers(lease=1000.0)
    assert gate.asked.wait(60)
    first.close(patience=0.1)
    assert store.bot_claims.claim("next", (view.id, 0), now=time.time(), until=time.time() + 5)


def test_what_a_bot_chooses_after_the_end_is_dropped(
    service: Service, bot_workers: StartWorkers, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forfeit(*_: object) -> None:
        raise AssertionError("a bot has forfeited because its server ends")

    monkeypatch.setattr(service, "forfeit", forfeit)
    views = [service.create(SHORT, [SeatAssignment("bot", name), ANN]) for name in ("waiting", "interrupted")]
    worker = bot_workers(limit=4)
    while worker.queue.sizes() != (2, 0):
        time.sleep(0.01)
    worker.close(patience=0.1)
    gate.opened.set()
    while worker.queue.sizes() != (0, 0):
        time.sleep(0.01)
    assert [service.get(view.id) for view in views] == views


def test_the_thinking_seats_are_part_of_the_view(service: Service) -> None:
    view = service.create(SHORT, [BOT, ANN])
    assert view.thinking == (0,)
    assert replace(view, match=view.match.resign(1)).thinking == ()
