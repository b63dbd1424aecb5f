"""Payoffs: what every seat gets at the end of a game."""

from collections.abc import Sequence


def equal_payoffs(winners: Sequence[int], seats: int) -> tuple[float, ...]:
    """Return 1 divided equally among the winners, by seat; without winners among all seats.

    >>> equal_payoffs((1,), 2), equal_payoffs((), 2)
    ((0.0, 1.0), (0.5, 0.5))
    """
    among = tuple(winners) or tuple(range(seats))
    return tuple(1 / len(among) if seat in among else 0.0 for seat in range(seats))
