"""The store: saves matches to the database and loads them.

A match is loaded by replaying its turns, so no derived data is stored that could contradict them. The matches that were
loaded or saved most recently are cached by revision. A revision never changes, so none is ever stale.

Size: the one object that the rules ask; a short method for each question about matches.
"""

from collections import defaultdict
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence
from contextlib import contextmanager

from sqlalchemy import bindparam, or_, select, true, union

from ludarium.core.errors import LudariumError
from ludarium.site.ground.changes import (
    Change,
    LeagueChange,
    LobbyChange,
    MatchChange,
    Notifier,
    PersonChange,
    TalkChange,
    Topic,
    TournamentChange,
)
from ludarium.site.ground.database import Database
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.meant import IS_MEANT
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.table import is_of_game
from ludarium.site.ground.tables import leavers, matches, seats
from ludarium.site.ground.values import HighScore, MatchSummary, StoredMatch
from ludarium.site.match.rows.changes import Announcer, fetch_changes, fetch_changes_since, fetch_closed, hear
from ludarium.site.match.rows.played import fetch_high_scores
from ludarium.site.match.rows.reading import (
    MatchCache,
    build_match,
    fetch_id,
    fetch_match,
    fetch_revision,
    fetch_rows,
    fetch_summaries,
)
from ludarium.site.notices.rows.waiting import Waiting, fetch_waiting
from ludarium.site.repositories import Repositories, UnitOfWork

_WITHOUT_HELP = Prepared(
    select(matches.c.id).where(
        matches.c.id.in_(select(seats.c.match_id).where(seats.c.person == bindparam("by"))),
        or_(matches.c.rated, matches.c.dice_id.is_not(None)),
        matches.c.ending == "",
    )
)
"""The running matches of a person in which nobody gets help."""


class DamagedMatch(LudariumError):
    """The rows of a match in the database are damaged; the other matches are not concerned."""

    status = 500
    kind = "internal"


class Store(Repositories):
    """All matches of one `database`, and its people in tables of their own; threads and processes may share it.

    The listeners of `notifier` hear of every change that this process has made.
    """

    database: Database

    def __init__(self, url: str) -> None:
        super().__init__(Database(url))
        self.notifier = Notifier()
        self._cache = MatchCache()
        self._announcer = Announcer(self.database)

    def close(self) -> None:
        """Close all connections to the database."""
        self._announcer.close()
        self.database.dispose()

    @contextmanager
    def write(self) -> Iterator[UnitOfWork]:
        """Give repositories that write in one transaction, which is committed when the block ends.

        An exception takes all of it back. The matches that were saved are cached and announced after the commit.
        """
        with self.database.begin() as connection:
            tx = UnitOfWork(connection)
            yield tx
        for row in tx.matches.saved.values():
            self._cache.put(row)
        for change in (*tx.changes, *map(MatchChange.of, tx.matches.saved.values())):
            self.notifier.notify(change)
            self._announcer.add(change)

    def load(self, match_id: str) -> StoredMatch | None:
        """Return the match of an id, or None.

        Raises `DamagedMatch` if its rows cannot be a match.
        """
        try:
            with self.database.connect() as connection:
                cached = self._cache.get(match_id)
                if cached and cached.revision == fetch_revision(connection, match_id):
                    return cached
                rows = fetch_rows(connection, fetch_match(connection, match_id))
                if rows is None:
                    return None
                match = build_match(*rows)
                self._cache.put(match)
                return match
        except (LudariumError, DatabaseBusy):
            raise
        except Exception as error:
            raise DamagedMatch(f"the match {match_id} is damaged in the database, and cannot be displayed") from error

    def by_number(self, number: int) -> str | None:
        """Return the id of the match that has a number, or None."""
        with self.database.connect() as connection:
            return fetch_id(connection, number)

    def changes(self, topics: Collection[Topic]) -> list[Change]:
        """Return the last changes of these topics; none for an id of nothing."""
        ids = defaultdict[type[Change], list[str]](list)
        for kind, topic_id in topics:
            if topic_id.isprintable():
                ids[kind].append(topic_id)
        found: list[Change] = [LobbyChange("", self.offers.revision())] if LobbyChange in ids else []
        if talks := ids[TalkChange]:
            found += [TalkChange(*last) for last in self.talk.numbers(talks).items()]
        if played := ids[TournamentChange]:
            found += [TournamentChange(*last) for last in self.tournaments.fetch_revisions(played).items()]
        if leagues := ids[LeagueChange]:
            found += [LeagueChange(*last) for last in self.leagues.fetch_revisions(leagues).items()]
        if people := ids[PersonChange]:
            found += [PersonChange(*last) for last in self.notices.fetch_revisions(people).items()]
        with self.database.connect() as connection:
            return found + fetch_changes(connection, ids[MatchChange])

    def closed_to(self, topics: Collection[Topic], person_id: str | None) -> frozenset[Topic]:
        """Return those of these topics that are closed to a person or a stranger.

        These are matches that others may not see, and the notices of others.
        """
        of_matches = [topic for topic in topics if topic[0] in (MatchChange, TalkChange)]
        known = {match_id for _, match_id in of_matches if match_id.isprintable()}
        with self.database.connect() as connection:
            closed = fetch_closed(connection, sorted(known), person_id)
        of_others = {topic for topic in topics if topic[0] is PersonChange and topic[1] != person_id}
        return frozenset(topic for topic in of_matches if topic[1] in closed) | of_others

    def changed_since(self, since: float) -> list[MatchChange]:
        """Return the matches that have changed since a time, with the people who have seats in them."""
        with self.database.connect() as connection:
            return fetch_changes_since(connection, since)

    def hear(self) -> AsyncGenerator[Change | None]:
        """Yield the changes of other processes, perhaps with those of this one; None if any match may have changed."""
        return hear(self.database)

    def recent(self, limit: int) -> tuple[MatchSummary, ...]:
        """Return the matches that changed most recently, newest first, without private ones."""
        chosen = select(matches).where(~matches.c.private, IS_MEANT).order_by(matches.c.updated_at.desc()).limit(limit)
        with self.database.connect() as connection:
            return fetch_summaries(connection, chosen)

    def summaries(self, ids: Sequence[str]) -> tuple[MatchSummary, ...]:
        """Return the matches with these ids."""
        with self.database.connect() as connection:
            return fetch_summaries(connection, select(matches).where(matches.c.id.in_(ids)))

    def of_person(self, person_id: str, limit: int) -> tuple[MatchSummary, ...]:
        """Return the matches in which a person has or had a seat, those that go on first, then the newest first."""
        theirs = union(*(select(of.c.match_id).where(of.c.person == person_id) for of in (seats, leavers)))
        finished = matches.c.ending != ""
        chosen = (
            select(matches).where(matches.c.id.in_(theirs), IS_MEANT).order_by(finished, matches.c.updated_at.desc())
        )
        with self.database.connect() as connection:
            return fetch_summaries(connection, chosen.limit(limit))

    def of_game(self, game: str, limit: int, *, over: bool | None) -> tuple[MatchSummary, ...]:
        """Return the matches of a game, with any options, that changed last, the latest first, without private ones.

        With `over` they are those that have ended, or that go on. An empty name stands for all games.
        """
        ours = is_of_game(matches.c.game, game) if game else true()
        chosen = select(matches).where(ours, ~matches.c.private, IS_MEANT).order_by(matches.c.updated_at.desc())
        if over is not None:
            chosen = chosen.where((matches.c.ending != "") == over)
        with self.database.connect() as connection:
            return fetch_summaries(connection, chosen.limit(limit))

    def running_without_help(self, person_id: str) -> tuple[str, ...]:
        """Return the ids of a person's running matches without help for anybody: rated ones and those of duplicates."""
        with self.database.connect() as connection:
            return tuple(match_id for (match_id,) in _WITHOUT_HELP.all(connection, {"by": person_id}))

    def waiting(self, person_id: str, since: float, now: float) -> Waiting:
        """Return the counts of what waits for a person; challenges made before `since` have expired."""
        with self.database.connect() as connection:
            return fetch_waiting(connection, person_id, since, now)

    def high_scores(self, game: str, limit: int) -> tuple[HighScore, ...]:
        """Return at most `limit` high scores of each configuration of a game, the most points first."""
        with self.database.connect() as connection:
            return fetch_high_scores(connection, game, limit)

    def overdue(self, now: float) -> tuple[str, ...]:
        """Return the ids of the matches in which a clock has run out."""
        with self.database.connect() as connection:
            return tuple(connection.execute(select(matches.c.id).where(matches.c.deadline < now)).scalars())
