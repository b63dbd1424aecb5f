"""Plain values that go into the store and come out of it."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from ludarium.match.match import Match


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Who sits on a seat: a person by name, or a bot by its level or spec."""

    kind: Literal["person", "bot"]
    name: str


class Live(NamedTuple):
    """How a match is played live: a turn every `tick` seconds, once the seats of all people are in `ready`.

    It runs until `expires_at`, which every turn puts off, so a match whose server has stopped is found paused.
    """

    tick: float
    ready: tuple[int, ...] = ()
    expires_at: float = 0.0


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with all that the database holds of it. Times are seconds since 1970.

    | field              | content                                                                        |
    |--------------------|--------------------------------------------------------------------------------|
    | `revision`         | how often the match has changed                                                |
    | `answerable_since` | the first revision that a player may have seen to act on this one              |
    | `match`            | the match, with all sealed orders                                              |
    | `values`           | by seat: what its bot last thought the seat was worth, or None                 |
    | `live`             | how it is played live, or None                                                 |
    | `deadline`         | when the clock that runs runs out, or None; computed by the caller             |
    | `due`              | the seats for which bot workers must find a turn; computed by the caller       |
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
    """A match in a list of matches."""

    id: str
    game: str
    seats: tuple[SeatAssignment, ...]
    turns: int
    result: str
    ending: str
    updated_at: float
