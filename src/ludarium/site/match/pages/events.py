"""The stream of news that a browser keeps open for all its pages of matches."""

import asyncio
import json
import logging
import re
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager

from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response

from ludarium.core.errors import ParseError
from ludarium.core.text import shorten
from ludarium.site.ground.changes import (
    Change,
    LeagueChange,
    LobbyChange,
    MatchChange,
    PersonChange,
    TalkChange,
    Topic,
    TournamentChange,
)
from ludarium.site.ground.failures import log_failure
from ludarium.site.match.pages.displayed import tick_data
from ludarium.site.match.seating import SeatAccess
from ludarium.site.service import Service
from ludarium.site.web.http.identity import token_of
from ludarium.site.web.http.streams import PING, OpenStreams, Stream
from ludarium.site.web.page import Pages, page
from ludarium.site.web.site import Site

_log = logging.getLogger(__name__)
MOST = 500
"""Matches that one stream watches; static/hub.js asks for no more."""
MOST_STREAMS = 20
"""Streams that a client keeps open in one process: a session, or all browsers of a network that have none."""
_PICTURES = 64
FLAP = 5.0
"""Seconds in which a person opens the next page, or connects again; after that they have left."""
_NONE: frozenset[int] = frozenset()
_LOBBY = "lobby"
_BEFORE_IDS: Mapping[type[Change], str] = {
    TalkChange: "talk-", TournamentChange: "tournament-", LeagueChange: "league-", PersonChange: "person-",
    MatchChange: "",
}  # fmt: skip
"""What stands before the id of a match or a tournament where a browser names what it watches; the lobby has no id."""


class Events(Pages):
    """The stream of news."""

    def __init__(self, site: Site) -> None:
        self._service = site.service
        self._site = site
        self._open = OpenStreams(MOST_STREAMS, "event streams are open here")
        self._pictures: OrderedDict[tuple[str, int, frozenset[int]], asyncio.Task[str]] = OrderedDict()
        self._present = Present(site.service)

    def close(self) -> None:
        """Let nobody leave any more, since the streams end with the process."""
        self._present.close()

    @page("/events")
    async def stream(self, request: Request) -> Response:
        """A stream of the changes of matches since the revisions that the browser knows.

        It has revisions only, and the pictures of live matches: nothing that a spectator may not see. A match that is
        closed to the person has no events.

        Raises `QuotaExceeded` for a client that has too many.
        """
        seen = parse_watched(request.query_params.get("watch", ""))
        visit = await asyncio.to_thread(self._site.identity.visit, request)
        client = visit.session.id if visit else self._site.origins.of(request) or ""
        ended = self._open.begin(client)
        stays = visit is not None and (token_of(request) is None or visit.person.is_bot)
        leaves = visit is not None and not visit.person.is_bot
        events = self.tell(seen, visit.person.id if visit else None, stays=stays, leaves=leaves)
        return Stream(events, _sign_of_life, ended)

    async def tell(
        self, seen: Mapping[Topic, int], person_id: str | None = None, *, stays: bool = True, leaves: bool = True
    ) -> AsyncIterator[ServerSentEvent]:
        """Yield the events of matches, from the given revisions on; meanwhile a person who `stays` counts as online.

        The stream of a program with a token of a person is no sign that offers may wait for that person. With the last
        one of a person who `leaves` the others in matches with live clocks hear that they have left. The pictures of
        live matches are drawn for the person's seats.
        """
        with self._present.of(person_id, stays=stays, leaves=leaves) as suspended:
            events, coming, ends = self._events(seen, person_id), None, asyncio.create_task(suspended.wait())
            try:
                while True:
                    coming = asyncio.ensure_future(anext(events))
                    await asyncio.wait({coming, ends}, return_when=asyncio.FIRST_COMPLETED)
                    if not coming.done():
                        coming.cancel()
                        return
                    yield coming.result()
            finally:
                for task in (ends, coming):
                    if task:
                        task.cancel()

    async def _events(self, seen: Mapping[Topic, int], person: str | None) -> AsyncIterator[ServerSentEvent]:
        announced, turns = dict(seen), dict.fromkeys(seen, -1)
        seats: dict[Topic, frozenset[int]] = {}
        async with self._service.news.watch(seen, person) as watch:
            while True:
                for change in await watch.next():
                    topic, match = change.topic, change if isinstance(change, MatchChange) and change.live else None
                    if match is None or match.answerable_since > announced[topic]:
                        announced[topic] = change.revision
                        seats.pop(topic, None)
                        data = json.dumps({"match": watched_word(topic), "revision": change.revision})
                        yield ServerSentEvent(data, event="changed")
                    elif match.turns != turns[topic]:
                        turns[topic] = match.turns
                        if person and topic not in seats:
                            seats[topic] = await asyncio.to_thread(self._seats, match.id, person)
                        yield ServerSentEvent(await self._picture(match, seats.get(topic, _NONE)), event="tick")

    def _seats(self, match_id: str, person: str) -> frozenset[int]:
        """Return a person's seats in a match."""
        return frozenset(SeatAccess.of(self._service.view(None, match_id), person).seats)

    async def _picture(self, change: MatchChange, seats: frozenset[int]) -> str:
        """Return the picture of a live match, which is drawn once for all who watch it with the same seats.

        It may show a later turn, which does no harm.
        """
        key = change.id, change.revision, seats
        if key not in self._pictures:
            self._pictures[key] = asyncio.create_task(asyncio.to_thread(self._draw, change.id, seats))
            while len(self._pictures) > _PICTURES:
                self._pictures.popitem(last=False)
        return await asyncio.shield(self._pictures[key])  # the others wait on when one reader leaves

    def _draw(self, match_id: str, seats: frozenset[int]) -> str:
        return tick_data(self._service.view(None, match_id), seats)


class Present:
    """The people who have streams open in this process; the database is asked one question for all of them.

    A person whose last stream has ended, and who opens no other at once as with the next page, has left. What does not
    end by the person, as when the process ends, is no leaving.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._streams: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._staying = Counter[str]()
        self._leaving: dict[str, asyncio.Task[None]] = {}
        self._coming: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None

    @contextmanager
    def of(self, person_id: str | None, *, stays: bool, leaves: bool) -> Iterator[asyncio.Event]:
        """Count a stream of a person, whose live offers wait meanwhile if they stay.

        The event is set when the account is suspended; None is a stranger. If the person `leaves`, it is
        recorded when the last stream has ended.
        """
        suspended = asyncio.Event()
        if person_id is None:
            yield suspended
            return
        if leaves and not self._streams[person_id]:
            self._come(person_id)
        self._streams[person_id].add(suspended)
        self._staying[person_id] += stays
        is_page = stays and leaves
        if is_page:
            self._service.here.come(person_id)
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        try:
            yield suspended
        finally:
            if is_page:
                self._service.here.go(person_id)
            self._streams[person_id].discard(suspended)
            self._staying[person_id] -= stays
            if not self._streams[person_id]:
                del self._streams[person_id], self._staying[person_id]
                if leaves:
                    self._leaving[person_id] = asyncio.create_task(self._leave(person_id, self._service.now()))
            if not self._streams:
                self._watching.cancel()
                self._watching = None

    def close(self) -> None:
        """Let nobody leave any more."""
        for leaving in self._leaving.values():
            leaving.cancel()
        self._leaving.clear()

    def _come(self, person_id: str) -> None:
        """Take back that a person is leaving, or else record that they are there."""
        if leaving := self._leaving.pop(person_id, None):
            leaving.cancel()
            return
        coming = asyncio.create_task(self._record("coming", self._service.presence.come, person_id))
        self._coming.add(coming)
        coming.add_done_callback(self._coming.discard)

    async def _leave(self, person_id: str, at: float) -> None:
        await asyncio.sleep(FLAP)
        self._leaving.pop(person_id, None)
        await self._record("leaving", self._service.presence.leave, person_id, at)

    async def _record(self, what: str, record: Callable[..., object], *args: object) -> None:
        try:
            await asyncio.to_thread(record, *args)
        except Exception as error:  # noqa: BLE001 - the database may be unavailable; then nobody has left
            log_failure(_log, f"the {what} of a person could not be stored", error)

    async def _watch(self) -> None:
        while True:
            try:
                for person_id in await asyncio.to_thread(self._service.people.suspended, time.time()):
                    for suspended in self._streams.get(person_id, ()):
                        suspended.set()
                staying = [person_id for person_id, streams in self._staying.items() if streams]
                await asyncio.to_thread(self._service.offers.stay, *staying)
                await asyncio.to_thread(self._service.presence.stay, [*self._streams])
            except Exception as error:  # noqa: BLE001 - the database may be unavailable for a while, so try again
                log_failure(_log, "asking for the people who are here failed", error)
            await asyncio.sleep(PING)


def _sign_of_life() -> ServerSentEvent:
    return ServerSentEvent("", event="ping")


def watched_word(topic: Topic) -> str:
    """Return the word by which a browser names what it watches."""
    kind, topic_id = topic
    return _LOBBY if kind is LobbyChange else f"{_BEFORE_IDS[kind]}{topic_id}"


def _parse_word(word: str) -> Topic:
    if word == _LOBBY:
        return LobbyChange, ""
    return next((kind, word.removeprefix(before)) for kind, before in _BEFORE_IDS.items() if word.startswith(before))


def parse_watched(text: str) -> dict[Topic, int]:
    """Parse what a browser watches, such as matches, each with the revision that it knows.

    Raises `ParseError`.

    >>> [(kind.__name__, of, seen) for (kind, of), seen in parse_watched("first:3,talk-second:0,lobby:7").items()]
    [('MatchChange', 'first', 3), ('TalkChange', 'second', 0), ('LobbyChange', '', 7)]
    """
    if not re.fullmatch(r"[\w-]{1,32}:[0-9]{1,15}(?:,[\w-]{1,32}:[0-9]{1,15})*", text, re.ASCII):
        raise ParseError(f"{shorten(text)} cannot be watched: expected matches with revisions, such as match:3,other:0")
    seen = dict(word.split(":") for word in text.split(","))
    if len(seen) > MOST:
        raise ParseError(f"{len(seen)} matches cannot be watched at once: expected at most {MOST}")
    return {_parse_word(word): int(revision) for word, revision in seen.items()}
