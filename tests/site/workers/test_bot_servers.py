"""Bots survive the servers for which they think."""

import os
import signal
import subprocess
import sys
import time

import pytest

from ludarium.site.ground.values import SeatAssignment
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import url
from tests.site.bot_parts import ANN, BOT, SHORT, Gate, StartWorkers, bot_workers, gate, over
from tests.site.waiting import until, wait_for

__all__ = ["bot_workers", "gate", "url"]


@pytest.mark.both_databases
def test_a_match_of_a_former_server_goes_on(service: Service, bot_workers: StartWorkers) -> None:
    matches = [service.create(SHORT, [BOT, BOT]) for _ in range(5)]
    bot_workers()
    for view in matches:
        until(service, view.id, over)


KILLED = """
import sys
from ludarium.site.service import SeatAssignment, Service
from ludarium.site.workers.bot_workers import BotWorkers
from ludarium.site.store import Store
store = Store(sys.argv[1])
service = Service(store)
seats = [SeatAssignment("person", "Ann"), SeatAssignment("bot", "easy")]
view = service.create("orion(clicks=1)", seats)
BotWorkers(service, store, limit=2, lease=1.0).start()
while True:
    if view.match.over:
        view = service.create("orion(clicks=1)", seats)
    if view.match.to_act == (0,):
        legal = view.match.state.legal()
        text = view.match.state.format_turn([legal[len(view.match.turns) % len(legal)]])
        view = service.bots.submit(view.id, 0, text, view.revision)
        print(view.id, view.match.turns[-1].text, len(view.match.turns), flush=True)  # acknowledged
    view = service.bots.look(view.id)
"""


@pytest.mark.both_databases
def test_turns_acknowledged_survive_kill_9_and_the_bot_goes_on(
    service: Service, bot_workers: StartWorkers, url: str
) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, url], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        lines = [process.stdout.readline().split() for _ in range(8)]
        os.kill(process.pid, signal.SIGKILL)
        lines += [line.split() for line in process.stdout.readlines() if line.endswith("\n")]
    for match_id, text, number in lines:
        turns = service.bots.look(match_id).match.turns
        assert turns[int(number) - 1].text == text
    bot_workers()
    view = until(service, match_id, lambda view: not view.thinking)
    assert view.match.turns[: len(turns)] == turns
    assert view.match.over or view.match.to_act == (0,)


@pytest.mark.both_databases
def test_a_server_that_closes_gives_its_work_back(
    service: Service, store: Store, bot_workers: StartWorkers, gate: Gate
) -> None:
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN])
    first = bot_workers(lease=1000.0)
    assert gate.asked.wait(300)
    first.close(patience=0.1)
    assert store.bot_claims.claim("next", (view.id, 0), now=time.time(), until=time.time() + 5)


@pytest.mark.both_databases
def test_what_a_bot_chooses_after_the_end_is_dropped(
    service: Service, bot_workers: StartWorkers, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forfeit(*_: object) -> None:
        raise AssertionError("a bot has forfeited because its server ends")

    monkeypatch.setattr(service.bots, "forfeit", forfeit)
    views = [service.create(SHORT, [SeatAssignment("bot", name), ANN]) for name in ("waiting", "interrupted")]
    worker = bot_workers(limit=4)
    wait_for(lambda: worker.queue.sizes() == (2, 0))
    worker.close(patience=0.1)
    gate.opened.set()
    wait_for(lambda: worker.queue.sizes() == (0, 0))
    assert [service.bots.look(view.id) for view in views] == views
