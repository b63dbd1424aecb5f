"""Advice about a position: the value and a turn for each seat that must choose, searched or exact."""

from __future__ import annotations

from typing import NamedTuple

FINE = 5e-5
"""The error of a table whose values are printed with two decimals of a per cent."""


def per_cent(part: float, gap: float | None) -> str:
    """Return a part of the payoffs in per cent, with decimals if it is exact, as many as the gap leaves certain.

    >>> per_cent(0.50339, None), per_cent(0.50339, 5e-7), per_cent(0.50339, 4e-4)
    ('50 %', '50.34 %', '50.3 %')
    """
    return f"{100 * part:.{0 if gap is None else 2 if gap <= FINE else 1}f} %"


class SeatAdvice(NamedTuple):
    """A bot's advice to a seat that must choose: the part of the payoffs that it can expect, and a turn for it.

    Where both are from a table of exact values, `gap` is what the value is wrong by at most, and `loss` what the turn
    that was played has given away of that part, if one was, and the table tells: 0 where that is no more than its
    values may be wrong by. The luck of rolls is no loss: `luck` is what the seat can expect after the rolls just before
    less the mean over all of them, and None where chance did not act just before or the table does not tell.
    """

    seat: int
    value: float
    turn: str
    gap: float | None = None
    loss: float | None = None
    luck: float | None = None

    @property
    def exact(self) -> bool:
        """Whether this is from a table of exact values."""
        return self.gap is not None

    @property
    def share(self) -> str:
        """The value in per cent."""
        return per_cent(self.value, self.gap)

    @property
    def is_error(self) -> bool:
        """Whether it is known that the turn that was played was not the best."""
        return bool(self.loss)


class Advice(NamedTuple):
    """A bot's advice about a position: for each seat that must choose, and the turns that it expects.

    `played` is the number of lines of the record before.
    """

    played: int
    seats: tuple[SeatAdvice, ...]
    pv: tuple[str, ...] = ()

    def of(self, seat: int) -> SeatAdvice | None:
        """Return the advice to a seat; None if it need not choose."""
        return next((said for said in self.seats if said.seat == seat), None)
