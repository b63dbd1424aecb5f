"""The bots that people write, with their versions, uploaded programs and trials, and the tokens of programs."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, case, exists, func, or_, select

from ludarium.site.ground.mapping import Claimed, Content, Part, Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import (
    matches,
    modules,
    people,
    seats,
    tokens,
    trials,
    workshop_bots,
    workshop_versions,
)
from ludarium.site.ground.values import Person
from ludarium.site.people.rows.people import PERSON

_token = tokens.c
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a person; `id` is its hash, and `scopes` are the rights of a program that has it."""

    id: str
    person: str
    name: str
    scopes: frozenset[str]
    created_at: float
    used_at: float | None = None


class TokenOwner(NamedTuple):
    """A token and its person."""

    person: Person
    token: Token


_TOKEN = {
    "id": _token.token_hash, "person": _token.person, "name": _token.name, "scopes": _token.scopes,
    "created_at": _token.created_at, "used_at": _token.used_at,
}  # fmt: skip


class TokenTable(
    Values[TokenOwner],
    table=tokens,
    value=TokenOwner,
    computed={"person": PERSON, "token": Part(Token, _TOKEN)},
    joined=tokens.join(people),
    order=(_token.created_at,),
):
    """The tokens of one database, the oldest first."""

    def known(self, hashes: Collection[str], now: float) -> set[str]:
        """Return those of these hashes that tokens have whose account, and that of a bot's owner, is not suspended."""
        owners = people.alias("owners")
        until = [func.coalesce(each.c.suspended_until, 0.0) for each in (people, owners)]
        usable = select(_token.token_hash).join(people, people.c.id == _token.person)
        usable = usable.outerjoin(owners, owners.c.id == people.c.owner_id)
        usable = usable.where(*(each <= now for each in until))
        listed = list(hashes)
        parts = (listed[first : first + _AT_ONCE] for first in range(0, len(listed), _AT_ONCE))
        with self.database.connect() as connection:
            return {
                found
                for part in parts
                for found in connection.execute(usable.where(_token.token_hash.in_(part))).scalars()
            }

    def remove_of(self, person_id: str, token_hash: str) -> bool:
        """Delete a token of a person; return whether the person had it."""
        return self.remove(token_hash, person=person_id) == 1


_trial = trials.c
_HOUR = 3600.0
_LARGE, _SMALL = 12, 1
"""How much a test and a comparison may take, and another trial: seconds of `trial_worker`, divided by 10."""


class AskedTrial(NamedTuple):
    """A trial that was asked for: by whom, of which kind, and what is played; `content` is what happened.

    `content` is None while it waits, and where it could not be played.
    """

    id: str
    person: str
    game: str
    kind: str
    job: Content
    asked_at: float
    tries: int = 0
    made_at: float | None = None
    content: Content | None = None
    bot_id: str | None = None
    version: int | None = None


class TrialTable(Claimed[AskedTrial], table=trials, value=AskedTrial, order=(_trial.asked_at.desc(),)):
    """The trials of people; every one is claimed by at most one worker, and played once."""

    def ask(self, trial: AskedTrial, origin: str | None) -> None:
        """Insert a trial that is asked for from a network."""
        self.add(trial, origin=origin, claim_expires_at=0.0)

    def waiting(self, person: str, origin: str | None) -> dict[str, int]:
        """Return how many trials of a person and of a network wait."""
        return self.count_for(person, origin, _trial.made_at.is_(None))

    def asked_since(self, person: str, origin: str | None, since: float) -> dict[str, int]:
        """Return how many trials a person and a network have asked for since a time."""
        return self.count_for(person, origin, _trial.asked_at > since)

    def claim(self, worker: str, now: float, until: float) -> AskedTrial | None:
        """Claim a trial until a time; None if none waits.

        It is of a person whose trials of the last hour have taken least, the one that has waited longest.
        """
        return self.claim_first(worker, now, until, order=(_taken(now), _trial.asked_at))

    def results(self, person: str, game: str, limit: int = 200) -> list[tuple[str, int, list[float] | None]]:
        """Return the opponent, the person's seat and the payoffs of the last tries of a person, the newest first."""
        job, content = _trial.job, _trial.content
        found = select(job["opponent"], job["seat"], content["payoffs"]).where(
            _trial.person == person, _trial.game == game, _trial.kind == "try", content.is_not(None)
        )
        with self.database.connect() as connection:
            return [tuple(row) for row in connection.execute(found.order_by(_trial.asked_at.desc()).limit(limit))]

    def forget(self, before: float) -> None:
        """Delete the trials that were asked for before a time."""
        self.remove(_trial.asked_at < before)


def _taken(now: float) -> ColumnElement[int]:
    """Return how much the trials of the person of a row may have taken that were begun, of those of the last hour."""
    other = trials.alias()
    begun = or_(other.c.made_at.is_not(None), other.c.claim_expires_at >= now)
    weight = case((other.c.kind.in_(("test", "compare")), _LARGE), else_=_SMALL)
    chosen = select(func.coalesce(func.sum(weight), 0))
    theirs = other.c.person == _trial.person
    return chosen.where(theirs, begun, other.c.asked_at > now - _HOUR).correlate(trials).scalar_subquery()


_bot, _version = workshop_bots.c, workshop_versions.c
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
        "shown": and_(_bot.shown, _stays),
        "may_copy": and_(_bot.may_copy, _stays),
        "published": case((_stays, _bot.published)),
    },
    joined=workshop_bots.join(people),
    order=(_bot.created_at, _bot.id),
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
        return self.find(*([_bot.game == game] if game else []), person=person)

    def published(self, game: str | None = None) -> tuple[WorkshopBot, ...]:
        """Return the bots that play a game on the site, or any game."""
        return self.find(_bot.published.is_not(None), _stays, *([_bot.game == game] if game else []))

    def authors(self, ids: Collection[str]) -> Mapping[str, str]:
        """Return the ids of the authors of bots, by the ids of the bots that are there."""
        return dict(self.pairs(_bot.id, _bot.person, _bot.id.in_(ids)))

    def shown(self, ids: Collection[str]) -> set[str]:
        """Return those of some bots whose source everybody may read."""
        chosen = select(_bot.id).join(people, _bot.person == people.c.id).where(_bot.id.in_(ids), _bot.shown, _stays)
        with self.database.connect() as connection:
            return set(connection.execute(chosen).scalars())

    def rests_until(self, person: str, version: Version) -> float:
        """Return until when a version rests: as long as its bot, and any other of the person with the same program."""
        same = and_(_version.source == version.source, _version.module.is_not_distinct_from(version.module))
        whose = select(func.max(_bot.rests_until)).join(workshop_versions, _version.bot_id == _bot.id)
        chosen = whose.where(_bot.person == person, or_(_bot.id == version.bot_id, same))
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
