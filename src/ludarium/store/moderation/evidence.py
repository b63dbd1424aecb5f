"""Data that moderators see without a report: abandoned matches, recent rated matches, and shared networks."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import func, select

from ludarium.store.table import Rows
from ludarium.store.tables import abandonments, matches, rating_changes, seen_findings

_row = abandonments.c
_IN_ONE_QUERY = 500


class RatedResult(NamedTuple):
    """The score of a person in a rated match; scores compare the people of one match."""

    match_id: str
    person: str
    game: str
    score: float
    rated_at: float
    turns: int


class EvidenceTable(Rows, table=abandonments):
    """Who has abandoned which match, and other evidence in one database."""

    def never_begun(self, person_id: str, since: float) -> tuple[float, ...]:
        """Return when matches of a person ended in which their first turn never came, the earliest first."""
        return self.pick(_row.at, _row.at > since, order=(_row.at,), person=person_id, turns=0)

    def most_abandoned(self, since: float, least: int, limit: int) -> tuple[tuple[str, int], ...]:
        """Return the people who have abandoned at least so many matches since a time, the most first."""
        count = func.count()
        chosen = select(_row.person, count).where(_row.at > since).group_by(_row.person).having(count >= least)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(count.desc(), _row.person).limit(limit))
            return tuple((row[0], row[1]) for row in found)

    def rated_results(self, since: float, limit: int) -> tuple[RatedResult, ...]:
        """Return the scores of people in the latest rated matches since a time, the latest first."""
        change = rating_changes.c
        columns = (change.match_id, change.person, change.game, change.score, change.rated_at, matches.c.turn_count)
        chosen = select(*columns).join(matches, matches.c.id == change.match_id).where(change.rated_at > since)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(change.rated_at.desc(), change.person).limit(limit))
            return tuple(RatedResult(*row) for row in found)

    def networks(self, ids: Collection[str], since: float) -> Mapping[str, frozenset[str]]:
        """Return the networks from which people have begun matches since a time, as the keyed hashes of quotas."""
        found, wanted = defaultdict[str, set[str]](set), sorted(ids)
        row = matches.c
        with self.database.connect() as connection:
            for first in range(0, len(wanted), _IN_ONE_QUERY):
                theirs = row.host.in_(wanted[first : first + _IN_ONE_QUERY])
                chosen = select(row.host, row.origin).distinct()
                for person, origin in connection.execute(
                    chosen.where(theirs, row.origin.is_not(None), row.created_at > since)
                ):
                    found[person].add(origin)
        return {person: frozenset(origins) for person, origins in found.items()}

    def forget(self, before: float) -> None:
        """Delete the evidence that is older than a time."""
        self.remove(_row.at < before)


class SeenFindings(Rows, table=seen_findings):
    """The findings that moderators have seen, each with the number of matches that it then had."""

    def sizes(self) -> Mapping[str, int]:
        """Return the numbers of matches by finding."""
        return dict(self.pairs(seen_findings.c.finding, seen_findings.c.size))

    def forget(self, before: float) -> None:
        """Delete what was seen before a time."""
        self.remove(seen_findings.c.seen_at < before)
