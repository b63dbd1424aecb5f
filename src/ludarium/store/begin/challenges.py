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
State = Literal["open", "accepted", "declined", "withdrawn", "countered"]
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
    """

    game: str
    begins: Begins = "random"
    clock: str | None = None
    tick: float | None = None
    position: str | None = None
    rated: bool = False
    reminder_days: int | None = None
    computers: bool = False


class NoSuchChallenge(LudariumError):
    """No challenge has this id, or it is not this person's to answer, or was answered."""


class Party(NamedTuple):
    """One of the two people of a challenge, by id and name, with what they add to the dice."""

    id: str
    name: str
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; `answer` is what the other has written with the answer, `match_id` the match that it has begun.

    A counter-offer is a challenge that answers another one, `counters`.
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


class Made(NamedTuple):
    """Counts of a person's challenges: open ones, open ones to one other person, and those made since a time."""

    open: int
    to_one: int
    lately: int


class ChallengesTable(Repository):
    """The challenges of one database; those made before `since` cannot be answered any more."""

    def hold(self, challenger_id: str) -> None:
        """Let only one transaction at a time make a challenge of a person."""
        with self.database.begin() as connection:
            lock(connection, challenger_id)

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
    ) -> None:
        """Record the answer to a challenge; raise `NoSuchChallenge` if it is not open any more."""
        ours = update(match_challenges).where(_row.id == challenge_id, is_open(since))
        ours = ours.values(answered_at=now, state=state, answer=reason, match_id=match_id)
        with self.database.begin() as connection:
            if connection.execute(ours).rowcount != 1:
                raise NoSuchChallenge("this challenge was answered or withdrawn, or has expired")

    def load(self, challenge_id: str) -> Challenge | None:
        """Return the challenge of an id, or None."""
        found = self._find(_row.id == challenge_id) if challenge_id.isprintable() else ()
        return found[0] if found else None

    def of_person(self, person_id: str, since: float, answered_since: float) -> tuple[Challenge, ...]:
        """Return a person's open challenges and those that were answered since a time, the newest first."""
        theirs = or_(_row.challenger_id == person_id, _row.challenged_id == person_id)
        return self._find(and_(theirs, or_(is_open(since), _row.answered_at >= answered_since)))

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
        for name in ("id", "message", "created_at", "state", "answer", "answered_at", "match_id", "counters")
    }
    return Challenge(
        challenger=Party(row["challenger_id"], row["challenger"], row["nonce"]),
        challenged=Party(row["challenged_id"], row["challenged"]),
        terms=Terms(**terms, reminder_days=row["nag_days"]),
        **rest,
    )
