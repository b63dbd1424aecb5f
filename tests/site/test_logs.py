"""Logs, metrics and health: what those see who run a site, and what they must not see."""

import json
import logging
import sys
import urllib.request
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from ludarium.core.errors import LudariumError
from ludarium.site.app import create_app
from ludarium.site.ground.failures import DatabaseBusy
from ludarium.site.logs import REQUESTS, JsonFormatter, NotAgain, configure_logs
from ludarium.site.metrics import Metrics
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers
from tests.databases import sqlite_copy
from tests.site.conftest import SECRET, begin, link_of

TOKEN_FREE = {"GET /matches/{match}", "GET /matches/{match}/at/{number}", "POST /games/{game}/new", "GET unknown"}


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: object) -> str:
    return sqlite_copy(request, tmp_path)  # type: ignore[arg-type]  # the path of the test


@pytest.fixture
def requests(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.INFO, REQUESTS):
        yield caplog


def test_requests_are_logged_by_patterns_without_addresses_and_tokens(
    service: Service, requests: pytest.LogCaptureFixture
) -> None:
    browser = TestClient(create_app(service, SECRET), base_url="http://127.0.0.1:8000", client=("192.0.2.7", 1))
    path = begin(browser)
    link = link_of(browser.get(path), 1)
    browser.get(f"{path}/at/0")
    assert browser.get(link).status_code == 200
    browser.get("/nothing?token=secret")
    lines = [json.loads(JsonFormatter().format(record)) for record in requests.records if record.name == REQUESTS]
    assert {line["message"] for line in lines} >= TOKEN_FREE
    assert {line["status"] for line in lines} == {200, 303, 404}
    text = json.dumps(lines)
    for hidden in ("192.0.2.7", path.rsplit("/", 1)[1], link.rsplit("/", 1)[1], "secret"):
        assert hidden not in text


def test_an_exception_is_one_line_of_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("club", logging.ERROR, "", 0, "match %s", ("a",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"]) == ("error", "club", "match a")
    assert "ValueError: two" in read["exception"]


def test_a_message_of_the_event_loop_is_not_repeated() -> None:
    keep = NotAgain()
    full = logging.LogRecord("asyncio", logging.ERROR, "", 0, "accept() out of system resource\nsocket: 7", (), None)
    other = logging.LogRecord("asyncio", logging.ERROR, "", 0, "Task was destroyed", (), None)
    ours = logging.LogRecord("ludarium.site", logging.ERROR, "", 0, "a match cannot be read", (), None)
    assert [keep.filter(record) for record in (full, full, other, ours, ours)] == [True, False, True, True, True]


def test_forms_that_cannot_be_read_write_no_log(service: Service, capsys: pytest.CaptureFixture[str]) -> None:
    root, library = logging.getLogger(), logging.getLogger("python_multipart.multipart")
    before, parent = (root.handlers[:], root.level), logging.getLogger("python_multipart").level
    try:
        configure_logs("text")
        browser = TestClient(create_app(service, SECRET), base_url="http://127.0.0.1:8000")
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        assert browser.post("/games/orion/new", content=b'{"seat-0": "here"}', headers=kind).status_code == 400
        assert capsys.readouterr().err == ""
        library.error("a fault of the library")
        assert capsys.readouterr().err == "ERROR: a fault of the library\n"
    finally:
        root.handlers[:], root.level = before
        logging.getLogger("python_multipart").setLevel(parent)


def test_metrics_are_on_a_port_of_their_own(service: Service, store: Store) -> None:
    metrics = Metrics(BotWorkers(service, store, 1))
    browser = TestClient(create_app(service, SECRET, observe=metrics.observe))
    browser.get("/games/orion")
    assert browser.get("/metrics").status_code == 404
    metrics.serve("127.0.0.1", 0, 1)  # on any port that is free
    assert metrics._server
    address = f"http://127.0.0.1:{metrics._server.server_port}/metrics"
    try:
        with urllib.request.urlopen(address, timeout=300) as answer:
            text = answer.read().decode()
    finally:
        metrics.close()
    route = 'ludarium_request_seconds_count{method="GET",route="/games/{game}",status="200"} 1.0'
    assert route in text
    for name in ("ludarium_searches_running", "ludarium_searches_waiting", "ludarium_kept_search_bytes"):
        assert f"\n{name} 0.0" in text


def test_a_port_of_metrics_that_is_in_use_is_named(service: Service, store: Store) -> None:
    metrics = Metrics(BotWorkers(service, store, 1))
    with pytest.raises(LudariumError, match=r"port 1 of 192\.0\.2\.1 cannot be used for metrics"):
        metrics.serve("192.0.2.1", 1, 1)


def test_health(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = TestClient(create_app(service, SECRET))
    assert (browser.get("/healthz").text, browser.get("/readyz").text) == ("alive\n", "ready\n")

    def fail(limit: int) -> None:
        raise DatabaseBusy("locked")

    monkeypatch.setattr(service.queries, "recent", fail)
    assert browser.get("/healthz").status_code == 200
    assert browser.get("/readyz").status_code == 503
