"""The plain values that the store saves and returns."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple, Self

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
class MatchRevision:
    """A match at one moment, with its seats. Times are seconds since 1970.

    | field              | content                                                                              |
    |--------------------|--------------------------------------------------------------------------------------|
    | `revision`         | the number of changes so far; a later state of the match has a higher one            |
    | `answerable_since` | the oldest revision that a turn may still answer: since then only orders were sealed |
    |                    | or, in a live match, only orders were set and ticks played                           |
    | `turn_started_at`  | when the current turn began                                                          |
    | `values`           | by seat: the last estimate of its payoff by its bot, or None                         |
    | `live`             | the tick and state of a live match, or None                                          |
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

    @classmethod
    def copy(cls, other: MatchRevision, **more: Any) -> Self:
        """Return an object of this class with the fields of another, and with the fields that it has besides."""
        return cls(**{field.name: getattr(other, field.name) for field in fields(MatchRevision)}, **more)


@dataclass(frozen=True, slots=True)
class StoredMatch(MatchRevision):
    """A match with all sealed orders, and with what the database is searched by, which the caller computes.

    | field      | content                                            |
    |------------|----------------------------------------------------|
    | `deadline` | when the running clock runs out, or None           |
    | `due`      | the seats for which bot workers must choose a turn |
    """

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
