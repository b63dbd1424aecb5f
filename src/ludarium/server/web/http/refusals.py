"""Errors as refusals: their status in HTTP, their kind for programs, and when to ask again."""

from collections.abc import Mapping
from http import HTTPStatus

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from ludarium.club.begin.challenges import NoSuchChallenge
from ludarium.club.challenge_ladders.ladders import NoSuchChallengeLadder
from ludarium.club.ladder.views import NoSuchLadder
from ludarium.club.leagues.leagues import NoSuchLeague
from ludarium.club.match.seating import NotInvited, NotYourSeat
from ludarium.club.moderation.rights import NoSuchCase, NotModerator
from ludarium.club.moderation.standing import Sanctioned
from ludarium.club.offers.beginning import NoSuchOffer
from ludarium.club.people.accounts import MayNotRegister, NeedsAccount, NoSuchPerson
from ludarium.club.people.act_log import NotAdministrator
from ludarium.club.people.passkeys import WrongPasskey
from ludarium.club.people.sign_in import WrongCode
from ludarium.club.programs.scopes import NotPermitted
from ludarium.club.programs.tokens import NoSuchToken
from ludarium.club.programs.trials import NoSuchTrial
from ludarium.club.programs.workshop import NoSuchScript, NotTheAuthor
from ludarium.club.quotas import QuotaExceeded
from ludarium.club.service import DamagedMatch, DatabaseUnavailable, MatchExists, NoSuchMatch, Stale
from ludarium.club.talk.rules import MayNotTalk
from ludarium.club.tournaments.errors import EntryRefused, NoSuchTournament, NotOrganiser
from ludarium.core.errors import AmbiguousMove, GameOver, IllegalMove, LudariumError, NotYourTurn, UnknownGame
from ludarium.server.web.http.closing import RETRY
from ludarium.server.web.http.identity import NoSession
from ludarium.server.web.http.negotiation import JSON

_BUSY = "The site is busy and has changed nothing: try again in a moment."
_UNAVAILABLE = "The site cannot save anything now and has changed nothing: try again later."
_MENDING = 30
"""Seconds after which to ask again while somebody must mend the database."""
_KINDS: tuple[tuple[type[LudariumError], HTTPStatus, str], ...] = (
    (NoSuchMatch, HTTPStatus.NOT_FOUND, "no-match"),
    (NoSuchChallenge, HTTPStatus.NOT_FOUND, "no-challenge"),
    (NoSuchOffer, HTTPStatus.NOT_FOUND, "no-offer"),
    (NoSuchTournament, HTTPStatus.NOT_FOUND, "no-tournament"),
    (NoSuchLadder, HTTPStatus.NOT_FOUND, "no-ladder"),
    (NoSuchChallengeLadder, HTTPStatus.NOT_FOUND, "no-challenge-ladder"),
    (NoSuchLeague, HTTPStatus.NOT_FOUND, "no-league"),
    (NoSuchCase, HTTPStatus.NOT_FOUND, "no-case"),
    (NotModerator, HTTPStatus.FORBIDDEN, "not-moderator"),
    (Sanctioned, HTTPStatus.FORBIDDEN, "sanctioned"),
    (NotOrganiser, HTTPStatus.FORBIDDEN, "not-organiser"),
    (NeedsAccount, HTTPStatus.FORBIDDEN, "not-signed-in"),
    (MayNotTalk, HTTPStatus.FORBIDDEN, "may-not-talk"),
    (EntryRefused, HTTPStatus.CONFLICT, "not-now"),
    (NoSuchTrial, HTTPStatus.NOT_FOUND, "no-trial"),
    (NoSuchScript, HTTPStatus.NOT_FOUND, "no-script"),
    (NotTheAuthor, HTTPStatus.FORBIDDEN, "not-the-author"),
    (UnknownGame, HTTPStatus.NOT_FOUND, "no-game"),
    (NoSuchPerson, HTTPStatus.BAD_REQUEST, "no-person"),
    (NoSuchToken, HTTPStatus.UNAUTHORIZED, "no-token"),
    (NotPermitted, HTTPStatus.FORBIDDEN, "scope"),
    (NotInvited, HTTPStatus.FORBIDDEN, "not-invited"),
    (NotYourSeat, HTTPStatus.FORBIDDEN, "not-your-seat"),
    (NoSession, HTTPStatus.FORBIDDEN, "not-signed-in"),
    (MayNotRegister, HTTPStatus.FORBIDDEN, "not-signed-in"),
    (NotAdministrator, HTTPStatus.FORBIDDEN, "not-administrator"),
    (WrongCode, HTTPStatus.FORBIDDEN, "wrong-code"),
    (WrongPasskey, HTTPStatus.FORBIDDEN, "wrong-code"),
    (Stale, HTTPStatus.CONFLICT, "stale"),
    (MatchExists, HTTPStatus.CONFLICT, "exists"),
    (QuotaExceeded, HTTPStatus.TOO_MANY_REQUESTS, "quota"),
    (DamagedMatch, HTTPStatus.INTERNAL_SERVER_ERROR, "internal"),
    (IllegalMove, HTTPStatus.BAD_REQUEST, "illegal"),
    (AmbiguousMove, HTTPStatus.BAD_REQUEST, "ambiguous"),
    (NotYourTurn, HTTPStatus.BAD_REQUEST, "not-your-turn"),
    (GameOver, HTTPStatus.BAD_REQUEST, "over"),
    (LudariumError, HTTPStatus.BAD_REQUEST, "unreadable"),
)
_OF_STATUS: Mapping[int, str] = {
    HTTPStatus.BAD_REQUEST: "unreadable",
    HTTPStatus.UNAUTHORIZED: "no-token",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "no-page",
    HTTPStatus.METHOD_NOT_ALLOWED: "method",
    HTTPStatus.CONFLICT: "stale",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "media-type",
    HTTPStatus.TOO_MANY_REQUESTS: "quota",
    HTTPStatus.SERVICE_UNAVAILABLE: "busy",
}
KINDS = tuple(dict.fromkeys((*(kind for *_, kind in _KINDS), *_OF_STATUS.values(), "internal")))
"""The kinds of errors, by which programs tell them apart; a kind never changes its meaning."""


class Problem(Struct, frozen=True):
    """An error in an answer: a sentence for people, the kind for programs, and what was expected, if it is known."""

    error: str
    kind: str
    expected: str | None = None

    @classmethod
    def of(cls, text: str, status: int, error: Exception | None = None) -> "Problem":
        """Return what is said of a sentence that is answered with a status, and of the error from which it comes.

        >>> Problem.of("'x' is not a game: expected orion.", 400)
        Problem(error="'x' is not a game: expected orion.", kind='unreadable', expected='orion')
        """
        kind = kind_of(error) if isinstance(error, LudariumError) else _OF_STATUS.get(status, "internal")
        _, found, expected = text.rpartition("expected ")
        return cls(text, kind, expected.rstrip(".!") if found else None)


def kind_of(error: LudariumError) -> str:
    """Return the kind of an error."""
    return next(kind for raised, _, kind in _KINDS if isinstance(error, raised))


def status_of(error: LudariumError) -> HTTPStatus:
    """Return the HTTP status of an error; those not listed are bad requests."""
    return next(status for raised, status, _ in _KINDS if isinstance(error, raised))


def note(request: Request, error: Exception) -> None:
    """Store the error from which an answer comes, so that programs get its kind."""
    request.scope.setdefault("state", {})["error"] = error


def noted(request: Request) -> Exception | None:
    """Return the error from which an answer comes, or None."""
    found: Exception | None = request.scope.get("state", {}).get("error")
    return found


def problem(text: str, status: int, error: Exception | None = None) -> Response:
    """Return an answer that says what is wrong, for a program."""
    body = encode(Problem.of(text, status, error))
    headers = {"WWW-Authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else {}
    return Response(body, status, headers, media_type=JSON)


def say_when(response: Response, error: LudariumError) -> Response:
    """Return a response with a header that says when a quota allows more, if that is the error."""
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
