"""Kept studies, what bots say of positions, and what was played from them, in the database."""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.exc import IntegrityError

from ludarium.match.book import BookTurn, merged
from ludarium.site.ground.mapping import Revised, Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import book_progress, book_turns, people, position_searches, studies

Shown = Literal["private", "link", "public"]
"""Who sees a study: its person, all who have its link, or all."""
Players = Literal["people", "bots", "mixed"]
"""Who has played a game: people, bots, or both."""
_AT_ONCE = 200
_study, _search = studies.c, position_searches.c


class StudyRow(NamedTuple):
    """A kept study: `text` is its record with variations, `name` that of the person whose it is.

    If the person has tried all of its turns beginning with a match of theirs, `match` is the id of that.
    """

    id: str
    person: str
    name: str
    title: str
    game: str
    shown: Shown
    text: str
    revision: int
    changed_at: float
    match: str = ""


class StudyTable(
    Revised[StudyRow],
    table=studies,
    value=StudyRow,
    computed={"name": people.c.name},
    joined=studies.join(people),
    order=(_study.changed_at.desc(), _study.id),
):
    """The kept studies of one database, those that were changed last first."""

    def public(self, limit: int, now: float) -> tuple[StudyRow, ...]:
        """Return the studies that all see, and none of suspended accounts."""
        usable = or_(people.c.suspended_until.is_(None), people.c.suspended_until <= now)
        return self.find(usable, shown="public", limit=limit)


class Search(NamedTuple):
    """What a bot says of a position: `content` is None while it waits, and where the bot has failed.

    `level` is that of the bot, empty for the strongest. What a page has asked by itself lapses unless it is begun in
    time: nobody may look at that page any more.
    """

    id: str
    game: str
    position: str
    person: str | None
    tries: int
    is_made: bool
    content: Mapping[str, Any] | None  # Any: JSON
    level: str = ""
    lapses_at: float | None = None

    def lapsed(self, now: float) -> bool:
        """Return whether nobody waits for it any more."""
        return not self.is_made and self.lapses_at is not None and self.lapses_at <= now

    @property
    def is_empty(self) -> bool:
        """Whether the bot has said nothing of any seat, as those of former versions did before a draw."""
        return self.content is not None and not self.content["advice"][1]


class SearchTable(
    Values[Search], table=position_searches, value=Search, computed={"is_made": _search.made_at.is_not(None)}
):
    """The searches of positions of one database; each is claimed by at most one worker, and made once."""

    def waiting(self, person: str | None, origin: str | None, now: float) -> dict[str, int]:
        """Return how many searches of a person and of a network wait; no other transaction adds one meanwhile.

        Those that have lapsed are deleted.
        """
        self.remove(_search.made_at.is_(None), _search.lapses_at <= now)
        found = {}
        for kind, column, value in (("person", _search.person, person), ("network", _search.origin, origin)):
            if value:
                self.lock(value)
                found[kind] = self.count(column == value, _search.made_at.is_(None))
        return found

    def ask(self, search: Search, origin: str | None, now: float) -> None:
        """Add a search, or another try of one that failed.

        What a person's page asks by itself takes the place of what it has asked before, unless that is begun.
        """
        values = {"origin": origin, "asked_at": now, "claim_expires_at": 0.0, "tries": 0}
        if search.lapses_at is not None and search.person:
            waits = and_(_search.made_at.is_(None), _search.lapses_at.is_not(None), _search.claim_expires_at < now)
            self.remove(waits, _search.id != search.id, person=search.person)
        shown = {"person": search.person, "lapses_at": search.lapses_at}
        if not self.set(search.id, _search.content.is_(None), made_at=None, **shown, **values):
            self.add(search, **values)

    def wait(self, search: Search) -> None:
        """Let a search that waits lapse no earlier than another one for the same position."""
        earlier = _search.lapses_at < search.lapses_at if search.lapses_at else _search.lapses_at.is_not(None)
        self.set(search.id, _search.made_at.is_(None), earlier, person=search.person, lapses_at=search.lapses_at)

    def claim(self, now: float, until: float) -> Search | None:
        """Claim the search that has waited longest, until a time; None if none waits."""
        free = _is_free(now)
        values = {"claim_expires_at": until, "tries": _search.tries + 1}
        waiting = self.find(free, order=(_search.asked_at,), limit=5)
        return next((one for one in waiting if self.set(one.id, free, **values) == 1), None)

    def release(self, search: Search) -> None:
        """Release a claim; the try does not count."""
        self.set(search.id, _search.made_at.is_(None), claim_expires_at=0.0, tries=search.tries)

    def finish(self, search: Search, now: float, content: Mapping[str, object] | None) -> None:
        """Store what a bot says, or that it has failed; the first answer stays."""
        self.set(search.id, _search.made_at.is_(None), made_at=now, content=content)

    def store(self, search: Search, now: float, content: Mapping[str, object] | None) -> None:
        """Store what a bot says of a position without being asked, or that it has failed.

        An answer that is there stays as it is, but for what the turns are worth that were played, and a question that
        somebody has asked meanwhile waits on.
        """
        values = {"origin": None, "asked_at": now, "made_at": now, "claim_expires_at": 0.0, "content": content}
        with suppress(IntegrityError):  # somebody has asked
            self.add(search, **values)
            return
        found = self.load(search.id)
        if found and found.content is not None and content:
            self.set(search.id, content={**found.content, "played": content["played"]})

    def waits(self, now: float) -> bool:
        """Return whether somebody waits for a search that no worker has claimed."""
        return self.has(_is_free(now))

    def forget(self, before: float) -> int:
        """Delete what was asked for before a time; return how much."""
        return self.remove(or_(_search.made_at < before, and_(_search.made_at.is_(None), _search.asked_at < before)))


def _is_free(now: float) -> ColumnElement[bool]:
    """Return the condition that somebody waits for a search, which no worker has claimed."""
    wanted = or_(_search.lapses_at.is_(None), _search.lapses_at > now)
    return and_(_search.made_at.is_(None), _search.claim_expires_at < now, wanted)


class BookRow(NamedTuple):
    """A turn that was played from a position by people, by bots, or by both."""

    id: str
    position: str
    turn: str
    players: Players
    games: int
    points: list[float]
    last_at: float

    @classmethod
    def of(cls, position: str, players: Players, one: BookTurn) -> "BookRow":
        """Return the row of what a book tells of a turn."""
        key = hashlib.sha256(f"{position}\n{players}\n{one.turn}".encode()).hexdigest()
        return cls(key, position, one.turn, players, one.games, [*one.points], one.last_at)

    @property
    def as_turn(self) -> BookTurn:
        """What it tells of the turn."""
        return BookTurn(self.turn, self.games, tuple(self.points), self.last_at)


class BookTable(Values[BookRow], table=book_turns, value=BookRow, order=(book_turns.c.games.desc(), book_turns.c.turn)):
    """What was played from positions, those turns first that were played most."""

    def count_in(self, rows: list[BookRow]) -> None:
        """Add rows, and what they tell to those that are there; of one transaction, with different ids."""
        for at in range(0, len(rows), _AT_ONCE):
            part = rows[at : at + _AT_ONCE]
            there = {one.id: one for one in self.find(id=[one.id for one in part], order=())}
            self.add(*(one for one in part if one.id not in there))
            for one in part:
                if one.id in there:
                    games, points, last_at = there[one.id].as_turn.plus(one.as_turn)[1:]
                    self.set(one.id, games=games, points=[*points], last_at=last_at)

    def look(self, keys: Sequence[str], limit: int) -> dict[str, tuple[BookTurn, ...]]:
        """Return the turns that all have played from positions, by their keys, of so many rows with most games."""
        rows = self.find(position=[*keys], limit=limit)
        by_turn = merged({(row.position, row.turn): row.as_turn} for row in rows)
        found = dict[str, list[BookTurn]]()
        for (key, _), one in by_turn.items():
            found.setdefault(key, []).append(one)
        return {key: tuple(turns) for key, turns in found.items()}


class BookProgress(Rows, table=book_progress):
    """Up to where the matches of each source are counted."""

    def cursor(self, source: str) -> str:
        """Return the cursor of a source; empty if nothing of it is counted."""
        return next(iter(self.pick(book_progress.c.cursor, source)), "")

    def cursors(self) -> frozenset[tuple[str, str]]:
        """Return the sources with their cursors: another set as soon as the book has grown."""
        return frozenset(self.pairs(book_progress.c.source, book_progress.c.cursor))
