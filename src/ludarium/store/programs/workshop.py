"""The bots that people write, and their versions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import RowMapping, Select, and_, bindparam, delete, exists, func, insert, literal, or_, select, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import matches, people, seats, workshop_bots, workshop_versions

_row, _version = workshop_bots.c, workshop_versions.c
_stays = people.c.closed_at.is_(None)
"""Whether the author's account is not closed."""
_BOTS = (
    select(workshop_bots, people.c.name.label("author"), _stays.label("stays"))
    .join(people, _row.person_id == people.c.id)
    .order_by(_row.created_at, _row.id)
)
_PUBLISHED = _BOTS.where(_row.published.is_not(None), _stays)
_PUBLISHED_FOR = _PUBLISHED.where(_row.game == bindparam("game"))


@dataclass(frozen=True, slots=True)
class WorkshopBot:
    """A bot that a person writes for a game; one whose author has closed the account is neither shown nor published.

    | field         | content                                                                   |
    |---------------|---------------------------------------------------------------------------|
    | `person`      | the author, whose name is `author`                                        |
    | `shown`       | whether others may read its source, and `may_copy` whether they may copy it |
    | `published`   | the number of the version that plays on the site; None if none does       |
    | `rests_until` | when it may play again after it failed several times                      |
    | `notified_at`     | when its author was last notified of a failure                             |
    """

    id: str
    person: str
    game: str
    name: str
    created_at: float
    author: str = ""
    shown: bool = False
    may_copy: bool = False
    published: int | None = None
    rests_until: float = 0.0
    notified_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a bot; `tested_at` is when it finished its test, None if it did not.

    It is a script with a `source`, or the WebAssembly program of the digest `module`. In a list of versions the
    `source`, which may be long, is left out.
    """

    bot_id: str
    number: int
    source: str
    created_at: float
    tested_at: float | None = None
    module: str | None = None


class WorkshopTable(Repository):
    """The bots of people, and their versions."""

    def hold(self, person: str) -> None:
        """Lock the bots of a person until the transaction ends."""
        with self.database.begin() as connection:
            lock(connection, f"workshop of {person}")

    def insert(self, bot: WorkshopBot) -> None:
        """Insert a bot without a version."""
        values: dict[str, object] = {"id": bot.id, "person_id": bot.person, "game": bot.game, "name": bot.name}
        values |= {"shown": bot.shown, "may_copy": bot.may_copy, "created_at": bot.created_at}
        with self.database.begin() as connection:
            connection.execute(insert(workshop_bots).values(**values, rests_until=0.0))

    def add_version(self, bot_id: str, source: str, now: float, module: str | None = None) -> int:
        """Add a version, a script or the program of a digest; return its number."""
        with self.database.begin() as connection:
            last = connection.execute(select(func.max(_version.number)).where(_version.bot_id == bot_id)).scalar()
            number = (last or 0) + 1
            connection.execute(
                insert(workshop_versions).values(
                    bot_id=bot_id, number=number, source=source, module=module, created_at=now
                )
            )
            return number

    def find(self, bot_id: str) -> WorkshopBot | None:
        """Return a bot, or None."""
        return next(iter(self._bots(_BOTS.where(_row.id == bot_id))), None)

    def hold_bot(self, bot_id: str) -> WorkshopBot | None:
        """Return a bot, or None, of which no other transaction notes a failure before this one ends."""
        with self.database.begin() as connection:
            lock(connection, f"bot {bot_id}")
        return self.find(bot_id)

    def of_person(self, person: str, game: str | None = None) -> tuple[WorkshopBot, ...]:
        """Return the bots of a person, in a game or in all, the oldest first."""
        chosen = _BOTS.where(_row.person_id == person)
        return self._bots(chosen.where(_row.game == game) if game else chosen)

    def published(self, game: str | None = None) -> tuple[WorkshopBot, ...]:
        """Return the bots that play a game on the site, or any game, the oldest first."""
        return self._bots(_PUBLISHED_FOR, game=game) if game else self._bots(_PUBLISHED)

    def authors(self, ids: Collection[str]) -> Mapping[str, str]:
        """Return the ids of the authors of bots, by the ids of the bots that are there."""
        with self.database.connect() as connection:
            found = connection.execute(select(_row.id, _row.person_id).where(_row.id.in_(ids)))
            return {row.id: row.person_id for row in found}

    def shown(self, ids: Collection[str]) -> set[str]:
        """Return those of some bots whose source everybody may read."""
        chosen = select(_row.id).join(people, _row.person_id == people.c.id).where(_row.id.in_(ids), _row.shown, _stays)
        with self.database.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def version(self, bot_id: str, number: int) -> Version | None:
        """Return a version of a bot, or None."""
        chosen = select(workshop_versions).where(_version.bot_id == bot_id, _version.number == number)
        with self.database.connect() as connection:
            row = connection.execute(chosen).mappings().first()
            return Version(**row) if row else None

    def versions(self, bot_id: str) -> tuple[Version, ...]:
        """Return the versions of a bot without their sources, the newest first."""
        columns = (_version.bot_id, _version.number, literal("").label("source"))
        chosen = select(*columns, _version.created_at, _version.tested_at, _version.module)
        chosen = chosen.where(_version.bot_id == bot_id).order_by(_version.number.desc())
        with self.database.connect() as connection:
            return tuple(Version(**row) for row in connection.execute(chosen).mappings())

    def update(self, bot_id: str, **values: object) -> None:
        """Change fields of a bot."""
        with self.database.begin() as connection:
            connection.execute(update(workshop_bots).where(_row.id == bot_id).values(**values))

    def test(self, bot_id: str, number: int, now: float) -> None:
        """Record that a version has finished its test."""
        ours = (_version.bot_id == bot_id, _version.number == number, _version.tested_at.is_(None))
        with self.database.begin() as connection:
            connection.execute(update(workshop_versions).where(*ours).values(tested_at=now))

    def rests_until(self, person: str, version: Version) -> float:
        """Return until when a version rests: as long as its bot, and any other of the person with the same program."""
        same = and_(_version.source == version.source, _version.module.is_not_distinct_from(version.module))
        whose = select(func.max(_row.rests_until)).join(workshop_versions, _version.bot_id == _row.id)
        chosen = whose.where(_row.person_id == person, or_(_row.id == version.bot_id, same))
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar() or 0.0

    def last_endings(self, start: str, limit: int) -> tuple[str, ...]:
        """Return how the last matches ended that a bot has played, whose names begin like this; the latest first."""
        played = exists().where(seats.c.match_id == matches.c.id, seats.c.kind == "bot", seats.c.name.startswith(start))
        chosen = select(matches.c.ending).where(played, matches.c.result != "*").order_by(matches.c.updated_at.desc())
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen.limit(limit)).scalars())

    def remove(self, bot_id: str) -> None:
        """Delete a bot with its versions and trials."""
        with self.database.begin() as connection:
            connection.execute(delete(workshop_bots).where(_row.id == bot_id))

    def _bots(self, chosen: Select[tuple[object, ...]], **values: str) -> tuple[WorkshopBot, ...]:
        with self.database.connect() as connection:
            return tuple(_bot(row) for row in connection.execute(chosen, values).mappings())


def _bot(row: RowMapping) -> WorkshopBot:
    fields = {name: row[name] for name in WorkshopBot.__slots__ if name != "person"}
    if not row["stays"]:
        fields |= {"shown": False, "may_copy": False, "published": None}
    return WorkshopBot(person=row["person_id"], **fields)
