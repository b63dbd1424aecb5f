"""The symmetries of a board of any shape, found from where its cells lie."""

from collections.abc import Sequence

import numpy as np

_NEAR = 1e-3
"""How far apart two places may be that are the same, as a part of the board's radius."""


def symmetries(places: Sequence[tuple[float, float]]) -> tuple[tuple[int, ...], ...]:
    """Return the turns and reflections that move a set of places onto itself, without the one that moves none.

    Each lists for every place the number of the one that it is moved to.

    >>> symmetries([(0, 0), (2, 0), (0, 1), (2, 1)])  # a rectangle
    ((3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1))
    >>> symmetries([(0, 0), (1, 0)])
    ((1, 0),)
    """
    points = np.array([complex(*place) for place in places])
    points = (points - points.mean()) / np.abs(points - points.mean()).max(initial=_NEAR)
    outermost, same = int(np.abs(points).argmax()), list(range(len(points)))
    found = dict[tuple[int, ...], None]()  # in order; on a line a turn and a reflection are the same
    for reflected in (points, points.conj()):
        for to in np.flatnonzero(np.abs(points) > 1 - _NEAR):
            moved = reflected * points[to] / reflected[outermost]
            apart = np.abs(moved[:, None] - points)
            cells = apart.argmin(axis=1).tolist()
            if cells != same and apart.min(axis=1).max() < _NEAR:
                found[tuple(cells)] = None
    return tuple(found)
