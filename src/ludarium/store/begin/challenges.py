"""Challenges of one person to another: offers of a match, which are answered once.

An answer changes a row that is still open and younger than some time, so of several answers at once one counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

from sqlalchemy import BindParameter, ColumnElement, Connection, RowMapping, and_, func, insert, or_, select, update

from ludarium.core.errors import LudariumError
from ludarium.store.begin.challenge_addresses import ChallengeAddressTable
from ludarium.store.database import Also, Database
from ludarium.store.notices.notices import ANSWER, CHALLENGE, Notice, add_notice, end_notices
from ludarium.store.tables import match_challenges, people

Begins = Literal["challenger", "challenged", "random"]
BEGINS: tuple[Begins, ...] = get_args(Begins)
State = Literal["open", "accepted", "declined", "withdrawn", "countered"]
_row = match_challenges.c
_challenger, _challenged = people.alias("challenger"), people.alias("challenged")
_TERMS = ("game", "begins", "clock", "tick", "position", "rated", "nag_days")


@dataclass(frozen=True, slots=True)
class Terms:
    """The match that a challenge offers.

    | field      | content                                                       |
    |------------|---------------------------------------------------------------|
    | `game`     | the spec of the game                                          |
    | `begins`   | who has the first turn                                        |
    | `clock`    | the time control, as text; None for none                      |
    | `tick`     | the seconds of a tick, in a live match                        |
    | `position` | the position from which it starts; None for the initial one   |
    | `rated`    | whether it counts for the ratings                             |
    | `nag_days` | idle days until a reminder; None for those of each person     |
    """

    game: str
    begins: Begins = "random"
    clock: str | None = None
    tick: float | None = None
    position: str | None = None
    rated: bool = False
    nag_days: int | None = None


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
    """What a person has made: challenges that are open, those of them to one other person, and those since a time."""

    open: int
    to_one: int
    lately: int


class ChallengesTable:
    """The challenges of one database; those made before `since` cannot be answered any more."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.addresses = ChallengeAddressTable(database)

    def insert(
        self, challenge: Challenge, text: str, since: float, lately: float, check: Callable[[Made], object]
    ) -> None:
        """Insert a challenge, tell of it by a text, and answer the one that it counters.

        `check` is called with what the challenger has made so far, and may raise an exception: then nothing is stored.

        Raises `NoSuchChallenge` if the one to counter is not open any more.
        """
        terms = {name: getattr(challenge.terms, name) for name in _TERMS}
        with self._database.begin() as connection:
            if connection.dialect.name == "postgresql":  # SQLite lets one transaction write at a time
                connection.execute(select(func.pg_advisory_xact_lock(func.hashtext(challenge.challenger.id))))
            check(_count(connection, challenge, since, lately))
            if challenge.counters:
                _answer(connection, challenge.counters, since, state="countered", answered_at=challenge.created_at)
            connection.execute(
                insert(match_challenges).values(
                    id=challenge.id,
                    challenger_id=challenge.challenger.id,
                    challenged_id=challenge.challenged.id,
                    nonce=challenge.challenger.nonce,
                    message=challenge.message,
                    created_at=challenge.created_at,
                    state=challenge.state,
                    answer=challenge.answer,
                    counters=challenge.counters,
                    **terms,
                )
            )
            parties = (challenge.challenged.id, challenge.challenger.id)
            _tell(connection, CHALLENGE, challenge.id, *parties, text, challenge.created_at)

    def load(self, challenge_id: str) -> Challenge | None:
        """Return the challenge of an id, or None."""
        found = self._find(_row.id == challenge_id) if challenge_id.isprintable() else ()
        return found[0] if found else None

    def of_person(self, person_id: str, since: float, answered_since: float) -> tuple[Challenge, ...]:
        """Return a person's open challenges and those that were answered since a time, the newest first."""
        theirs = or_(_row.challenger_id == person_id, _row.challenged_id == person_id)
        return self._find(and_(theirs, or_(is_open(since), _row.answered_at >= answered_since)))

    def withdraw(self, challenge_id: str, now: float, since: float) -> None:
        """Record that a challenge is withdrawn; raise `NoSuchChallenge` if it is not open any more."""
        with self._database.begin() as connection:
            _answer(connection, challenge_id, since, state="withdrawn", answered_at=now)

    def decline(self, challenge: Challenge, reason: str, text: str, now: float, since: float) -> None:
        """Record that a challenge is declined, and tell of it; raise `NoSuchChallenge` if it is not open any more."""
        with self._database.begin() as connection:
            _answer(connection, challenge.id, since, state="declined", answered_at=now, answer=reason)
            _tell(connection, ANSWER, challenge.id, challenge.challenger.id, challenge.challenged.id, text, now)

    @staticmethod
    def accepting(challenge_id: str, match_id: str, now: float, since: float) -> Also:
        """Return what records an acceptance in the transaction that inserts its match, as `answer` does."""
        accepted = {"state": "accepted", "match_id": match_id}
        return lambda connection: _answer(connection, challenge_id, since, answered_at=now, **accepted)

    def _find(self, chosen: ColumnElement[bool]) -> tuple[Challenge, ...]:
        columns = select(
            match_challenges, _challenger.c.name.label("challenger"), _challenged.c.name.label("challenged")
        )
        joined = columns.join(_challenger, _challenger.c.id == _row.challenger_id)
        joined = joined.join(_challenged, _challenged.c.id == _row.challenged_id)
        with self._database.connect() as connection:
            rows = connection.execute(joined.where(chosen).order_by(_row.created_at.desc())).mappings()
            return tuple(map(_challenge, rows))


def end_between(connection: Connection, person_id: str, other_id: str | None, now: float) -> None:
    """End the open challenges between two people, or all of one person: those of others are declined."""
    for mine, theirs, state in (
        (_row.challenger_id, _row.challenged_id, "withdrawn"),
        (_row.challenged_id, _row.challenger_id, "declined"),
    ):
        chosen = and_(mine == person_id, _row.state == "open")
        chosen = chosen if other_id is None else and_(chosen, theirs == other_id)
        connection.execute(update(match_challenges).where(chosen).values(state=state, answered_at=now))


def is_open(since: float | BindParameter[float]) -> ColumnElement[bool]:
    """Return the condition that a challenge waits for an answer."""
    return and_(_row.state == "open", _row.created_at >= since)


def waits_for(person_id: BindParameter[str], since: BindParameter[float]) -> ColumnElement[bool]:
    """Return the condition that a challenge waits for a person's answer."""
    return and_(_row.challenged_id == person_id, is_open(since))


def challenge_path(challenge_id: str) -> str:
    """Return the page of the site that shows a challenge."""
    return f"/challenges/{challenge_id}"


def _tell(connection: Connection, kind: str, challenge_id: str, person: str, by: str, text: str, now: float) -> None:
    add_notice(connection, Notice(person, kind, challenge_path(challenge_id), now, by=by, data={"text": text}))


def _answer(connection: Connection, challenge_id: str, since: float, *, answered_at: float, **values: str) -> None:
    end_notices(connection, challenge_path(challenge_id), answered_at)
    ours = update(match_challenges).where(_row.id == challenge_id, is_open(since))
    if connection.execute(ours.values(answered_at=answered_at, **values)).rowcount != 1:
        raise NoSuchChallenge("this challenge was answered or withdrawn, or has expired")


def _count(connection: Connection, challenge: Challenge, since: float, lately: float) -> Made:
    theirs, to_one = _row.challenger_id == challenge.challenger.id, _row.challenged_id == challenge.challenged.id
    counted = (is_open(since), and_(is_open(since), to_one), _row.created_at >= lately)
    found = connection.execute(select(*(func.count().filter(condition) for condition in counted)).where(theirs))
    return Made(*map(int, found.one()))


def _challenge(row: RowMapping) -> Challenge:
    terms: dict[str, Any] = {name: row[name] for name in _TERMS}  # Any: values of columns
    rest = {
        name: row[name]
        for name in ("id", "message", "created_at", "state", "answer", "answered_at", "match_id", "counters")
    }
    return Challenge(
        challenger=Party(row["challenger_id"], row["challenger"], row["nonce"]),
        challenged=Party(row["challenged_id"], row["challenged"]),
        terms=Terms(**terms),
        **rest,
    )
