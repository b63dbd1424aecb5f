"""The stream of events for an account, and the same for programs that poll."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from functools import partial
from hashlib import sha256
from http import HTTPStatus

from msgspec import Struct
from msgspec.json import encode
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.act import number
from ludarium.site.ground.values import Person
from ludarium.site.programs.events import (
    Challenged,
    Event,
    Gone,
    OfferEnded,
    OfferMade,
    Over,
    Ping,
    Subscription,
    Talked,
    Turn,
    parse_id,
)
from ludarium.site.programs.records import RecordLine
from ludarium.site.web.http.identity import NoSession, token_of
from ludarium.site.web.http.negotiation import JSON
from ludarium.site.web.http.streams import OpenStreams, Stream
from ludarium.site.web.page import TEXT, YES_NO, Pages, page
from ludarium.site.web.site import Site

NDJSON = "application/x-ndjson"
MOST_STREAMS = 5
"""Streams that one account keeps open in one process."""
_USUAL = 100
"""Records that are sent at once unless another number is asked for."""


class Turns(Struct, frozen=True):
    """The turns that wait for a person, by the time left, and the challenges."""

    turns: list[Turn]
    challenges: list[Challenged]


class Streams(Pages):
    """The stream of an account, and its turns."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._service = site.service
        self._open = OpenStreams(MOST_STREAMS, "streams of this account are open")

    @page(
        "/events/me",
        answers=Turn | OfferMade | OfferEnded | Over | Challenged | Talked | Ping | Gone,
        media=NDJSON,
        queries={"legal": YES_NO, "record": YES_NO, "after": TEXT},
    )
    async def stream(self, request: Request) -> Response:
        """A stream of all that waits for the person of a token, now and from now on.

        Raises `NoSession` without a token, `QuotaExceeded` for an account that has too many streams.
        """
        token = token_of(request)
        if token is None:
            raise NoSession("only programs listen here: expected Authorization: Bearer, and a token of your account")
        person, subscription = self._person(request), _subscription(request)
        ended = self._open.begin(person.id)
        return Stream(self._lines(person, token.id, subscription), partial(_line, Ping()), ended, media_type=NDJSON)

    @page(
        "/turns",
        answers=Turns,
        queries={"legal": YES_NO, "record": YES_NO, "after": TEXT},
        otherwise={"304": "Nothing has changed since the `ETag` that was sent."},
    )
    def turns(self, request: Request) -> Response:
        """The turns and challenges that wait for the person, with a tag that changes when they do."""
        person = self._person(request)
        subscription = _subscription(request)
        found = list(self._service.program_events.waiting(person, subscription))
        turns = [event for event in found if isinstance(event, Turn)]
        challenges = [event for event in found if isinstance(event, Challenged)]
        known = [*((turn.match, turn.seat, turn.revision) for turn in turns), *(each.challenge for each in challenges)]
        tag = sha256(repr((known, subscription.legal)).encode()).hexdigest()[:24]
        headers = {"ETag": f'W/"{tag}"', "Cache-Control": "private, no-cache", "Vary": "Authorization, Cookie"}
        return Response(encode(Turns(turns, challenges)), HTTPStatus.OK, headers, JSON)

    @page(
        "/records",
        answers=RecordLine,
        media=NDJSON,
        queries={
            "after": TEXT,
            "limit": {"type": "integer", "minimum": 1, "maximum": 1000},
            "game": TEXT,
            "mine": YES_NO,
        },
    )
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

    async def _lines(self, person: Person, token_id: str, subscription: Subscription) -> AsyncIterator[bytes]:
        events = self._service.program_events
        async with self._service.account_news.watch(person.id, token_id) as watch:
            for line in await asyncio.to_thread(_encode, lambda: events.waiting(person, subscription)):
                yield line
            while True:
                news = await watch.next()
                if news.gone:
                    yield _line(Gone())
                    return
                for match_id in news.matches:
                    for line in await asyncio.to_thread(
                        _encode, partial(events.of_match, person, match_id, subscription)
                    ):
                        yield line
                for line in await asyncio.to_thread(_encode, partial(events.said, person, news.said, subscription)):
                    yield line
                if news.challenged:
                    for line in await asyncio.to_thread(_encode, partial(events.challenged, person, subscription)):
                        yield line

    def _person(self, request: Request) -> Person:
        person = self._site.identity.person(request)
        if person is None:
            raise NoSession("nobody is known here: expected Authorization: Bearer, and a token of your account")
        return person


def _subscription(request: Request) -> Subscription:
    """Return the subscription that a request asks for."""
    query, after = request.query_params, request.query_params.get("after", "")
    return Subscription(
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
