"""The remaining time on the clocks of the current turn, with vacations and given time.

The end of a vacation is no event: deadlines have it in them, and move when a vacation is planned or ended early.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from ludarium.core.entries import Credit
from ludarium.match.clock import DAY, round_duration
from ludarium.match.data import MatchFields
from ludarium.site.ground.values import Interval, MatchRevision, TurnClock

_ROUNDING = 0.001  # seconds; a record keeps times to the millisecond
_WARN_LEFT = 0.25


def runs_out_at(clock: TurnClock, seat: int, allowance: float) -> float:
    """Return when the clock of a seat runs out that began this turn with an allowance in seconds."""
    assert clock.started_at is not None
    at, left = clock.started_at, allowance + clock.given.get(seat, 0.0)
    for begins_at, ends_at in clock.vacations.get(seat, ()):
        if begins_at - at > left + _ROUNDING:
            break
        left -= max(0.0, begins_at - at)
        at = max(at, ends_at)
    return at + max(0.0, left)


def announced_before(known: tuple[Interval, ...], now: tuple[Interval, ...]) -> tuple[Interval, ...]:
    """Return the rest of the vacations that were known when a turn began, without those added since.

    >>> announced_before(((10, 20), (30, 40)), ((10, 50), (60, 70)))
    ((10, 20),)
    """
    ends = dict(now)
    return tuple((begins_at, min(end, ends[begins_at])) for begins_at, end in known if begins_at in ends)


def with_rests(vacations: Sequence[Interval], rests: Sequence[Interval]) -> tuple[Interval, ...]:
    """Return vacations together with the parts of rests that lie outside them, in order.

    >>> with_rests([(10, 20)], [(5, 15), (18, 30)])
    ((5, 10), (10, 20), (20, 30))
    """
    parts = [*rests]
    for begins_at, ends_at in vacations:
        cut = ((part, (begins_at, ends_at)) for part in parts)
        parts = [piece for (a, b), (c, d) in cut for piece in ((a, min(b, c)), (max(a, d), b)) if piece[0] < piece[1]]
    return tuple(sorted((*vacations, *parts)))


def credit(clock: TurnClock, seat: int, now: float) -> Credit:
    """Return the seconds that a seat is not charged for in the current turn, if it plays now."""
    if clock.started_at is None:
        return Credit()
    away = sum(_overlap(vacation, clock.started_at, now) for vacation in clock.vacations.get(seat, ()))
    vacation = min(math.ceil(round(away / _ROUNDING, 3)) * _ROUNDING, now - clock.started_at)  # never less than it was
    return Credit(round_duration(vacation), round_duration(clock.paused), round_duration(clock.given.get(seat, 0.0)))


def seconds_left(view: MatchRevision, seat: int, now: float) -> float:
    """Return the seconds on the clock of a seat; while its person is on vacation they stay as they are.

    After the end they stay as they were then.
    """
    if view.match.termination:
        view, now = replace(view, match=replace(view.match, termination=None)), min(now, view.updated_at)
    clock, allowance = view.turn_clock, view.match.time_left(seat)
    if allowance is None:
        return _waiting(view.match, seat)
    if clock.started_at is None:
        return allowance
    own = credit(clock, seat, now)
    return max(0.0, allowance + own.given + own.vacation - max(0.0, now - clock.started_at))


def _waiting(match: MatchFields, seat: int) -> float:
    """Return the seconds on a clock that does not run; before its first turn by correspondence, those of that turn."""
    left = match.left[seat]
    if match.clock is None or not match.clock.is_correspondence or match.made[seat]:
        return left
    return match.clock.allowance(left, first=True)


def vacation_until(clock: TurnClock, seat: int, now: float) -> float | None:
    """Return when the vacation ends that a seat's clock waits for now, or None."""
    return next((end for begin, end in clock.vacations.get(seat, ()) if begin <= now < end), None)


def warn_at(view: MatchRevision, seat: int) -> float | None:
    """Return when a person should hear that their time is short: a quarter of it is left, and at most a day."""
    clock, control = view.turn_clock, view.match.clock
    if control is None or not control.is_correspondence or clock.started_at is None or seat not in view.match.to_act:
        return None
    allowance = view.match.time_left(seat)
    if allowance is None:
        return None
    whole = allowance + clock.given.get(seat, 0.0)
    return runs_out_at(clock, seat, allowance - min(_WARN_LEFT * whole, DAY))


def _overlap(interval: Interval, begins_at: float, ends_at: float) -> float:
    return max(0.0, min(interval[1], ends_at) - max(interval[0], begins_at))
