"""What programs are told: `/events/me`, and `/turns` for those who ask again and again."""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from starlette.requests import Request
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.match.commands import PlayTurn, Resign
from ludarium.site.match.views import MatchView
from ludarium.site.programs import account_news
from ludarium.site.programs.pages.streams import MOST_STREAMS, Streams
from ludarium.site.quotas import QuotaExceeded
from ludarium.site.service import Service
from ludarium.site.talk.commands import Greet, MuteTalk, Say
from ludarium.site.web.http.identity import NoSession, enter_by_token
from ludarium.site.web.http.streams import Stream
from tests.site.conftest import NewBrowser, site_of
from tests.site.programs.pages.conftest import tell


def match_of(service: Service, ann: Person) -> MatchView:
    bob = service.people.create_guest()
    return service.create("orion", [SeatAssignment("person", each.name, each.id) for each in (ann, bob)])


def asked(service: Service, person: Person | None, query: str = "") -> Request:
    scope: dict[str, Any] = {"type": "http", "method": "GET", "headers": [], "query_string": query.encode()}
    if person:
        enter_by_token(scope, *service.tokens.find(service.tokens.make(person, "bot", [])))
    return Request(scope)


def listen(
    portal: BlockingPortal, service: Service, request: Request, count: int, *changes: Callable[[], object]
) -> list[Any]:
    """Return the first lines of a stream and, after so many, those that each change causes."""

    async def read() -> list[Any]:
        stream = await Streams(site_of(service)).stream(request)
        assert isinstance(stream, Stream)
        lines: Any = stream.body_iterator  # a generator of bytes
        heard = [await asyncio.wait_for(anext(lines), 300) for _ in range(count)]
        for change in changes:
            waiting = asyncio.ensure_future(anext(lines))
            await asyncio.sleep(0.05)
            await asyncio.to_thread(change)
            heard.append(await asyncio.wait_for(waiting, 300))
        await lines.aclose()
        return heard

    return [json.loads(line) for line in portal.call(read)]


def test_a_stream_tells_what_waits_and_what_comes(service: Service, ann: Person, portal: BlockingPortal) -> None:
    first = match_of(service, ann)
    bob = service.people.load(first.seats[1].person or "")
    assert bob

    def both_play() -> None:
        service.act(ann, first.id, PlayTurn("u+"), 0)
        service.act(bob, first.id, PlayTurn("f+"), 1)

    lines = listen(
        portal, service, asked(service, ann, "legal=yes"), 1, both_play, lambda: service.act(bob, first.id, Resign(), 2)
    )
    assert [(line["event"], line["match"], line["revision"]) for line in lines] == [
        ("turn", first.id, 0), ("turn", first.id, 2), ("over", first.id, 3),
    ]  # fmt: skip
    assert "u+" in lines[0]["legal"]
    again = listen(portal, service, asked(service, ann, f"after={lines[0]['id']}"), 1)
    assert again[0]["event"] == "over"


def test_an_ended_token_ends_its_stream(
    service: Service, ann: Person, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_news, "_EACH", 0.02)
    request = asked(service, ann)
    (token,) = service.tokens.of_person(ann)
    lines = listen(portal, service, request, 0, lambda: service.tokens.end(ann, token.id))
    assert lines == [{"event": "gone"}]


def test_a_suspended_account_hears_nothing_more(
    service: Service, ann: Person, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_news, "_EACH", 0.02)
    request = asked(service, ann)
    assert listen(portal, service, request, 0, lambda: suspend(service, ann)) == [{"event": "gone"}]


def suspend(service: Service, person: Person) -> None:
    with service._matches.store.write() as tx:
        tx.sanctions.set_suspended(person.id, time.time() + 1000)


def test_a_stream_tells_what_others_say_once_and_to_whom_it_concerns(
    service: Service, ann: Person, portal: BlockingPortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(account_news, "_EACH", 0.02)
    view, other = match_of(service, ann), match_of(service, ann)
    bob, cat = (service.people.load(each.seats[1].person or "") for each in (view, other))
    assert bob
    assert cat

    def both_talk() -> None:
        service.talk.act(ann, view.id, Say("Nobody hears oneself."))
        service.talk.act(ann, other.id, MuteTalk())
        service.talk.act(cat, other.id, Say("Who mutes hears nothing."))
        service.talk.act(bob, view.id, Say("Good game?"))

    request = asked(service, ann, f"after={time.time() + 99}")
    lines = listen(portal, service, request, 2, both_talk, lambda: service.talk.act(bob, view.id, Greet("luck")))
    told = [(line["event"], line["match"], line["name"], line["text"], line["greeting"]) for line in lines[2:]]
    assert told == [("talk", view.id, bob.name, "Good game?", ""), ("talk", view.id, bob.name, "", "luck")]


def test_an_account_has_so_many_streams(service: Service, ann: Person, portal: BlockingPortal) -> None:
    streams, request = Streams(site_of(service)), asked(service, ann)

    async def open_many() -> None:
        for _ in range(MOST_STREAMS):
            await streams.stream(request)
        with pytest.raises(QuotaExceeded):
            await streams.stream(request)

    portal.call(open_many)


def test_a_stream_is_for_programs(service: Service, portal: BlockingPortal) -> None:
    with pytest.raises(NoSession):
        portal.call(Streams(site_of(service)).stream, asked(service, None))


def test_turns_have_a_tag_that_changes_when_they_do(program: TestClient, service: Service, ann: Person) -> None:
    view = match_of(service, ann)
    answer = program.get("/turns?legal=yes")
    (turn,) = tell(answer)["turns"]
    assert (turn["match"], turn["revision"], turn["event"]) == (view.id, 0, "turn")
    known = {"If-None-Match": answer.headers["etag"]}
    assert program.get("/turns?legal=yes", headers=known).status_code == 304
    tell(program.post(f"/matches/{view.id}", json={"do": "turn", "text": turn["legal"][0], "revision": 0}))
    assert tell(program.get("/turns?legal=yes", headers=known))["turns"] == []


@pytest.mark.parametrize("query", ["legal=maybe", "after=then", "after=1e9", "record=1"])
def test_what_is_asked_wrongly_is_said(program: TestClient, query: str) -> None:
    assert tell(program.get(f"/turns?{query}"), 400)["kind"] == "unreadable"


def test_a_stranger_has_no_turns(new_browser: NewBrowser) -> None:
    answer = new_browser().get("/turns", headers={"Accept": "application/json"})
    assert tell(answer, 403)["kind"] == "not-signed-in"
