"""The plain values that the store saves and returns.

Size: a paragraph for each value, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ludarium.match.match import Match


class Invitation(NamedTuple):
    """The token of the link to an open seat, when it was made, and whether anybody may take the seat.

    The token is a secret unless the seat is for anybody.
    """

    token: str
    created_at: float
    for_anybody: bool = False


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """The player of a seat: a person, or a bot by its level or spec; a vacant seat has the name of the player who left.

    | field        | content                                                                              |
    |--------------|--------------------------------------------------------------------------------------|
    | `name`       | the name that the match shows                                                        |
    | `person`     | the id of the person; None for bots, open seats, and people of versions before 0.2   |
    | `invitation` | the invitation to an open seat that waits for a person                               |
    | `nonce`      | what the person has added to the dice; empty for nothing                             |
    | `joined_by`  | the token of the invitation by which the person took the seat; empty without one     |
    """

    kind: Literal["person", "bot", "vacant"]
    name: str
    person: str | None = None
    invitation: Invitation | None = None
    nonce: str = ""
    joined_by: str = ""

    @property
    def is_bot(self) -> bool:
        """Whether a bot of the site plays."""
        return self.kind == "bot"

    @property
    def is_person(self) -> bool:
        """Whether a person plays, or is invited to."""
        return self.kind == "person"

    @property
    def is_vacant(self) -> bool:
        """Whether the player has left, and nobody plays."""
        return self.kind == "vacant"

    @property
    def is_open(self) -> bool:
        """Whether the seat waits for a person who has been invited."""
        return self.invitation is not None


@dataclass(frozen=True, slots=True)
class Person:
    """A person: a guest, or an account, which has a way to sign in.

    | field           | content                                                             |
    |-----------------|---------------------------------------------------------------------|
    | `named`         | whether the name was chosen, or given to a guest                    |
    | `account_since` | when the person became an account; None for a guest                 |
    | `email`         | the confirmed address, in lower case, or None                       |
    | `invited`       | whether the person may make an account where an invitation is asked |
    | `closed_at`     | when the account was closed, or None                                |
    | `challenges`    | what others may do: start a match with the person, ask, or none     |
    | `owner_id`      | of the account of a bot: whose it is; None for people               |
    | `computers`     | whether accounts of bots may challenge the person                   |
    | `moderator`     | whether the person looks after the order of the site                |
    | `suspended_until` | until when the account cannot be used, or None                    |
    | `portrait`      | the number of the portrait that they have chosen, or None           |
    | `about`         | what they say about themselves, or None                             |
    """

    id: str
    name: str
    named: bool
    created_at: float
    account_since: float | None = None
    email: str | None = None
    invited: bool = False
    administrator: bool = False
    closed_at: float | None = None
    challenges: Literal["start", "ask", "none"] = "start"
    owner_id: str | None = None
    computers: bool = False
    moderator: bool = False
    suspended_until: float | None = None
    portrait: int | None = None
    about: str | None = None

    @property
    def is_account(self) -> bool:
        """Whether the person has an account."""
        return self.account_since is not None

    @property
    def is_bot(self) -> bool:
        """Whether this is the account of a bot."""
        return self.owner_id is not None

    @property
    def moderates(self) -> bool:
        """Whether the person may see reports and decide about them, as moderators and administrators may."""
        return (self.moderator or self.administrator) and self.closed_at is None

    def is_suspended(self, now: float) -> bool:
        """Return whether the account cannot be used at a time."""
        return self.suspended_until is not None and now < self.suspended_until


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of a person; `id` is its credential id in base64url."""

    id: str
    person: str
    name: str
    public_key: bytes
    sign_count: int
    created_at: float
    used_at: float | None = None


@dataclass(frozen=True, slots=True)
class SignInCode:
    """The database row of a mail that signs a person in: the hashes of its link and its code.

    `person` is whom it signs in, `email` the address to which it went, which it confirms: in place of the one before,
    or as a `further` one. A link that a browser shows for another one has neither an address nor a code.
    """

    token_hash: str
    code_hash: str
    email: str
    person: str
    expires_at: float
    further: bool = False


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """A message that waits to be sent; its text is made from `kind` and `data` when it is sent."""

    id: str
    kind: str
    person: str | None
    address: str
    data: Mapping[str, str]
    created_at: float
    tries: int = 0


class Act(NamedTuple):
    """An act of an administrator, or of a person against others.

    `actor` is the id of a person, or other words; `subject` the id of a person or a match, or empty. `detail` names
    people by `mention`: what is in the log stays.
    """

    at: float
    actor: str
    act: str
    subject: str = ""
    detail: str = ""


class LoggedAct(NamedTuple):
    """An act with what readers see: the names of the people, and the number of the match."""

    act: Act
    actor: str
    subject: str
    match_number: int | None

    @property
    def detail(self) -> str:
        """The details of the act besides the names."""
        return "" if self.act.detail == self.subject else self.act.detail


@dataclass(frozen=True, slots=True)
class Session:
    """A browser in which a person is known; `id` is the hash of its token."""

    id: str
    person: str
    browser: str
    created_at: float
    seen_at: float


class Live(NamedTuple):
    """The state of a live match: it plays a turn every `tick` seconds, once the seats of all people are in `ready`.

    It is running until `expires_at`, which every turn extends, so a match whose server has stopped is soon paused.
    `keeper` is the process that plays the ticks; it is empty before the first one. A match of bots alone is `resting`
    while nobody watches it, and runs again for the next person who does. No turn is played while the bots of the seats
    in `getting_ready` wait for the compiler.

    In a rated match a pause ends at `pause_ends_at`, 0 while none is limited; `paused_by` is the seat that has asked
    for it, or -1, `paused_at` when it did, and `paused` holds by seat the seconds of the pauses before it.
    """

    tick: float
    ready: tuple[int, ...] = ()
    expires_at: float = 0.0
    keeper: str = ""
    resting: bool = False
    getting_ready: tuple[int, ...] = ()
    paused_by: int = -1
    paused_at: float = 0.0
    pause_ends_at: float = 0.0
    paused: tuple[float, ...] = ()


Interval = tuple[float, float]
"""The times at which something begins and ends."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clocks of the current turn.

    | field        | content                                                                                    |
    |--------------|--------------------------------------------------------------------------------------------|
    | `started_at` | when the clocks of the seats that must act began to run; None while none runs              |
    | `paused`     | the seconds in this turn for which no server was running; `started_at` was moved by them   |
    | `given`      | by seat: the seconds that an opponent has given it in this turn                            |
    | `vacations`  | by seat: the vacations of its person that this turn's clock waits for, in order            |
    """

    started_at: float | None = None
    paused: float = 0.0
    given: Mapping[int, float] = field(default_factory=dict)
    vacations: Mapping[int, tuple[Interval, ...]] = field(default_factory=dict)


class Departure(NamedTuple):
    """The people of a leaver (`Match.leavers`): who left a seat and when, and who took it over."""

    person: str | None
    left_at: float
    replaced_by: str | None = None


@dataclass(frozen=True, slots=True)
class MatchRevision:
    """A match at one moment, with its seats. Times are seconds since 1970.

    | field              | content                                                                              |
    |--------------------|--------------------------------------------------------------------------------------|
    | `number`           | by which people call the match; 0 before it is stored                                |
    | `rated`            | whether the match counts for the ratings of its players                              |
    | `revision`         | the number of changes so far; a later state of the match has a higher one            |
    | `answerable_since` | the oldest revision that a turn may still answer: since then only orders were sealed |
    |                    | or, in a live match, only orders were set and ticks played                           |
    | `turn_started_at`  | when the current turn began                                                          |
    | `turn_clock`       | the clocks of the current turn                                                       |
    | `departures`       | the people of the match's leavers, in the same order                                 |
    | `rematch`          | the id of the match that was begun as a rematch of this one, or None                 |
    | `private`          | whether the match is in no list, and found by its link alone                         |
    | `closed`           | whether others may still play with its dice, so that nobody else sees it, and the    |
    |                    | secret stays hidden after its end                                                    |
    | `computers`        | whether accounts of bots may take part in the match                                  |
    | `voided`           | whether a moderator has decided that the match counts for no rating                  |
    | `updated_at`       | when the match changed last; after its end, when it ended                            |
    | `values`           | by seat: the last estimate of its payoff by its bot, or None                         |
    | `live`             | the tick and state of a live match, or None                                          |
    | `host`             | the id of the person who created the match; None in a match of a version before 0.2  |
    | `secret`           | random bytes that only the server knows until the match is over: the seeds of bots,  |
    |                    | and committed dice, follow from them; None in a match of a version before 0.2        |
    """

    id: str
    revision: int
    answerable_since: int
    match: Match
    seats: tuple[SeatAssignment, ...]
    created_at: float
    updated_at: float
    turn_started_at: float
    values: tuple[float | None, ...]
    live: Live | None = None
    host: str | None = None
    secret: bytes | None = field(default=None, repr=False)
    turn_clock: TurnClock = field(default_factory=TurnClock)
    departures: tuple[Departure, ...] = ()
    rematch: str | None = None
    number: int = 0
    private: bool = False
    rated: bool = False
    computers: bool = False
    voided: bool = False
    closed: bool = False

    @property
    def seated(self) -> frozenset[str]:
        """The ids of the people who have a seat."""
        return frozenset([seat.person for seat in self.seats if seat.person])

    @property
    def dice_id(self) -> str | None:
        """The id to which the dice are committed that several matches share; None if the match has its own."""
        commitment = self.match.commitment
        return commitment.match if commitment and commitment.shared else None

    @property
    def took_part(self) -> frozenset[str]:
        """The ids of the people who have or had a seat."""
        return self.seated | {gone.person for gone in self.departures if gone.person}


@dataclass(frozen=True, slots=True)
class StoredMatch(MatchRevision):
    """A match with all sealed orders, and with what the database is searched by, which the caller computes.

    | field      | content                                              |
    |------------|------------------------------------------------------|
    | `deadline` | when the running clock runs out, or None             |
    | `due`      | the seats for which bot workers must choose a turn   |
    | `awaited`  | the seats of people who must choose a turn           |
    | `warn_at`  | by seat: when its person hears that time is short    |
    """

    deadline: float | None = None
    due: tuple[int, ...] = ()
    awaited: tuple[int, ...] = ()
    warn_at: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class HighScore:
    """The points of a winner, with the match and the time."""

    match_id: str
    game: str
    seat: SeatAssignment
    points: int
    won_at: float


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match as a list of matches shows it; the seats in `awaited` are those of people who must choose a turn.
    `turns` are the lines of its record, `turn_count` the turns as people count them. Only players see one that is
    `closed`. By `ticks` it has no clock. Nobody won a `broken_off` one, nor made a turn in one that is `unplayed`.
    """

    id: str
    game: str
    seats: tuple[SeatAssignment, ...]
    turns: int
    turn_count: int
    result: str
    ending: str
    updated_at: float
    deadline: float | None = None
    awaited: tuple[int, ...] = ()
    clock: str | None = None
    number: int = 0
    private: bool = False
    voided: bool = False
    revision: int = 0
    closed: bool = False
    ticks: bool = False
    broken_off: bool = False
    unplayed: bool = False

    @property
    def is_live(self) -> bool:
        """Whether it is played with a clock of minutes, or by ticks."""
        return self.ticks or (self.clock is not None and "/" not in self.clock)

    @property
    def has_open_seat(self) -> bool:
        """Whether it waits for a person who has been invited."""
        return any(seat.is_open for seat in self.seats)


class ShortTime(NamedTuple):
    """A person whose time for a turn is short, and when it runs out."""

    match_id: str
    seat: int
    person: str
    turns: int
    deadline: float
