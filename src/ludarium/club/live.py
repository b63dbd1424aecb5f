"""Matches that are played live: a turn at every tick, with the orders that were given by then.

Orders need no revision: they count at the next tick.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from ludarium.club.transactions import Transactions
from ludarium.club.views import Live, MatchView
from ludarium.core.errors import IllegalMove
from ludarium.core.spec import Interval, Option, Value
from ludarium.match.match import Match
from ludarium.match.ticks import play_tick, set_order

LONGEST_TICK = 2.0
LEASE = 3.0
"""A live match without a tick for so many seconds is paused."""
_TICK = Option("tick", 0.5, Interval(0.1, LONGEST_TICK), "seconds a turn of a match that is played live")


class LiveMatches:
    """What people, bots and the live ticker do to matches that are played live.

    Every method returns the match afterwards and raises `NoSuchMatch`, or `IllegalMove` where it is not played live.
    """

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches

    def ready(self, match_id: str, seats: Collection[int], tick: Value | None = None) -> MatchView:
        """Note that the people on these seats are ready; the match runs once all are.

        A `tick` other than before is a new proposal, for which nobody else is ready yet.

        Raises `InvalidOption`.
        """
        asked = None if tick is None else parse_tick(tick)
        return self._matches.change(match_id, None, None, lambda view: _ready(view, seats, asked, self._matches.now()))

    def pause(self, match_id: str) -> MatchView:
        """Pause a match until all people are ready again; one that is over stays as it is."""
        return self._matches.change(match_id, None, None, _pause)

    def order(self, match_id: str, seat: int, text: str) -> MatchView:
        """Set what a seat does from the next tick on.

        Raises `IllegalMove` for an order that the seat may not give.
        """
        return self._matches.change(match_id, seat, None, lambda view: _order(view, seat, text))

    def tick(self, match_id: str, orders: Mapping[int, str], *, running: bool = True) -> MatchView:
        """Play a turn after these orders of bots, if the match runs, or, with `running=False`, if it is paused.

        In the other case the match stays as it is.
        """
        return self._matches.change(
            match_id, None, None, lambda view: _tick(view, orders, self._matches.now(), running=running)
        )

    def is_running(self, view: MatchView) -> bool:
        """Whether a match is played live at this moment."""
        return view.is_running(self._matches.now())


def parse_tick(tick: Value) -> float:
    """Return the seconds from one turn to the next.

    Raises `InvalidOption`.
    """
    return float(_TICK.parse(tick))


def require_not_live(view: MatchView) -> Match:
    """Return the match of a view.

    Raises `IllegalMove` where it is played live.
    """
    if view.live is not None:
        raise IllegalMove("this match is played live: orders count at the next tick, and nothing can be offered")
    return view.match


def _ready(view: MatchView, seats: Collection[int], tick: float | None, now: float) -> MatchView:
    live = _require_live(view)
    if view.is_running(now) or view.match.over:
        return view
    pace = tick or live.tick
    before = () if live.expires_at or pace != live.tick else live.ready  # who was ready long ago may be away now
    ready = tuple(seat for seat in view.people if seat in before or seat in seats)
    return replace(view, live=Live(pace, ready, _expiry(pace, now) if ready == view.people else 0.0))


def _pause(view: MatchView) -> MatchView:
    live = Live(_require_live(view).tick)
    return view if view.match.over or view.live == live else replace(view, live=live)


def _order(view: MatchView, seat: int, text: str) -> MatchView:
    _require_live(view)
    return replace(view, match=set_order(view.match, seat, text))


def _tick(view: MatchView, orders: Mapping[int, str], now: float, *, running: bool) -> MatchView:
    live = _require_live(view)
    if view.match.over or view.is_running(now) != running:
        return view
    match = play_tick(replace(view.match, sealed={**view.match.sealed, **orders}))
    return replace(view, match=match, live=live._replace(expires_at=_expiry(live.tick, now)) if running else live)


def _require_live(view: MatchView) -> Live:
    if view.live is None:
        raise IllegalMove("this match is not played live: submit a turn instead of an order")
    return view.live


def _expiry(tick: float, now: float) -> float:
    return now + LEASE + tick
