"""Live matches that threads keep running: bots, single turns, rest, and several processes."""

import time
from collections.abc import Callable, Iterator
from threading import Event

import pytest

from ludarium.core.errors import IllegalMove, NotReady
from ludarium.core.game import State
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.site.bots.live_ticker import LiveTicker
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import SeatAssignment, StoredMatch
from ludarium.site.match.rows.writing import MatchWriter
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers
from tests.conftest import BOTS
from tests.databases import url
from tests.site.bot_parts import offer
from tests.site.live_parts import ANN, BOB, BOT, GRID, long_lease, order, texts
from tests.site.waiting import until

__all__ = ["long_lease", "url"]

pytestmark = pytest.mark.usefixtures("long_lease")


@pytest.fixture
def live_ticker(service: Service) -> Iterator[LiveTicker]:
    kept = LiveTicker(service.bots, service.live, service.news)
    yield kept
    kept.close()


@pytest.mark.both_databases
def test_bots_play_a_whole_live_match_without_people(service: Service, live_ticker: LiveTicker) -> None:
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    assert service.live.is_running(service.live.ready(view.id, ()))
    live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert len(set(texts(view))) > 1


@pytest.mark.both_databases
def test_thinkers_leave_the_bots_of_a_live_match_alone(service: Service, store: Store) -> None:
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    assert store.bot_claims.due(time.time(), each=9) == []
    assert view.thinking == ()
    assert BotWorkers(service, store, 1).limit == 1


@pytest.mark.both_databases
def test_a_bot_that_does_not_answer_in_time_goes_on_as_before(
    service: Service, live_ticker: LiveTicker, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(RandomBot):
        opened = Event()

        def choose(self, state: State, seat: int) -> int:
            assert Slow.opened.wait(300)
            return state.legal(seat)[0]

    offer(monkeypatch, slow=BotKind(Slow, "waits"))
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

    offer(monkeypatch, unready=BotKind(Unready, "waits for the compiler"))
    monkeypatch.setattr("ludarium.site.bots.live_ticker.is_waiting", lambda: not compiled.is_set())
    return compiled


UNREADY = SeatAssignment("bot", "unready")


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_a_single_turn_is_refused_while_a_bot_gets_ready(
    service: Service, live_ticker: LiveTicker, compiler: Event
) -> None:
    view = service.create(GRID, [ANN, UNREADY], tick=0.1)
    with pytest.raises(IllegalMove, match=r"unready is getting ready: try again"):
        live_ticker.step(view.id).result(300)
    assert service.bots.look(view.id) == view
    compiler.set()
    live_ticker.step(view.id).result(300)
    assert texts(service.bots.look(view.id)) == ["e/n"]


@pytest.mark.both_databases
def test_a_bot_that_fails_loses_with_the_cause(
    service: Service, live_ticker: LiveTicker, tiny: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, **BOTS)
    view = service.create("pennies", [ANN, SeatAssignment("bot", "failing")], tick=0.1)
    service.live.ready(view.id, (0,))
    live_ticker.start(view.id)
    view = until(service, view.id, lambda view: view.match.over)
    assert view.match.ending == "forfeit: failing failed with RuntimeError: 'no idea'"


@pytest.mark.both_databases
def test_closing_pauses_running_matches(service: Service) -> None:
    live_ticker = LiveTicker(service.bots, service.live, service.news)
    view = service.create(GRID, [BOT, BOT], tick=0.1)
    service.live.ready(view.id, ())
    live_ticker.start(view.id)
    until(service, view.id, lambda view: view.match.turns)
    live_ticker.close()
    assert not service.live.is_running(service.bots.look(view.id))


@pytest.mark.both_databases
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


@pytest.mark.both_databases
def test_a_paused_match_takes_single_turns(service: Service, live_ticker: LiveTicker) -> None:
    view = service.create(GRID, [ANN, BOT], tick=0.1)
    order(service, view.id, 0, "n")
    for _ in range(2):
        live_ticker.step(view.id).result(300)
    view = service.bots.look(view.id)
    assert [text[0] for text in texts(view)] == ["n", "n"]
    assert not service.live.is_running(view)


@pytest.mark.both_databases
def test_single_turns_are_played_one_at_a_time(
    service: Service, live_ticker: LiveTicker, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, opened = Event(), Event()

    class Slow(RandomBot):
        def choose(self, state: State, seat: int) -> int:
            began.set()
            assert opened.wait(300)
            return super().choose(state, seat)

    offer(monkeypatch, slow=BotKind(Slow, "chooses late"))
    view = service.create(GRID, [ANN, SeatAssignment("bot", "slow")], tick=0.1)
    step = live_ticker.step(view.id)
    assert began.wait(300)
    assert [live_ticker.step(view.id) for _ in range(60)] == [step] * 60
    opened.set()
    step.result(300)
    assert len(service.bots.look(view.id).match.turns) == 1


@pytest.mark.both_databases
def test_two_processes_play_one_tick_at_a_time(service: Service, open_store: Callable[[], Store]) -> None:
    other = Service(open_store())
    view = service.create(GRID, [ANN, BOB], tick=0.1)
    service.live.ready(view.id, (0, 1))
    tickers = [
        LiveTicker(service.bots, service.live, service.news),
        LiveTicker(other.bots, other.live, other.news),
    ]
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


@pytest.mark.both_databases
def test_a_tick_that_cannot_be_saved_is_missed(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    view = service.create(GRID, [ANN, BOB], tick=0.1)
    service.live.ready(view.id, (0, 1))
    save, refused = MatchWriter.save, list[bool]()

    def refuse_twice(matches: MatchWriter, old: StoredMatch, new: StoredMatch) -> bool | None:
        if len(refused) < 2:
            refused.append(True)
            raise DatabaseBusy("locked")
        return save(matches, old, new)

    monkeypatch.setattr(MatchWriter, "save", refuse_twice)
    ticker = LiveTicker(service.bots, service.live, service.news)
    ticker.start(view.id)
    until(service, view.id, lambda view: len(view.match.turns) >= 2)
    ticker.close()
    assert len(refused) == 2
