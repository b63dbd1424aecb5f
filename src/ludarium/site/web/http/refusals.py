"""Errors as refusals: their status in HTTP, their kind for programs, and when to ask again."""

from collections.abc import Mapping
from http import HTTPStatus

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import LudariumError
from ludarium.site.ground.failures import DatabaseUnavailable
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.web.http.negotiation import JSON

_BUSY = "The site is busy and has changed nothing: try again in a moment."
_UNAVAILABLE = "The site cannot save anything now and has changed nothing: try again later."
RETRY = 2
"""Seconds after which a request that was not answered may be sent again."""
_MENDING = 30
"""Seconds after which to ask again while somebody must mend the database."""
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
        kind = error.kind if isinstance(error, LudariumError) else _OF_STATUS.get(status, "internal")
        _, found, expected = text.rpartition("expected ")
        return cls(text, kind, expected.rstrip(".!") if found else None)


def kinds() -> list[str]:
    """Return the kinds of errors that an answer can have, in the order of the alphabet."""
    classes = [LudariumError]
    for known in classes:
        classes.extend(known.__subclasses__())
    return sorted({*(known.kind for known in classes), *_OF_STATUS.values(), "internal"})


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
