"""Offers between the seats of a match: draws, takebacks, and bots that stand in for players who left.

An offer takes effect once all other seats have accepted it. It stands until it is answered, or an opponent who has not
accepted plays a turn: the turns of its maker leave it. A takeback is about the last turn, so that any turn ends it.
"""

from __future__ import annotations

from dataclasses import replace

from ludarium.core.errors import IllegalMove
from ludarium.match.data import AGREEMENT, SeatOffer, seat_name
from ludarium.match.match import Match
from ludarium.match.progress import all_states, check_in_progress, rewind, terminate
from ludarium.match.stand_ins import take_over, vacant_seats


def offer_draw(match: Match, seat: int) -> Match:
    """Offer a draw to all other seats.

    Raises `IllegalMove` if another offer is open, `GameOver` or `NotYourTurn`.
    """
    return _offer(match, SeatOffer("draw", seat))


def ask_takeback(match: Match, seat: int) -> Match:
    """Ask the other seats to go back to the position before the seat's last turn, dice rolls included.

    Raises `IllegalMove` if the seat has played no turn or another offer is open, `GameOver` or `NotYourTurn`.
    """
    check_in_progress(match, seat)
    _turns_before_last(match, seat)
    return _offer(match, SeatOffer("takeback", seat))


def accept_offer(match: Match, seat: int) -> Match:
    """Accept the open offer; it takes effect once all other seats have accepted it.

    Raises `IllegalMove` if no offer is open or the seat has agreed already, `GameOver` or `NotYourTurn`.
    """
    offer = _standing_offer(match, seat)
    if seat == offer.seat or seat in offer.accepted:
        raise IllegalMove(f"{seat_name(match, seat)} has already accepted: wait for the others")
    return _settle(replace(match, offer=offer._replace(accepted=(*offer.accepted, seat))))


def _settle(match: Match) -> Match:
    """Carry out the open offer if all seats that somebody plays have accepted it."""
    offer = match.offer
    assert offer
    if not {offer.seat, *offer.accepted, *vacant_seats(match)}.issuperset(range(match.game.seats)):
        return match
    if offer.kind == "stand-in":
        return take_over(replace(match, offer=None), offer.vacant, offer.bot)
    if offer.kind == "draw":
        return terminate(match, AGREEMENT, match.game.payoff_range.after_draw(match.game.seats))
    count = _turns_before_last(match, offer.seat)
    return replace(rewind(match, count), takebacks=(*match.takebacks, count + 1))


def offer_stand_in(match: Match, seat: int, vacant: int, bot: str) -> Match:
    """Propose a bot for a seat that nobody plays; it takes the seat over when all others have accepted it.

    Raises `IllegalMove` if the seat is not vacant or another offer is open, `GameOver` or `NotYourTurn`.
    """
    if vacant not in vacant_seats(match):
        raise IllegalMove("this seat is not vacant: expected one whose player has left")
    return _settle(_offer(match, SeatOffer("stand-in", seat, (), vacant, bot)))


def decline_offer(match: Match, seat: int) -> Match:
    """Decline the open offer, or withdraw it if it is the seat's own.

    Raises `IllegalMove` if no offer is open, `GameOver` or `NotYourTurn`.
    """
    _standing_offer(match, seat)
    return replace(match, offer=None)


def _offer(match: Match, offer: SeatOffer) -> Match:
    check_in_progress(match, offer.seat)
    if match.offer:
        raise IllegalMove(f"{seat_name(match, match.offer.seat)} has made an offer that nobody has answered yet")
    return replace(match, offer=offer._replace(sealed=tuple(match.sealed)))


def _standing_offer(match: Match, seat: int) -> SeatOffer:
    check_in_progress(match, seat)
    if match.offer is None:
        raise IllegalMove("no offer is open: it has lapsed, or none was made")
    return match.offer


def _turns_before_last(match: Match, seat: int) -> int:
    """Return the number of turns before the seat's last one."""
    own = [number for number, state in enumerate(all_states(match)[:-1]) if seat in state.actors]
    if not own:
        raise IllegalMove(f"{seat_name(match, seat)} has played no turn that could be taken back")
    return own[-1]
