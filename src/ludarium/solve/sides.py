"""The two sides of a game: who gets what seat 0 gets, and what is left for the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludarium.core.errors import LudariumError
from ludarium.core.game import Game
from ludarium.core.kernel import Vector
from ludarium.core.payoffs import PayoffRange


@dataclass(frozen=True)
class Sides:
    """For every seat 1 if it gets what seat 0 gets, -1 if it is against it, 0 where there are more than two sides.

    >>> import ludarium
    >>> Sides.of(ludarium.load("ludo")).payoffs(0.75)
    (0.75, 0.25)
    """

    of_seats: tuple[int, ...]
    declared: PayoffRange

    @classmethod
    def of(cls, game: Game) -> Sides:
        """Return the sides of a game; raise `LudariumError` if two sides do not play for a constant sum."""
        teams, declared = game.teams, game.payoff_range
        if len(set(teams)) > 2:
            return cls((0,) * game.seats, declared)
        if len(set(teams)) == 2 and declared.total is None:
            raise LudariumError(f"the payoffs of {game.spec} have no constant sum: expected one seat's gain to be lost")
        return cls(tuple(1 if team == teams[0] else -1 for team in teams), declared)

    @property
    def vector(self) -> Vector:
        """The sides as a vector."""
        return np.array(self.of_seats, np.int64)

    def payoffs(self, value: float) -> tuple[float, ...]:
        """Return what every seat gets where seat 0 gets this; nan where that says nothing of a seat."""
        against = self.of_seats.count(-1)
        if not against:
            return tuple(value if side or seat == 0 else np.nan for seat, side in enumerate(self.of_seats))
        assert self.declared.total is not None
        rest = (self.declared.total - value * self.of_seats.count(1)) / against
        return tuple(value if side > 0 else rest for side in self.of_seats)

    def best(self, seat: int, values: Sequence[float]) -> float:
        """Return the value that is best for a seat, of what seat 0 gets."""
        return max(values) if self.of_seats[seat] >= 0 else min(values)

    def is_lost(self, seat: int, value: float) -> bool:
        """Return whether nothing is worse for a seat than that seat 0 gets this."""
        worst = self.declared.least if self.of_seats[seat] >= 0 else self.declared.greatest
        return value == worst

    def is_won(self, seat: int, value: float) -> bool:
        """Return whether nothing is better for a seat than that seat 0 gets this."""
        most = self.declared.greatest if self.of_seats[seat] >= 0 else self.declared.least
        return value == most
