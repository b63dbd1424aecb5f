"""Seats and their people: open seats, invitations, and people who take their seats.

An invitation is used once. Until somebody has taken the seat, the host may show it again, replace it, or withdraw it.
"""

import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from secrets import compare_digest

from ludarium.core.errors import GameOver, IllegalMove, LudariumError, NotYourTurn, ParseError
from ludarium.core.text import counted
from ludarium.match.commitment import parse_nonce
from ludarium.site.ground.values import Invitation, Person, SeatAssignment
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView

OPEN_NAME = "Open seat"
INVITATION_DAYS = 30
KEPT_OUT = "you cannot join this match: somebody in it does not play with you"
NO_COMPUTERS = "bots may not take part in this match: expected one whose host allows them"
_DAY = 24 * 3600
KeepOut = Callable[[Person, MatchView], bool]
"""Tells whether the host or a player of a match has blocked a person."""


class NotInvited(LudariumError):
    """The invitation was used, replaced or withdrawn, or was never one."""

    status = 403
    kind = "not-invited"


class NotYourSeat(LudariumError):
    """The person may not do this in this match."""

    status = 403
    kind = "not-your-seat"


@dataclass(frozen=True, slots=True)
class SeatAccess:
    """The rights of a person in a match: to play seats, and, as the host, to invite others to the open seats."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    @classmethod
    def of(cls, view: MatchView, person_id: str | None) -> "SeatAccess":
        """Return what a person may do in a match; a stranger may only watch."""
        if person_id is None:
            return cls()
        seats = [seat for seat, assignment in enumerate(view.seats) if assignment.person == person_id]
        return cls(frozenset(seats), view.host == person_id)

    def may_control(self, people: Collection[int]) -> bool:
        """Whether the person may start and pause a live match of these people; without people the host may."""
        return bool(self.seats) or (self.host and not people)

    def may_step(self, people: Collection[int]) -> bool:
        """Whether the person may play single turns: all of these people's seats are theirs."""
        return self.may_control(people) and self.seats.issuperset(people)


def seat_of(view: MatchView, person: Person | None, chosen: int | None, *, planning: bool = False) -> int:
    """Return the seat for which a person acts: the chosen one, or else of theirs the first that must act now.

    Turns are planned for a seat that waits. Raises `NotYourSeat`.
    """
    seats = SeatAccess.of(view, person.id if person else None).seats
    if not seats and person and chosen is None:
        raise NotYourSeat(f"{person.name} has no seat in game {view.number}")
    if not seats or (chosen is not None and chosen not in seats):
        raise NotYourSeat("you may not play this seat: open its invitation first")
    if chosen is not None:
        return chosen
    acting = seats.intersection(view.match.to_act)
    return min((seats - acting if planning else acting) or seats)


def open_seat(now: float, name: str = "", *, for_anybody: bool = False) -> SeatAssignment:
    """Return a seat that waits for a person who has its invitation, under the name that the host expects.

    Everybody who sees the match sees that of a seat `for_anybody`.
    """
    invitation = Invitation(secrets.token_urlsafe(18), now, for_anybody)
    return SeatAssignment("person", name or OPEN_NAME, invitation=invitation)


class Seating:
    """The commands about seats; every one returns the match afterwards, and raises `NoSuchMatch`.

    `keep_out` tells who may not join, `require_asker` raises while somebody is gone who has asked the person to join,
    `require_listed` raises for a match that may not come back into the lists, and `may_rate` tells who may play rated
    matches now: with anybody else a match is not rated.
    """

    def __init__(
        self,
        matches: Transactions,
        keep_out: KeepOut,
        require_asker: Callable[[Person, MatchView], object],
        require_listed: Callable[[str], object],
        may_rate: Callable[[Person], bool],
    ) -> None:
        self._matches = matches
        self._keep_out, self._require_asker = keep_out, require_asker
        self._require_listed = require_listed
        self.may_rate = may_rate

    def invited_seat(self, match_id: str, token: str) -> int:
        """Return the open seat to which an invitation's token leads.

        Raises `NotInvited`.
        """
        return self._invited(self._matches.current(match_id), token)

    def take(self, match_id: str, token: str, person: Person, name: str, nonce: str = "") -> MatchView:
        """Give an open seat to the person who has its invitation, with what they add to the dice.

        The invitation is then void. Clocks start, and dice roll, when the last open seat is taken.

        Raises `NotInvited`, `GameOver`, `ParseError` for a nonce that is refused, or `IllegalMove` while who has asked
        for a live rematch is gone.
        """
        added = parse_nonce(nonce)

        def take(view: MatchView) -> MatchView:
            seat = self._invited(view, token)
            if view.match.over:
                raise GameOver(f"the match is over: {view.match.ending}")
            if self._keep_out(person, view):
                raise NotInvited(KEPT_OUT)
            if person.is_bot and not view.computers:
                raise NotInvited(NO_COMPUTERS)
            self._require_asker(person, view)
            taken = with_seat(view, seat, SeatAssignment("person", name, person.id, nonce=added, joined_by=token))
            is_other = all(each.person != person.id for each in view.seats)
            return taken if is_other and self.may_rate(person) else replace(taken, rated=False)

        return self._matches.change(match_id, None, None, take)

    def invite_again(self, match_id: str, seat: int, person: Person) -> MatchView:
        """Replace the invitation to an open seat; the old one is then void.

        Raises `NotYourSeat` if the person is not the host, `ParseError` if the seat is taken.
        """
        return self._matches.change(match_id, None, None, lambda view: self._invite(view, seat, person))

    def withdraw(self, match_id: str, seat: int, person: Person) -> MatchView:
        """Take the open seat oneself, as the host, which makes its invitation void.

        Raises `NotYourSeat` if the person is not the host, `ParseError` if the seat is taken, and `IllegalMove` in a
        rated match.
        """

        def withdraw(view: MatchView) -> MatchView:
            _require_open(view, seat, person)
            if view.rated:
                raise IllegalMove("nobody plays a rated match alone: its seat stays reserved for the other player")
            invitation = view.seats[seat].invitation
            token = invitation.token if invitation else ""
            return with_seat(view, seat, SeatAssignment("person", person.name, person.id, joined_by=token))

        return self._matches.change(match_id, None, None, withdraw)

    def keep_private(self, match_id: str, person: Person, *, private: bool) -> MatchView:
        """Take a match out of all lists, or put it back, as its host.

        Raises `NotYourSeat` if the person is not the host, and what `require_listed` raises to put it back.
        """

        def change(view: MatchView) -> MatchView:
            if view.host != person.id:
                raise NotYourSeat("only the host of the match may say whether it is private")
            if not private:
                self._require_listed(match_id)
            return replace(view, private=private)

        return self._matches.change(match_id, None, None, change)

    def _invite(self, view: MatchView, seat: int, person: Person) -> MatchView:
        _require_open(view, seat, person)
        invitation = view.seats[seat].invitation
        for_anybody = invitation is not None and invitation.for_anybody
        return with_seat(view, seat, open_seat(self._matches.now(), view.seats[seat].name, for_anybody=for_anybody))

    def _invited(self, view: MatchView, token: str) -> int:
        expired = self._matches.now() - INVITATION_DAYS * _DAY
        for seat, assignment in enumerate(view.seats):
            invitation = assignment.invitation
            if invitation and compare_digest(invitation.token.encode(), token.encode("utf-8", "surrogatepass")):
                if invitation.created_at < expired:
                    expected = f"ask the host for a new one, as it is older than {counted(INVITATION_DAYS, 'day')}"
                    raise NotInvited(f"this invitation has expired: {expected}")
                return seat
        taken = next((seat for seat in view.seats if _joined_by(seat, token)), None)
        if taken and taken.person == view.host:
            gone = f"{taken.name} did not wait any longer and plays this seat, too; ask for a new match, or begin one"
            raise NotInvited(f"this invitation was withdrawn: {gone}")
        raise NotInvited("this invitation is damaged, or was used, replaced or withdrawn: ask the host for a new one")

    def who_has_joined(self, match_id: str, token: str) -> str:
        """Return the name of who has taken a seat by an invitation's token; empty if nobody has."""
        view = self._matches.current(match_id)
        return next((seat.name for seat in view.seats if _joined_by(seat, token)), "")


def has_joined_by(view: MatchView, token: str, person_id: str | None) -> bool:
    """Return whether a person plays on the seat that they took by an invitation's token."""
    return person_id is not None and any(seat.person == person_id and _joined_by(seat, token) for seat in view.seats)


def _joined_by(seat: SeatAssignment, token: str) -> bool:
    joined_by = seat.joined_by.encode()
    return bool(joined_by) and compare_digest(joined_by, token.encode("utf-8", "surrogatepass"))


def with_nonce(view: MatchView, seat: int, nonce: str) -> MatchView:
    """Return the view after the person on a seat has replaced what they add to the dice.

    Raises `ParseError` for a nonce that is refused, `NotYourTurn` once a turn or a throw has been played.
    """
    added = parse_nonce(nonce)
    if view.match.turns or view.match.commitment is None or view.dice_id:
        raise NotYourTurn("the dice of this match cannot be changed any more: expected a match without turns")
    return with_seat(view, seat, replace(view.seats[seat], nonce=added))


def with_seat(view: MatchView, seat: int, assignment: SeatAssignment) -> MatchView:
    """Return the view with another assignment of a seat, its name and nonce included."""
    seats = (*view.seats[:seat], assignment, *view.seats[seat + 1 :])
    players, commitment = tuple(other.name for other in seats), view.match.commitment
    if commitment:
        commitment = commitment.with_nonces(tuple(other.nonce for other in seats))
    return replace(view, seats=seats, match=replace(view.match, players=players, commitment=commitment))


def _require_open(view: MatchView, seat: int, person: Person) -> None:
    if view.host != person.id:
        raise NotYourSeat("only the host of the match may change its invitations")
    if not (0 <= seat < len(view.seats) and view.seats[seat].is_open):
        raise ParseError("this seat is taken: expected an open one")
