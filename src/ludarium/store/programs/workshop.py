"""The bots that people write, their versions, and the WebAssembly programs that they have uploaded."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy import and_, case, exists, func, or_, select

from ludarium.store.mapping import Values
from ludarium.store.table import Rows
from ludarium.store.tables import matches, modules, people, seats, workshop_bots, workshop_versions

_row, _version = workshop_bots.c, workshop_versions.c
_stays = people.c.closed_at.is_(None)
"""Whether the author's account is not closed."""


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


class WorkshopTable(
    Values[WorkshopBot],
    table=workshop_bots,
    value=WorkshopBot,
    computed={
        "author": people.c.name,
        "shown": and_(_row.shown, _stays),
        "may_copy": and_(_row.may_copy, _stays),
        "published": case((_stays, _row.published)),
    },
    joined=workshop_bots.join(people),
    order=(_row.created_at, _row.id),
):
    """The bots of people, the oldest first."""

    def row(self, made: WorkshopBot) -> dict[str, object]:
        """Return what a bot has of the columns."""
        return super().row(made) | {"shown": made.shown, "may_copy": made.may_copy, "published": made.published}

    def lock_bot(self, bot_id: str) -> WorkshopBot | None:
        """Return a bot, or None, of which no other transaction notes a failure before this one ends."""
        self.lock(bot_id)
        return self.load(bot_id)

    def of_person(self, person: str, game: str | None = None) -> tuple[WorkshopBot, ...]:
        """Return the bots of a person, in a game or in all."""
        return self.find(*([_row.game == game] if game else []), person=person)

    def published(self, game: str | None = None) -> tuple[WorkshopBot, ...]:
        """Return the bots that play a game on the site, or any game."""
        return self.find(_row.published.is_not(None), _stays, *([_row.game == game] if game else []))

    def authors(self, ids: Collection[str]) -> Mapping[str, str]:
        """Return the ids of the authors of bots, by the ids of the bots that are there."""
        return dict(self.pairs(_row.id, _row.person, _row.id.in_(ids)))

    def shown(self, ids: Collection[str]) -> set[str]:
        """Return those of some bots whose source everybody may read."""
        chosen = select(_row.id).join(people, _row.person == people.c.id).where(_row.id.in_(ids), _row.shown, _stays)
        with self.database.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def rests_until(self, person: str, version: Version) -> float:
        """Return until when a version rests: as long as its bot, and any other of the person with the same program."""
        same = and_(_version.source == version.source, _version.module.is_not_distinct_from(version.module))
        whose = select(func.max(_row.rests_until)).join(workshop_versions, _version.bot_id == _row.id)
        chosen = whose.where(_row.person == person, or_(_row.id == version.bot_id, same))
        with self.database.connect() as connection:
            return connection.execute(chosen).scalar() or 0.0

    def last_endings(self, start: str, limit: int) -> tuple[str, ...]:
        """Return how the last matches ended that a bot has played, whose names begin like this; the latest first."""
        played = exists().where(seats.c.match_id == matches.c.id, seats.c.kind == "bot", seats.c.name.startswith(start))
        chosen = select(matches.c.ending).where(played, matches.c.result != "*").order_by(matches.c.updated_at.desc())
        with self.database.connect() as connection:
            return tuple(connection.execute(chosen.limit(limit)).scalars())


class WorkshopVersions(Values[Version], table=workshop_versions, value=Version, order=(_version.number.desc(),)):
    """The versions of the bots, the newest first."""

    def of_bot(self, bot_id: str) -> tuple[Version, ...]:
        """Return the versions of a bot without their sources."""
        return self.find(bot_id=bot_id, without="source")

    def insert_next(self, bot_id: str, source: str, now: float, module: str | None = None) -> int:
        """Insert a version, a script or the program of a digest; return its number."""
        number = self.next(_version.number, first=1, bot_id=bot_id)
        self.add(Version(bot_id, number, source, now, None, module))
        return number

    def test(self, bot_id: str, number: int, now: float) -> None:
        """Record that a version has finished its test."""
        self.set((bot_id, number), _version.tested_at.is_(None), tested_at=now)


_module = modules.c


class ModuleTable(Rows, table=modules):
    """The WebAssembly programs of one database."""

    def lock_all(self) -> None:
        """Let no other transaction store or delete programs before this one ends."""
        self.lock("all")

    def store(self, digest: str, content: bytes) -> None:
        """Store a program, unless it is stored already; the programs are locked meanwhile."""
        self.insert_once(digest=digest, size=len(content), content=content)

    def content(self, digest: str) -> bytes | None:
        """Return a program, or None."""
        return next(map(bytes, self.pick(_module.content, digest)), None)

    def size(self, digest: str) -> int:
        """Return the bytes of a program; 0 if there is none."""
        return next(iter(self.pick(_module.size, digest)), 0)

    def used_by(self, person: str) -> dict[str, int]:
        """Return the programs that the versions of a person name, and the bytes of each."""
        chosen = (
            select(_module.digest, _module.size).distinct().join(workshop_versions, _version.module == _module.digest)
        )
        chosen = chosen.join(workshop_bots, workshop_bots.c.id == _version.bot_id)
        with self.database.connect() as connection:
            found = connection.execute(chosen.where(workshop_bots.c.person == person))
            return {row.digest: row.size for row in found}

    def sweep(self) -> int:
        """Delete the programs that no version names; return how many. The programs are locked meanwhile."""
        return self.remove(~exists().where(_version.module == _module.digest))

    def bytes(self) -> int:
        """Return the bytes of all programs."""
        return int(self.pick(func.sum(_module.size))[0] or 0)
