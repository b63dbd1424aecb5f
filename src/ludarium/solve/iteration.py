"""Interval iteration: bounds of the values of all positions, narrowed component by component until they meet.

The lower bounds start at the least payoff and can only rise, the upper ones start at the greatest and can only fall.
Both are bounds of the value at any time, whatever has been computed, so what is returned is proved.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludarium.core.kernel import FLOATS, INTS, Floats, Vector, compiled, rule, types
from ludarium.solve.positions import END, MAXIMIZER, Positions

_SMALL = types.int32[::1]


@compiled(types.int64(INTS, _SMALL, types.int64, _SMALL, INTS))
def fill_components(firsts, edges, count, order, ends):
    """Write the positions in the order of their components, and where each component ends; returns their number.

    Tarjan's algorithm with a stack of its own: a component comes after all that can be reached from it. In a component
    a position comes after those that a search in depth leaves before it, so that most of its successors come first.
    """
    low, index = np.zeros(count, np.int32), np.zeros(count, np.int32)
    stack, path, following = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count, np.int64)
    left, component = np.empty(count, np.int32), np.empty(count, np.int32)
    height, depth, clock, done, components, leaving = 0, 0, 0, 0, 0, 0
    finished = np.int32(count + 1)
    for root in range(count):
        if index[root]:
            continue
        path[0], depth = root, 1
        while depth:
            here = path[depth - 1]
            if index[here] == 0:
                clock += 1
                index[here], low[here], following[here] = clock, clock, firsts[here]
                stack[height] = here
                height += 1
            deeper = False
            while following[here] < firsts[here + 1]:
                there = edges[following[here]]
                following[here] += 1
                if index[there] == 0:
                    path[depth] = there
                    depth += 1
                    deeper = True
                    break
                if low[there] != finished:
                    low[here] = min(low[here], index[there])
            if deeper:
                continue
            depth -= 1
            left[leaving] = here
            leaving += 1
            if depth and low[here] < low[path[depth - 1]]:
                low[path[depth - 1]] = low[here]
            if low[here] == index[here]:
                while True:
                    height -= 1
                    member = stack[height]
                    low[member] = finished
                    component[member] = components
                    done += 1
                    if member == here:
                        break
                ends[components] = done
                components += 1
    places = np.zeros(components, np.int64)
    places[1:] = ends[: components - 1]
    for number in left:
        order[places[component[number]]] = number
        places[component[number]] += 1
    return components


def components(firsts: Vector, edges: npt.NDArray[np.int32], count: int) -> tuple[npt.NDArray[np.int32], Vector]:
    """Return the positions in the order of their components, and where each component ends.

    >>> order, ends = components(np.array([0, 1, 3, 3]), np.array([1, 0, 2], np.int32), 3)
    >>> [sorted(part.tolist()) for part in np.split(order, ends[:-1])]
    [[2], [0, 1]]
    """
    order, ends = np.empty(count, np.int32), np.empty(count, np.int64)
    found = fill_components(firsts, edges, count, order, ends)
    return order, ends[:found].copy()


_SMALL = types.int32[::1]
_TABLE = types.float64[:, ::1]
_SHARE = 1e-3
"""The part of the tolerance that one component may add to the gaps of those behind it."""
_PATIENCE = 200
"""Sweeps without a smaller gap after which the bounds of a component are taken to have come as near as they can."""
_QUOTA = 1 << 24
"""Positions that are computed between two reports."""
COMPONENT, SWEEPS, STALE, MOST_SWEEPS = range(4)
"""The indices of the numbers that `narrow_all` carries from call to call."""


@dataclass(frozen=True)
class Bounds:
    """Bounds of the value of every position for one seat, and how they were found.

    | field        | meaning                                                              |
    | ------------ | -------------------------------------------------------------------- |
    | `lower`      | the payoff that the seat is sure to expect at least                  |
    | `upper`      | the payoff that the seat can expect at most                          |
    | `components` | strong components of the graph                                       |
    | `largest`    | positions of the largest one                                         |
    | `sweeps`     | sweeps through the component that took the most                      |
    """

    lower: Floats
    upper: Floats
    components: int
    largest: int
    sweeps: int

    @property
    def gap(self) -> float:
        """The largest difference of two bounds."""
        return float((self.upper - self.lower).max())


@rule()
def narrow(kinds, firsts, edges, distributions, number, lower, upper):
    """Compute the bounds of one position anew from those of the positions that may follow."""
    kind, begin, end = kinds[number], firsts[number], firsts[number + 1]
    if kind <= END:
        return
    if kind >= 0:
        low, high = 0.0, 0.0
        for k in range(begin, end):
            weight = distributions[kind, k - begin]
            low += weight * lower[edges[k]]
            high += weight * upper[edges[k]]
    else:
        low, high = lower[edges[begin]], upper[edges[begin]]
        for k in range(begin + 1, end):
            if kind == MAXIMIZER:
                low, high = max(low, lower[edges[k]]), max(high, upper[edges[k]])
            else:
                low, high = min(low, lower[edges[k]]), min(high, upper[edges[k]])
    lower[number], upper[number] = max(low, lower[number]), min(high, upper[number])


# 12 arguments: the arrays of a graph as it was found, those of the bounds, and where to go on
@compiled(types.void(_SMALL, INTS, _SMALL, _TABLE, _SMALL, INTS, FLOATS, FLOATS, types.float64, types.int64, INTS,
                     FLOATS))  # fmt: skip
def narrow_all(kinds, firsts, edges, distributions, order, ends, lower, upper, tolerance, quota, now, gaps):
    """Narrow the bounds of one component after another, until about `quota` positions are computed.

    `now` says where to go on, and `gaps` holds the largest gap of finished components and the least of this one.
    """
    while now[COMPONENT] < len(ends) and quota > 0:
        first, last = ends[now[COMPONENT] - 1] if now[COMPONENT] else 0, ends[now[COMPONENT]]
        gap, quota = 0.0, quota - (last - first)
        for place in range(first, last):
            number = order[place]
            narrow(kinds, firsts, edges, distributions, number, lower, upper)
            gap = max(gap, upper[number] - lower[number])
        now[SWEEPS] += 1
        now[STALE] = 0 if gap < 0.999 * gaps[1] else now[STALE] + 1
        gaps[1] = min(gaps[1], gap)
        circle = last - first > 1
        if not circle:
            for k in range(firsts[order[first]], firsts[order[first] + 1]):
                circle = circle or edges[k] == order[first]
        if not circle or gap <= gaps[0] + tolerance or now[STALE] >= _PATIENCE:
            now[MOST_SWEEPS] = max(now[MOST_SWEEPS], now[SWEEPS])
            gaps[0], gaps[1] = max(gaps[0], gap), np.inf
            now[COMPONENT] += 1
            now[SWEEPS] = now[STALE] = 0


def iterate(
    positions: Positions, seat: int, tolerance: float, progress: Callable[[int], None] = lambda done: None
) -> Bounds:
    """Return bounds of a seat's payoffs that differ by at most `tolerance`, unless play can go on for ever.

    Where it can, the bounds may stay as far apart as the payoffs of playing on and of stopping.
    """
    found, payoffs = positions.found, positions.game.payoff_range
    order, ends = components(found.firsts, found.edges, positions.count)
    lower, upper = (np.full(positions.count, float(bound)) for bound in (payoffs.least, payoffs.greatest))
    over = np.flatnonzero(found.kinds[: positions.count] <= END)
    lower[over] = upper[over] = found.payoffs[END - found.kinds[over], seat]
    now, gaps = np.zeros(4, np.int64), np.array([0.0, np.inf])
    while now[COMPONENT] < len(ends):
        narrow_all(
            found.kinds, found.firsts, found.edges, found.distributions, order, ends, lower, upper,
            _SHARE * tolerance, _QUOTA, now, gaps,
        )  # fmt: skip
        progress(int(ends[now[COMPONENT] - 1]) if now[COMPONENT] else 0)
    return Bounds(lower, upper, len(ends), int(np.diff(ends, prepend=0).max()), int(now[MOST_SWEEPS]))
