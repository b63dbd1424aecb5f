"""What follows a change of a match, in the transaction that saves it; the site lists it where it is put together."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from ludarium.club.match.views import MatchView
from ludarium.store.repositories import UnitOfWork


@dataclass(frozen=True, slots=True)
class SavedChange:
    """A saved change of a match, from `old`, which is None for a new match, to `new`.

    `actor` is who has made it, None if nobody has, and `steps` are the match after the change itself and after each
    planned turn that followed; the last one is `new`.
    """

    old: MatchView | None
    actor: str | None
    steps: tuple[MatchView, ...]

    @property
    def new(self) -> MatchView:
        """The match after all of it."""
        return self.steps[-1]

    @property
    def ends(self) -> bool:
        """Whether the match has ended with it."""
        return self.old is not None and self.new.match.over and not self.old.match.over

    def each(self) -> Iterator[tuple[MatchView | None, MatchView, str | None]]:
        """Yield the match before and after each step, and who has made it."""
        yield self.old, self.steps[0], self.actor
        for before, after in pairwise(self.steps):
            yield before, after, None


Reaction = Callable[[UnitOfWork, SavedChange], object]
"""Writes what follows a change of a match; what it raises takes the change back."""
