"""What programs are told: a stream of all that waits for an account, and the same for those who ask again and again."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from hashlib import sha256
from http import HTTPStatus

from anyio import Event as Closing
from msgspec import Struct
from msgspec.json import encode
from sse_starlette import EventSourceResponse
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ludarium.club.match.commands import number
from ludarium.club.people.people import Person
from ludarium.club.programs.events import Challenged, Event, Gone, Ping, Told, Turn, parse_id
from ludarium.club.quotas import QuotaExceeded
from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.server.web.http.identity import NoSession, token_of
from ludarium.server.web.http.negotiation import JSON
from ludarium.server.web.site import Site

NDJSON = "application/x-ndjson"
MOST_STREAMS = 5
"""Streams that one account keeps open in one process."""
_USUAL = 100
"""Records that are told at once unless another number is asked for."""
PING = 15
"""Seconds between two signs of life."""


class Turns(Struct, frozen=True):
    """The turns that wait for a person, by the time left, and the challenges."""

    turns: list[Turn]
    challenges: list[Challenged]


class LineStream(EventSourceResponse):
    """An answer of lines of JSON that goes on until the program leaves or the site closes, when it ends in order."""

    def __init__(self, lines: AsyncIterator[bytes], ended: Callable[[], object]) -> None:
        self._closing = Closing()
        self._ended = ended
        super().__init__(
            lines,
            media_type=NDJSON,
            ping=PING,
            ping_message_factory=lambda: _line(Ping()),  # type: ignore[arg-type, return-value]  # bytes are sent as they are
            shutdown_event=self._closing,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()
        if self._closing.is_set() and self.active:  # the library stops in the middle of the answer
            await send({"type": "http.response.body", "body": b"", "more_body": False})


class Streams:
    """The stream of an account, and its turns."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._service = site.service
        self._open = Counter[str]()

    def routes(self) -> list[Route]:
        """The routes for programs."""
        return [Route("/events/me", self.stream), Route("/turns", self.turns), Route("/records", self.records)]

    async def stream(self, request: Request) -> Response:
        """A stream of all that waits for the person of a token, now and from now on.

        Raises `NoSession` without a token, `QuotaExceeded` for an account that has too many streams.
        """
        token = token_of(request)
        if token is None:
            raise NoSession("only programs listen here: expected Authorization: Bearer, and a token of your account")
        person, told = self._person(request), _told(request)
        if self._open[person.id] >= MOST_STREAMS:
            raise QuotaExceeded(
                f"{MOST_STREAMS} streams of this account are open: expected that one is closed first", PING
            )
        self._open[person.id] += 1
        return LineStream(self._lines(person, token.id, told), partial(self._close, person.id))

    def turns(self, request: Request) -> Response:
        """The turns and challenges that wait for the person, with a tag that changes when they do."""
        person = self._person(request)
        told = _told(request)
        found = list(self._service.program_events.waiting(person, told))
        turns = [event for event in found if isinstance(event, Turn)]
        challenges = [event for event in found if isinstance(event, Challenged)]
        known = [*((turn.match, turn.seat, turn.revision) for turn in turns), *(each.challenge for each in challenges)]
        tag = sha256(repr((known, told.legal)).encode()).hexdigest()[:24]
        headers = {"ETag": f'W/"{tag}"', "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
        return Response(encode(Turns(turns, challenges)), HTTPStatus.OK, headers, JSON)

    def records(self, request: Request) -> Response:
        """The records of finished matches after a cursor, a line each; the public ones, or those of the person."""
        query = request.query_params
        lines = self._service.records.after(
            query.get("after", ""),
            number(query, "limit") if "limit" in query else _USUAL,
            game=query.get("game", ""),
            mine=_choice(query.get("mine", "no"), "mine"),
            person=self._site.identity.person(request),
        )
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse((encode(line) + b"\n" for line in lines), media_type=NDJSON, headers=headers)

    async def _lines(self, person: Person, token_id: str, told: Told) -> AsyncIterator[bytes]:
        events = self._service.program_events
        async with self._service.account_news.watch(person.id, token_id) as watch:
            for line in await asyncio.to_thread(_encode, lambda: events.waiting(person, told)):
                yield line
            while True:
                news = await watch.next()
                if news.gone:
                    yield _line(Gone())
                    return
                for match_id in news.matches:
                    for line in await asyncio.to_thread(_encode, partial(events.of_match, person, match_id, told)):
                        yield line
                if news.challenged:
                    for line in await asyncio.to_thread(_encode, partial(events.challenged, person, told)):
                        yield line

    def _person(self, request: Request) -> Person:
        person = self._site.identity.person(request)
        if person is None:
            raise NoSession("nobody is known here: expected Authorization: Bearer, and a token of your account")
        return person

    def _close(self, person_id: str) -> None:
        """Count a stream that has ended no more."""
        self._open[person_id] -= 1
        if not self._open[person_id]:
            del self._open[person_id]


def _told(request: Request) -> Told:
    """Return what the program of a request asks to be told."""
    query, after = request.query_params, request.query_params.get("after", "")
    return Told(
        parse_id(after) if after else None,
        legal=_choice(query.get("legal", "no"), "legal"),
        brief=not _choice(query.get("record", "yes"), "record"),
    )


def _choice(text: str, name: str) -> bool:
    if text not in ("yes", "no"):
        raise ParseError(f"{name} is {shorten(text)}: expected yes or no")
    return text == "yes"


def _encode(events: Callable[[], Iterable[Event]]) -> list[bytes]:
    return [_line(event) for event in events()]


def _line(event: Event) -> bytes:
    return encode(event) + b"\n"
