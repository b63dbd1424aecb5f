"""Challenge ladders in the database: who is at which place, the challenges for places, and the log of all changes.

Every transaction that changes a ladder first locks it, so that of two challenges, answers or results that come at the
same time the second sees what the first has changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, union, update

from ludarium.store.database import Repository, lock
from ludarium.store.tables import blocks, ladder_challenges, ladder_log, ladder_places, people
from ludarium.tournament.challenge_ladder import LadderChange, LadderEvent

_place, _line, _asked = ladder_places.c, ladder_log.c, ladder_challenges.c
_challenger, _challenged = people.alias(), people.alias()
_IS_OPEN = _asked.ended_at.is_(None)
_IS_BLOCKED = and_(
    _IS_OPEN,
    _asked.match_id.is_(None),
    exists().where(blocks.c.person_id == _asked.challenger_id, blocks.c.blocked_id == _asked.challenged_id),
)
"""Whether a challenge waits whose challenger has blocked the challenged person."""


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A person's place, from 1; the person sinks at `sinks_at` unless they play before, and is idle from `idle_at`."""

    game: str
    person: str
    name: str
    place: int
    joined_at: float
    idle_at: float
    sinks_at: float
    closed_at: float | None = None
    suspended_until: float | None = None

    def is_out(self, now: float) -> bool:
        """Return whether the account is closed or cannot be used now."""
        return self.closed_at is not None or (self.suspended_until is not None and now < self.suspended_until)


@dataclass(frozen=True, slots=True)
class PlaceChallenge:
    """A challenge for a place, with the number of its line in the log.

    It waits for an answer until `answer_by`, then for the end of its match; `outcome` is empty until it has ended.
    """

    game: str
    number: int
    challenger: str
    challenger_name: str
    challenged: str
    challenged_name: str
    made_at: float
    answer_by: float | None
    match_id: str | None = None
    ended_at: float | None = None
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of a log, numbered from 1, with the places of the two people after it."""

    number: int
    at: float
    kind: LadderEvent
    person: str
    name: str
    other: str | None = None
    other_name: str | None = None
    match_id: str | None = None
    place: int | None = None
    other_place: int | None = None

    @property
    def change(self) -> LadderChange:
        """What the line says about places."""
        return LadderChange(self.kind, self.person, self.other)


class ChallengeLadderTable(Repository):
    """The challenge ladders of one database; `game` is the name of a game."""

    def lock(self, game: str) -> None:
        """Let no other transaction change a ladder until this one ends."""
        with self.database.begin() as connection:
            lock(connection, f"challenge ladder of {game}")

    def lock_person(self, person_id: str) -> None:
        """Let no other transaction count the ladders of a person until this one ends."""
        with self.database.begin() as connection:
            lock(connection, f"challenge ladders of {person_id}")

    def places(self, game: str) -> tuple[LadderPlace, ...]:
        """Return the places of a ladder, the first at first."""
        return self._places(_place.game == game)

    def of_person(self, person_id: str) -> tuple[LadderPlace, ...]:
        """Return the places of a person, by game."""
        return self._places(_place.person_id == person_id)

    def join(self, game: str, person_id: str, place: int, now: float, idle_at: float) -> None:
        """Insert a person at a place."""
        values = {"game": game, "person_id": person_id, "place": place, "joined_at": now}
        with self.database.begin() as connection:
            connection.execute(insert(ladder_places).values(idle_at=idle_at, sinks_at=idle_at, **values))

    def remove(self, game: str, person_id: str) -> None:
        """Remove a person."""
        with self.database.begin() as connection:
            connection.execute(delete(ladder_places).where(_of(game, person_id)))

    def set_places(self, game: str, changed: Mapping[str, int]) -> None:
        """Change the places of people."""
        with self.database.begin() as connection:
            for person_id, place in changed.items():
                connection.execute(update(ladder_places).where(_of(game, person_id)).values(place=place))

    def set_times(self, game: str, person_id: str, **times: float) -> None:
        """Change when a person is idle or sinks."""
        with self.database.begin() as connection:
            connection.execute(update(ladder_places).where(_of(game, person_id)).values(**times))

    def next_number(self, game: str) -> int:
        """Return the number of the next line of a log."""
        with self.database.connect() as connection:
            found = select(func.coalesce(func.max(_line.number), 0) + 1).where(_line.game == game)
            return int(connection.execute(found).scalar_one())

    def write(self, game: str, line: LogLine) -> None:
        """Insert a line of a log."""
        values = {"person_id": line.person, "other_id": line.other, "person_place": line.place}
        same = {name: getattr(line, name) for name in ("number", "at", "kind", "match_id", "other_place")}
        with self.database.begin() as connection:
            connection.execute(insert(ladder_log).values(game=game, **values, **same))

    def log(self, game: str, before: int | None, limit: int) -> tuple[LogLine, ...]:
        """Return lines of a log before a number, the latest first."""
        chosen = _line.game == game if before is None else and_(_line.game == game, _line.number < before)
        found = select(ladder_log, _challenger.c.name, _challenged.c.name.label("other_name"))
        found = found.join(_challenger, _challenger.c.id == _line.person_id)
        found = found.outerjoin(_challenged, _challenged.c.id == _line.other_id).where(chosen)
        same = ("number", "at", "kind", "name", "other_name", "match_id", "other_place")
        with self.database.connect() as connection:
            rows = connection.execute(found.order_by(_line.number.desc()).limit(limit)).mappings()
            return tuple(
                LogLine(
                    person=row["person_id"],
                    other=row["other_id"],
                    place=row["person_place"],
                    **{name: row[name] for name in same},
                )
                for row in rows
            )

    def left_at(self, game: str, person_id: str) -> float | None:
        """Return when a person last left a ladder; None for never."""
        chosen = and_(_line.game == game, _line.person_id == person_id, _line.kind == "left")
        with self.database.connect() as connection:
            found: float | None = connection.execute(select(func.max(_line.at)).where(chosen)).scalar_one()
        return found

    def challenge(self, made: PlaceChallenge) -> None:
        """Insert a challenge."""
        values: dict[str, Any] = {  # Any: the values of columns
            name: getattr(made, name) for name in ("game", "number", "made_at", "answer_by", "outcome")
        }
        values |= {"challenger_id": made.challenger, "challenged_id": made.challenged}
        with self.database.begin() as connection:
            connection.execute(insert(ladder_challenges).values(**values))

    def set_challenge(self, challenge: PlaceChallenge, **values: Any) -> None:  # Any: the columns that change
        """Change a challenge of a ladder that is locked."""
        ours = and_(_asked.game == challenge.game, _asked.number == challenge.number)
        with self.database.begin() as connection:
            connection.execute(update(ladder_challenges).where(ours).values(**values))

    def open(self, game: str) -> tuple[PlaceChallenge, ...]:
        """Return the challenges of a ladder that have not ended, the oldest first."""
        return self._challenges(and_(_asked.game == game, _IS_OPEN))

    def blocked(self, game: str) -> tuple[PlaceChallenge, ...]:
        """Return the challenges of a ladder that wait, and whose challengers have blocked the challenged people."""
        return self._challenges(and_(_asked.game == game, _IS_BLOCKED))

    def open_of(self, person_id: str) -> tuple[PlaceChallenge, ...]:
        """Return the challenges by and to a person in all ladders that have not ended, the oldest first."""
        return self._challenges(and_(_IS_OPEN, _is_of(person_id)))

    def played_since(self, game: str, person_id: str, since: float) -> tuple[PlaceChallenge, ...]:
        """Return the challenges of a person in a ladder that have ended since a time, the oldest first."""
        return self._challenges(and_(_asked.game == game, _asked.challenger_id == person_id, _asked.ended_at >= since))

    def of_match(self, match_id: str) -> PlaceChallenge | None:
        """Return the challenge of a match that has not ended; None for other matches."""
        found = self._challenges(and_(_asked.match_id == match_id, _IS_OPEN))
        return found[0] if found else None

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the games of ladders in which there is something to do."""
        closed = select(_place.game).join(people).where(people.c.closed_at.is_not(None))
        late = select(_asked.game).where(_IS_OPEN, _asked.answer_by <= now)
        blocked = select(_asked.game).where(_IS_BLOCKED)
        idle = select(_place.game).where(_place.sinks_at <= now)
        with self.database.connect() as connection:
            return tuple(connection.execute(union(closed, late, blocked, idle).limit(limit)).scalars())

    def games(self) -> Mapping[str, int]:
        """Return how many people are on each ladder that has some, by game."""
        counted = select(_place.game, func.count()).group_by(_place.game).order_by(_place.game)
        with self.database.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}

    def _places(self, chosen: ColumnElement[bool]) -> tuple[LadderPlace, ...]:
        columns = (people.c.name, people.c.closed_at, people.c.suspended_until)
        found = select(ladder_places, *columns).join(people).where(chosen).order_by(_place.game, _place.place)
        same = ("game", "name", "place", "joined_at", "idle_at", "sinks_at", "closed_at", "suspended_until")
        with self.database.connect() as connection:
            return tuple(
                LadderPlace(person=row["person_id"], **{name: row[name] for name in same})
                for row in connection.execute(found).mappings()
            )

    def _challenges(self, chosen: ColumnElement[bool]) -> tuple[PlaceChallenge, ...]:
        names = (_challenger.c.name.label("challenger_name"), _challenged.c.name.label("challenged_name"))
        found = select(ladder_challenges, *names).join(_challenger, _challenger.c.id == _asked.challenger_id)
        found = found.join(_challenged, _challenged.c.id == _asked.challenged_id).where(chosen)
        same = (
            "game", "number", "made_at", "answer_by", "match_id", "ended_at", "outcome", "challenger_name",
            "challenged_name",
        )  # fmt: skip
        with self.database.connect() as connection:
            rows = connection.execute(found.order_by(_asked.made_at, _asked.number)).mappings()
            return tuple(
                PlaceChallenge(
                    challenger=row["challenger_id"],
                    challenged=row["challenged_id"],
                    **{name: row[name] for name in same},
                )
                for row in rows
            )


def _of(game: str, person_id: str) -> ColumnElement[bool]:
    return and_(_place.game == game, _place.person_id == person_id)


def _is_of(person_id: str) -> ColumnElement[bool]:
    return or_(_asked.challenger_id == person_id, _asked.challenged_id == person_id)
