"""The store: saves matches to the database and loads them.

A match is loaded by replaying its turns, so no derived data is stored that could contradict them. The matches that were
loaded or saved most recently are kept by revision. A revision never changes, so none is ever stale.

Size: the one object that the club asks; a short method for each question about matches.
"""

from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import or_, select, union

from ludarium.core.errors import LudariumError
from ludarium.store.begin.challenges import ChallengesTable
from ludarium.store.bots.analyses import AnalysesTable
from ludarium.store.bots.claims import BotClaims
from ludarium.store.database import Also, Database, DatabaseBusy
from ludarium.store.heartbeat import HeartbeatTable
from ludarium.store.mail.inbox import InboxTable
from ludarium.store.mail.outbox import OutboxTable
from ludarium.store.mail.pending_commands import PendingCommandTable
from ludarium.store.mail.reply_addresses import ReplyAddressTable
from ludarium.store.match import reading, writing
from ludarium.store.match.cache import KeptMatches
from ludarium.store.match.changes import Announcer, Change, fetch_changes, hear
from ludarium.store.match.high_scores import fetch_high_scores
from ludarium.store.match.queues import Followed, Queues, QueueTable, fetch_queues, write_queues
from ludarium.store.match.short_times import ShortTimes
from ludarium.store.notices.notices import NoticeTable, Told, tell, tell_all
from ludarium.store.notices.settings import NoticeSettingsTable
from ludarium.store.notices.waiting import Waiting, fetch_waiting
from ludarium.store.notices.watchers import WatcherTable
from ludarium.store.people.accounts import AccountsTable
from ludarium.store.people.acts import ActsTable, log_act
from ludarium.store.people.attempts import AttemptTable
from ludarium.store.people.blocks import BlocksTable
from ludarium.store.people.passkeys import PasskeysTable
from ludarium.store.people.passwords import PasswordTable
from ludarium.store.people.people import PeopleTable
from ludarium.store.people.sign_in import SignInCodes
from ludarium.store.people.vacations import VacationTable
from ludarium.store.ratings.ratings import Model, RatingTable, settle
from ludarium.store.ratings.results import ResultTable
from ludarium.store.rows import Act, HighScore, MatchSummary, StoredMatch
from ludarium.store.tables import leavers, matches, seats
from ludarium.store.tallies import Tallies, TallyTable, count_all, lock

Follow = Callable[[StoredMatch, Queues], Followed]


def _may_follow(old: StoredMatch, new: StoredMatch) -> bool:
    """Return whether a change may concern what is planned."""
    return new.match.over or old.match.turns != new.match.turns or old.seats != new.seats


class DamagedMatch(LudariumError):
    """The rows of a match in the database are damaged; the other matches are not concerned."""


class MatchExists(LudariumError):
    """A match with this id has been stored before."""


@contextmanager
def _naming_damage(match_id: str) -> Iterator[None]:
    """Raise `DamagedMatch` for what only a damaged row causes."""
    try:
        yield
    except (LudariumError, DatabaseBusy):
        raise
    except Exception as error:
        raise DamagedMatch(f"the match {match_id} is damaged in the database, and cannot be shown") from error


class Store:
    """All matches of one `database`, and its people in tables of their own; threads and processes may share it."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.people = PeopleTable(self.database)
        self.accounts = AccountsTable(self.database)
        self.acts = ActsTable(self.database)
        self.blocks = BlocksTable(self.database)
        self.sign_in_codes = SignInCodes(self.database)
        self.attempts = AttemptTable(self.database)
        self.passkeys = PasskeysTable(self.database)
        self.outbox = OutboxTable(self.database)
        self.inbox = InboxTable(self.database)
        self.results = ResultTable(self.database)
        self.watchers = WatcherTable(self.database)
        self.passwords = PasswordTable(self.database)
        self.pending_commands = PendingCommandTable(self.database)
        self.reply_addresses = ReplyAddressTable(self.database)
        self.notices = NoticeTable(self.database)
        self.notice_settings = NoticeSettingsTable(self.database)
        self.vacations = VacationTable(self.database)
        self.heartbeat = HeartbeatTable(self.database)
        self.short_times = ShortTimes(self.database)
        self.challenges = ChallengesTable(self.database)
        self.queues = QueueTable(self.database)
        self.analyses = AnalysesTable(self.database)
        self.ratings = RatingTable(self.database)
        self.bot_claims = BotClaims(self.database)
        self.tallies = TallyTable(self.database)
        self._kept = KeptMatches()
        self._announcer = Announcer(self.database)

    def close(self) -> None:
        """Close all connections to the database."""
        self._announcer.close()
        self.database.dispose()

    def insert(
        self,
        row: StoredMatch,
        origin: str | None = None,
        check: Callable[[Tallies], object] | None = None,
        told: Told | None = None,
        also: Also | None = None,
    ) -> int:
        """Insert a new match, which somebody from a network, its `origin`, has begun; return its number.

        `check` is called with the tallies, including the new match, and `also` writes what belongs to it in the same
        transaction. Either may raise an exception: then nothing is stored. Raises `MatchExists`.
        """
        with self.database.begin() as connection:
            if check:
                lock(connection, f"match {row.id}", None)
                lock(connection, row.host, origin)
            if connection.execute(select(matches.c.id).where(matches.c.id == row.id)).first():
                raise MatchExists("a match has begun from this form already: open the form again for another")
            row = replace(row, number=writing.insert_match(connection, row, origin))
            writing.insert_seats(connection, row)
            writing.insert_turns(connection, row, 0)
            if told:
                tell(connection, told)
            if check:
                check(count_all(connection, row.host, origin, row.created_at))
            if also:
                also(connection)
        self._kept.put(row)
        return row.number

    def save(
        self,
        old: StoredMatch,
        new: StoredMatch,
        told: Told | None = None,
        act: Act | None = None,
        follow: Follow | None = None,
        rate: Model | None = None,
    ) -> StoredMatch | None:
        """Replace the match that was loaded, write what the change tells, and log what somebody has done by it.

        While turns are planned, `follow` is called with the match and returns what is played next. A match that has
        ended is rated by a model, if it counts for the ratings. Return the match afterwards; return None, and write
        nothing, if it has changed in the meantime.
        """
        with self.database.begin() as connection:
            # the first statement takes the lock, so the rest cannot conflict with another writer
            planned = writing.update_match(connection, old, new)
            if planned is None:
                return None
            steps = [told] if told else []
            if act:
                log_act(connection, act)
            while planned and follow and _may_follow(old, new):
                queues = fetch_queues(connection, new.id)
                after, told, left = follow(new, queues)
                planned = write_queues(connection, new.id, queues, left)
                if after is None:
                    break
                writing.update_match(connection, new, after)
                steps += [told] if told else []
                old, new = new, after
            tell_all(connection, steps)
            if rate and new.match.over and not old.match.over:
                settle(connection, new, rate)
        self._kept.put(new)
        self._announcer.add(Change.of(new))
        return new

    def remembered(self, match_id: str) -> StoredMatch | None:
        """Return the match of an id as this process saw it last, or None; the database may have a later revision."""
        return self._kept.get(match_id)

    def load(self, match_id: str) -> StoredMatch | None:
        """Return the match of an id, or None.

        Raises `DamagedMatch` if its rows cannot be a match.
        """
        with _naming_damage(match_id), self.database.connect() as connection:
            kept = self._kept.get(match_id)
            if kept and kept.revision == reading.fetch_revision(connection, match_id):
                return kept
            rows = reading.fetch_rows(connection, reading.fetch_match(connection, match_id))
            if rows is None:
                return None
            match = reading.build_match(*rows)
            self._kept.put(match)
            return match

    def by_number(self, number: int) -> str | None:
        """Return the id of the match that has a number, or None."""
        with self.database.connect() as connection:
            return reading.fetch_id(connection, number)

    def changes(self, ids: Sequence[str]) -> list[Change]:
        """Return the revisions of these matches and what open pages need besides; none for an id without a match."""
        known = [match_id for match_id in ids if match_id.isprintable()]
        with self.database.connect() as connection:
            return fetch_changes(connection, known)

    def hear(self) -> AsyncGenerator[Change | None]:
        """Yield what any process changes, or None where any match may have changed."""
        return hear(self.database.readers)

    def recent(self, limit: int) -> tuple[MatchSummary, ...]:
        """Return the matches that changed most recently, newest first, without private ones."""
        chosen = select(matches).where(~matches.c.private).order_by(matches.c.updated_at.desc()).limit(limit)
        with self.database.connect() as connection:
            return reading.fetch_summaries(connection, chosen)

    def summaries(self, ids: Sequence[str]) -> tuple[MatchSummary, ...]:
        """Return the matches with these ids."""
        with self.database.connect() as connection:
            return reading.fetch_summaries(connection, select(matches).where(matches.c.id.in_(ids)))

    def of_person(self, person_id: str, limit: int) -> tuple[MatchSummary, ...]:
        """Return the matches in which a person has or had a seat, those that go on first, then the newest first."""
        theirs = union(*(select(of.c.match_id).where(of.c.person_id == person_id) for of in (seats, leavers)))
        finished = matches.c.ending != ""
        chosen = select(matches).where(matches.c.id.in_(theirs)).order_by(finished, matches.c.updated_at.desc())
        with self.database.connect() as connection:
            return reading.fetch_summaries(connection, chosen.limit(limit))

    def of_game(self, game: str, limit: int, *, over: bool | None) -> tuple[MatchSummary, ...]:
        """Return the matches of a game, with any options, that changed last, the latest first, without private ones.

        With `over` they are those that have ended, or that go on.
        """
        ours = or_(matches.c.game == game, matches.c.game.startswith(f"{game}(", autoescape=True))
        chosen = select(matches).where(ours, ~matches.c.private).order_by(matches.c.updated_at.desc())
        if over is not None:
            chosen = chosen.where((matches.c.ending != "") == over)
        with self.database.connect() as connection:
            return reading.fetch_summaries(connection, chosen.limit(limit))

    def waiting(self, person_id: str, since: float) -> Waiting:
        """Return what waits for a person; challenges made before `since` have expired."""
        with self.database.connect() as connection:
            return fetch_waiting(connection, person_id, since)

    def high_scores(self, game: str, limit: int) -> tuple[HighScore, ...]:
        """Return at most `limit` high scores of each configuration of a game, the most points first."""
        with self.database.connect() as connection:
            return fetch_high_scores(connection, game, limit)

    def overdue(self, now: float) -> tuple[str, ...]:
        """Return the ids of the matches in which a clock has run out."""
        with self.database.connect() as connection:
            return tuple(connection.execute(select(matches.c.id).where(matches.c.deadline < now)).scalars())
