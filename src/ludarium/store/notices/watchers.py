"""The people who watch matches by mail without a seat, and the subscribers of mails to all."""

from typing import NamedTuple

from sqlalchemy import and_, or_, select

from ludarium.store.table import Rows
from ludarium.store.tables import broadcasts, matches, people, watchers

_row, _mailed = watchers.c, broadcasts.c


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


class WatcherTable(Rows, table=watchers):
    """The watchers of one database."""

    def watch(self, match_id: str, person_id: str, turns: int, most: int) -> bool:
        """Insert a watcher of a match from a turn on; return False if the person watches `most` others."""
        with self.together() as rows:
            if rows.count(_row.match_id != match_id, person=person_id) >= most:
                return False
            rows.put(match_id=match_id, person=person_id, turns=turns, told_at=0.0)
        return True

    def due(self, notified_before: float, limit: int) -> list[Watched]:
        """Return the matches that have gone on, of which nothing was mailed since a time, or which are over."""
        over, has_address = matches.c.ending != "", people.c.email.is_not(None)
        news = or_(over, and_(matches.c.turns != _row.turns, _row.told_at <= notified_before))
        columns = (_row.match_id, _row.person, people.c.email, _row.turns.label("notified"), matches.c.turns, over)
        chosen = select(*columns).join(matches, matches.c.id == _row.match_id).join(people, people.c.id == _row.person)
        with self.database.connect() as connection:
            return [Watched(*row) for row in connection.execute(chosen.where(news, has_address).limit(limit))]

    def mark(self, watched: Watched, now: float) -> bool:
        """Record that a watcher is notified of a match; return False if another process has done so."""
        ours = ((watched.match_id, watched.person), _row.turns == watched.notified)
        return (self.remove(*ours) if watched.over else self.set(*ours, turns=watched.turns, told_at=now)) == 1


class BroadcastTable(Rows, table=broadcasts):
    """Who wants mails that others send to all, and when people have sent one."""

    def want(self, person_id: str, *, wanted: bool) -> None:
        """Record whether a person wants mails that others send to all."""
        with self.together() as rows:
            if not rows.set(person_id, wanted=wanted):
                rows.insert({"person": person_id, "wanted": wanted, "sent_at": 0.0})

    def begin(self, person_id: str, begun_at: float, since: float) -> bool:
        """Record that a person mails to all; return False, and change nothing, if they did after the time `since`.

        The same `begun_at` succeeds again, so that a broadcast that was interrupted goes on.
        """
        may = or_(_mailed.sent_at <= since, _mailed.sent_at == begun_at)
        with self.together() as rows:
            if rows.set(person_id, may, sent_at=begun_at):
                return True
            return rows.insert_once(person=person_id, wanted=False, sent_at=begun_at)

    def receivers(self) -> tuple[str, ...]:
        """Return the people who want mails that others send to all."""
        return self.pick(_mailed.person, wanted=True)
