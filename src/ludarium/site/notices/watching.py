"""Watching matches by mail, and mails to all who want them."""

from collections.abc import Callable

from ludarium.core.errors import IllegalMove
from ludarium.core.text import counted
from ludarium.site.ground.values import OutboxMessage, Person
from ludarium.site.match.views import MatchView
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.store import Store

WATCHED = "watched"
"""The kind of the messages to watchers."""
MOST_WATCHED = 50
PAUSE = 600.0
"""Seconds between two mails about a match to a watcher; the last one comes at once."""
_DAY = 24 * 3600.0
_AT_ONCE = 200


class Watching:
    """The watchers of a database; `now` returns the time in seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._table, self._broadcasts = store.watchers, store.broadcasts
        self._now = now

    def watch(self, person: Person, view: MatchView) -> None:
        """Mail a person the turns of a match from now on.

        Raises `IllegalMove` for a live match or one that is over, `QuotaExceeded`.
        """
        if view.live or view.match.over:
            raise IllegalMove("only a match that goes on, and is not live, can be watched by mail")
        if not self._table.watch(view.id, person.id, len(view.match.turns), MOST_WATCHED):
            raise QuotaExceeded(f"you watch {counted(MOST_WATCHED, 'match')}: end one of them first", _DAY)

    def end(self, person: Person, match_id: str | None = None) -> None:
        """End a person's watching of one match, or of all."""
        self._table.remove(*([] if match_id is None else [(match_id, person.id)]), person=person.id)

    def end_mail(self, person_id: str) -> None:
        """End a person's watching of all matches, and mails that others send to all."""
        self._table.remove(person=person_id)
        self._broadcasts.want(person_id, wanted=False)

    def tell(self) -> None:
        """Put the mails to watchers that are due into the outbox."""
        now = self._now()
        for watched in self._table.due(now - PAUSE, _AT_ONCE):
            data = {"match": watched.match_id, "told": str(watched.notified)}
            with self._store.write() as tx:
                if tx.watchers.mark(watched, now):
                    tx.outbox.send(OutboxMessage("", WATCHED, watched.person, watched.address, data, now))

    def want_broadcasts(self, person: Person, *, wanted: bool) -> None:
        """Record whether a person wants what others mail to all."""
        self._broadcasts.want(person.id, wanted=wanted)

    def wants_broadcasts(self, person: Person) -> bool:
        """Return whether a person wants what others mail to all."""
        return self._broadcasts.has(person.id, wanted=True)

    def begin_broadcast(self, person: Person, now: float) -> list[str]:
        """Return the ids of the people who want what a person mails to all, which is allowed once a day.

        With the same time it can be begun again. Raises `QuotaExceeded`.
        """
        if not self._broadcasts.begin(person.id, now, now - _DAY):
            raise QuotaExceeded("you have mailed to all today: try again tomorrow", _DAY)
        return [receiver for receiver in self._broadcasts.receivers() if receiver != person.id]
