"""How an error becomes a refusal: its status in HTTP, and when to ask again."""

from http import HTTPStatus

from starlette.responses import Response

from ludarium.club.begin.challenges import NoSuchChallenge
from ludarium.club.match.seating import NotInvited, NotYourSeat
from ludarium.club.offers.beginning import NoSuchOffer
from ludarium.club.people.accounts import MayNotRegister
from ludarium.club.people.act_log import NotAdministrator
from ludarium.club.people.passkeys import WrongPasskey
from ludarium.club.people.sign_in import WrongCode
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.service import DamagedMatch, DatabaseUnavailable, MatchExists, NoSuchMatch, Stale
from ludarium.core.errors import LudariumError, UnknownGame
from ludarium.server.web.http.closing import RETRY
from ludarium.server.web.http.identity import NoSession

_BUSY = "The site is busy and has changed nothing: try again in a moment."
_UNAVAILABLE = "The site cannot save anything now and has changed nothing: try again later."
_MENDING = 30
"""Seconds after which to ask again while somebody must mend the database."""
_STATUS: tuple[tuple[type[LudariumError], HTTPStatus], ...] = (
    (NoSuchMatch, HTTPStatus.NOT_FOUND),
    (NoSuchChallenge, HTTPStatus.NOT_FOUND),
    (NoSuchOffer, HTTPStatus.NOT_FOUND),
    (UnknownGame, HTTPStatus.NOT_FOUND),
    (NotInvited, HTTPStatus.FORBIDDEN),
    (NotYourSeat, HTTPStatus.FORBIDDEN),
    (NoSession, HTTPStatus.FORBIDDEN),
    (MayNotRegister, HTTPStatus.FORBIDDEN),
    (NotAdministrator, HTTPStatus.FORBIDDEN),
    (WrongCode, HTTPStatus.FORBIDDEN),
    (WrongPasskey, HTTPStatus.FORBIDDEN),
    (Stale, HTTPStatus.CONFLICT),
    (MatchExists, HTTPStatus.CONFLICT),
    (QuotaExceeded, HTTPStatus.TOO_MANY_REQUESTS),
    (DamagedMatch, HTTPStatus.INTERNAL_SERVER_ERROR),
)


def status_of(error: LudariumError) -> HTTPStatus:
    """Return the HTTP status of an error; those not listed are bad requests."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), HTTPStatus.BAD_REQUEST)


def say_when(response: Response, error: LudariumError) -> Response:
    """Return a response that says when a quota allows more, if that is the error."""
    if isinstance(error, QuotaExceeded):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def busy_text(error: Exception) -> str:
    """Return the sentence for a database that is busy, or cannot be used."""
    return _UNAVAILABLE if isinstance(error, DatabaseUnavailable) else _BUSY


def retry_later(response: Response, error: Exception | None = None) -> Response:
    """Return a response that says when to ask again, after an error of the database."""
    response.headers["Retry-After"] = str(_MENDING if isinstance(error, DatabaseUnavailable) else RETRY)
    return response
