"""The plain values that the store saves and returns."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludarium.match.match import Match


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Who sits on a seat: a person by name, or a bot by its level or spec."""

    kind: Literal["person", "bot"]
    name: str


class Live(NamedTuple):
    """The state of a live match: it plays a turn every `tick` seconds, once the seats of all people are in `ready`.

    It is running until `expires_at`, which every turn extends, so a match whose server has stopped is soon paused.
    """

    tick: float
    ready: tuple[int, ...] = ()
    expires_at: float = 0.0


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with everything that the database stores about it. Times are seconds since 1970.

    | field              | content                                                                        |
    |--------------------|--------------------------------------------------------------------------------|
    | `revision`         | the number of changes so far                                                   |
    | `answerable_since` | the oldest revision that a turn may still answer                               |
    | `match`            | the match, with all sealed orders                                              |
    | `values`           | by seat: the last estimate of its payoff by its bot, or None                   |
    | `live`             | the tick and state of a live match, or None                                    |
    | `deadline`         | when the running clock runs out, or None; computed by the caller               |
    | `due`              | the seats for which bot workers must choose a turn; computed by the caller     |
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
    deadline: float | None = None
    due: tuple[int, ...] = ()


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
    """A match as a list of matches shows it."""

    id: str
    game: str
    seats: tuple[SeatAssignment, ...]
    turns: int
    result: str
    ending: str
    updated_at: float
