"""Changes of a match: their kinds, which say whether a turn begins and which answers still count, and what follows.

What follows is written in the transaction that saves the change; the site lists it once, in order, as `REACTIONS` of
`site/service.py`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import repeat

from ludarium.core.cached import cached_property
from ludarium.site.match.views import MatchView
from ludarium.site.repositories import UnitOfWork


class ChangeKind(Enum):
    """The kind of a change: its effect on the current turn, and on turns that were sent before it."""

    TICK = "a live match has played a turn"
    TURN = "turns were played or taken back"
    COMPLETE = "the last open seat was taken"
    ORDER = "an order was sealed"
    SEATS = "somebody has taken a seat or left it"
    CLOCKS = "the position is the same, and whatever is not asked of the seats may differ"
    OFFER = "something is asked of the seats, or was answered, or the match has ended; of a live match: pages ask again"

    @classmethod
    def of(cls, old: MatchView, new: MatchView, now: float) -> "ChangeKind":
        """Return the kind of a change."""
        ticks = old.goes_on_as(new, now)
        if new.match.turns != old.match.turns:
            return cls.TICK if ticks else cls.TURN
        if old.open_seats and not new.open_seats:
            return cls.OFFER if new.match.over else cls.COMPLETE
        if new.match.sealed != old.match.sealed:
            return cls.ORDER
        if new.seats != old.seats:
            return cls.SEATS
        if new.match is not old.match:
            return cls.OFFER
        is_extended = ticks and new.live != old.live  # so that it goes on running: its pages have nothing to ask
        return cls.CLOCKS if new.live is None or is_extended else cls.OFFER

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins."""
        return self in (ChangeKind.TICK, ChangeKind.TURN, ChangeKind.COMPLETE)

    @property
    def is_answerable(self) -> bool:
        """Whether turns that answer the match before the change still count."""
        return self not in (ChangeKind.TURN, ChangeKind.OFFER)


@dataclass(frozen=True)
class SavedChange:
    """A saved change of a match, from `old`, which is None for a new match, to `new`.

    `actor` is who has made it, None if nobody has, and `steps` are the match after the change itself and after each
    planned turn that followed; the last one is `new`.
    """

    old: MatchView | None
    actor: str | None
    steps: tuple[MatchView, ...]

    @cached_property
    def new(self) -> MatchView:
        """The match after all of it."""
        return self.steps[-1]

    @cached_property
    def ends(self) -> bool:
        """Whether the match has ended with it."""
        return self.old is not None and self.new.match.over and not self.old.match.over

    def each(self) -> list[tuple[MatchView | None, MatchView, str | None]]:
        """Return the match before and after each step, and who has made it."""
        steps = self.steps
        return [(self.old, steps[0], self.actor), *zip(steps, steps[1:], repeat(None), strict=False)]


Reaction = Callable[[UnitOfWork, SavedChange], object]
"""Writes what follows a change of a match; what it raises takes the change back."""
