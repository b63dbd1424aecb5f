"""The pauses of rated live matches, so that nobody escapes a loss by a pause that never ends.

A player may pause such a match for 30 seconds at a time and 3 minutes in all. Then any player who is ready makes it go
on, with the orders that stand. A pause that nobody asked for, as when the server was started again, has a limit, too:
a day after the first player was ready again, the match goes on for the players who are.
"""

import math
from collections.abc import Collection
from typing import NamedTuple

from ludarium.club.match.views import Live, MatchView
from ludarium.core.errors import IllegalMove
from ludarium.match.clock import DAY

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
