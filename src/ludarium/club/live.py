"""What happens to a match that is played live; each function gives the match as it is afterwards.

It knows no revisions: an order counts at the next tick, whatever was seen before.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from ludarium.core.errors import IllegalMove
from ludarium.core.spec import Interval, Option, Value
from ludarium.match.match import Match
from ludarium.match.ticks import set_order, tick
from ludarium.store.views import Live, MatchView

LONGEST_TICK = 2.0
LEASE = 3.0
"""A live match of which no tick was heard for so many seconds is paused."""
_TICK = Option("tick", 0.5, Interval(0.1, LONGEST_TICK), "seconds a turn of a match that is played live")


def parse_tick(tick: Value) -> float:
    """The seconds from one turn to the next.

    Raises `InvalidOption`.
    """
    return float(_TICK.parse(tick))


def readied(view: MatchView, seats: Collection[int], tick: float | None, now: float) -> MatchView:
    """The people on these seats are ready, and once all are it runs; another `tick` is a new proposal to the others."""
    live = _live(view)
    if view.running(now) or view.match.over:
        return view
    pace = tick or live.tick
    before = () if live.until or pace != live.tick else live.ready  # who was ready long ago may be away now
    ready = tuple(seat for seat in view.people if seat in before or seat in seats)
    return replace(view, live=Live(pace, ready, _lease(pace, now) if ready == view.people else 0.0))


def paused(view: MatchView) -> MatchView:
    """It is halted, until all are ready again; one that is over stays as it is."""
    live = Live(_live(view).tick)
    return view if view.match.over or view.live == live else replace(view, live=live)


def ordered(view: MatchView, seat: int, text: str) -> MatchView:
    """A seat has said what it does from the next tick on."""
    _live(view)
    return replace(view, match=set_order(view.match, seat, text))


def ticked(view: MatchView, orders: Mapping[int, str], now: float, *, running: bool) -> MatchView:
    """A turn is played after these orders of bots, if the match runs or, without `running`, if it does not."""
    live = _live(view)
    if view.match.over or view.running(now) != running:
        return view
    match = tick(replace(view.match, sealed={**view.match.sealed, **orders}))
    return replace(view, match=match, live=live._replace(until=_lease(live.tick, now)) if running else live)


def unhurried(view: MatchView) -> Match:
    """A match that is not played live."""
    if view.live is not None:
        raise IllegalMove("this match is played live: orders count at the next tick, and nothing is offered")
    return view.match


def _live(view: MatchView) -> Live:
    """How a match is played live."""
    if view.live is None:
        raise IllegalMove("this match is not played live: a turn is submitted, and waits for the others")
    return view.live


def _lease(tick: float, now: float) -> float:
    return now + LEASE + tick
