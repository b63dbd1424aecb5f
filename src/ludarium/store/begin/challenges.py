"""Challenges of one person to another: offers of a match, which are answered once.

An answer changes a row that is still open and younger than some time, so of several answers at once one counts.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import BindParameter, ColumnElement, RowMapping, and_, func, insert, or_, select, update

from ludarium.core.errors import LudariumError
from ludarium.store.database import Repository, lock
from ludarium.store.tables import match_challenges, people

Begins = Literal["challenger", "challenged", "random"]
BEGINS: tuple[Begins, ...] = get_args(Begins)
State = Literal["open", "agreed", "accepted", "declined", "withdrawn", "countered", "cancelled"]
_row = match_challenges.c
_challenger, _challenged = people.alias("challenger"), people.alias("challenged")
_TERMS = ("game", "begins", "clock", "tick", "position", "rated", "computers")


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


class ChallengesTable(Repository):
    """The challenges of one database; those made before `since` cannot be answered any more."""

    def hold(self, challenger_id: str) -> None:
        """Let only one transaction at a time make a challenge of a person."""
        with self.database.begin() as connection:
            lock(connection, challenger_id)

    def hold_appointments(self, person_id: str) -> None:
        """Let only one transaction at a time agree on an appointment of a person."""
        with self.database.begin() as connection:
            lock(connection, f"appointments of {person_id}")

    def made(self, challenge: Challenge, since: float, lately: float) -> Made:
        """Return the counts of the challenger of a new challenge."""
        theirs, to_one = _row.challenger_id == challenge.challenger.id, _row.challenged_id == challenge.challenged.id
        counted = (is_open(since), and_(is_open(since), to_one), _row.created_at >= lately)
        found = select(*(func.count().filter(condition) for condition in counted)).where(theirs)
        with self.database.connect() as connection:
            return Made(*map(int, connection.execute(found).one()))

    def insert(self, challenge: Challenge) -> None:
        """Insert a challenge."""
        values = {name: getattr(challenge.terms, name) for name in _TERMS}
        values |= {name: getattr(challenge, name) for name in ("id", "message", "created_at", "state", "answer")}
        values |= {"nonce": challenge.challenger.nonce, "counters": challenge.counters}
        values |= {"times": " ".join(f"{each:.0f}" for each in challenge.terms.times)}
        values |= {"challenger_id": challenge.challenger.id, "challenged_id": challenge.challenged.id}
        with self.database.begin() as connection:
            connection.execute(insert(match_challenges).values(nag_days=challenge.terms.reminder_days, **values))

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
        ours = update(match_challenges).where(_row.id == challenge_id, is_open(since))
        ours = ours.values(answered_at=now, state=state, answer=reason, match_id=match_id)
        ours = ours.values(**appointment._asdict()) if appointment else ours
        with self.database.begin() as connection:
            if connection.execute(ours).rowcount != 1:
                raise NoSuchChallenge("this challenge was answered or withdrawn, or has expired")

    def load(self, challenge_id: str) -> Challenge | None:
        """Return the challenge of an id, or None."""
        found = self._find(_row.id == challenge_id) if challenge_id.isprintable() else ()
        return found[0] if found else None

    def of_person(self, person_id: str, since: float, answered_since: float) -> tuple[Challenge, ...]:
        """Return a person's open challenges, their appointments, and those answered since a time, the newest first."""
        shown = or_(is_open(since), _row.state == "agreed", _row.answered_at >= answered_since)
        return self._find(and_(_of(person_id), shown))

    def made_since(self, since: float) -> tuple[tuple[str, str], ...]:
        """Return the open challenges made since a time: each with the id of the person who is challenged."""
        chosen = select(_row.id, _row.challenged_id).where(_row.state == "open", _row.created_at >= since)
        with self.database.connect() as connection:
            return tuple((row[0], row[1]) for row in connection.execute(chosen))

    def end_between(self, person_id: str, other_id: str | None, now: float) -> None:
        """End the open challenges between two people, or all of one person: those of others are declined."""
        for mine, theirs, state in (
            (_row.challenger_id, _row.challenged_id, "withdrawn"),
            (_row.challenged_id, _row.challenger_id, "declined"),
        ):
            chosen = and_(mine == person_id, _row.state == "open")
            chosen = chosen if other_id is None else and_(chosen, theirs == other_id)
            with self.database.begin() as connection:
                connection.execute(update(match_challenges).where(chosen).values(state=state, answered_at=now))
        chosen = and_(_of(person_id), _row.state == "agreed")
        chosen = chosen if other_id is None else and_(chosen, _of(other_id))
        with self.database.begin() as connection:  # which both hear when it is due
            connection.execute(
                update(match_challenges).where(chosen).values(state="cancelled", answered_at=now, due_at=now)
            )

    def due(self, now: float, limit: int) -> tuple[str, ...]:
        """Return the ids of appointments for which something follows now, the most urgent first."""
        found = select(_row.id).where(_row.due_at <= now).order_by(_row.due_at, _row.id).limit(limit)
        with self.database.connect() as connection:
            return tuple(connection.execute(found).scalars())

    def step(self, challenge: Challenge, **values: Any) -> bool:  # Any: the columns that change
        """Change an appointment, and hold it until the transaction ends; return False if it has changed meanwhile."""
        seen = and_(_row.id == challenge.id, _row.state == challenge.state, _row.due_at == challenge.due_at)
        with self.database.begin() as connection:
            return connection.execute(update(match_challenges).where(seen).values(**values)).rowcount == 1

    def begun(self, challenge_id: str, match_id: str) -> None:
        """Record the match that an appointment has begun."""
        with self.database.begin() as connection:
            ours = update(match_challenges).where(_row.id == challenge_id)
            connection.execute(ours.values(match_id=match_id))

    def agreed(self, person_id: str) -> int:
        """Return the number of appointments of a person that are to come."""
        found = select(func.count()).where(_of(person_id), _row.state == "agreed")
        with self.database.connect() as connection:
            return int(connection.execute(found).scalar_one())

    def _find(self, chosen: ColumnElement[bool]) -> tuple[Challenge, ...]:
        columns = select(
            match_challenges, _challenger.c.name.label("challenger"), _challenged.c.name.label("challenged")
        )
        joined = columns.join(_challenger, _challenger.c.id == _row.challenger_id)
        joined = joined.join(_challenged, _challenged.c.id == _row.challenged_id)
        with self.database.connect() as connection:
            rows = connection.execute(joined.where(chosen).order_by(_row.created_at.desc())).mappings()
            return tuple(map(_challenge, rows))


def is_open(since: float | BindParameter[float]) -> ColumnElement[bool]:
    """Return the condition that a challenge waits for an answer."""
    return and_(_row.state == "open", _row.created_at >= since)


def _of(person_id: str) -> ColumnElement[bool]:
    return or_(_row.challenger_id == person_id, _row.challenged_id == person_id)


def waits_for(person_id: BindParameter[str], since: BindParameter[float]) -> ColumnElement[bool]:
    """Return the condition that a challenge waits for a person's answer."""
    return and_(_row.challenged_id == person_id, is_open(since))


def challenge_path(challenge_id: str) -> str:
    """Return the page of the site that shows a challenge."""
    return f"/challenges/{challenge_id}"


def _challenge(row: RowMapping) -> Challenge:
    terms: dict[str, Any] = {name: row[name] for name in _TERMS}  # Any: values of columns
    rest = {
        name: row[name]
        for name in (
            "id", "message", "created_at", "state", "answer", "answered_at", "match_id", "counters", "starts_at",
            "due_at",
        )
    }  # fmt: skip
    times = tuple(map(float, row["times"].split()))
    return Challenge(
        challenger=Party(row["challenger_id"], row["challenger"], row["nonce"]),
        challenged=Party(row["challenged_id"], row["challenged"], row["own_nonce"]),
        terms=Terms(**terms, reminder_days=row["nag_days"], times=times),
        **rest,
    )
