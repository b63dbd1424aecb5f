"""Queries for the pages of moderators and of people, besides the queue and the cases; they change nothing."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ludarium.club.match.closed import without_state
from ludarium.club.moderation.rights import NoSuchCase, NotModerator, require_moderator
from ludarium.club.people.people import Person
from ludarium.club.people.standing import MONTH, REST, resting_until
from ludarium.store.moderation.reports import ListedReport
from ludarium.store.moderation.sanctions import Sanction, SanctionKind
from ludarium.store.rows import MatchSummary
from ludarium.store.store import Store

MOST_COUNTED = 100
"""Open reports that are counted: there may be more."""
_OF_MATCHES: tuple[SanctionKind, ...] = ("void", "remove")


class MatchCase(NamedTuple):
    """A match as a moderator sees it: the people who have or had a seat, and the decision in force about it."""

    match: MatchSummary
    people: tuple[Person, ...]
    sanctions: tuple[Sanction, ...]


class ModeratorQueries:
    """Queries of moderation; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    def require(self, person: Person | None) -> Person:
        """Return a moderator; raise `NotModerator` for others."""
        return require_moderator(person, self._now())

    def waiting(self, person: Person | None) -> int:
        """Return how many open reports a person may see, at most `MOST_COUNTED`; none for others than moderators."""
        if person is None or not person.moderates or person.is_suspended(self._now()):
            return 0
        return self._store.reports.count_open(person.id, all_people=person.administrator, limit=MOST_COUNTED)

    def moderators(self) -> tuple[Person, ...]:
        """Return the moderators, by name."""
        people = self._store.people.load_all(self._store.sanctions.moderators())
        return tuple(sorted(people.values(), key=lambda person: person.name))

    def matches(self, decisions: Iterable[Sanction], reports: Iterable[ListedReport] = ()) -> dict[str, MatchSummary]:
        """Return the matches that decisions and reports are about, by their ids."""
        ids = {one.match for one in decisions} | {one.report.match for one in reports}
        return {match.id: without_state(match) for match in self._store.summaries(sorted(filter(None, ids)))}

    def match(self, person: Person | None, match_id: str) -> MatchCase:
        """Return a match as a moderator sees it.

        Raises `NotModerator`, also for one's own matches, and `NoSuchCase`.
        """
        moderator, now = self.require(person), self._now()
        view = self._store.load(match_id)
        if view is None:
            raise NoSuchCase("there is no such match to decide about")
        if moderator.id in view.seated:
            raise NotModerator("nobody decides about their own matches: ask another moderator")
        found = (self._store.sanctions.of_match_in_force(view.id, kind, now) for kind in _OF_MATCHES)
        people = sorted(self._store.people.load_all(view.took_part).values(), key=lambda one: one.name)
        (summary,) = self._store.summaries([view.id])
        return MatchCase(without_state(summary), tuple(people), tuple(sanction for sanction in found if sanction))

    def resting(self, person: Person) -> float | None:
        """Return until when the offers of a person rest, because matches never began; None if they do not."""
        now = self._now()
        return resting_until(self._store.evidence.never_begun(person.id, now - MONTH - REST), now)
