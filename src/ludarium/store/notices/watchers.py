"""The people who watch matches by mail without a seat, and the subscribers of mails to all."""

from typing import NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select, true, update

from ludarium.store.database import Repository
from ludarium.store.tables import broadcasts, matches, people, watchers

_row = watchers.c


class Watched(NamedTuple):
    """A match that has gone on since its watcher was notified.

    `notified` is the number of turns that the last mail to the address had, `turns` the number played.
    """

    match_id: str
    person: str
    address: str
    notified: int
    turns: int
    over: bool


class WatcherTable(Repository):
    """The watchers of one database."""

    def add(self, match_id: str, person_id: str, turns: int, most: int) -> bool:
        """Insert a watcher of a match from a turn on; return False if the person watches `most` others."""
        with self.database.begin() as connection:
            others = and_(_row.person_id == person_id, _row.match_id != match_id)
            if connection.execute(select(func.count()).select_from(watchers).where(others)).scalar_one() >= most:
                return False
            connection.execute(delete(watchers).where(_row.match_id == match_id, _row.person_id == person_id))
            connection.execute(
                insert(watchers).values(match_id=match_id, person_id=person_id, turns=turns, told_at=0.0)
            )
        return True

    def remove(self, person_id: str, match_id: str | None = None) -> None:
        """End a person's watching of one match, or of all."""
        ours = _row.person_id == person_id
        with self.database.begin() as connection:
            connection.execute(
                delete(watchers).where(ours if match_id is None else and_(ours, _row.match_id == match_id))
            )

    def due(self, notified_before: float, limit: int) -> list[Watched]:
        """Return the matches that have gone on, of which nothing was mailed since a time, or which are over."""
        over, has_address = matches.c.ending != "", people.c.email.is_not(None)
        news = or_(over, and_(matches.c.turns != _row.turns, _row.told_at <= notified_before))
        columns = (_row.match_id, _row.person_id, people.c.email, _row.turns.label("notified"), matches.c.turns, over)
        chosen = (
            select(*columns).join(matches, matches.c.id == _row.match_id).join(people, people.c.id == _row.person_id)
        )
        with self.database.connect() as connection:
            return [Watched(*row) for row in connection.execute(chosen.where(news, has_address).limit(limit))]

    def mark(self, watched: Watched, now: float) -> bool:
        """Record that a watcher is notified of a match; return False if another process has done so."""
        ours = and_(_row.match_id == watched.match_id, _row.person_id == watched.person, _row.turns == watched.notified)
        with self.database.begin() as connection:
            if watched.over:
                changed = connection.execute(delete(watchers).where(ours))
            else:
                changed = connection.execute(update(watchers).where(ours).values(turns=watched.turns, told_at=now))
            return changed.rowcount == 1

    def want_broadcasts(self, person_id: str, *, wanted: bool) -> None:
        """Record whether a person wants mails that others send to all."""
        self._change(person_id, {"wanted": wanted})

    def begin_broadcast(self, person_id: str, begun_at: float, since: float) -> bool:
        """Record that a person mails to all; return False, and change nothing, if they did after the time `since`.

        The same `begun_at` succeeds again, so that a broadcast that was interrupted goes on.
        """
        ours = broadcasts.c.person_id == person_id
        with self.database.begin() as connection:
            may = or_(broadcasts.c.sent_at <= since, broadcasts.c.sent_at == begun_at)
            due = update(broadcasts).where(ours, may).values(sent_at=begun_at)
            if connection.execute(due).rowcount:
                return True
            if connection.execute(select(broadcasts).where(ours)).first():
                return False
            connection.execute(insert(broadcasts).values(person_id=person_id, wanted=False, sent_at=begun_at))
        return True

    def receivers(self) -> list[str]:
        """Return the people who want mails that others send to all."""
        with self.database.connect() as connection:
            return [*connection.execute(select(broadcasts.c.person_id).where(broadcasts.c.wanted == true())).scalars()]

    def is_receiver(self, person_id: str) -> bool:
        """Return whether a person wants mails that others send to all."""
        ours = (broadcasts.c.person_id == person_id) & (broadcasts.c.wanted == true())
        with self.database.connect() as connection:
            return connection.execute(select(broadcasts.c.person_id).where(ours)).first() is not None

    def _change(self, person_id: str, values: dict[str, object]) -> None:
        with self.database.begin() as connection:
            ours = broadcasts.c.person_id == person_id
            if connection.execute(update(broadcasts).where(ours).values(**values)).rowcount == 0:
                fresh = {"wanted": False, "sent_at": 0.0} | values
                connection.execute(insert(broadcasts).values(person_id=person_id, **fresh))
