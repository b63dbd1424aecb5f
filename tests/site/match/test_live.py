"""Live matches in time that stands still: orders, ticks, and who keeps a match running."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from ludarium.core.errors import GameOver, IllegalMove, InvalidOption
from ludarium.match.clock import Clock
from ludarium.site.match.commands import AskTakeback, OfferDraw, Resign, SeatCommand
from ludarium.site.match.live import LEASE, LONGEST_TICK
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.live_parts import ANN, BOB, BOT, GRID, Now, now, order, texts

__all__ = ["now"]


@pytest.fixture
def still(store: Store, now: Now) -> Service:
    """A house whose time stands still: only the tests tick."""
    return Service(store, now=now)


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
    order(still, view.id, 0, "s")
    order(still, view.id, 0, "n")
    still.live.tick(view.id, {})
    order(still, view.id, 1, "s")
    assert texts(still.live.tick(view.id, {})) == ["n/w", "n/s"]


def test_an_order_before_the_start_counts_at_the_first_tick(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    order(still, view.id, 0, "s")
    still.live.ready(view.id, (0, 1))
    assert texts(still.live.tick(view.id, {})) == ["s/w"]


def test_orders_are_kept_from_the_other_seat(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    order(still, view.id, 0, "n")
    assert "n" not in still.bots.look(view.id, seats=(1,)).match.sealed.values()
    assert still.bots.look(view.id, seats=(0,)).match.sealed == {0: "n"}


def test_without_a_default_action_a_game_repeats_the_order_or_takes_the_first_action(
    still: Service, tiny: None
) -> None:
    view = still.create("pennies", [ANN, BOB], tick=1)
    still.live.ready(view.id, (0, 1))
    order(still, view.id, 1, "tails")
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


@pytest.mark.both_databases
def test_a_match_whose_server_has_stopped_is_found_paused_with_all_its_turns(
    still: Service, now: Now, open_store: Callable[[], Store]
) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    for _ in range(5):
        view = still.live.tick(view.id, {})
    now.seconds += LEASE + 1
    other = Service(open_store(), now=now)
    found = other.bots.look(view.id)
    assert replace(found.match, sealed={}) == replace(view.match, sealed={})
    assert not other.live.is_running(found)
    assert not other.live.is_running(other.live.ready(view.id, (0,)))
    assert other.live.is_running(other.live.ready(view.id, (1,)))
    assert len(texts(other.live.tick(view.id, {}))) == 6


def test_orders_and_ticks_settle_nothing(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    settled = still.live.ready(view.id, (0, 1)).answerable_since
    order(still, view.id, 0, "n")
    assert still.live.tick(view.id, {}).answerable_since == settled
    assert still.live.pause(view.id).answerable_since > settled


def test_a_seat_resigns_whatever_it_saw(still: Service) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    still.live.ready(view.id, (0, 1))
    still.live.tick(view.id, {})
    assert still.bots.act(view.id, 0, Resign(), 0).match.ending == "resignation"
    with pytest.raises(GameOver):
        order(still, view.id, 1, "n")


@pytest.mark.parametrize("deed", [OfferDraw(), AskTakeback()])
def test_nothing_is_offered_in_a_live_match(still: Service, deed: SeatCommand) -> None:
    view = still.create(GRID, [ANN, BOB], tick=0.5)
    with pytest.raises(IllegalMove, match="this match is live"):
        still.bots.act(view.id, 0, deed, view.revision)
    with pytest.raises(IllegalMove, match="this match is live"):
        still.bots.submit(view.id, 0, "n", view.revision)


def test_what_cannot_be_live_is_refused_with_a_sentence(still: Service) -> None:
    with pytest.raises(InvalidOption, match="tick is a number from 0"):
        still.create(GRID, [ANN, BOB], tick=5)
    with pytest.raises(IllegalMove, match="one after another"):
        still.create("orion", [ANN, BOB], tick=1)
    with pytest.raises(IllegalMove, match="cannot have a clock"):
        still.create(GRID, [ANN, BOB], tick=1, clock=Clock(60))
    view = still.create(GRID, [ANN, BOB])
    for deed, values in ((partial(order, still), (0, "n")), (still.live.ready, ((0,),)), (still.live.pause, ())):
        with pytest.raises(IllegalMove, match="this match is not live"):
            deed(view.id, *values)


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
    assert not still.live.is_running(still.bots.look(view.id))
    assert still.live.is_running(still.live.ready(view.id, (0, 1)))
