"""Bots think outside requests, and never leave a match hanging."""

import time
from threading import Event

import pytest

from ludarium.core.errors import NotReady
from ludarium.core.game import State
from ludarium.match.clock import Clock
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.site.ground.tables import matches
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.commands import AskTakeback, OfferDraw
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.conftest import BOTS
from tests.databases import url
from tests.site.bot_parts import ANN, BOT, SHORT, Gate, StartWorkers, bot_workers, gate, offer, over
from tests.site.waiting import until, wait_for

__all__ = ["bot_workers", "gate", "url"]


class Compiler:
    """What bots of the kind `unready` wait for; counts how often they have asked."""

    def __init__(self) -> None:
        self.done, self.asked = Event(), 0


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    """Install bots of the kind `unready`."""
    compiler = Compiler()

    class Unready(RandomBot):
        def choose(self, state: State, seat: int) -> int:
            if not compiler.done.is_set():
                compiler.asked += 1
                raise NotReady
            return super().choose(state, seat)

    offer(monkeypatch, unready=BotKind(Unready, "waits for the compiler"))
    return compiler


def test_a_bot_that_is_not_ready_plays_when_it_is_and_its_clock_stands_still(
    service: Service, bot_workers: StartWorkers, compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", "unready"), ANN], clock=Clock(60))
    view = until(service, view.id, lambda view: view.getting_ready)
    assert view.deadline is None
    assert service.queries.time_left(view) == {0: 60, 1: 60}
    monkeypatch.setattr(service._matches, "now", lambda: time.time() + 90)
    asked = compiler.asked
    wait_for(lambda: compiler.asked >= asked + 3)
    assert service.bots.look(view.id).revision == view.revision  # nothing more is saved while it waits
    compiler.done.set()
    view = until(service, view.id, lambda view: view.match.turns)
    assert not view.getting_ready
    assert view.match.left[0] == 60
    assert view.match.termination is None


def test_a_bot_answers_a_person(service: Service, bot_workers: StartWorkers) -> None:
    bot_workers()
    view = service.create(SHORT, [ANN, BOT])
    view = service.bots.submit(view.id, 0, "u+", view.revision)
    assert view.thinking == (1,)
    view = until(service, view.id, lambda view: not view.thinking)
    assert (len(view.match.turns), view.match.to_act) == (2, (0,))


def test_bots_play_a_match_to_its_end(service: Service, bot_workers: StartWorkers) -> None:
    bot_workers()
    view = until(service, service.create(SHORT, [BOT, BOT]).id, over)
    assert view.match.termination is None
    assert view.match.turns


@pytest.mark.both_databases
@pytest.mark.usefixtures("tiny")
def test_bots_play_joint_turns_and_games_with_dice(service: Service, bot_workers: StartWorkers) -> None:
    bot_workers()
    for game in ("pennies", "race"):
        view = until(service, service.create(game, [BOT, BOT]).id, over)
        assert view.match.termination is None


def test_a_bot_is_kept_for_its_next_turn(service: Service, bot_workers: StartWorkers, gate: Gate) -> None:
    gate.opened.set()
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), BOT])
    until(service, view.id, over)
    assert gate.made == 1  # not to begin the match either


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(("bot", "cause"), [("failing", "RuntimeError: 'no idea'"), ("cheating", "IllegalMove")])
@pytest.mark.parametrize("game", ["race", "pennies"])
def test_a_bot_that_fails_forfeits_and_the_record_says_why(
    service: Service,
    bot_workers: StartWorkers,
    game: str,
    bot: str,
    cause: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer(monkeypatch, **BOTS)
    bot_workers()
    view = until(service, service.create(game, [SeatAssignment("bot", bot), ANN]).id, over)
    assert view.match.payoffs == (0.0, 1.0)
    assert view.match.ending.startswith(f"forfeit: {bot}")
    assert cause in service.queries.record(view.id).ending or game == "pennies"
    caplog.clear()


@pytest.mark.both_databases
def test_the_log_does_not_name_a_bot_that_a_person_has_written(
    service: Service, store: Store, bot_workers: StartWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    author, bot = service.people.create_guest(), "00112233445566ff"
    store.workshop.add(WorkshopBot(bot, author.id, "orion", "Walker", 0.0))
    store.workshop_versions.insert_next(bot, "let x = ;", 0.0)
    store.workshop.set(bot, published=1)
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", f"script {bot}/1 Walker"), ANN])
    view = until(service, view.id, over)
    assert view.match.ending.startswith("forfeit: Walker failed with")
    assert f"the bot of seat 0 failed in match {view.id}" in caplog.text
    assert "Walker" not in caplog.text
    caplog.clear()


def test_a_bot_that_never_moves_forfeits(service: Service, bot_workers: StartWorkers, gate: Gate) -> None:
    bot_workers(patience=0.2)
    view = until(service, service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN]).id, over)
    assert view.match.ending == "forfeit: waiting gave no turn within 0 seconds"


def test_an_offer_made_while_a_bot_thinks_does_not_make_it_begin_again(
    service: Service, bot_workers: StartWorkers, gate: Gate
) -> None:
    bot_workers()
    view = service.create(SHORT, [SeatAssignment("bot", "waiting"), ANN])
    assert gate.asked.wait(300)
    service.bots.act(view.id, 1, OfferDraw(), view.revision)
    made = gate.made
    gate.opened.set()
    until(service, view.id, lambda view: view.match.turns)
    assert gate.made == made


def test_what_a_bot_chose_before_a_turn_was_taken_back_is_not_played(
    service: Service, bot_workers: StartWorkers, gate: Gate
) -> None:
    bot_workers()
    view = service.create(SHORT, [ANN, SeatAssignment("bot", "waiting")])
    view = service.bots.submit(view.id, 0, "u+", view.revision)
    assert gate.asked.wait(300)
    view = service.bots.act(view.id, 0, AskTakeback(), view.revision)
    gate.opened.set()
    time.sleep(0.3)
    assert service.bots.look(view.id) == view


@pytest.mark.both_databases
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
