"""The site while its database cannot be written: pages are read, and changes are refused for the moment."""

import asyncio
import logging
import time
from collections.abc import Iterator

import pytest
from anyio.from_thread import BlockingPortal
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import text
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from ludarium.site.ground import database
from ludarium.site.ground.database import Database
from ludarium.site.ground.engine import open_engine
from ludarium.site.service import Service
from ludarium.site.web.http.observer import RequestObserver
from tests.site.conftest import begin, extract, said, send

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.Database.__init__, "__defaults__", (0.05,))


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser, seat_1="here", pace="600+5")


@pytest.fixture
def locked(path: str, url: str) -> Iterator[None]:
    """Another process holds the lock that every writer needs."""
    engine = open_engine(url)
    with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("LOCK TABLE matches IN EXCLUSIVE MODE"))
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield
        connection.rollback()
    engine.dispose()


@pytest.mark.usefixtures("locked")
def test_pages_can_be_read(browser: TestClient, path: str) -> None:
    for address in ("/", "/me", "/games/orion", path):
        assert browser.get(address).status_code == 200


@pytest.mark.usefixtures("locked")
def test_a_turn_is_refused_for_the_moment_and_stays_typed(browser: TestClient, service: Service, path: str) -> None:
    answer = send(browser, path, text="u+")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert said(answer) == ["The site is busy and has changed nothing: try again in a moment."]
    assert extract(r'name="text" value="(.*?)"', answer) == "u+"
    assert service.bots.look(path.rpartition("/")[2]).match.turns == ()


@pytest.mark.usefixtures("locked")
def test_a_match_begins_later(browser: TestClient) -> None:
    answer = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link"})
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert len(said(answer)) == 1


@pytest.mark.usefixtures("locked")
def test_a_clock_that_has_run_out_keeps_no_page_from_being_read(
    browser: TestClient, service: Service, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service._matches, "now", lambda: time.time() + 3600)
    page = browser.get(path)
    assert page.status_code == 200
    assert ">0:00<" in page.text


@pytest.fixture
def read_only(path: str, service: Service) -> Database:
    """The database can only be read, until its connections are made again."""
    opened = service._matches.store.database
    with opened._writers.connect() as connection:
        if opened.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA query_only = 1")
        else:
            connection.exec_driver_sql("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
            connection.commit()
    return opened


def test_while_nothing_can_be_saved_pages_say_so_and_the_log_has_one_line(
    browser: TestClient,
    path: str,
    read_only: Database,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for _ in range(3):
        answer = send(browser, path, text="u+")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")
        assert said(answer) == ["The site cannot save anything now and has changed nothing: try again later."]
        answer = browser.post("/games/orion/new", data={"seat-0": "here", "seat-1": "link"})
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")
        assert browser.get(path).status_code == 200
    ready = browser.get("/readyz")
    assert (ready.status_code, ready.text) == (503, "the database can only be read\n")
    assert "retry-after" in ready.headers
    assert browser.get("/healthz").status_code == 200
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [line.getMessage() for line in lines] == ["nothing can be saved: the database can only be read"]
    assert lines[0].exc_info is None
    read_only._writers.dispose()
    monkeypatch.setattr("ludarium.site.ground.database._WELL", 0.0)
    assert send(browser, path, text="u+").status_code == 200
    assert browser.get("/readyz").text == "ready\n"


def test_a_request_that_the_closing_server_cancels_may_be_sent_again(portal: BlockingPortal) -> None:
    begun = asyncio.Event()

    async def endless(scope: Scope, receive: Receive, send: Send) -> None:
        begun.set()
        await asyncio.Event().wait()

    async def ask() -> Response:
        async with AsyncClient(
            transport=ASGITransport(RequestObserver(endless)), base_url="http://127.0.0.1"
        ) as client:
            asked = asyncio.create_task(client.get("/"))
            await begun.wait()
            asked.cancel()  # in this client the request is the task of the application, too
            return await asked

    answer = portal.call(ask)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
