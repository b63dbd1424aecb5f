"""Seat tokens: there are no accounts, so a seat belongs to every browser that has opened its link.

An invitation is a link with a signed token. Opening it adds the seat to the match's cookie, so one browser may have
several seats, as two people at one screen need, and the address of the page can be shown to anybody.
"""

from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlencode

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import LudariumError

_YEAR = 365 * 24 * 3600


def match_address(match_id: str, place: str = "", *, display: str = "", **query: object) -> str:
    """Return the address of a match, or of a place within it, in a display mode.

    >>> match_address("m", display="projector", draft="3,5")
    '/matches/m?display=projector&draft=3,5'
    """
    parameters = {"display": display, **query} if display else query
    return f"/matches/{match_id}{place}" + (f"?{urlencode(parameters, safe=',')}" if parameters else "")


class NotYourSeat(LudariumError):
    """The browser may not play this seat."""


@dataclass(frozen=True, slots=True)
class SeatAccess:
    """What a browser may do in a match: play seats, and, as the host, invite others to the other seats."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    def may_control(self, people: Collection[int]) -> bool:
        """Whether the browser may start and pause a live match of these people; without people the host may."""
        return bool(self.seats) or (self.host and not people)

    def may_step(self, people: Collection[int]) -> bool:
        """Whether the browser may play single turns: it has the seats of all these people."""
        return self.may_control(people) and self.seats.issuperset(people)


class SeatTokens:
    """Creates and reads invitations and the cookies of seats."""

    def __init__(self, secret: str) -> None:
        self._links = URLSafeSerializer(secret, salt="seat link")
        self._cookies = URLSafeSerializer(secret, salt="seat cookie")

    def invitation(self, match_id: str, seat: int) -> str:
        """Return the path of the invitation to a seat."""
        return match_address(match_id, f"/seat/{self._links.dumps([match_id, seat])}")

    def invited_seat(self, match_id: str, token: str) -> int:
        """Return the seat of an invitation's token.

        Raises `NotYourSeat` for a token that is damaged or belongs to another match.
        """
        try:
            owner, seat = self._links.loads(token)
        except (BadSignature, TypeError, ValueError):
            owner, seat = None, None
        if owner != match_id or not isinstance(seat, int):
            raise NotYourSeat("this invitation is damaged or belongs to another match")
        return seat

    def access(self, request: Request, match_id: str) -> SeatAccess:
        """Return what the browser may do in a match; a damaged cookie gives no access."""
        try:
            owner, seats, host = self._cookies.loads(request.cookies.get(_cookie(match_id), ""))
        except (BadSignature, TypeError, ValueError):
            return SeatAccess()
        return SeatAccess(frozenset(seats), host) if owner == match_id else SeatAccess()

    def grant(
        self, request: Request, response: Response, match_id: str, seats: Collection[int], *, host: bool = False
    ) -> None:
        """Give the browser more seats of a match, by a cookie of the response."""
        before = self.access(request, match_id)
        response.set_cookie(
            _cookie(match_id),
            str(self._cookies.dumps([match_id, sorted(before.seats | frozenset(seats)), before.host or host])),
            max_age=_YEAR,
            path=match_address(match_id),
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )


def _cookie(match_id: str) -> str:
    return f"seats-{match_id}"
