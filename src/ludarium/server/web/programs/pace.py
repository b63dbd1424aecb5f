"""The rate limit of a token: a bucket that fills again, so that no program makes the site slow for others."""

from collections import OrderedDict
from collections.abc import Callable

RATE = 50.0
"""Requests a second that a token may send to a process for long,"""
BURST = 500.0
"""and how many at once after a rest."""
_KNOWN = 10_000


class Pace:
    """The buckets of one process, of the tokens that asked last; `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float], rate: float = RATE, burst: float = BURST) -> None:
        self._now, self._rate, self._burst = now, rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # what was left, and when

    def wait(self, key: str) -> float:
        """Count a request; return 0, or the seconds after which it may be sent again.

        >>> pace = Pace(lambda: 0.0, rate=2, burst=2)
        >>> [pace.wait("a"), pace.wait("a"), pace.wait("a"), pace.wait("b")]
        [0.0, 0.0, 0.5, 0.0]
        """
        now = self._now()
        left, at = self._left.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        while len(self._left) > _KNOWN:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / self._rate
