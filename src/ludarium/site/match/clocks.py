"""The clocks of all matches: bots that begin to search, given time, and the absence of the server.

The pauses of rated live matches, so that nobody escapes a loss by a pause that never ends.

A player may pause such a match for 30 seconds at a time and 3 minutes in all. Then any player who is ready makes it go
on, with the orders that stand. A pause that nobody asked for, as when the server was started again, has a limit, too:
a day after the first player was ready again, the match goes on for the players who are.
"""

import math
from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from ludarium.core.errors import IllegalMove, LudariumError, NotYourTurn
from ludarium.match.clock import DAY
from ludarium.match.data import TIME
from ludarium.match.progress import unended
from ludarium.site.ground.values import Live
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView

BEAT = 5.0
"""Seconds between two beats of a server that is alive; after twice as many it was absent."""
GIVEN = DAY
LONGEST_WAIT = 3600.0
"""Seconds that a bot may wait for the compiler: far more than it takes."""


class Clocks:
    """The commands about clocks."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches
        self._has_beaten = False

    def begin_search(self, match_id: str) -> None:
        """Start the clock of a bot, which runs while it searches and not while it waits to be asked."""

        def begin(view: MatchView) -> MatchView:
            if not view.match.clock or view.getting_ready or view.match.to_act != view.thinking or not view.thinking:
                return view
            return replace(view, turn_clock=replace(view.turn_clock, started_at=self._matches.now()))

        self._matches.change(match_id, None, None, begin)

    def wait_for_compiler(self, match_id: str) -> None:
        """Show that the bots that must act are getting ready, and stop their clocks until they have played."""

        def wait(view: MatchView) -> MatchView:
            if view.getting_ready or view.match.to_act != view.thinking:
                return view
            until = self._matches.now() + LONGEST_WAIT
            return replace(view, turn_started_at=until, turn_clock=replace(view.turn_clock, started_at=None))

        self._matches.change(match_id, None, None, wait)

    def beat(self) -> float:
        """Record that a server is alive; return the seconds for which none was, which no clock is charged.

        Nothing is recorded in a database that a server of another version has migrated.
        """
        self._matches.store.database.check_version()
        gap = self._matches.store.heartbeat.beat(self._matches.now(), 2 * BEAT)
        if gap or not self._has_beaten:
            self._matches.store.presences.forget()  # nobody saw the people who came back meanwhile
        self._has_beaten = True
        if gap:
            for match_id in self._matches.store.heartbeat.moved_by_vacation():
                self.refresh(match_id)
        return gap

    def refresh(self, match_id: str) -> None:
        """Store the deadline of a match again, with the vacations of its people."""
        with suppress(LudariumError):  # a match that cannot be loaded must not stop the clocks of the others
            self._matches.change(match_id, None, None, lambda view: replace(self._matches.with_vacations(view)))

    def end_overdue(self) -> None:
        """End every match in which a clock has run out, unless its person goes on vacation."""
        for match_id in self._matches.store.overdue(self._matches.now()):
            with suppress(LudariumError):  # as above
                self._matches.current(match_id)


def may_give(view: MatchView, seat: int) -> bool:
    """Return whether a seat may give its opponent 24 hours."""
    try:
        give_time(view, seat, view.updated_at)
    except LudariumError:
        return False
    return True


def give_time(view: MatchView, seat: int, now: float) -> MatchView:
    """Return the view after a seat has given its opponent 24 hours, from now on if the clock has run out.

    A match that the opponent has lost on time goes on. Raises `IllegalMove` in other matches than those by
    correspondence between two people, and where the dice were published at the end; `NotYourTurn` if the opponent's
    clock is not running.
    """
    control, other = view.match.clock, 1 - seat
    if control is None or not control.is_correspondence or len(view.seats) != 2 or other not in view.people:
        raise IllegalMove("time can be given by correspondence between two people only")
    if view.rated:
        raise IllegalMove("no time is given in a rated match")
    waiting: tuple[int, ...] = (other,)
    clock = view.turn_clock
    if view.match.ending == TIME and seat in view.match.winners:
        if view.match.commitment:
            raise IllegalMove("the match cannot go on, since the secret of its dice was published at its end")
        view = replace(view, match=unended(view.match))
        waiting = view.match.to_act  # in a simultaneous turn the own order, too, is to be given again
    if other not in view.deadlines:
        raise NotYourTurn("the clock of your opponent is not running")
    given = {each: clock.given.get(each, 0.0) + max(0.0, now - view.deadlines[each]) + GIVEN for each in waiting}
    return replace(view, turn_clock=replace(clock, given={**clock.given, **given}))


LONGEST_PAUSE = 30.0
ALL_PAUSES = 180.0
"""Seconds for which one player may pause a rated match, at a time and in all."""
NOBODY = -1


class Pauses(NamedTuple):
    """The pauses of a rated match now.

    `by` is the seat that has asked for the one that lasts, or None; `ends_in` the seconds until any player who is ready
    makes the match go on, None while nothing limits them, and `left` by seat the seconds for further pauses.
    """

    by: int | None
    ends_in: int | None
    left: tuple[int, ...]

    @property
    def have_ended(self) -> bool:
        """Whether the time of the pause is over."""
        return self.ends_in == 0


def pauses_of(view: MatchView, now: float) -> Pauses | None:
    """Return the pauses of a rated live match now; None of any other match."""
    live = view.live
    if not view.rated or live is None or view.match.over:
        return None
    ends_in = math.ceil(live.pause_ends_at - now) if live.pause_ends_at else None
    left = tuple(round(pause_left(_charged(live, now), seat)) for seat in range(len(view.seats)))
    return Pauses(None if live.paused_by == NOBODY else live.paused_by, 0 if has_ended(live, now) else ends_in, left)


def is_limited(view: MatchView) -> bool:
    """Return whether the pauses of a match have limits: it is rated, and has begun."""
    return view.rated and view.live is not None and bool(view.match.turns) and not view.match.over


def pause_left(live: Live, seat: int) -> float:
    """Return the seconds for which a player may still pause, with those of a pause that lasts."""
    return max(0.0, ALL_PAUSES - (live.paused[seat] if live.paused else 0.0))


def with_pause(view: MatchView, live: Live, seat: int, now: float) -> Live:
    """Return the state of a running rated match that a player pauses.

    Raises `IllegalMove` if the player has no pause left.
    """
    longest = min(LONGEST_PAUSE, pause_left(live, seat))
    if longest < 1:
        raise IllegalMove(f"you have used the {ALL_PAUSES / 60:.0f} minutes of pauses that a rated match allows")
    paused = live.paused or (0.0,) * len(view.seats)
    return Live(live.tick, paused_by=seat, paused_at=now, pause_ends_at=now + longest, paused=paused)


def with_ready(live: Live, people: Collection[int], ready: tuple[int, ...], now: float) -> tuple[Live, bool]:
    """Return the state of a paused rated match in which these people are ready, and whether it goes on."""
    if len(ready) == len(people) or (ready and has_ended(live, now)):
        return _charged(live, now), True
    if ready and not live.pause_ends_at:
        live = live._replace(paused_at=now, pause_ends_at=now + DAY)
    return live._replace(ready=ready, expires_at=0.0, keeper=""), False


def has_ended(live: Live, now: float) -> bool:
    """Return whether the time of a pause is over, or is not known any more, as the system's clock was set back."""
    return live.pause_ends_at > 0 and not live.paused_at <= now < live.pause_ends_at


def _charged(live: Live, now: float) -> Live:
    """Return the state after a pause, whose seconds are those of the player who asked for it."""
    paused = list(live.paused)
    if live.paused_by != NOBODY:
        paused[live.paused_by] += min(max(0.0, now - live.paused_at), live.pause_ends_at - live.paused_at)
    return Live(live.tick, paused=tuple(paused))
