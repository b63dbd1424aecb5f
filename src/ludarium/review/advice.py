"""Advice about a position: the value and a turn for each seat that must choose, searched or exact."""

from __future__ import annotations

from typing import Any, NamedTuple

FINE = 5e-5
"""The error of a table whose values are printed as games of 100 with two decimals."""


def of_100(part: float, gap: float | None) -> str:
    """Return a part of the payoffs as games of 100, with decimals if it is exact, as many as the gap leaves certain.

    >>> of_100(0.50339, None), of_100(0.50339, 5e-7), of_100(0.50339, 4e-4)
    ('50', '50.34', '50.3')
    """
    return f"{100 * part:.{0 if gap is None else 2 if gap <= FINE else 1}f}"


GRADES = ((0.2, "blunder"), (0.1, "mistake"), (0.05, "inaccuracy"))
"""What a turn is called that gave away so much of the payoffs or more, where it is clear that it was not the best."""


def grade_of(loss: float) -> str:
    """Return what a turn is called that gives away this part of the payoffs; empty if it is too little for a name.

    >>> [grade_of(loss) for loss in (0.31, 0.1, 0.07, 0.02)]
    ['blunder', 'mistake', 'inaccuracy', '']
    """
    return next((name for least, name in GRADES if loss >= least), "")


class SeatAdvice(NamedTuple):
    """A bot's advice to a seat that must choose: the part of the payoffs that it can expect, and a turn for it.

    Where both are from a table of exact values, `gap` is what the value is wrong by at most, and `loss` what the turn
    that was played has given away of that part, if one was, and the table tells: 0 where that is no more than its
    values may be wrong by. Elsewhere searches tell it, and `doubt` is half of its 95 % interval. The luck of rolls is
    no loss: `luck` is that of the seat's roll just before its turn, and None where there is none, or it is not known.
    """

    seat: int
    value: float
    turn: str
    gap: float | None = None
    loss: float | None = None
    luck: float | None = None
    doubt: float | None = None

    @property
    def exact(self) -> bool:
        """Whether this is from a table of exact values."""
        return self.gap is not None

    @property
    def share(self) -> str:
        """The value as games of 100."""
        return of_100(self.value, self.gap)

    @property
    def is_error(self) -> bool:
        """Whether it is known, or clear from searches, that the turn that was played was not the best."""
        return self.loss is not None and self.loss > (self.doubt or 0.0)

    @property
    def grade(self) -> str:
        """What the turn that was played is called: `blunder`, `mistake` or `inaccuracy`; empty if it is none of them.

        >>> [SeatAdvice(0, 0.5, "pass", loss=loss, doubt=0.06).grade for loss in (0.31, 0.1, 0.07, 0.055, 0.02)]
        ['blunder', 'mistake', 'inaccuracy', '', '']
        """
        return grade_of(self.loss or 0.0) if self.is_error else ""

    @property
    def is_as_good(self) -> bool:
        """Whether it is known that nothing was better than the turn that was played."""
        return self.loss == 0 and not self.doubt

    @property
    def given(self) -> str:
        """What the turn gave away as games of 100; empty if that is not known."""
        return "" if self.loss is None else lost(self.loss, self.gap, self.doubt)


_SHOWN = 0.0005
"""The least half of an interval that is not printed as 0.0 games of 100."""


def lost(part: float, gap: float | None, doubt: float | None) -> str:
    """Return what was given away as games of 100, with half of its interval where searches tell it.

    >>> lost(0.0179, 1e-7, None), lost(0.0179, None, 0.004), lost(0.0179, None, 0.0002)
    ('1.79', '1.8 ± 0.4', '1.8')
    """
    if doubt is None:
        return of_100(part, gap)
    return f"{100 * part:.1f} ± {100 * doubt:.1f}" if doubt >= _SHOWN else f"{100 * part:.1f}"


class Roll(NamedTuple):
    """The luck of a roll of a seat: what it can expect after the roll less the mean over all rolls.

    Both are parts of the payoffs. `played` is the number of lines of the record before the roll. `gap` is that of a
    table of exact values; it is None where a search has found both.
    """

    played: int
    seat: int
    luck: float
    gap: float | None = None

    @property
    def share(self) -> str:
        """The luck as games of 100, with its sign."""
        return signed(self.luck, self.gap)


def signed(part: float, gap: float | None) -> str:
    """Return a part of the payoffs as games of 100, with its sign.

    >>> signed(0.024, None), signed(-0.024, 1e-6), signed(-0.001, None)
    ('+2', '-2.40', '+0')
    """
    said = of_100(part, gap).removeprefix("-")
    return ("-" if part < 0 and said.strip("0.") else "+") + said


class Advice(NamedTuple):
    """A bot's advice about a position: for each seat that must choose, and the turns that it expects.

    `played` is the number of lines of the record before, `rolls` are those since the last position with advice, of any
    seat. After the last roll of a match nobody may have to choose.
    """

    played: int
    seats: tuple[SeatAdvice, ...]
    pv: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()

    def of(self, seat: int) -> SeatAdvice | None:
        """Return the advice to a seat; None if it need not choose."""
        return next((said for said in self.seats if said.seat == seat), None)

    @classmethod
    def from_json(cls, found: list[Any]) -> Advice:  # Any: JSON
        """Return the advice that JSON has as a list; what was stored before the luck of rolls has no rolls.

        >>> advice = Advice.from_json([3, [[0, 0.5, "1"]], ["1"]])
        >>> advice.seats[0].share, advice.rolls
        ('50', ())
        """
        played, seats, pv, *rolls = found
        known = [Roll(*roll) for roll in (rolls[0] if rolls else ())]
        return cls(played, tuple(SeatAdvice(*said) for said in seats), tuple(pv), tuple(known))
