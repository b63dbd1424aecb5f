"""Live matches: the server keeps the time, the last order counts, and no turn is lost."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event
from typing import Any

import pytest

from ludarium.club.bot_workers import BotWorkers
from ludarium.club.live import LEASE, LONGEST_TICK
from ludarium.club.live_ticker import LiveTicker
from ludarium.club.service import DatabaseBusy, SeatAssignment, Service
from ludarium.club.views import MatchView
from ludarium.core.errors import GameOver, IllegalMove, InvalidOption, NotReady
from ludarium.core.game import State
from ludarium.match.clock import Clock
from ludarium.search import player
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.store.repository import Store
from ludarium.store.rows import StoredMatch
from tests.club.waiting import until

ANN, BOB, BOT = SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob"), SeatAssignment("bot", "random")
GRID = "grid(turn_limit=40)"


class Now:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
def still(store: Store, now: Now) -> Service:
    """A house whose time stands still: only the tests tick."""
    return Service(store, now=now)


@pytest.fixture
def live_ticker(service: Service) -> Iterator[LiveTicker]:
    kept = LiveTicker(service)
    yield kept
    kept.close()


def texts(view: MatchView) -> list[str]:
    return [entry.text for entry in view.match.turns]


def test_a_live_match_runs_once_all_people_are_ready(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    assert not still.live.is_running(view)
    assert still.live.tick(view.id, {}) == view
    assert not still.live.is_running(still.live.ready(view.id, (0,)))
    view = still.live.ready(view.id, (1,))
    assert still.live.is_running(view)
    assert texts(still.live.tick(view.id, {})) == ["e/w"]


def test_a_late_order_is_the_last_one(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    still.live.order(view.id, 0, "s")
    still.live.order(view.id, 0, "n")
    still.live.tick(view.id, {})
    still.live.order(view.id, 1, "s")
    assert texts(still.live.tick(view.id, {})) == ["n/w", "n/s"]


def test_an_order_before_the_start_counts_at_the_first_tick(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.order(view.id, 0, "s")
    still.live.ready(view.id, (0, 1))
    assert texts(still.live.tick(view.id, {})) == ["s/w"]


def test_orders_are_kept_from_the_other_seat(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.order(view.id, 0, "n")
    assert "n" not in still.get(view.id, seats=(1,)).match.sealed.values()
    assert still.get(view.id, seats=(0,)).match.sealed == {0: "n"}


def test_without_a_default_action_a_game_repeats_the_order_or_takes_the_first_action(
    still: Service, tiny: None
) -> None:
    view = still.create("pennies", [ANN, BOB], tick=1)
    still.live.ready(view.id, (0, 1))
    still.live.order(view.id, 1, "tails")
    still.live.tick(view.id, {})
    assert texts(still.live.tick(view.id, {})) == ["heads tails"] * 2
    assert still.live.tick(view.id, {0: "tails"}).match.over


def test_anybody_pauses_and_all_must_be_ready_again(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    still.live.tick(view.id, {})
    paused = still.live.pause(view.id)
    assert still.live.tick(view.id, {}) == paused
    assert not still.live.is_running(still.live.ready(view.id, (1,)))
    assert still.live.is_running(still.live.ready(view.id, (0,)))


def test_a_match_whose_server_has_stopped_is_found_paused_with_all_its_turns(
    still: Service, now: Now, open_store: Callable[[], Store]
) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    for _ in range(5):
        view = still.live.tick(view.id, {})
    now.seconds += LEASE + 1
    other = Service(open_store(), now=now)
    found = other.get(view.id)
    assert replace(found.match, sealed={}) == replace(view.match, sealed={})
    assert not other.live.is_running(found)
    assert not other.live.is_running(other.live.ready(view.id, (0,)))
    assert other.live.is_running(other.live.ready(view.id, (1,)))
    assert len(texts(other.live.tick(view.id, {}))) == 6


def test_orders_and_ticks_settle_nothing(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    settled = still.live.ready(view.id, (0, 1)).answerable_since
    still.live.order(view.id, 0, "n")
    assert still.live.tick(view.id, {}).answerable_since == settled
    assert still.live.pause(view.id).answerable_since > settled


def test_a_seat_resigns_whatever_it_saw(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    still.live.tick(view.id, {})
    assert still.resign(view.id, 0, 0).match.ending == "resignation"
    with pytest.raises(GameOver):
        still.live.order(view.id, 1, "n")


@pytest.mark.parametrize("deed", ["offer_draw", "ask_takeback"])
def test_nothing_is_offered_in_a_live_match(still: Service, deed: str) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    with pytest.raises(IllegalMove, match="this match is live"):
        getattr(still, deed)(view.id, 0, view.revision)
    with pytest.raises(IllegalMove, match="this match is live"):
        still.submit(view.id, 0, "n", view.revision)


def test_what_cannot_be_live_is_refused_with_a_sentence(still: Service) -> None:
    with pytest.raises(InvalidOption, match="tick is a number from 0"):
        still.create(GRID, [ANN, BOB], tick=5)
    with pytest.raises(IllegalMove, match="one after another"):
        still.create("orion", [ANN, BOB], tick=1)
    with pytest.raises(IllegalMove, match="cannot have a clock"):
        still.create(GRID, [ANN, BOB], tick=1, clock=Clock(60))
    view = still.create(GRID, [ANN, BOB])
    for deed, values in ((still.live.order, (0, "n")), (still.live.ready, ((0,),)), (still.live.pause, ())):
        with pytest.raises(IllegalMove, match="this match is not live"):
            deed(view.id, *values)


def test_bots_play_a_whole_live_match_without_people(service: Service, live_ticker: LiveTicker) -> None:
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    assert service.live.is_running(service.live.ready(view.id, ()))
    live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert len(set(texts(view))) > 3


def test_thinkers_leave_the_bots_of_a_live_match_alone(service: Service, store: Store) -> None:
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    assert store.bot_claims.due(time.time(), each=9) == []
    assert view.thinking == ()
    assert BotWorkers(service, store, 1).limit == 1


def test_a_bot_that_does_not_answer_in_time_goes_on_as_before(
    service: Service, live_ticker: LiveTicker, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(RandomBot):
        opened = Event()

        def choose(self, state: State, seat: int) -> int:
            assert Slow.opened.wait(60)
            return state.legal(seat)[0]

    monkeypatch.setitem(player.GENERAL, "slow", BotKind(Slow, "waits"))
    view = service.create(GRID, [ANN, SeatAssignment("bot", "slow")], tick=0.1)
    service.live.ready(view.id, (0,))
    live_ticker.start(view.id)
    view = until(service, view.id, lambda view: len(view.match.turns) >= 3)
    assert texts(view)[:3] == ["e/w"] * 3
    Slow.opened.set()
    until(service, view.id, lambda view: texts(view)[-1] == "e/n")


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Install bots of the kind `unready`, which wait for the compiler until this is set, and then go north."""
    compiled = Event()

    class Unready(RandomBot):
        def choose(self, state: State, seat: int) -> int:
            if not compiled.is_set():
                raise NotReady
            return state.legal(seat)[0]

    monkeypatch.setitem(player.GENERAL, "unready", BotKind(Unready, "waits for the compiler"))
    monkeypatch.setattr("ludarium.club.live_ticker.is_waiting", lambda: not compiled.is_set())
    return compiled


UNREADY = SeatAssignment("bot", "unready")


def test_a_live_match_plays_no_turn_before_its_bots_are_ready(
    service: Service, live_ticker: LiveTicker, compiler: Event
) -> None:
    view = service.create(GRID, [BOT, UNREADY], tick=0.1)
    service.live.ready(view.id, ())
    live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.live and view.live.getting_ready == (1,))
    assert service.live.is_running(view)
    assert view.match.turns == ()
    compiler.set()
    view = until(service, view.id, lambda view: view.match.turns)
    assert view.live
    assert view.live.getting_ready == ()
    assert texts(view)[0].endswith("/n")
    assert view.match.termination is None


def test_a_single_turn_is_refused_while_a_bot_gets_ready(
    service: Service, live_ticker: LiveTicker, compiler: Event
) -> None:
    view = service.create(GRID, [ANN, UNREADY], tick=0.1)
    with pytest.raises(IllegalMove, match=r"unready is getting ready: try again"):
        live_ticker.step(view.id).result(60)
    assert service.get(view.id) == view
    compiler.set()
    live_ticker.step(view.id).result(60)
    assert texts(service.get(view.id)) == ["e/n"]


def test_a_match_that_waits_for_the_compiler_goes_on_running_and_is_seldom_saved(still: Service, now: Now) -> None:
    view = still.create(GRID, [ANN, BOT], tick=0.5)
    still.live.ready(view.id, (0,))
    shown = still.live.wait_for_compiler(view.id, (1,), "first")
    assert shown.answerable_since == shown.revision  # so open pages ask for the new status
    assert still.live.wait_for_compiler(view.id, (1,), "first") == shown
    assert still.live.wait_for_compiler(view.id, (1,), "second") == shown
    for _ in range(5):
        now.seconds += LONGEST_TICK
        after = still.live.wait_for_compiler(view.id, (1,), "first")
        assert still.live.is_running(after, "first")
    assert shown.revision < after.revision <= shown.revision + 3
    assert after.answerable_since == shown.revision
    played = still.live.tick(view.id, {}, keeper="first")
    assert played.answerable_since == played.revision
    assert still.live.pause(view.id) == still.live.wait_for_compiler(view.id, (1,), "first")


def test_a_bot_that_fails_loses_with_the_cause(service: Service, live_ticker: LiveTicker, tiny: None) -> None:
    view = service.create("pennies", [ANN, SeatAssignment("bot", "failing")], tick=0.1)
    service.live.ready(view.id, (0,))
    live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert view.match.ending == "forfeit: failing failed with RuntimeError: 'no idea'"


def test_closing_pauses_running_matches(service: Service) -> None:
    live_ticker = LiveTicker(service)
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    service.live.ready(view.id, ())
    live_ticker.start(view.id)
    until(service, view.id, lambda view: view.match.turns)
    live_ticker.close()
    assert not service.live.is_running(service.get(view.id))


def test_a_match_that_is_paused_and_resumed_at_once_is_still_announced(
    service: Service, live_ticker: LiveTicker
) -> None:
    view = service.create("grid", [ANN, BOT], tick=0.1)
    for turns in range(1, 4):
        service.live.ready(view.id, (0,))
        live_ticker.start(view.id)

        def has_played(view: MatchView, turns: int = turns) -> bool:
            return len(view.match.turns) >= turns

        until(service, view.id, has_played)
        service.live.pause(view.id)


def test_a_paused_match_takes_single_turns(service: Service, live_ticker: LiveTicker) -> None:
    view = service.create(GRID, [ANN, BOT], tick=0.1)
    service.live.order(view.id, 0, "n")
    for _ in range(2):
        live_ticker.step(view.id).result(60)
    view = service.get(view.id)
    assert [text[0] for text in texts(view)] == ["n", "n"]
    assert not service.live.is_running(view)


def test_single_turns_are_played_one_at_a_time(
    service: Service, live_ticker: LiveTicker, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, opened = Event(), Event()

    class Slow(RandomBot):
        def choose(self, state: State, seat: int) -> int:
            began.set()
            assert opened.wait(60)
            return super().choose(state, seat)

    monkeypatch.setitem(player.GENERAL, "slow", BotKind(Slow, "chooses late"))
    view = service.create(GRID, [ANN, SeatAssignment("bot", "slow")], tick=0.1)
    step = live_ticker.step(view.id)
    assert began.wait(60)
    assert [live_ticker.step(view.id) for _ in range(60)] == [step] * 60
    opened.set()
    step.result(60)
    assert len(service.get(view.id).match.turns) == 1


def test_a_match_of_bots_that_nobody_watches_rests_until_somebody_does(service: Service) -> None:
    ticker = LiveTicker(service, unwatched=0.3)
    view = service.create("grid", [BOT, BOT], tick=0.1)
    service.live.ready(view.id, ())
    ticker.start(view.id)
    view = until(service, view.id, lambda view: view.live and view.live.resting)
    assert view.match.turns
    assert not service.live.is_running(view)
    ticker.visit(view)
    assert service.live.is_running(service.get(view.id))
    until(service, view.id, lambda now: len(now.match.turns) > len(view.match.turns))
    service.live.pause(view.id)
    ticker.visit(service.get(view.id))
    assert not service.live.is_running(service.get(view.id))  # its host has paused it
    ticker.close()


def test_a_match_of_people_that_nobody_watches_is_paused(service: Service) -> None:
    ticker = LiveTicker(service, unwatched=0.3)
    view = service.create("grid", [ANN, BOT], tick=0.1)
    service.live.ready(view.id, (0,))
    ticker.start(view.id)
    view = until(service, view.id, lambda view: view.live and not view.live.ready)
    ticker.visit(view)
    assert not service.live.is_running(service.get(view.id))  # all must be ready again
    ticker.close()


def test_a_match_that_is_watched_does_not_rest(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service.news, "is_watched", lambda match_id: True)
    ticker = LiveTicker(service, unwatched=0.0)
    view = service.create("grid", [BOT, BOT], tick=0.1)
    service.live.ready(view.id, ())
    ticker.start(view.id)
    until(service, view.id, lambda view: len(view.match.turns) >= 3)
    ticker.close()


def test_a_match_that_runs_takes_no_single_turns_beside_its_ticks(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    view = still.live.ready(view.id, (0, 1))
    assert still.live.tick(view.id, {}, running=False) == view


def test_another_pace_is_a_proposal_for_which_all_must_be_ready(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0,))
    view = still.live.ready(view.id, (1,), 0.2)
    assert not still.live.is_running(view)
    assert view.live
    assert view.live.tick == 0.2
    assert still.live.is_running(still.live.ready(view.id, (0,), 0.2))
    with pytest.raises(InvalidOption):
        still.live.ready(view.id, (0,), 9)


def test_two_processes_play_one_tick_at_a_time(service: Service, open_store: Callable[[], Store]) -> None:
    other = Service(open_store())
    view = service.create(GRID, [ANN, BOB], tick=0.1)
    service.live.ready(view.id, (0, 1))
    tickers = [LiveTicker(service), LiveTicker(other)]
    for ticker in tickers:
        ticker.start(view.id)
    view = until(service, view.id, lambda view: len(view.match.turns) >= 5)
    assert view.live
    assert view.live.keeper in {ticker.name for ticker in tickers}
    (idle,) = (ticker for ticker in tickers if ticker.name != view.live.keeper)
    assert other.live.tick(view.id, {}, keeper=idle.name).live
    assert not other.live.is_running(view, idle.name)
    for ticker in tickers:
        ticker.close()


def test_who_plays_the_first_tick_keeps_the_match_until_it_is_paused(still: Service, now: Now) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    assert len(still.live.tick(view.id, {}, keeper="first").match.turns) == 1
    assert len(still.live.tick(view.id, {}, keeper="second").match.turns) == 1
    now.seconds += LEASE + 1  # the first has died
    still.live.ready(view.id, (0, 1))
    assert len(still.live.tick(view.id, {}, keeper="second").match.turns) == 2
    assert len(still.live.tick(view.id, {}, keeper="first").match.turns) == 2


def test_a_clock_that_is_set_back_does_not_keep_a_match_running(still: Service, now: Now) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    assert still.live.is_running(still.live.ready(view.id, (0, 1)))
    now.seconds -= 3600
    assert not still.live.is_running(still.get(view.id))
    assert still.live.is_running(still.live.ready(view.id, (0, 1)))


def test_a_tick_that_cannot_be_saved_is_missed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    view = service.create(GRID, [ANN, BOB], tick=0.1)
    service.live.ready(view.id, (0, 1))
    save, refused = Store.save, list[bool]()

    def refuse_twice(store: Store, *rows: Any) -> StoredMatch | None:
        if len(refused) < 2:
            refused.append(True)
            raise DatabaseBusy("locked")
        return save(store, *rows)

    monkeypatch.setattr(Store, "save", refuse_twice)
    ticker = LiveTicker(service)
    ticker.start(view.id)
    until(service, view.id, lambda view: len(view.match.turns) >= 2)
    ticker.close()
    assert len(refused) == 2
