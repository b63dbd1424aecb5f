"""Challenge ladders in the database: who is at which place, the challenges for places, and the log of all changes.

Every transaction that changes a ladder first locks it, so that of two challenges, answers or results that come at the
same time the second sees what the first has changed. `game` is the name of a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import and_, exists, func, or_, select, union

from ludarium.site.ground.mapping import Values
from ludarium.site.ground.tables import blocks, ladder_challenges, ladder_log, ladder_places, people
from ludarium.tournament.challenge_ladder import LadderChange, LadderEvent

_place, _line, _asked = ladder_places.c, ladder_log.c, ladder_challenges.c
_one, _other = people.alias(), people.alias()
_IS_OPEN = _asked.ended_at.is_(None)
_IS_BLOCKED = and_(
    _IS_OPEN,
    _asked.match_id.is_(None),
    exists().where(blocks.c.person == _asked.challenger, blocks.c.blocked == _asked.challenged),
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
    portrait: int | None = None

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


class LadderPlaces(
    Values[LadderPlace],
    table=ladder_places,
    value=LadderPlace,
    computed={name: people.c[name] for name in ("name", "closed_at", "suspended_until", "portrait")},
    joined=ladder_places.join(people),
    order=(_place.game, _place.place),
):
    """Who is at which place."""

    def set_places(self, game: str, changed: Mapping[str, int]) -> None:
        """Change the places of people."""
        for person_id, place in changed.items():
            self.set((game, person_id), place=place)

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the games of ladders in which there is something to do."""
        closed = select(_place.game).join(people).where(people.c.closed_at.is_not(None))
        late = select(_asked.game).where(_IS_OPEN, _asked.answer_by <= now)
        blocked = select(_asked.game).where(_IS_BLOCKED)
        idle = select(_place.game).where(_place.sinks_at <= now)
        with self.database.connect() as connection:
            return tuple(connection.execute(union(closed, late, blocked, idle).limit(limit)).scalars())

    def up_to(self, place: int) -> tuple[LadderPlace, ...]:
        """Return the first places of all ladders, by game and place."""
        return self.find(_place.place <= place, limit=1000)

    def games(self) -> Mapping[str, int]:
        """Return how many people are on each ladder that has some, by game."""
        counted = select(_place.game, func.count()).group_by(_place.game).order_by(_place.game)
        with self.database.connect() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}


class LadderLog(
    Values[LogLine],
    table=ladder_log,
    value=LogLine,
    computed={"name": _one.c.name, "other_name": _other.c.name},
    joined=ladder_log.join(_one, _one.c.id == _line.person).outerjoin(_other, _other.c.id == _line.other),
    order=(_line.number.desc(),),
):
    """The logs, the latest line first."""

    def before(self, game: str, number: int | None, limit: int) -> tuple[LogLine, ...]:
        """Return lines of a log before a number, or the last ones."""
        return self.find(*([] if number is None else [_line.number < number]), limit=limit, game=game)

    def next_number(self, game: str) -> int:
        """Return the number of the next line of a log."""
        return self.next(_line.number, first=1, game=game)

    def left_at(self, game: str, person_id: str) -> float | None:
        """Return when a person last left a ladder; None for never."""
        found: tuple[float | None, ...] = self.pick(func.max(_line.at), game=game, person=person_id, kind="left")
        return found[0]


class PlaceChallenges(
    Values[PlaceChallenge],
    table=ladder_challenges,
    value=PlaceChallenge,
    computed={"challenger_name": _one.c.name, "challenged_name": _other.c.name},
    joined=ladder_challenges.join(_one, _one.c.id == _asked.challenger).join(_other, _other.c.id == _asked.challenged),
    order=(_asked.made_at, _asked.number),
):
    """The challenges for places, the oldest first."""

    def open(self, game: str) -> tuple[PlaceChallenge, ...]:
        """Return the challenges of a ladder that have not ended."""
        return self.find(_IS_OPEN, game=game)

    def blocked(self, game: str) -> tuple[PlaceChallenge, ...]:
        """Return the challenges of a ladder that wait, and whose challengers have blocked the challenged people."""
        return self.find(_IS_BLOCKED, game=game)

    def open_of(self, person_id: str) -> tuple[PlaceChallenge, ...]:
        """Return the challenges by and to a person in all ladders that have not ended."""
        return self.find(_IS_OPEN, or_(_asked.challenger == person_id, _asked.challenged == person_id))

    def played_since(self, game: str, person_id: str, since: float) -> tuple[PlaceChallenge, ...]:
        """Return the challenges of a person in a ladder that have ended since a time."""
        return self.find(_asked.ended_at >= since, game=game, challenger=person_id)

    def of_match(self, match_id: str) -> PlaceChallenge | None:
        """Return the challenge of a match that has not ended; None for other matches."""
        return self.one(_IS_OPEN, match_id=match_id)
