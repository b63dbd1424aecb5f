"""Points by place, for games of three and four seats: as many as players stand behind one; ties share."""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.core.payoffs import compare_payoffs


def points_by_place(payoffs: Sequence[float], seats: int) -> tuple[float, ...]:
    """Return the points of a game with these payoffs: `seats - 1` for the first place, and 0 for the last.

    Those who are paid the same share the points of their places. At a table with fewer players than the game has
    seats, the first and the last place have the same points, and those between them are evenly apart.

    >>> points_by_place([3.0, 7.0, 1.0, 5.0], 4), points_by_place([0.0, 1.0, 0.0, 0.0], 4)
    ((1.0, 3.0, 0.0, 2.0), (1.0, 3.0, 1.0, 1.0))
    >>> points_by_place([0.0, 1.0, 0.5], 4), points_by_place([0.5, 0.5], 3)
    ((0.0, 3.0, 1.5), (1.0, 1.0))
    """
    step = (seats - 1) / (len(payoffs) - 1) / 2
    return tuple(step * sum(compare_payoffs(paid, other) + 1 for other in payoffs) - step for paid in payoffs)
