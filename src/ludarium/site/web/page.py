"""How pages are declared: a page is a function with its address, and so is what is sent to one.

Browsers get a filled template, and programs that ask for `application/json` get its data, at the same addresses. A
command that is refused shows its page again here, in one place.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludarium.core.errors import LudariumError
from ludarium.site.act import Command, body_of, commands_of
from ludarium.site.acting import CommandDone
from ludarium.site.web.http.bodies import Changed, read_fields, read_sent
from ludarium.site.web.http.identity import token_of
from ludarium.site.web.http.negotiation import JSON
from ludarium.site.web.http.refusals import note, say_when
from ludarium.site.web.site import Site

_WRITERS = 20
"""Threads in which forms are handled at once; they may wait for the database, and pages have other threads."""
_limiter = RunVar[CapacityLimiter]("forms")
Handler = TypeVar("Handler", bound=Callable[..., Any])  # Any: of any arguments
Endpoint = Callable[[Request], Awaitable[Response] | Response]
Again = Callable[[Any, Request, Any, LudariumError], Response]
"""A method of pages that shows one again, with what was sent and why it was refused."""
Json = dict[str, Any]  # Any: JSON
YES_NO: Json = {"enum": ["yes", "no"]}
FROM_ONE: Json = {"type": "integer", "minimum": 1}
TEXT: Json = {"type": "string"}
"""What may be added to addresses."""


class RouteAnswer(NamedTuple):
    """The answer of a route: JSON of a type, or lines of it, or a text."""

    kind: Any  # a type, or a union of types
    media: str = JSON


class _Declared(NamedTuple):
    """An address of a function, and what makes its endpoint of the pages and the function."""

    method: str
    path: str
    endpoint: Callable[["Pages", Any], Endpoint]  # Any: a function of any arguments


class Pages:
    """The pages of a subject, each a function that `page`, `form` or `command` declares."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def routes(self) -> list[Route]:
        """Return the routes of these pages: an address that is fixed comes before one that varies."""
        made = [getattr(self, name) for name in vars(type(self))]
        found = [(one, each) for one in made for each in getattr(one, "declared", ())]
        routes = [Route(each.path, each.endpoint(self, one), methods=[each.method]) for one, each in found]
        return sorted(routes, key=lambda route: [part.startswith("{") for part in route.path.split("/")])


def page(
    *paths: str,
    answers: Any = None,  # Any: a type, or a union of types
    media: str = JSON,
    queries: Mapping[str, Json] | None = None,
    otherwise: Mapping[str, str] | None = None,
    ready: bool = False,
) -> Callable[[Handler], Handler]:
    """Return a decorator for a page: what it answers to programs, and what may be added to its address.

    `otherwise` describes other answers by their status, and a page that is `ready` is kept for strangers.
    """

    def endpoint(pages: Pages, handler: Any) -> Endpoint:  # Any: a function of any arguments
        made: Endpoint = pages._site.ready(handler) if ready else handler
        return made

    def declare(handler: Handler) -> Handler:
        if answers is not None:
            answer = RouteAnswer(answers, media)
            vars(handler).update(answers=answer, queries=queries or {}, otherwise=otherwise or {})
        return _with(handler, [_Declared("GET", path, endpoint) for path in paths])

    return declare


def form(
    *paths: str,
    body: Any = None,  # Any: a type of JSON
    again: Again | None = None,
    besides: Collection[int] = (),
) -> Callable[[Handler], Handler]:
    """Return a decorator for what reads a form, or JSON of a type, and is called with its fields, in a thread.

    `body` is the type of the JSON, None for any member that a form may have, and a program finds it described. A
    function that has to wait returns an awaitable, so that it waits in no thread. `again` shows a page for what is
    refused; errors of a status `besides` have a page of their own.
    """
    return _sent(paths, lambda _: partial(read_fields, body=body), lambda: body, again, besides)


def command(
    *paths: str,
    base: type[Command],
    place: str = "",
    again: Again | None = None,
    besides: Collection[int] = (),
) -> Callable[[Handler], Handler]:
    """Return a decorator as `form` does, for one of the commands below a base class that are sent to a place."""

    def known() -> dict[str, type[Command]]:
        return {word: kind.sent() for word, kind in commands_of(base).items() if kind.place == place}

    return _sent(
        paths, lambda _: partial(read_sent, commands=known()), lambda: body_of(known().values()), again, besides
    )


def sent(
    *paths: str,
    read: Callable[[Any, Request], Awaitable[Any]],  # Any: the pages, and what is read
    body: Any,  # Any: a type of JSON
    again: Again | None = None,
    besides: Collection[int] = (),
) -> Callable[[Handler], Handler]:
    """Return a decorator as `form` does, for what another function of the pages reads of a request."""
    return _sent(paths, lambda pages: partial(read, pages), lambda: body, again, besides)


def _sent(
    paths: tuple[str, ...],
    read: Callable[[Any], Callable[[Request], Awaitable[Any]]],  # Any: the pages, and what is read
    body: Callable[[], Any],
    again: Again | None,
    besides: Collection[int],
) -> Callable[[Handler], Handler]:
    def endpoint(pages: Pages, handler: Any) -> Endpoint:  # Any: a function of any arguments
        def handled(request: Request, values: Any) -> Response | Awaitable[Response]:
            try:
                given: Response | Awaitable[Response] = handler(request, values)
            except LudariumError as error:
                if again is None or error.status in besides:
                    raise
                note(request, error)
                return say_when(again(pages, request, values, error), error)
            return given

        return _received(handled, read(pages), body(), handler.__doc__)

    return lambda handler: _with(handler, [_Declared("POST", path, endpoint) for path in paths])


def _with(handler: Handler, declared: list[_Declared]) -> Handler:
    vars(handler)["declared"] = (*getattr(handler, "declared", ()), *declared)
    return handler


def _received(
    handler: Callable[[Request, Any], Response | Awaitable[Response]],
    read: Callable[[Request], Awaitable[Any]],
    body: Any,
    doc: str | None,
) -> Endpoint:
    async def endpoint(request: Request) -> Response:
        values = await read(request)
        try:
            limiter = _limiter.get()
        except LookupError:
            _limiter.set(limiter := CapacityLimiter(_WRITERS))
        given = await to_thread.run_sync(handler, request, values, limiter=limiter)
        answer = given if isinstance(given, Response) else await given
        if answer.status_code == HTTPStatus.SEE_OTHER and token_of(request):
            return _changed(request, answer.headers["location"])
        return answer

    endpoint.__doc__ = doc
    endpoint.body = body  # type: ignore[attr-defined]  # what `describe` reads of it
    return endpoint


def _changed(request: Request, location: str) -> Response:
    """Return the answer to a program with a token, which has what changed in place of a redirect."""
    state = request.scope["state"]
    done: CommandDone | None = state.get("done")
    match_id, revision = (done.match_id, done.revision) if done else (state.get("begun"), None)
    said = ("The offer was declined." if done.declined else done.said) if done else None
    changed = Changed(location, match_id, revision, said)
    return Response(encode(changed), media_type=JSON, headers={"Cache-Control": "no-store"})
