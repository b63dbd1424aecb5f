"""Messages in matches, the people who have muted them, and how far people have read.

A message has the next number of its match, so pages ask for what is new by the last number that they know. Messages
never change; they go with their match, or with the person who has said them.
"""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, RowMapping, Select, delete, exists, func, insert, or_, select, update

from ludarium.store.changes import TalkChange
from ludarium.store.database import Repository, lock
from ludarium.store.tables import blocks, matches, people, seats, talk_messages, talk_mutes, talk_read

Room = Literal["players", "spectators"]
_row = talk_messages.c
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


class TalkTable(Repository):
    """The messages of one database."""

    def insert(
        self, match_id: str, room: Room, person_id: str, turn: int, now: float, *, greeting: str, text: str, key: str
    ) -> bool:
        """Insert a message; return False if the match has one with this key as its id, which is empty for a new one."""
        with self.database.begin() as connection:
            lock(connection, f"talk {match_id}")
            if key and connection.execute(select(_row.id).where(_row.id == key)).first():
                return False
            last = connection.execute(select(func.max(_row.number)).where(_row.match_id == match_id)).scalar() or 0
            values = {"id": key or secrets.token_hex(12), "match_id": match_id, "number": last + 1, "room": room}
            values |= {"person_id": person_id, "greeting": greeting, "text": text, "turn": turn, "said_at": now}
            connection.execute(insert(talk_messages).values(**values))
            self.database.changes.append(TalkChange(match_id, last + 1))
        return True

    def last(
        self, match_id: str, person_id: str, rooms: Collection[Room], limit: int, before: int | None = None
    ) -> tuple[TalkMessage, ...]:
        """Return the last messages of rooms as a person sees them, in their order; with `before` those before it.

        Missing are those of people whom the person has blocked, and of all others if the person has muted the match.
        """
        blocked = select(blocks.c.blocked_id).where(blocks.c.person_id == person_id)
        muted = exists().where(talk_mutes.c.match_id == match_id, talk_mutes.c.person_id == person_id)
        heard = or_(_row.person_id == person_id, _row.person_id.not_in(blocked) & ~muted)
        chosen = _messages(_row.match_id == match_id, _row.room.in_(rooms), heard)
        chosen = chosen if before is None else chosen.where(_row.number < before)
        with self.database.connect() as connection:
            rows = connection.execute(chosen.order_by(_row.number.desc()).limit(limit)).mappings().all()
        return tuple(_message(row) for row in reversed(rows))

    def find(self, message_id: str) -> TalkMessage | None:
        """Return the message of an id, or None."""
        with self.database.connect() as connection:
            row = connection.execute(_messages(_row.id == message_id)).mappings().first()
        return _message(row) if row else None

    def said_since(self, since: float) -> tuple[tuple[str, str, str], ...]:
        """Return what players have said among themselves since a time: message and match, for each of the others."""
        of_players = (_row.said_at >= since, _row.room == "players")
        columns = select(_row.id, _row.match_id, seats.c.person_id).distinct()
        chosen = columns.join(seats, seats.c.match_id == _row.match_id)
        chosen = chosen.where(*of_players, seats.c.person_id.is_not(None), seats.c.person_id != _row.person_id)
        with self.database.connect() as connection:
            return tuple((row[0], row[1], row[2]) for row in connection.execute(chosen))

    def of_person(self, person_id: str) -> tuple[TalkMessage, ...]:
        """Return all messages of a person, the oldest first."""
        with self.database.connect() as connection:
            rows = connection.execute(_messages(_row.person_id == person_id).order_by(_row.said_at)).mappings()
            return tuple(map(_message, rows))

    def numbers(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the number of the last message of each of these matches that has messages."""
        counted = select(_row.match_id, func.max(_row.number)).group_by(_row.match_id)
        found: dict[str, int] = {}
        with self.database.connect() as connection:
            for first in range(0, len(ids), _AT_ONCE):
                part = counted.where(_row.match_id.in_(ids[first : first + _AT_ONCE]))
                found |= {row[0]: row[1] for row in connection.execute(part)}
        return found

    def count_since(self, person_id: str, since: float) -> int:
        """Return how many messages a person has sent since a time; only one transaction at a time may count them."""
        counted = select(func.count(_row.id)).where(_row.person_id == person_id, _row.said_at > since)
        with self.database.begin() as connection:
            lock(connection, f"talk of {person_id}")
            return int(connection.execute(counted).scalar_one())

    def count_finished(self, person_id: str) -> int:
        """Return the number of matches that are over in which a person has a seat."""
        counted = select(func.count(seats.c.match_id.distinct())).join(matches)
        counted = counted.where(seats.c.person_id == person_id, matches.c.ending != "")
        with self.database.connect() as connection:
            return int(connection.execute(counted).scalar_one())

    def mute(self, match_id: str, person_id: str, now: float) -> None:
        """Mute the others in a match for a person."""
        values = {"match_id": match_id, "person_id": person_id, "muted_at": now}
        with self.database.begin() as connection:
            lock(connection, f"talk {match_id}")
            if not connection.execute(select(talk_mutes).where(*_muted(match_id, person_id))).first():
                connection.execute(insert(talk_mutes).values(**values))

    def unmute(self, match_id: str, person_id: str) -> None:
        """Unmute the others in a match for a person."""
        with self.database.begin() as connection:
            connection.execute(delete(talk_mutes).where(*_muted(match_id, person_id)))

    def muted_by(self, match_id: str) -> frozenset[str]:
        """Return the people who have muted a match."""
        with self.database.connect() as connection:
            chosen = select(talk_mutes.c.person_id).where(talk_mutes.c.match_id == match_id)
            return frozenset(connection.execute(chosen).scalars())

    def state(self, match_id: str, person_id: str) -> tuple[int, int, bool]:
        """Return the last number of a match, up to which a person has read, and whether they have muted it."""
        last = select(func.coalesce(func.max(_row.number), 0)).where(_row.match_id == match_id)
        seen = select(talk_read.c.number).where(talk_read.c.match_id == match_id, talk_read.c.person_id == person_id)
        muted = select(func.count()).select_from(talk_mutes).where(*_muted(match_id, person_id))
        chosen = select(*(part.scalar_subquery() for part in (last, seen, muted)))
        with self.database.connect() as connection:
            number, read, mutes = connection.execute(chosen).one()
        return number, read or 0, bool(mutes)

    def read(self, match_id: str, person_id: str, number: int) -> None:
        """Record that a person has read the talk of a match up to a message."""
        ours = (talk_read.c.match_id == match_id, talk_read.c.person_id == person_id)
        with self.database.begin() as connection:
            lock(connection, f"talk {match_id}")
            if not connection.execute(update(talk_read).where(*ours).values(number=number)).rowcount:
                values = {"match_id": match_id, "person_id": person_id, "number": number}
                connection.execute(insert(talk_read).values(**values))


def _messages(*conditions: ColumnElement[bool]) -> Select[tuple[object, ...]]:
    chosen = select(talk_messages, people.c.name).join(people, people.c.id == _row.person_id)
    return chosen.where(*conditions)


def _muted(match_id: str, person_id: str) -> tuple[ColumnElement[bool], ...]:
    return talk_mutes.c.match_id == match_id, talk_mutes.c.person_id == person_id


def _message(row: RowMapping) -> TalkMessage:
    same = ("id", "number", "room", "name", "greeting", "text", "turn", "said_at")
    return TalkMessage(match=row["match_id"], person=row["person_id"], **{name: row[name] for name in same})
