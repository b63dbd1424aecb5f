"""Challenges of one person to another: offers of a match, which are answered once.

An answer changes a row that is still open and younger than some time, so of several answers at once one counts.
"""

from dataclasses import dataclass, fields
from typing import Literal, NamedTuple, get_args

from sqlalchemy import BindParameter, ColumnElement, and_, func, or_, select

from ludarium.core.errors import LudariumError
from ludarium.match.clock import Clock
from ludarium.site.ground.mapping import Part, Values
from ludarium.site.ground.table import Rows
from ludarium.site.ground.tables import challenge_addresses, match_challenges, people

Begins = Literal["challenger", "challenged", "random"]
BEGINS: tuple[Begins, ...] = get_args(Begins)
USUAL_LIVE, USUAL_SLOW = "600+5", "4d+2d/4d"
"""The clocks where none is chosen: of live matches and of those by correspondence."""
State = Literal["open", "agreed", "accepted", "declined", "withdrawn", "countered", "cancelled"]
_row = match_challenges.c
_challenger, _challenged = people.alias("challenger"), people.alias("challenged")


@dataclass(frozen=True, slots=True)
class Terms:
    """The match that a challenge offers.

    | field           | content                                                       |
    |-----------------|---------------------------------------------------------------|
    | `game`          | the spec of the game                                          |
    | `begins`        | who has the first turn                                        |
    | `clock`         | the time control, as text; None for none                      |
    | `tick`          | the seconds of a tick, in a live match                        |
    | `position`      | the position from which it starts; None for the initial one   |
    | `rated`         | whether it counts for the ratings                             |
    | `reminder_days` | idle days until a reminder; None for those of each person     |
    | `computers`     | whether accounts of bots may take part                        |
    | `times`         | when it may begin, in seconds since 1970; none for at once    |
    """

    game: str
    begins: Begins = "random"
    clock: str | None = None
    tick: float | None = None
    position: str | None = None
    rated: bool = False
    reminder_days: int | None = None
    computers: bool = False
    times: tuple[float, ...] = ()

    @property
    def is_live(self) -> bool:
        """Whether the match is played in one sitting, by clocks or ticks."""
        return self.tick is not None or (self.clock is not None and not Clock.parse(self.clock).is_correspondence)


class NoSuchChallenge(LudariumError):
    """No challenge has this id, or it is not this person's to answer, or was answered."""

    status = 404
    kind = "no-challenge"


class Party(NamedTuple):
    """One of the two people of a challenge, by id and name, with what they add to the dice."""

    id: str
    name: str
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; `answer` is what the other has written with the answer, `match_id` the match that it has begun.

    A counter-offer is a challenge that answers another one, `counters`. One whose time was agreed on is an appointment:
    it begins at `starts_at`, and at `due_at` something follows by itself.
    """

    id: str
    challenger: Party
    challenged: Party
    terms: Terms
    message: str
    created_at: float
    state: State = "open"
    answer: str = ""
    answered_at: float | None = None
    match_id: str | None = None
    counters: str | None = None
    starts_at: float | None = None
    due_at: float | None = None


class Made(NamedTuple):
    """Counts of a person's challenges: open ones, open ones to one other person, and those made since a time."""

    open: int
    to_one: int
    lately: int


class Appointment(NamedTuple):
    """The beginning of a match, what the challenged person adds to its dice, and when something follows by itself."""

    starts_at: float
    own_nonce: str
    due_at: float


class ChallengesTable(
    Values[Challenge],
    table=match_challenges,
    value=Challenge,
    computed={
        "challenger": Part(Party, {"id": _row.challenger, "name": _challenger.c.name, "nonce": _row.nonce}),
        "challenged": Part(Party, {"id": _row.challenged, "name": _challenged.c.name, "nonce": _row.own_nonce}),
        "terms": Part(Terms, {field.name: _row[field.name] for field in fields(Terms)}),
    },
    joined=match_challenges.join(_challenger, _challenger.c.id == _row.challenger).join(
        _challenged, _challenged.c.id == _row.challenged
    ),
    order=(_row.created_at.desc(),),
):
    """The challenges of one database, the newest first; those made before `since` cannot be answered any more."""

    def made(self, challenge: Challenge, since: float, lately: float) -> Made:
        """Return the counts of the challenger of a new challenge."""
        theirs, to_one = _row.challenger == challenge.challenger.id, _row.challenged == challenge.challenged.id
        counted = (is_open(since), and_(is_open(since), to_one), _row.created_at >= lately)
        found = select(*(func.count().filter(condition) for condition in counted)).where(theirs)
        with self.database.connect() as connection:
            return Made(*map(int, connection.execute(found).one()))

    def answer(
        self,
        challenge_id: str,
        state: State,
        now: float,
        since: float,
        *,
        reason: str = "",
        match_id: str | None = None,
        appointment: Appointment | None = None,
    ) -> None:
        """Record the answer to a challenge; raise `NoSuchChallenge` if it is not open any more."""
        values = {"answered_at": now, "state": state, "answer": reason, "match_id": match_id}
        values |= appointment._asdict() if appointment else {}
        if not self.set(challenge_id, is_open(since), **values):
            raise NoSuchChallenge("this challenge was answered or withdrawn, or has expired")

    def of_person(self, person_id: str, since: float, answered_since: float) -> tuple[Challenge, ...]:
        """Return a person's open challenges, their appointments, and those answered since a time."""
        return self.find(
            _of(person_id), or_(is_open(since), _row.state == "agreed", _row.answered_at >= answered_since)
        )

    def made_since(self, since: float) -> tuple[tuple[str, str], ...]:
        """Return the open challenges made since a time: each with the id of the person who is challenged."""
        return self.pairs(_row.id, _row.challenged, is_open(since))

    def end_between(self, person_id: str, other_id: str | None, now: float) -> None:
        """End the open challenges between two people, or all of one person: those of others are declined."""
        for mine, theirs, state in (
            (_row.challenger, _row.challenged, "withdrawn"),
            (_row.challenged, _row.challenger, "declined"),
        ):
            between = [] if other_id is None else [theirs == other_id]
            self.set(mine == person_id, _row.state == "open", *between, state=state, answered_at=now)
        between = [] if other_id is None else [_of(other_id)]
        agreed = (_of(person_id), _row.state == "agreed", *between)
        self.set(*agreed, state="cancelled", answered_at=now, due_at=now)  # which both hear when it is due

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of appointments for which something follows now, the most urgent first."""
        return self.pick(_row.id, _row.due_at <= now, order=(_row.due_at, _row.id), limit=limit)

    def step(self, challenge: Challenge, **values: object) -> bool:
        """Change an appointment, and lock it until the transaction ends; return False if it has changed meanwhile."""
        seen = and_(_row.state == challenge.state, _row.due_at == challenge.due_at)
        return self.set(challenge.id, seen, **values) == 1

    def begun(self, challenge_id: str, match_id: str) -> None:
        """Record the match that an appointment has begun."""
        self.set(challenge_id, match_id=match_id)

    def agreed(self, person_id: str) -> int:
        """Return the number of appointments of a person that are to come."""
        return self.count(_of(person_id), state="agreed")


class ChallengeAddressTable(Rows, table=challenge_addresses):
    """The addresses that answer challenges, by the hashes of their tokens."""

    def of_token(self, token_hash: str) -> str | None:
        """Return the id of the challenge that a token answers, or None."""
        return next(iter(self.pick(challenge_addresses.c.challenge_id, token_hash)), None)


def is_open(since: float | BindParameter[float]) -> ColumnElement[bool]:
    """Return the condition that a challenge waits for an answer."""
    return and_(_row.state == "open", _row.created_at >= since)


def _of(person_id: str) -> ColumnElement[bool]:
    return or_(_row.challenger == person_id, _row.challenged == person_id)


def waits_for(person_id: BindParameter[str], since: BindParameter[float]) -> ColumnElement[bool]:
    """Return the condition that a challenge waits for a person's answer."""
    return and_(_row.challenged == person_id, is_open(since))


def challenge_path(challenge_id: str) -> str:
    """Return the page of the site that shows a challenge."""
    return f"/challenges/{challenge_id}"
