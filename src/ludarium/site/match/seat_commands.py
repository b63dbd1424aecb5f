"""Commands of seats in matches, which `Acting` calls for people, and bot workers and the live ticker for bots.

Nothing here asks who it is. No door may reach it, which `tests/site/test_doors.py` holds.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

from ludarium.core.errors import IllegalMove, ParseError
from ludarium.core.text import shorten
from ludarium.match.data import RESIGNATION
from ludarium.match.match import Match
from ludarium.match.offers import accept_offer, ask_takeback, decline_offer, offer_draw
from ludarium.site.ground.values import Act
from ludarium.site.match.clocks import give_time
from ludarium.site.match.commands import (  # fmt: skip
    Accept,
    AskTakeback,
    ChangeNonce,
    Claim,
    Decline,
    GiveTime,
    Offer,
    OfferDraw,
    PlayTurn,
    ProposeStandIn,
    Resign,
    SeatCommand,
    SetOrder,
)
from ludarium.site.match.live import require_not_live, with_order
from ludarium.site.match.presence import absences, claim_refusal, claimed
from ludarium.site.match.refused import refusal, refusal_of_view
from ludarium.site.match.seating import with_nonce
from ludarium.site.match.stand_ins import propose_bot, with_accepted_bot
from ludarium.site.match.transactions import Transactions
from ludarium.site.match.views import MatchView

ACCEPTS_DRAW = 0.4
"""A bot accepts a draw if it last valued its seat at most this high; before its first turn it declines."""


class SeatCommands:
    """The commands of seats; every one returns the match as the seat sees it, and raises `NoSuchMatch`."""

    def __init__(self, matches: Transactions) -> None:
        self._matches = matches

    def look(self, match_id: str, seats: Collection[int] = ()) -> MatchView:
        """Return the current state of a match with its secret; the sealed orders of all but these seats are hidden."""
        return self._matches.look(match_id).seen_from(seats)

    def submit(self, match_id: str, seat: int, text: str, revision: int, *, value: float | None = None) -> MatchView:
        """Play a turn, or seal an order for a simultaneous turn; `value` is the bot's estimate of its payoff.

        Raises `Stale`, or the error of a turn that is not allowed.
        """

        def play(view: MatchView) -> MatchView:
            require_not_live(view)
            return view.after_turn(seat, text, self._matches.now(), value)

        return self._matches.change(match_id, seat, revision, play)

    def forfeit(self, match_id: str, seat: int, revision: int, cause: str) -> MatchView:
        """End the match because a seat's program has failed, with the cause."""

        def forfeit(view: MatchView) -> MatchView:
            return replace(view, match=view.match.forfeit(seat, cause))

        return self._matches.change(match_id, seat, revision, forfeit)

    def act(
        self,
        match: str | MatchView,
        seat: int,
        command: SeatCommand,
        revision: int | None = None,
        check: Callable[[MatchView], object] = lambda view: None,
    ) -> MatchView:
        """Carry out a command for a seat, unless `check` raises an error for the match that is changed.

        The match is an id, or its state that was just loaded. Raises `Stale`, or what the command does.
        """

        def change(view: MatchView) -> MatchView:
            check(view)
            if isinstance(command, AskTakeback) and (why := refusal(self._matches, view, "takeback")):
                raise IllegalMove(why)
            if isinstance(command, Claim):
                return self._claimed(view, seat, command)
            return _changed(view, seat, command, self._matches.now())

        def log(view: MatchView) -> Act:
            names = view.match.game.setup.seat_names
            return Act(self._matches.now(), view.seats[seat].person or "", "give 24 hours", view.id, names[1 - seat])

        return self._matches.change(match, seat, revision, change, log if isinstance(command, GiveTime) else None)

    def _claimed(self, view: MatchView, seat: int, command: Claim) -> MatchView:
        """Return a match that a seat has claimed, as an opponent has left it."""
        gone = absences(self._matches, view)
        if why := claim_refusal(view, seat, gone, draw=command.draw):
            raise IllegalMove(why)
        return claimed(view, seat, gone, self._matches.now(), draw=command.draw)


def _changed(view: MatchView, seat: int, command: SeatCommand, now: float) -> MatchView:
    """Return the view after a command of a seat."""
    match command:
        case PlayTurn(text, offer):
            require_not_live(view)
            return _with_turn(view, seat, text, offer, now)
        case Resign():
            return view.without(seat, RESIGNATION, now)
        case GiveTime():
            return give_time(view, seat, now)
        case ChangeNonce(nonce):
            return with_nonce(view, seat, nonce)
        case SetOrder(action):
            return with_order(view, seat, action)
        case _:
            assert isinstance(command, Offer)
            return _with_offer(view, seat, command)


def _with_turn(view: MatchView, seat: int, text: str, offer: str, now: float) -> MatchView:
    """Return the view after a turn of a seat, and after a draw that it offers with the turn."""
    if offer not in ("", "draw"):
        raise ParseError(f"{shorten(offer)} is no offer to go with a turn: expected draw")
    if offer and (why := refusal_of_view(view, "draw")):
        raise IllegalMove(why)
    after = view.after_turn(seat, text, now)
    standing = after.match.offer
    if not offer or after.match.over:
        return after
    if standing and standing.kind == "draw":  # their own, or one with which they agree
        agreed = seat in (standing.seat, *standing.accepted)
        return after if agreed else replace(after, match=accept_offer(after.match, seat))
    return _let_bots_answer(after, offer_draw(after.match, seat))


def _with_offer(view: MatchView, seat: int, command: Offer) -> MatchView:
    """Return the view after a seat has made an offer, which bots answer at once, or has answered one."""
    match command:
        case OfferDraw():
            if why := refusal_of_view(view, "draw"):
                raise IllegalMove(why)
            return _let_bots_answer(view, offer_draw(view.match, seat))
        case AskTakeback():
            return _let_bots_answer(view, ask_takeback(view.match, seat))
        case Accept():
            return with_accepted_bot(replace(view, match=accept_offer(view.match, seat)))
        case Decline():
            return replace(view, match=decline_offer(view.match, seat))
        case ProposeStandIn(vacant, bot):
            return propose_bot(view, seat, vacant, bot)


def _let_bots_answer(view: MatchView, match: Match) -> MatchView:
    """Return the view after the bots have answered the open offer of `match`."""
    for seat, assignment in enumerate(view.seats):
        offer = match.offer
        if offer is None or not assignment.is_bot or seat == offer.seat:
            continue
        value = view.values[seat]
        accepts = offer.kind != "draw" or (value is not None and value <= ACCEPTS_DRAW)
        match = accept_offer(match, seat) if accepts else decline_offer(match, seat)
    return replace(view, match=match)
