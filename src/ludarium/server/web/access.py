"""Signed seats: there are no accounts, so whoever holds a seat's link holds the seat.

The link carries a signed token. Opening it adds the seat to the match's cookie, so that one browser may hold several
seats, as two people at one screen need, and the address of the page can be shown to anybody.
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
    """The address of a match, or of a place of it, in a display mode.

    >>> match_address("m", display="projector", draft="3,5")
    '/matches/m?display=projector&draft=3,5'
    """
    asked = {"display": display, **query} if display else query
    return f"/matches/{match_id}{place}" + (f"?{urlencode(asked, safe=',')}" if asked else "")


class NotYourSeat(LudariumError):
    """Whoever asks does not hold the seat."""


@dataclass(frozen=True, slots=True)
class SeatAccess:
    """What a browser holds in a match: seats, and the host's right to give the others' links away."""

    seats: frozenset[int] = frozenset()
    host: bool = False

    def steers(self, people: Collection[int]) -> bool:
        """Whether the browser may let a live match of these people run, and halt it; without people the host may."""
        return bool(self.seats) or (self.host and not people)

    def alone(self, people: Collection[int]) -> bool:
        """Whether none of these people is elsewhere, so that the browser may take single turns."""
        return self.steers(people) and self.seats.issuperset(people)


class Keys:
    """Makes seats' links and cookies, and reads them."""

    def __init__(self, secret: str) -> None:
        self._links = URLSafeSerializer(secret, salt="seat link")
        self._cookies = URLSafeSerializer(secret, salt="seat cookie")

    def link(self, match_id: str, seat: int) -> str:
        """The path that gives the seat to whoever opens it."""
        return match_address(match_id, f"/seat/{self._links.dumps([match_id, seat])}")

    def seat(self, match_id: str, token: str) -> int:
        """The seat that a link's token gives.

        Raises `NotYourSeat` where it is damaged, or belongs to another match.
        """
        try:
            owner, seat = self._links.loads(token)
        except (BadSignature, TypeError, ValueError):
            owner, seat = None, None
        if owner != match_id or not isinstance(seat, int):
            raise NotYourSeat("this link gives no seat of this match: it is damaged or incomplete")
        return seat

    def held(self, request: Request, match_id: str) -> SeatAccess:
        """What the browser holds; a cookie that is damaged holds nothing."""
        try:
            owner, seats, host = self._cookies.loads(request.cookies.get(_cookie(match_id), ""))
        except (BadSignature, TypeError, ValueError):
            return SeatAccess()
        return SeatAccess(frozenset(seats), host) if owner == match_id else SeatAccess()

    def hand(
        self, request: Request, response: Response, match_id: str, seats: Collection[int], *, host: bool = False
    ) -> None:
        """Let the browser hold these seats, beside what it holds already."""
        before = self.held(request, match_id)
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
