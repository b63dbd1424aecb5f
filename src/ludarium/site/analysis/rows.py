"""Kept studies, and what bots say of positions, in the database."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from sqlalchemy import and_, delete, func, insert, or_, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import people, position_searches, studies

Shown = Literal["private", "link", "public"]
"""Who sees a study: its person, all who have its link, or all."""
_study, _search = studies.c, position_searches.c


class StudyRow(NamedTuple):
    """A kept study: `text` is its record with variations, `name` that of the person whose it is."""

    id: str
    person: str
    name: str
    title: str
    game: str
    shown: Shown
    text: str
    revision: int
    changed_at: float


class StudyTable(Repository):
    """The kept studies of one database."""

    def load(self, study_id: str) -> StudyRow | None:
        """Return the study of an id, or None."""
        found = self._find(_study.id == study_id, limit=1) if study_id.isprintable() else ()
        return next(iter(found), None)

    def of_person(self, person_id: str, limit: int) -> tuple[StudyRow, ...]:
        """Return the studies of a person, those that were changed last first."""
        return self._find(_study.person_id == person_id, limit=limit)

    def public(self, limit: int, now: float) -> tuple[StudyRow, ...]:
        """Return the studies that all see, those that were changed last first, and none of suspended accounts."""
        usable = or_(people.c.suspended_until.is_(None), people.c.suspended_until <= now)
        return self._find(and_(_study.shown == "public", usable), limit=limit)

    def count(self, person_id: str) -> int:
        """Return how many studies a person has; no other transaction adds one before this ends."""
        with self.database.begin() as connection:
            lock(connection, f"studies {person_id}")
            counted = select(func.count()).select_from(studies).where(_study.person_id == person_id)
            return int(connection.execute(counted).scalar_one())

    def add(self, row: StudyRow) -> None:
        """Add a study."""
        values = row._asdict() | {"person_id": row.person, "made_at": row.changed_at}
        del values["person"], values["name"]
        with self.database.begin() as connection:
            connection.execute(insert(studies).values(**values))

    def save(self, study_id: str, revision: int, **values: Any) -> bool:  # Any: the columns that change
        """Change a study that has this revision; return whether it has."""
        seen = and_(_study.id == study_id, _study.revision == revision)
        with self.database.begin() as connection:
            changed = update(studies).where(seen).values(revision=revision + 1, **values)
            return connection.execute(changed).rowcount == 1

    def remove(self, study_id: str) -> None:
        """Delete a study."""
        with self.database.begin() as connection:
            connection.execute(delete(studies).where(_study.id == study_id))

    def _find(self, chosen: Any, limit: int) -> tuple[StudyRow, ...]:  # Any: a condition
        names = ("id", "person_id", "title", "game", "shown", "text", "revision", "changed_at")
        columns = [_study[name] for name in names]
        columns.insert(2, people.c.name)
        found = select(*columns).join(people, people.c.id == _study.person_id).where(chosen)
        with self.database.connect() as connection:
            rows = connection.execute(found.order_by(_study.changed_at.desc(), _study.id).limit(limit))
            return tuple(StudyRow(*row) for row in rows)


class Search(NamedTuple):
    """What a bot says of a position: `content` is None while it waits, and where the bot has failed."""

    id: str
    game: str
    position: str
    person: str | None
    tries: int
    is_made: bool
    content: Mapping[str, Any] | None  # Any: JSON


class SearchTable(Repository):
    """The searches of positions of one database; each is claimed by at most one worker, and made once."""

    def of(self, search_id: str) -> Search | None:
        """Return the search of an id, or None."""
        with self.database.connect() as connection:
            row = connection.execute(_SEARCHES.where(_search.id == search_id)).first()
            return _of_row(row) if row else None

    def waiting(self, person: str | None, origin: str | None) -> dict[str, int]:
        """Return how many searches of a person and of a network wait; no other transaction adds one meanwhile."""
        whose = {"person": (_search.person_id, person), "network": (_search.origin, origin)}
        found = {}
        with self.database.begin() as connection:
            for kind, (column, value) in whose.items():
                if value:
                    lock(connection, f"searches {value}")
                    waits = and_(column == value, _search.made_at.is_(None))
                    counted = select(func.count()).select_from(position_searches).where(waits)
                    found[kind] = int(connection.execute(counted).scalar_one())
        return found

    def add(self, search: Search, origin: str | None, now: float) -> None:
        """Add a search, or another try of one that failed."""
        values = {"person_id": search.person, "origin": origin, "asked_at": now, "claim_expires_at": 0.0, "tries": 0}
        values |= {"made_at": None, "content": None}
        with self.database.begin() as connection:
            again = update(position_searches).where(_search.id == search.id, _search.content.is_(None))
            if not connection.execute(again.values(**values)).rowcount:
                values |= {"id": search.id, "game": search.game, "position": search.position}
                connection.execute(insert(position_searches).values(**values))

    def claim(self, now: float, until: float) -> Search | None:
        """Claim the search that has waited longest, until a time; None if none waits."""
        free = and_(_search.made_at.is_(None), _search.claim_expires_at < now)
        with self.database.connect() as connection:
            waiting = connection.execute(_SEARCHES.where(free).order_by(_search.asked_at).limit(5)).all()
        for row in waiting:
            ours = update(position_searches).where(free, _search.id == row.id)
            with self.database.begin() as connection:
                claimed = ours.values(claim_expires_at=until, tries=_search.tries + 1)
                if connection.execute(claimed).rowcount == 1:
                    return _of_row(row)
        return None

    def release(self, search: Search) -> None:
        """Release a claim; the try does not count."""
        ours = and_(_search.id == search.id, _search.made_at.is_(None))
        with self.database.begin() as connection:
            connection.execute(update(position_searches).where(ours).values(claim_expires_at=0.0, tries=search.tries))

    def finish(self, search: Search, now: float, content: Mapping[str, object] | None) -> None:
        """Store what a bot says, or that it has failed; the first answer stays."""
        ours = and_(_search.id == search.id, _search.made_at.is_(None))
        with self.database.begin() as connection:
            connection.execute(update(position_searches).where(ours).values(made_at=now, content=content))

    def forget(self, before: float) -> int:
        """Delete what was asked for before a time; return how much."""
        old = or_(_search.made_at < before, and_(_search.made_at.is_(None), _search.asked_at < before))
        with self.database.begin() as connection:
            return connection.execute(delete(position_searches).where(old)).rowcount


_SEARCHES = select(
    _search.id, _search.game, _search.position, _search.person_id, _search.tries, _search.made_at, _search.content
)


def _of_row(row: Any) -> Search:  # Any: a row
    return Search(row.id, row.game, row.position, row.person_id, row.tries, row.made_at is not None, row.content)
