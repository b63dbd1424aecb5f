"""A match as the database holds it: what goes in and out of the store, without a word of SQL."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ludarium.match.match import Match

HIDDEN = "(sealed)"
"""What stands for another seat's order until all orders of a joint turn are in."""


@dataclass(frozen=True, slots=True)
class SeatAssignment:
    """Who sits on a seat: a person by name, or a bot by its level or spec."""

    kind: Literal["person", "bot"]
    name: str


class Live(NamedTuple):
    """How a match is played live: a turn every `tick` seconds, once the seats of all people are `ready`.

    It runs `until` then, and each turn puts that off, so a match whose server has stopped is found paused.
    """

    tick: float
    ready: tuple[int, ...] = ()
    until: float = 0.0


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match as somebody may see it at one moment; a later one has a higher `revision`.

    `settled` is the revision since which orders were sealed and nothing else happened: whoever has seen that one or
    a later one may still answer it; in a live match, since which there were orders and ticks alone. `began` is when
    the seats that must act began to, `values` what the bots think their seats are worth. Times are seconds since 1970.
    """

    id: str
    revision: int
    settled: int
    match: Match
    seats: tuple[SeatAssignment, ...]
    created: float
    updated: float
    began: float
    values: tuple[float | None, ...]
    live: Live | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, plan in enumerate(self.seats) if plan.kind == "person")

    def running(self, now: float) -> bool:
        """Whether the match is played live at this moment."""
        return self.live is not None and now < self.live.until and not self.match.over

    @property
    def thinking(self) -> tuple[int, ...]:
        """The seats whose bots must act now, in their own time; in a live match the time is not theirs."""
        due = () if self.live else self.match.to_act
        return tuple(seat for seat in due if seat >= 0 and self.seats[seat].kind == "bot")

    @property
    def deadline(self) -> float | None:
        """When the clock that is running runs out; None where no clock runs."""
        left = [self.match.time_left(seat) for seat in self.match.to_act]
        return None if not left or left[0] is None else self.began + left[0]

    def seen_from(self, seats: Collection[int]) -> "MatchView":
        """The same match with the sealed orders of all other seats hidden."""
        sealed = {seat: order if seat in seats else HIDDEN for seat, order in self.match.sealed.items()}
        return self if sealed == self.match.sealed else replace(self, match=replace(self.match, sealed=sealed))


@dataclass(frozen=True, slots=True)
class HighScore:
    """The points that somebody won, in which match and when."""

    match_id: str
    game: str
    seat: SeatAssignment
    points: int
    won: float


@dataclass(frozen=True, slots=True)
class Summary:
    """A line about a match, for lists."""

    id: str
    game: str
    seats: tuple[SeatAssignment, ...]
    turns: int
    result: str
    ending: str
    updated: float
