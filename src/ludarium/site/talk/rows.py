"""Messages in matches, the people who have muted them, and how far people have read.

A message has the next number of its match, so pages ask for what is new by the last number that they know. Messages
never change; they go with their match, or with the person who has said them.

Private notes of people on the positions of matches.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from sqlalchemy import bindparam, exists, func, or_, select

from ludarium.site.ground.changes import TalkChange
from ludarium.site.ground.mapping import Values
from ludarium.site.ground.meant import IS_PLAYED
from ludarium.site.ground.prepared import Prepared
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import (
    blocks,
    matches,
    people,
    position_notes,
    seats,
    talk_messages,
    talk_mutes,
    talk_read,
)

_note = position_notes.c
_OF_MATCH = Prepared(
    select(_note.turn, _note.text)
    .where(_note.match_id == bindparam("match"), _note.person == bindparam("person"))
    .order_by(_note.turn)
)


class PositionNote(NamedTuple):
    """A note on the position after a number of turns of a match."""

    match: str
    turn: int
    text: str


class PositionNoteTable(
    Values[PositionNote],
    table=position_notes,
    value=PositionNote,
    computed={"match": _note.match_id},
    order=(_note.match_id, _note.turn),
):
    """The notes on positions in one database: one of a person for each position of a match."""

    def of(self, match_id: str, person_id: str) -> dict[int, str]:
        """Return a person's notes on the positions of a match, by the number of turns before them."""
        with self.database.connect() as connection:
            return dict(_OF_MATCH.all(connection, {"match": match_id, "person": person_id}))

    def save(self, match_id: str, person_id: str, turn: int, text: str, now: float) -> None:
        """Store a note, in a transaction that has locked those of the person; an empty text deletes it."""
        if text:
            self.put(match_id=match_id, person=person_id, turn=turn, text=text, noted_at=now)
        else:
            self.remove((match_id, person_id, turn))


Room = Literal["players", "spectators"]
_said = talk_messages.c
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class TalkMessage:
    """A message of `person` in a `room` of a match: a `greeting` or a `text`.

    `number` counts the messages of the match, and `turn` is the number of lines that its record had then.
    """

    id: str
    match: str
    number: int
    room: Room
    person: str
    name: str
    greeting: str
    text: str
    turn: int
    said_at: float


class TalkTable(
    Values[TalkMessage],
    table=talk_messages,
    value=TalkMessage,
    computed={"name": people.c.name},
    joined=talk_messages.join(people),
    order=(_said.said_at,),
):
    """The messages of one database."""

    def say(
        self, match_id: str, room: Room, person_id: str, turn: int, now: float, *, greeting: str, text: str, key: str
    ) -> bool:
        """Insert a message; return False if the match has one with this key as its id, which is empty for a new one."""
        self.lock(match_id)
        if key and self.has(key):
            return False
        number = self.next(_said.number, first=1, match=match_id)
        made_id = key or secrets.token_hex(12)
        self.add(TalkMessage(made_id, match_id, number, room, person_id, "", greeting, text, turn, now))
        self.database.changes.append(TalkChange(match_id, number))
        return True

    def last(
        self, match_id: str, person_id: str, rooms: Collection[Room], limit: int, before: int | None = None
    ) -> tuple[TalkMessage, ...]:
        """Return the last messages of rooms as a person sees them, in their order; with `before` those before it.

        Missing are those of people whom the person has blocked, and of all others if the person has muted the match.
        """
        blocked = select(blocks.c.blocked).where(blocks.c.person == person_id)
        muted = exists().where(talk_mutes.c.match_id == match_id, talk_mutes.c.person == person_id)
        heard = or_(_said.person == person_id, _said.person.not_in(blocked) & ~muted)
        earlier = [] if before is None else [_said.number < before]
        return self.find(
            _said.match == match_id, _said.room.in_(rooms), heard, *earlier, order=(_said.number.desc(),), limit=limit
        )[::-1]

    def said_since(self, since: float) -> tuple[tuple[str, str, str], ...]:
        """Return what players have said among themselves since a time: message and match, for each of the others."""
        of_players = (_said.said_at >= since, _said.room == "players")
        columns = select(_said.id, _said.match, seats.c.person).distinct()
        chosen = columns.join(seats, seats.c.match_id == _said.match)
        chosen = chosen.where(*of_players, seats.c.person.is_not(None), seats.c.person != _said.person)
        with self.database.connect() as connection:
            return tuple((row[0], row[1], row[2]) for row in connection.execute(chosen))

    def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last message of each of these matches that has messages."""
        counted = select(_said.match, func.max(_said.number)).group_by(_said.match)
        found: dict[str, int] = {}
        with self.database.connect() as connection:
            for first in range(0, len(ids), _AT_ONCE):
                part = counted.where(_said.match.in_(ids[first : first + _AT_ONCE]))
                found |= {row[0]: row[1] for row in connection.execute(part)}
        return found

    def count_since(self, person_id: str, since: float) -> int:
        """Return how many messages a person has sent since a time; only one transaction at a time may count them."""
        self.lock(person_id)
        return self.count(_said.said_at > since, person=person_id)

    def count_finished(self, person_id: str) -> int:
        """Return the number of matches that are over in which a person has a seat."""
        counted = select(func.count(seats.c.match_id.distinct())).join(matches)
        counted = counted.where(seats.c.person == person_id, IS_PLAYED)
        with self.database.connect() as connection:
            return connection.execute(counted).scalar_one()

    def state(self, match_id: str, person_id: str) -> tuple[int, int, bool]:
        """Return the last number of a match, up to which a person has read, and whether they have muted it."""
        last = select(func.coalesce(func.max(_said.number), 0)).where(_said.match == match_id)
        seen, muted = (
            select(what).where(of.c.match_id == match_id, of.c.person == person_id)
            for what, of in ((talk_read.c.number, talk_read), (func.count(talk_mutes.c.person), talk_mutes))
        )
        chosen = select(*(part.scalar_subquery() for part in (last, seen, muted)))
        with self.database.connect() as connection:
            number, read, mutes = connection.execute(chosen).one()
        return number, read or 0, bool(mutes)


class TalkMutes(Rows, table=talk_mutes):
    """Who has muted the others in which match."""

    def mute(self, match_id: str, person_id: str, now: float) -> None:
        """Mute the others in a match for a person."""
        self.lock(match_id)
        self.insert_once(match_id=match_id, person=person_id, muted_at=now)

    def people(self, match_id: str) -> frozenset[str]:
        """Return the people who have muted a match."""
        return frozenset(self.pick(talk_mutes.c.person, match_id=match_id))


class TalkRead(Rows, table=talk_read):
    """Up to which message people have read the talk of a match."""

    def read(self, match_id: str, person_id: str, number: int) -> None:
        """Record that a person has read the talk of a match up to a message."""
        self.lock(match_id)
        self.put(match_id=match_id, person=person_id, number=number)
