"""The stream of news for all pages of a browser."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from sse_starlette import ServerSentEvent
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Message

from ludarium.site.ground.changes import MatchChange, PersonChange, Topic
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match.pages.events import MOST, MOST_STREAMS, Events, parse_watched
from ludarium.site.match.views import MatchView
from ludarium.site.notices.rows.notices import CHALLENGE, Notice
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.conftest import NewBrowser, begin, said, site_of

ANN, BOB = SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob")


def told(portal: BlockingPortal, service: Service, seen: dict[str, int], *changes: Callable[[], object]) -> list[Any]:
    """Return the event that each change causes, as its kind and its data."""
    words = ",".join(f"{word}:{revision}" for word, revision in seen.items())

    async def listen() -> list[ServerSentEvent]:
        news, heard = Events(site_of(service)).tell(parse_watched(words)), []
        for change in changes:
            waiting = asyncio.ensure_future(anext(news))
            await asyncio.to_thread(change)
            heard.append(await asyncio.wait_for(waiting, 300))
        await news.aclose()  # type: ignore[attr-defined]  # it is a generator
        return heard

    return [(event.event, json.loads(event.data or "")) for event in portal.call(listen)]


def test_a_busy_database_does_not_end_a_stream(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, person = service.create("orion", [ANN, BOB]), service.people.create_guest()
    monkeypatch.setattr("ludarium.site.match.pages.events.PING", 0)
    answers, again = iter([DatabaseBusy("busy")]), threading.Event()

    def suspended(now: float) -> frozenset[str]:
        for error in answers:
            raise error
        again.set()
        return frozenset()

    async def listen() -> bool:
        news = Events(site_of(service)).tell({(MatchChange, view.id): 0}, person.id)
        waiting, asked = asyncio.ensure_future(anext(news)), asyncio.ensure_future(asyncio.to_thread(again.wait))
        await asyncio.wait({waiting, asked}, return_when=asyncio.FIRST_COMPLETED)
        went_on = not waiting.done()
        again.set()
        waiting.cancel()
        await asyncio.wait({waiting, asked})
        return went_on

    monkeypatch.setattr(service.people, "suspended", suspended)
    assert portal.call(listen)


def test_a_stream_tells_of_all_its_matches_with_revisions_only(service: Service, portal: BlockingPortal) -> None:
    first, second = (service.create("orion", [ANN, BOB]) for _ in range(2))
    events = told(
        portal,
        service,
        {first.id: 0, second.id: 0},
        lambda: service.bots.submit(second.id, 0, "u+", 0),
        lambda: service.bots.submit(first.id, 0, "u+", 0),
    )
    assert events == [("changed", {"match": view.id, "revision": 1}) for view in (second, first)]


def test_the_stream_of_an_account_that_is_suspended_ends(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludarium.site.match.pages.events.PING", 0.02)
    person = service.people.create_guest()

    async def listen() -> list[ServerSentEvent]:
        news = Events(site_of(service)).tell({(MatchChange, service.create("orion", [ANN, BOB]).id): 0}, person.id)
        waiting = asyncio.ensure_future(anext(news, None))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        with service._matches.store.write() as tx:
            tx.sanctions.set_suspended(person.id, time.time() + 1000)
        return [each for each in [await asyncio.wait_for(waiting, 300)] if each]

    assert portal.call(listen) == []


def test_a_client_has_so_many_streams(service: Service, portal: BlockingPortal) -> None:
    events, watched = Events(site_of(service)), "first:0"
    asa = service.people.begin_session(service.people.create_guest(), "")

    def asked(host: str, session: str = "") -> Request:
        headers = [(b"cookie", f"session={session}".encode())]
        scope = {
            "type": "http",
            "method": "GET",
            "client": (host, 1),
            "headers": headers,
            "query_string": f"watch={watched}".encode(),
        }
        return Request(scope)

    async def leave_at_once() -> Message:
        return {"type": "http.disconnect"}

    async def ignore(message: Message) -> None:
        pass

    async def open_many() -> None:
        open_streams = [await events.stream(asked("192.0.2.7")) for _ in range(MOST_STREAMS)]
        for other in (asked("192.0.2.8"), asked("192.0.2.7", asa)):  # another network, and a person in the same
            await events.stream(other)
        with pytest.raises(QuotaExceeded, match="20 event streams"):
            await events.stream(asked("192.0.2.7"))
        for _ in range(MOST_STREAMS - 1):
            await events.stream(asked("192.0.2.9", asa))
        with pytest.raises(QuotaExceeded):
            await events.stream(asked("192.0.2.10", asa))
        await open_streams[0](asked("192.0.2.7").scope, leave_at_once, ignore)
        await events.stream(asked("192.0.2.7"))

    portal.call(open_many)


def test_ticks_are_pictures_and_other_changes_of_a_live_match_revisions(
    service: Service, portal: BlockingPortal
) -> None:
    view = service.create("grid", [ANN, BOB], tick=1)
    events = told(
        portal,
        service,
        {view.id: 0},
        lambda: service.live.ready(view.id, (0, 1)),
        lambda: service.live.tick(view.id, {}),
        lambda: service.live.pause(view.id),
    )
    assert [kind for kind, _ in events] == ["changed", "tick", "changed"]
    assert events[1][1]["match"] == view.id
    assert "Turn 2. " in events[1][1]["caption"]


def test_a_tick_is_drawn_once_for_all_who_watch(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, drawn = service.create("grid", [ANN, BOB], tick=1), list[str]()

    def draw(view: MatchView, seats: frozenset[int]) -> str:
        drawn.append(view.id)
        return "{}"

    service.live.ready(view.id, (0, 1))
    monkeypatch.setattr("ludarium.site.match.pages.events.tick_data", draw)

    async def listen() -> None:
        events = Events(site_of(service))
        streams = [events.tell({(MatchChange, view.id): 1}) for _ in range(5)]
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.to_thread(service.live.tick, view.id, {})
        assert {event.event for event in await asyncio.wait_for(asyncio.gather(*waiting), 300)} == {"tick"}
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]  # it is a generator

    portal.call(listen)
    assert drawn == [view.id]


def test_a_tick_is_drawn_for_the_seats_of_who_watches(service: Service, portal: BlockingPortal) -> None:
    ann = service.people.create_guest()
    seats = [SeatAssignment("person", "Ann", person=ann.id), BOB]
    view = service.create("grid", seats, tick=1)
    service.live.ready(view.id, (0, 1))

    async def listen() -> list[set[str]]:
        events = Events(site_of(service))
        streams = [events.tell({(MatchChange, view.id): 1}, person) for person in (ann.id, None)]
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        await asyncio.to_thread(service.live.tick, view.id, {})
        found = await asyncio.wait_for(asyncio.gather(*waiting), 300)
        for stream in streams:
            await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
        return [{row[0] for row in json.loads(event.data or "")["elements"]} for event in found]

    own, onlooker = portal.call(listen)
    assert {"north-0", "north-1"} <= onlooker
    assert "north-0" in own
    assert "north-1" not in own


@pytest.mark.parametrize("watched", ["", "match", "match:", "a/b:1", "match:-1", "match:1,", "match:1234567890123456"])
def test_an_invalid_list_of_matches_is_refused_in_a_sentence(browser: TestClient, watched: str) -> None:
    answer = browser.get("/events", params={"watch": watched})
    assert answer.status_code == 400
    assert "cannot be watched: expected matches with revisions" in said(answer)[0]


def test_a_stream_watches_a_limited_number_of_matches(browser: TestClient) -> None:
    answer = browser.get("/events", params={"watch": ",".join(f"m{n}:0" for n in range(MOST + 1))})
    assert answer.status_code == 400
    assert f"expected at most {MOST}" in said(answer)[0]


def test_a_token_opens_a_stream_that_does_not_stay(
    service: Service, new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    stays = list[bool]()

    async def tell(*_: object, **options: bool) -> AsyncIterator[ServerSentEvent]:
        stays.append(options["stays"])
        yield ServerSentEvent("", event="ping")

    monkeypatch.setattr(Events, "tell", tell)
    browser = new_browser()
    begin(browser)
    visit = service.people.visit(browser.cookies["session"])
    assert visit
    program = new_browser()
    program.headers["Authorization"] = f"Bearer {service.tokens.make(visit.person, 'bot', ['play'])}"
    for client in (browser, program):
        assert client.get("/events?watch=lobby:0").status_code == 200
    assert stays == [True, False]


@pytest.mark.both_databases
def test_the_pages_of_a_person_hear_of_every_notice_and_those_of_others_do_not(
    service: Service, store: Store, portal: BlockingPortal
) -> None:
    """What the news are is asked for; the stream has revisions alone, and those of others stay closed."""
    ann, bob = service.people.create_guest(), service.people.create_guest()
    watched: dict[Topic, int] = {(PersonChange, ann.id): 0}

    def add() -> None:
        with store.write() as tx:
            tx.notices.add(Notice(ann.id, CHALLENGE, "/challenges/1", 5.25, data={"text": "Play with me."}))

    async def listen() -> tuple[list[Any], bool, list[Any]]:
        events = Events(site_of(service))
        own, strange = events.tell(watched, ann.id), events.tell(watched, bob.id)
        heard, other = asyncio.ensure_future(anext(own)), asyncio.ensure_future(anext(strange))
        await asyncio.to_thread(add)
        first = await asyncio.wait_for(heard, 300)
        later = events.tell(watched, ann.id)  # a page that opens after that, with what it missed
        missed = await asyncio.wait_for(anext(later), 300)
        is_silent = not other.done()
        other.cancel()
        await asyncio.wait([other])
        for stream in (own, later):
            await stream.aclose()  # type: ignore[attr-defined]  # it is a generator
        return [first.event, first.data], is_silent, [missed.event, missed.data]

    first, is_silent, missed = portal.call(listen)
    assert first == missed
    assert (first[0], json.loads(first[1])) == ("changed", {"match": f"person-{ann.id}", "revision": 5250})
    assert is_silent


def test_all_streams_together_ask_once_who_is_here(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    people, asked, again = (
        [service.people.create_guest() for _ in range(30)],
        list[tuple[str, ...]](),
        threading.Event(),
    )
    monkeypatch.setattr("ludarium.site.match.pages.events.PING", 0.01)

    def stay(*ids: str) -> None:
        asked.append(ids)
        if len(ids) == len(people):
            again.set()

    async def listen() -> None:
        events = Events(site_of(service))
        streams = [events.tell({(PersonChange, one.id): 0}, one.id) for one in people]
        waiting = [asyncio.ensure_future(anext(stream)) for stream in streams]
        assert await asyncio.to_thread(again.wait, 300)
        for each in waiting:
            each.cancel()
        await asyncio.wait(waiting)

    monkeypatch.setattr(service.offers, "stay", stay)
    portal.call(listen)
    assert {*asked[-1]} == {one.id for one in people}
    assert len(asked) < len(people)


def who_left(
    portal: BlockingPortal, service: Service, monkeypatch: pytest.MonkeyPatch, pages: int, *, close: bool = False
) -> list[str]:
    """Return who was recorded as having left after a person has opened pages, each of which is closed before the next.

    With `close` the process ends before anybody can have left.
    """
    person, left = service.people.create_guest(), list[str]()
    monkeypatch.setattr("ludarium.site.match.pages.events.FLAP", 0.05)
    monkeypatch.setattr(service.presence, "leave", lambda person_id, at: left.append(person_id))

    async def listen() -> None:
        events, leaving = Events(site_of(service)), set[asyncio.Task[None]]()
        for _ in range(pages):
            page = asyncio.ensure_future(anext(events.tell({(PersonChange, person.id): 0}, person.id)))
            await asyncio.sleep(0)
            page.cancel()
            await asyncio.wait({page})
            leaving |= {*events._present._leaving.values()}
        assert len(leaving) == pages
        if close:
            events.close()
        await asyncio.wait(leaving)

    portal.call(listen)
    return left


def test_who_closes_the_last_page_has_left(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(who_left(portal, service, monkeypatch, 1)) == 1


def test_who_opens_the_next_page_has_not_left(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(who_left(portal, service, monkeypatch, 3)) == 1  # by the last of them alone


def test_nobody_leaves_by_the_end_of_a_process(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert who_left(portal, service, monkeypatch, 1, close=True) == []


def test_the_stream_of_the_account_of_a_bot_is_no_presence(
    service: Service, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service.presence, "come", lambda person_id: pytest.fail("a bot has come"))

    async def listen() -> int:
        events = Events(site_of(service))
        page = asyncio.ensure_future(anext(events.tell({(PersonChange, "bot"): 0}, "bot", leaves=False)))
        await asyncio.sleep(0)
        page.cancel()
        await asyncio.wait({page})
        return len(events._present._leaving)

    assert portal.call(listen) == 0
