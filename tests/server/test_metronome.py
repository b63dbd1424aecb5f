"""Matches played live: the server keeps the time, late orders are the last ones, and nothing played is lost."""

import time
from dataclasses import replace
from threading import Event

import pytest

from ludarium.core.errors import BadOption, GameOver, IllegalMove
from ludarium.play.clock import Clock
from ludarium.search import player
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.server.live import LEASE
from ludarium.server.metronome import Metronome
from ludarium.server.service import SeatPlan, Service
from ludarium.server.thinkers import Thinkers
from tests.server.conftest import until

ANN, BOB, BOT = SeatPlan("person", "Ann"), SeatPlan("person", "Bob"), SeatPlan("bot", "random")
GRID = "grid(turn_limit=40)"


class Now:
    """A clock that stands until it is moved."""

    def __init__(self):
        self.seconds = 1000.0

    def __call__(self):
        return self.seconds


@pytest.fixture
def now():
    return Now()


@pytest.fixture
def still(store, now):
    """A house whose time stands still: only the tests tick."""
    return Service(store, now=now)


@pytest.fixture
def metronome(service):
    kept = Metronome(service)
    yield kept
    kept.close()


def texts(view):
    return [entry.text for entry in view.match.turns]


def test_a_live_match_runs_once_all_people_are_ready(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    assert not still.running(view)
    assert still.tick(view.id, {}) == view
    assert not still.running(still.ready(view.id, (0,)))
    view = still.ready(view.id, (1,))
    assert still.running(view)
    assert texts(still.tick(view.id, {})) == ["e/w"]


def test_a_late_order_is_the_last_one(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.ready(view.id, (0, 1))
    still.order(view.id, 0, "s")
    still.order(view.id, 0, "n")
    still.tick(view.id, {})
    still.order(view.id, 1, "s")
    assert texts(still.tick(view.id, {})) == ["n/w", "n/s"]


def test_an_order_before_the_start_counts_at_the_first_tick(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.order(view.id, 0, "s")
    still.ready(view.id, (0, 1))
    assert texts(still.tick(view.id, {})) == ["s/w"]


def test_orders_are_kept_from_the_other_seat(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.order(view.id, 0, "n")
    assert "n" not in still.get(view.id, seats=(1,)).match.sealed.values()
    assert still.get(view.id, seats=(0,)).match.sealed == {0: "n"}


def test_a_game_that_knows_no_steadiness_repeats_the_order_or_takes_the_first_action(still, tiny):
    view = still.create("pennies", [ANN, BOB], tick=1)
    still.ready(view.id, (0, 1))
    still.order(view.id, 1, "tails")
    still.tick(view.id, {})
    assert texts(still.tick(view.id, {})) == ["heads tails"] * 2
    assert still.tick(view.id, {0: "tails"}).match.over


def test_anybody_pauses_and_all_must_be_ready_again(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.ready(view.id, (0, 1))
    still.tick(view.id, {})
    paused = still.pause(view.id)
    assert still.tick(view.id, {}) == paused
    assert not still.running(still.ready(view.id, (1,)))
    assert still.running(still.ready(view.id, (0,)))


def test_a_match_whose_server_has_stopped_is_found_paused_with_all_its_turns(still, now, open_store):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.ready(view.id, (0, 1))
    for _ in range(5):
        view = still.tick(view.id, {})
    now.seconds += LEASE + 1
    other = Service(open_store(), now=now)
    found = other.get(view.id)
    assert replace(found.match, sealed={}) == replace(view.match, sealed={})
    assert not other.running(found)
    assert not other.running(other.ready(view.id, (0,)))
    assert other.running(other.ready(view.id, (1,)))
    assert len(texts(other.tick(view.id, {}))) == 6


def test_orders_and_ticks_settle_nothing(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    settled = still.ready(view.id, (0, 1)).settled
    still.order(view.id, 0, "n")
    assert still.tick(view.id, {}).settled == settled
    assert still.pause(view.id).settled > settled


def test_a_seat_resigns_whatever_it_saw(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.ready(view.id, (0, 1))
    still.tick(view.id, {})
    assert still.resign(view.id, 0, 0).match.ending == "resignation"
    with pytest.raises(GameOver):
        still.order(view.id, 1, "n")


@pytest.mark.parametrize("deed", ["offer_draw", "ask_takeback"])
def test_nothing_is_offered_in_a_live_match(still, deed):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    with pytest.raises(IllegalMove, match="played live"):
        getattr(still, deed)(view.id, 0, view.revision)
    with pytest.raises(IllegalMove, match="played live"):
        still.submit(view.id, 0, "n", view.revision)


def test_what_cannot_be_live_is_refused_with_a_sentence(still):
    with pytest.raises(BadOption, match="tick is a number from 0"):
        still.create(GRID, [ANN, BOB], tick=5)
    with pytest.raises(IllegalMove, match="one after another"):
        still.create("orion", [ANN, BOB], tick=1)
    with pytest.raises(IllegalMove, match="no clocks"):
        still.create(GRID, [ANN, BOB], tick=1, clock=Clock(60))
    view = still.create(GRID, [ANN, BOB])
    for deed, values in ((still.order, (0, "n")), (still.ready, ((0,),)), (still.pause, ())):
        with pytest.raises(IllegalMove, match="not played live"):
            deed(view.id, *values)


def test_bots_play_a_whole_live_match_without_people(service, metronome):
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    assert service.running(service.ready(view.id, ()))
    metronome.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert len(set(texts(view))) > 3


def test_thinkers_leave_the_bots_of_a_live_match_alone(service, store):
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    assert store.claim("worker", time.time(), time.time() + 9, 9) == []
    assert view.thinking == ()
    assert Thinkers(service, store, 1).limit == 1


def test_a_bot_that_does_not_answer_in_time_goes_on_as_before(service, metronome, monkeypatch):
    class Slow(RandomBot):
        opened = Event()

        def choose(self, state, seat):
            assert Slow.opened.wait(60)
            return state.legal(seat)[0]

    monkeypatch.setitem(player.GENERAL, "slow", BotKind(Slow, "waits"))
    view = service.create(GRID, [ANN, SeatPlan("bot", "slow")], tick=0.1)
    service.ready(view.id, (0,))
    metronome.start(view.id)
    view = until(service, view.id, lambda view: len(view.match.turns) >= 3)
    assert texts(view)[:3] == ["e/w"] * 3
    Slow.opened.set()
    until(service, view.id, lambda view: texts(view)[-1] == "e/n")


def test_a_bot_that_fails_loses_with_the_cause(service, metronome, tiny):
    view = service.create("pennies", [ANN, SeatPlan("bot", "failing")], tick=0.1)
    service.ready(view.id, (0,))
    metronome.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert view.match.ending == "forfeit: failing failed with RuntimeError: 'no idea'"


def test_a_house_that_closes_pauses_what_runs(service):
    metronome = Metronome(service)
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    service.ready(view.id, ())
    metronome.start(view.id)
    until(service, view.id, lambda view: view.match.turns)
    metronome.close()
    assert not service.running(service.get(view.id))


def test_a_match_that_is_paused_and_goes_on_at_once_is_still_heard_of(service, metronome):
    view = service.create("grid", [ANN, BOT], tick=0.1)
    for turns in range(1, 4):
        service.ready(view.id, (0,))
        metronome.start(view.id)
        until(service, view.id, lambda view, turns=turns: len(view.match.turns) >= turns)
        service.pause(view.id)


def test_a_paused_match_takes_single_turns(service, metronome):
    view = service.create(GRID, [ANN, BOT], tick=0.1)
    service.order(view.id, 0, "n")
    metronome.step(view.id)
    metronome.step(view.id)
    view = service.get(view.id)
    assert [text[0] for text in texts(view)] == ["n", "n"]
    assert not service.running(view)


def test_a_match_that_runs_takes_no_single_turns_beside_its_ticks(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    view = still.ready(view.id, (0, 1))
    assert still.tick(view.id, {}, running=False) == view


def test_another_pace_is_a_proposal_for_which_all_must_be_ready(still):
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.ready(view.id, (0,))
    view = still.ready(view.id, (1,), 0.2)
    assert not still.running(view)
    assert view.live.tick == 0.2
    assert still.running(still.ready(view.id, (0,), 0.2))
    with pytest.raises(BadOption):
        still.ready(view.id, (0,), 9)
