"""A match of a site, rebuilt from the record in its data."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludarium.cli.terminal.site_http import Data, Refused
from ludarium.core.errors import LudariumError, UnknownGame
from ludarium.core.record import Record
from ludarium.match.data import SeatOffer
from ludarium.match.match import Match
from ludarium.match.orders import parse_order


@dataclass(frozen=True)
class SiteMatch:
    """A match of a site at one moment, as its person may see it.

    | field | content |
    | --- | --- |
    | `id`, `revision` | its id, and how often it has changed |
    | `match` | the match; orders of others that are sealed are unknown |
    | `seats`, `seat` | the person's seats, and the one that offers and answers, if there is one |
    | `may_answer` | whether an offer waits for the person's answer |
    | `left`, `at` | the seconds left on the clocks that run, by seat, and when that was, as `time.monotonic` tells it |
    | `live` | whether it is a live match |
    | `status`, `news`, `offered` | how it stands, the last turn and the offer, in sentences |
    | `message` | what the site says of the last command |
    | `commands` | the words of the commands that the person may give now; None for a site that does not say it |
    """

    id: str
    revision: int
    match: Match
    seats: tuple[int, ...]
    seat: int | None
    may_answer: bool
    left: Mapping[int, float]
    at: float
    live: bool
    status: str
    news: str
    offered: str
    message: str
    commands: frozenset[str] | None = None

    @classmethod
    def parse(cls, data: Data) -> "SiteMatch":
        """Return the match of the data at its address.

        Raises `UnknownGame` if the game is not installed here, `Refused` for data that cannot be read.
        """
        try:
            match = Match.from_record(Record.parse(data["record"]))
            offer = (
                SeatOffer(**{**data["offer"], "accepted": tuple(data["offer"]["accepted"])}) if data["offer"] else None
            )
            sealed = {int(seat): str(order) for seat, order in data["sealed"].items()}
            left = {int(seat): float(seconds) for seat, seconds in data["left"].items()}
            return cls(
                id=str(data["match"]),
                revision=int(data["revision"]),
                match=replace(match, sealed=sealed, offer=offer),
                seats=tuple(map(int, data["seats"])),
                seat=data["seat"],
                may_answer=bool(data["may_answer"]),
                left=left,
                at=time.monotonic(),
                live=bool(data["live"]),
                status=str(data["status"]),
                news=str(data["news"]),
                offered=str(data["offered"]),
                message=str(data["error"]),
                commands=frozenset(map(str, data["commands"])) if "commands" in data else None,
            )
        except UnknownGame as error:
            raise UnknownGame(f"{error}; install it here, too, or play on the page of the match") from error
        except (LudariumError, KeyError, TypeError, AttributeError, ValueError) as error:
            raise Refused(f"the match cannot be read, which another version of Ludarium has sent: {error}") from error

    @property
    def to_act(self) -> int | None:
        """The seat of the person that must choose a turn now; None while they wait."""
        return next((seat for seat in self.match.to_act if seat in self.seats), None)

    def seconds_left(self, seat: int) -> float | None:
        """Return the seconds left to a seat now; None if its clock does not run."""
        return self.left[seat] - (time.monotonic() - self.at) if seat in self.left else None

    def check(self, seat: int, text: str) -> None:
        """Check a turn of a seat before it is sent.

        Raises the error of a turn that is not allowed.
        """
        if len(self.match.state.actors) > 1:
            parse_order(self.match.state, seat, text)
        else:
            self.match.submit(seat, text)
