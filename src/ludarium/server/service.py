"""What can be asked of the house, whichever door the question comes through.

A door names a seat only after it has checked who asks. `revision` is what the asker last saw: a change asked for on
another one is refused with `Stale`, so a turn sent twice or from two windows is played once. Dice are rolled here,
with the turn that causes them; bots answer offers at once and think elsewhere (`thinkers`).
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Sequence

from ludarium.core.errors import LudariumError, Unreadable
from ludarium.core.record import Record
from ludarium.core.registry import load
from ludarium.play.clock import Clock
from ludarium.play.match import Match
from ludarium.store.repository import Store
from ludarium.store.views import MatchView, SeatPlan, Summary

__all__ = ["MatchView", "NoSuchMatch", "SeatPlan", "Service", "Stale", "Summary"]


class NoSuchMatch(LudariumError):
    """No match has this id."""


class Stale(LudariumError):
    """The match has moved on since the asker last saw it."""


class Service:
    """Every match of the house, live or over weeks; any number of these may share one database.

    Views show no sealed orders but those of the seats that they were asked for.
    """

    def __init__(self, store: Store, *, now: Callable[[], float] = time.time) -> None:
        raise NotImplementedError

    def create(
        self,
        spec: str,
        seats: Sequence[SeatPlan],
        *,
        position: str | None = None,
        clock: Clock | None = None,
        seed: int | None = None,
    ) -> MatchView:
        """Begin a match; with a seed its dice can be foretold, without one they come from the system's entropy."""
        raise NotImplementedError

    def get(self, match_id: str, *, seats: Collection[int] = ()) -> MatchView:
        """The match as it stands, as these seats may see it.

        Raises `NoSuchMatch`.
        """
        raise NotImplementedError

    def submit(self, match_id: str, seat: int, text: str, revision: int) -> MatchView:
        """Play a turn, or seal an order of a joint one.

        Raises `NoSuchMatch`, `Stale`, or what the rules say against the turn.
        """
        raise NotImplementedError

    def resign(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Give the match up."""
        raise NotImplementedError

    def offer_draw(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Offer a draw; a bot accepts one when it last thought its seat worth less."""
        raise NotImplementedError

    def ask_takeback(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Ask to take the seat's last turn back; a bot consents at once."""
        raise NotImplementedError

    def accept(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Accept what another seat has offered."""
        raise NotImplementedError

    def decline(self, match_id: str, seat: int, revision: int) -> MatchView:
        """Decline what another seat has offered, or withdraw the seat's own offer."""
        raise NotImplementedError

    def fork(self, match_id: str, turn: int, seats: Sequence[SeatPlan]) -> MatchView:
        """A new match that begins with the position after that many turns of this one."""
        raise NotImplementedError

    def record(self, match_id: str) -> Record:
        """The match as a record, complete or not."""
        raise NotImplementedError

    def recent(self, limit: int = 20) -> tuple[Summary, ...]:
        """The matches that changed last, newest first."""
        raise NotImplementedError

    async def changed(self, match_id: str, revision: int, *, patience: float = 20.0) -> int:
        """Wait until the match is past a revision, at most `patience` seconds; returns the revision it has.

        Raises `NoSuchMatch`.
        """
        raise NotImplementedError
