"""Data that moderators see without a report: abandoned matches, recent rated matches, and shared networks."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import delete, func, insert, select, update

from ludarium.store.database import Repository
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


class EvidenceTable(Repository):
    """The evidence in one database."""

    def add_abandonment(self, match_id: str, person_id: str, at: float, turns: int) -> None:
        """Record that a person's time ran out in a match, after so many turns of theirs."""
        same = select(_row.at).where(_row.match_id == match_id, _row.person_id == person_id)
        values = {"match_id": match_id, "person_id": person_id, "at": at, "turns": turns}
        with self.database.begin() as connection:
            if connection.execute(same).first() is None:  # a person with several seats has abandoned one match
                connection.execute(insert(abandonments).values(**values))

    def never_begun(self, person_id: str, since: float) -> tuple[float, ...]:
        """Return when matches of a person ended in which their first turn never came, the earliest first."""
        theirs = select(_row.at).where(_row.person_id == person_id, _row.at > since, _row.turns == 0)
        with self.database.connect() as connection:
            return tuple(connection.execute(theirs.order_by(_row.at)).scalars())

    def most_abandoned(self, since: float, least: int, limit: int) -> tuple[tuple[str, int], ...]:
        """Return the people who have abandoned at least so many matches since a time, the most first."""
        count = func.count()
        chosen = select(_row.person_id, count).where(_row.at > since).group_by(_row.person_id).having(count >= least)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(count.desc(), _row.person_id).limit(limit))
            return tuple((row[0], row[1]) for row in found)

    def rated_results(self, since: float, limit: int) -> tuple[RatedResult, ...]:
        """Return the scores of people in the latest rated matches since a time, the latest first."""
        change = rating_changes.c
        columns = (change.match_id, change.person_id, change.game, change.score, change.rated_at, matches.c.turn_count)
        chosen = select(*columns).join(matches, matches.c.id == change.match_id).where(change.rated_at > since)
        with self.database.connect() as connection:
            found = connection.execute(chosen.order_by(change.rated_at.desc(), change.person_id).limit(limit))
            return tuple(RatedResult(*row) for row in found)

    def networks(self, ids: Collection[str], since: float) -> Mapping[str, frozenset[str]]:
        """Return the networks from which people have begun matches since a time, as the keyed hashes of quotas."""
        found, wanted = defaultdict[str, set[str]](set), sorted(ids)
        row = matches.c
        with self.database.connect() as connection:
            for first in range(0, len(wanted), _IN_ONE_QUERY):
                theirs = row.host_id.in_(wanted[first : first + _IN_ONE_QUERY])
                chosen = select(row.host_id, row.origin).distinct()
                for person, origin in connection.execute(
                    chosen.where(theirs, row.origin.is_not(None), row.created_at > since)
                ):
                    found[person].add(origin)
        return {person: frozenset(origins) for person, origins in found.items()}

    def seen(self) -> Mapping[str, int]:
        """Return the findings that moderators have seen, each with the number of matches that it then had."""
        with self.database.connect() as connection:
            rows = connection.execute(select(seen_findings.c.finding, seen_findings.c.size))
            return {row[0]: row[1] for row in rows}

    def see(self, finding: str, size: int, now: float) -> None:
        """Record that a moderator has seen a finding."""
        values = {"size": size, "seen_at": now}
        with self.database.begin() as connection:
            ours = update(seen_findings).where(seen_findings.c.finding == finding)
            if not connection.execute(ours.values(**values)).rowcount:
                connection.execute(insert(seen_findings).values(finding=finding, **values))

    def forget(self, before: float) -> None:
        """Delete the evidence that is older than a time."""
        with self.database.begin() as connection:
            connection.execute(delete(abandonments).where(_row.at < before))
            connection.execute(delete(seen_findings).where(seen_findings.c.seen_at < before))
