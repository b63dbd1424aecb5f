"""Who is here now, or was today, for the readers of a person's page."""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Literal

from ludarium.match.clock import DAY
from ludarium.site.ground.values import Person
from ludarium.site.people.following import Blocks
from ludarium.site.store import Store

MOST = 100_000
"""People with open pages who are counted in one process."""
_MOST_LISTED = 200
"""Of them, those among whom a reader finds whom they may challenge."""
_AT_ONCE = 500
"""People who are loaded together."""
HereWhen = Literal["now", "today", ""]
"""When a person was here; empty if it was earlier, or is not for the reader."""


class Here:
    """The people who have pages open in this process, and who was here within a day, as their sessions say."""

    def __init__(self, store: Store, blocks: Blocks, now: Callable[[], float]) -> None:
        self._sessions, self._people, self._blocks, self._now = store.sessions, store.people, blocks, now
        self._lock = Lock()
        self._open = Counter[str]()

    def come(self, person_id: str) -> None:
        """Count a page that a person has opened."""
        with self._lock:
            if person_id in self._open or len(self._open) < MOST:
                self._open[person_id] += 1

    def go(self, person_id: str) -> None:
        """Count a page less that a person has open."""
        with self._lock:
            self._open[person_id] -= 1
            if self._open[person_id] <= 0:
                del self._open[person_id]

    def now(self, reader: Person | None) -> list[Person]:
        """Return the people who are here now, by name, as far as a reader may know it, and at most some."""
        if reader is None or not reader.is_account:
            return []
        hidden = self._blocks.around(reader) | {reader.id}
        with self._lock:
            here = [person_id for person_id, _ in self._open.most_common() if person_id not in hidden]
        found, now = list[Person](), self._now()
        for at in range(0, len(here), _AT_ONCE):
            ids = here[at : at + _AT_ONCE]
            people = self._people.load_all(ids)
            found += (people[one] for one in ids if one in people and _lets_know(people[one], now))
            if len(found) >= _MOST_LISTED:
                break
        return sorted(found[:_MOST_LISTED], key=lambda one: one.name.casefold())

    def of(self, person: Person, reader: Person | None) -> HereWhen:
        """Return when a person was here, as far as a reader may know it.

        Those with an account read it of people with an account who take challenges, unless one has blocked the other.
        """
        if reader is None or not reader.is_account or reader.id == person.id or not _lets_know(person, self._now()):
            return ""
        if self._blocks.are_between(reader, person):
            return ""
        if person.id in self._open:
            return "now"
        return "today" if self._sessions.last_seen(person.id) > self._now() - DAY else ""


def _lets_know(person: Person, now: float) -> bool:
    """Return whether others may know when a person was here: who takes no challenges lets nobody know."""
    is_there = person.is_account and person.closed_at is None and not person.is_suspended(now)
    return is_there and not person.is_bot and person.challenges != "none"
