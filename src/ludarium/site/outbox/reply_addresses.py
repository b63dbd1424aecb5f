"""Reply addresses: every mail about a turn comes from an address that may play this turn.

The address has a random token, of which the database keeps the hash alone. It is bound to a person, a match, a seat and
a turn, is used once, and is void when the turn is over; to answer the mail nobody needs a password.
"""

from collections.abc import Callable
from typing import NamedTuple

from ludarium.core.errors import LudariumError
from ludarium.site.ground.values import Person
from ludarium.site.match.seating import SeatAccess
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView
from ludarium.site.outbox.reply_tokens import hash_token, make_token
from ludarium.site.outbox.rows.boxes import ReplyAddress, ReplyAddressTable

_KEPT = 60 * 24 * 3600.0
"""Seconds for which the address of a finished turn is still known, so that a late answer is refused with the reason."""


class NoSuchReplyAddress(LudariumError):
    """The address was never given, or the match is gone."""


class VoidReplyAddress(LudariumError):
    """The address was used, or its turn is over; `person` got it for a seat in `view`, which may be another's now."""

    def __init__(self, message: str, view: MatchView, person: str) -> None:
        super().__init__(message)
        self.view = view
        self.person = person


class Reply(NamedTuple):
    """The right that a reply address gives: the person may act for the seat in the match, as it is now."""

    person: str
    view: MatchView
    seat: int


class ReplyAddresses:
    """The reply addresses of a database; `now` returns the time in seconds since 1970."""

    def __init__(self, table: ReplyAddressTable, matches: Transactions, now: Callable[[], float]) -> None:
        self._table = table
        self._matches = matches
        self._now = now

    def offer(self, person: Person, view: MatchView) -> str:
        """Return a new token for the seat for which a person acts in a match; empty where they cannot act by mail."""
        seats = SeatAccess.of(view, person.id).seats
        if view.match.over or view.live or not seats:
            return ""
        return self.issue(person.id, view.id, min(seats.intersection(view.match.to_act) or seats))

    def issue(self, person_id: str, match_id: str, seat: int) -> str:
        """Return a new token, by which a person may act for a seat until the current turn is over.

        The local part of its address is `m+` and the token: see `local_part`. Raises `NoSuchMatch`.
        """
        match, now = self._matches.current(match_id).match, self._now()
        token = make_token()
        bound = ReplyAddress(hash_token(token), person_id, match_id, seat, len(match.turns), len(match.takebacks), now)
        self._table.give(bound, now - _KEPT)
        return token

    def redeem(self, token: str) -> Reply:
        """Return what a token allows; it can be redeemed again until it is used.

        Raises `NoSuchReplyAddress`, and `VoidReplyAddress` if it was used, its turn is over, or the seat is another's.
        """
        bound = self._table.load(hash_token(token))
        if bound is None:
            raise NoSuchReplyAddress("this reply address is not known: answer the latest mail of the match")
        view = self._matches.current(bound.match_id).seen_by(bound.person)
        if bound.used_at is not None:
            raise VoidReplyAddress("an answer to this mail was carried out before, and counts once", view, bound.person)
        if view.match.over:
            raise VoidReplyAddress(f"the match is over: {view.match.ending}", view, bound.person)
        if (len(view.match.turns), len(view.match.takebacks)) != (bound.turns, bound.takebacks):
            text = "the turn of this mail is over, and the match has gone on: answer the latest mail of the match"
            raise VoidReplyAddress(text, view, bound.person)
        if view.seats[bound.seat].person != bound.person:
            raise VoidReplyAddress("somebody else plays this seat now", view, bound.person)
        return Reply(bound.person, view, bound.seat)

    def use(self, token: str) -> bool:
        """Make a token void, after what it allows was done; return False if it already was."""
        return self._table.use(hash_token(token), self._now())
