"""Leavers and stand-ins: a match of three or more seats goes on when a person leaves."""

from dataclasses import replace

from ludarium.core.errors import IllegalMove
from ludarium.match.data import RESIGNATION
from ludarium.match.offers import accept_offer, offer_stand_in
from ludarium.match.stand_ins import leave, take_over, vacant_seats
from ludarium.site.ground.values import Act, Departure, Person, SeatAssignment
from ludarium.site.match.named_bots import named_bot
from ludarium.site.match.seating import KEPT_OUT, NO_COMPUTERS, KeepOut, NotYourSeat
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView


class StandIns:
    """The commands about seats whose players leave; `keep_out` tells whether somebody has blocked a person."""

    def __init__(self, matches: Transactions, keep_out: KeepOut) -> None:
        self._matches = matches
        self._keep_out = keep_out

    def take_over(self, match_id: str, seat: int, person: Person, name: str) -> MatchView:
        """Give a vacant seat to a person who has not played in the match.

        Raises `NotYourSeat` if they have, `IllegalMove` if the seat is not vacant.
        """

        def take(view: MatchView) -> MatchView:
            require_vacant(view, seat)
            if person.id in view.took_part:
                raise NotYourSeat("who plays or has played in this match cannot stand in for somebody else")
            if self._keep_out(person, view):
                raise NotYourSeat(KEPT_OUT)
            if person.is_bot and not view.computers:
                raise NotYourSeat(NO_COMPUTERS)
            return _seated(view, seat, SeatAssignment("person", name, person.id))

        def act(view: MatchView) -> Act:
            return Act(self._matches.now(), person.id, "stand in", match_id, view.match.game.setup.seat_names[seat])

        return self._matches.change(match_id, None, None, take, act)


def propose_bot(view: MatchView, seat: int, vacant: int, bot: str) -> MatchView:
    """Return the view with a bot proposed for a vacant seat, which it takes over when all people have accepted it.

    Raises `IllegalMove` if the seat is not vacant, or what `named_bot` raises for a wrong bot.
    """
    match = offer_stand_in(view.match, seat, vacant, named_bot(view.match.game, bot))
    for other in range(len(view.seats)):
        if match.offer and view.seats[other].is_bot and other not in (seat, *match.offer.accepted):
            match = accept_offer(match, other)
    return with_accepted_bot(replace(view, match=match))


def substituted(view: MatchView, person: str, assignment: SeatAssignment, now: float) -> MatchView:
    """Return the view after somebody has taken over the seat of a person who leaves, as a tournament decides it.

    The match goes on also with two seats, and charges the result to who has left; one that is over stays as it is.
    """
    for seat, seated in enumerate(view.seats):
        if seated.person == person and not view.match.over:
            vacant = SeatAssignment("vacant", seated.name, nonce=seated.nonce)
            left = replace(
                view,
                match=leave(view.match, seat, RESIGNATION),
                seats=(*view.seats[:seat], vacant, *view.seats[seat + 1 :]),
                departures=(*view.departures, Departure(person, now)),
            )
            return _seated(left, seat, assignment)
    empty = left_seat(view, person)
    return view if empty is None else _seated(view, empty, assignment)


def left_seat(view: MatchView, person: str) -> int | None:
    """Return the seat that a person has left and nobody plays, in a match that goes on; None if there is none."""
    if view.match.over:
        return None
    left = zip(view.match.leavers, view.departures, strict=False)
    seats = (leaver.seat for leaver, one in left if one.person == person and not leaver.replaced_by)
    return next(seats, None)


def require_vacant(view: MatchView, seat: int) -> None:
    """Raise `IllegalMove` unless a seat waits for a stand-in."""
    if view.match.over or seat not in vacant_seats(view.match):
        raise IllegalMove("this seat is not vacant: expected one whose player has left")


def with_accepted_bot(view: MatchView) -> MatchView:
    """Return the view with the seat of a bot that all have accepted as a stand-in.

    Raises what `named_bot` raises: an older version may have stored the proposal.
    """
    for seat in range(len(view.seats)):
        if view.seats[seat].is_vacant and seat not in vacant_seats(view.match):
            view = _departed(view, seat, SeatAssignment("bot", named_bot(view.match.game, view.match.players[seat])))
    return view


def _seated(view: MatchView, seat: int, assignment: SeatAssignment) -> MatchView:
    return _departed(replace(view, match=take_over(view.match, seat, assignment.name)), seat, assignment)


def _departed(view: MatchView, seat: int, assignment: SeatAssignment) -> MatchView:
    """Return the view with a stand-in on a seat; the dice keep the nonce of the player who left."""
    assignment = replace(assignment, nonce=view.seats[seat].nonce)
    last = max(number for number, leaver in enumerate(view.match.leavers) if leaver.seat == seat)
    departures = list(view.departures)
    departures[last] = departures[last]._replace(replaced_by=assignment.person)
    seats = (*view.seats[:seat], assignment, *view.seats[seat + 1 :])
    return replace(view, seats=seats, departures=tuple(departures))
