"""Live matches: every tick plays a turn by the orders that the seats have given.

Orders need no revision, because they take effect at the next tick.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from ludarium.core.errors import IllegalMove
from ludarium.core.spec import Interval, Option, Value
from ludarium.match.match import Match
from ludarium.match.ticks import play_tick, set_order
from ludarium.site.ground.values import Live
from ludarium.site.match.clocks import is_limited, with_pause, with_ready
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.quotas import QuotaLimiter

NO_OFFERS = "this match is live: it accepts orders for the next tick, but no turns and no offers"
LONGEST_TICK = 2.0
LEASE = 3.0
"""A live match is paused if it has had no tick for this many seconds."""
_TICK = Option("tick", 0.5, Interval(0.1, LONGEST_TICK), "seconds per turn of a live match")


class LiveMatches:
    """The commands of people, bots and the live ticker in live matches.

    Every command returns the match afterwards and raises `NoSuchMatch`, or `IllegalMove` if the match is not live.
    """

    def __init__(self, matches: Transactions, quotas: QuotaLimiter) -> None:
        self._matches = matches
        self._quotas = quotas

    def ready(self, match_id: str, seats: Collection[int], tick: Value | None = None) -> MatchView:
        """Record that the people on these seats are ready; the match runs once all are.

        A new value of `tick` is a new proposal: the people on the other seats must say again that they are ready. A
        rated match goes on without those whose pause is over, and keeps its pace.

        Raises `InvalidOption`, `IllegalMove`, or `QuotaExceeded` if too many others are running.
        """
        pace = None if tick is None else parse_tick(tick)

        def ready(view: MatchView) -> MatchView:
            after = _ready(view, seats, pace, self._matches.now())
            if self.is_running(after) and not self.is_running(view):
                self._quotas.check_live(view)
            return after

        return self._matches.change(match_id, None, None, ready)

    def pause(self, match_id: str, seats: Collection[int] = ()) -> MatchView:
        """Pause a match until all people are ready again; do nothing if the match is over.

        The person on these seats has asked for it, whose pauses of a rated match have limits; without seats nobody has.

        Raises `IllegalMove` if the person has no pause left.
        """
        return self._matches.change(match_id, None, None, lambda view: _pause(view, seats, self._matches.now()))

    def rest(self, match_id: str) -> MatchView:
        """Let a running match rest, as nobody watches it; a match of people is paused until all are ready again."""
        return self._matches.change(match_id, None, None, lambda view: _rest(view, self._matches.now()))

    def wake(self, match_id: str) -> MatchView:
        """Let a match that rests run again.

        Raises `QuotaExceeded` if too many others are running.
        """

        def wake(view: MatchView) -> MatchView:
            live = _require_live(view)
            if not live.resting or view.match.over:
                return view
            self._quotas.check_live(view)
            return replace(view, live=Live(live.tick, live.ready, _expiry(live.tick, self._matches.now())))

        return self._matches.change(match_id, None, None, wake)

    def tick(self, match_id: str, orders: Mapping[int, str], *, running: bool = True, keeper: str = "") -> MatchView:
        """Set these orders of bots and play a turn.

        Do nothing unless the match is running, or, with `running=False`, paused. The process that plays the first tick
        of a running match, by its name `keeper`, plays all of them; ticks of others do nothing.
        """
        return self._matches.change(
            match_id, None, None, lambda view: _tick(view, orders, self._matches.now(), running=running, keeper=keeper)
        )

    def wait_for_compiler(self, match_id: str, seats: tuple[int, ...], keeper: str) -> MatchView:
        """Show that the bots of these seats are getting ready; a running match goes on running, without a turn.

        Call it at least every `LONGEST_TICK` seconds; like ticks it does nothing if another process keeps the match.
        """
        return self._matches.change(
            match_id, None, None, lambda view: _wait_for_compiler(view, seats, self._matches.now(), keeper)
        )

    def is_running(self, view: MatchView, keeper: str | None = None) -> bool:
        """Return whether a live match is running now and, if a keeper is named, whether it may play the ticks."""
        running = view.is_running(self._matches.now())
        return running and (keeper is None or _may_keep(view, keeper))


def parse_tick(tick: Value) -> float:
    """Parse the seconds from one turn to the next.

    Raises `InvalidOption`.
    """
    return float(_TICK.parse(tick))


def require_not_live(view: MatchView) -> Match:
    """Return the match of a view.

    Raises `IllegalMove` if the match is live.
    """
    if view.live is not None:
        raise IllegalMove(NO_OFFERS)
    return view.match


def _ready(view: MatchView, seats: Collection[int], tick: float | None, now: float) -> MatchView:
    live = _require_live(view)
    if view.is_running(now) or view.match.over:
        return view
    pace = tick or live.tick
    before = () if live.expires_at or pace != live.tick else live.ready  # a person who was ready then may be away now
    ready = tuple(seat for seat in view.people if seat in before or seat in seats)
    if is_limited(view):
        if pace != live.tick:
            raise IllegalMove("a rated match keeps its pace")
        live, goes_on = with_ready(live, view.people, ready, now)
        return replace(view, live=live._replace(ready=view.people, expires_at=_expiry(pace, now)) if goes_on else live)
    return replace(view, live=Live(pace, ready, _expiry(pace, now) if ready == view.people else 0.0))


def _pause(view: MatchView, seats: Collection[int], now: float) -> MatchView:
    live = _require_live(view)
    if view.match.over:
        return view
    if is_limited(view):
        return _limited_pause(view, live, seats, now)
    return view if live == Live(live.tick) else replace(view, live=Live(live.tick))


def _limited_pause(view: MatchView, live: Live, seats: Collection[int], now: float) -> MatchView:
    """Return a rated match that somebody pauses, or in which they are not ready any more."""
    if not view.is_running(now):
        ready = tuple(seat for seat in live.ready if seat not in seats)
        after = live if live.expires_at or not seats else live._replace(ready=ready)
    elif seats:
        after = with_pause(view, live, min(seats), now)
    else:
        after = Live(live.tick, paused=live.paused)
    return view if after == live else replace(view, live=after)


def _rest(view: MatchView, now: float) -> MatchView:
    live = _require_live(view)
    if view.people:
        return _pause(view, (), now)
    return replace(view, live=Live(live.tick, live.ready, resting=True)) if view.is_running(now) else view


def with_order(view: MatchView, seat: int, action: int) -> MatchView:
    """Return the view with the order of a seat, which it follows from the next tick on.

    Raises `IllegalMove` for an order that the seat may not give, and in a match that is not live.
    """
    _require_live(view)
    state = view.match.state
    if action not in state.legal(seat):
        raise IllegalMove(state.explain(seat, action))
    return replace(view, match=set_order(view.match, seat, state.action_name(action, seat)))


def _tick(view: MatchView, orders: Mapping[int, str], now: float, *, running: bool, keeper: str) -> MatchView:
    live = _require_live(view)
    if view.match.over or view.is_running(now) != running or (running and not _may_keep(view, keeper)):
        return view
    match = play_tick(replace(view.match, sealed={**view.match.sealed, **orders}))
    going_on = live._replace(expires_at=_expiry(live.tick, now), keeper=keeper, getting_ready=())
    return replace(view, match=match, live=going_on if running else live)


def _wait_for_compiler(view: MatchView, seats: tuple[int, ...], now: float, keeper: str) -> MatchView:
    live = _require_live(view)
    if not view.is_running(now) or not _may_keep(view, keeper):
        return view
    if live.getting_ready == seats and live.expires_at > now + LEASE:  # a while yet, so nothing has to be saved
        return view
    return replace(view, live=live._replace(expires_at=now + 2 * LEASE, keeper=keeper, getting_ready=seats))


def _may_keep(view: MatchView, keeper: str) -> bool:
    return view.live is not None and view.live.keeper in ("", keeper)


def _require_live(view: MatchView) -> Live:
    if view.live is None:
        raise IllegalMove("this match is not live: submit a turn instead of an order")
    return view.live


def _expiry(tick: float, now: float) -> float:
    return now + LEASE + tick
