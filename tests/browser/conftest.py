"""Fixtures of the browser tests: a server in its own process, and Chromium.

All tests share one server, which also offers the example game. A test that kills it asks for `mortal_server`, which is
opened again after the test in any case; its data outlive it.
"""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.installed import python_path
from tools.local_site import LocalSite
from tools.ports import reserved_port

FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync
--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,WebUIOmniboxAimPopup,WebUIOmniboxPopup,\
SpareRendererForSitePerProcess"""
"""The last replaces Playwright's list; a window without pages that serve the address bar opens in half the time."""
Settings = Mapping[str, Any]  # the keyword arguments of `new_context`, which have many types
DESK: Settings = {"viewport": {"width": 1280, "height": 900}}
PHONE: Settings = {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True}

PAUSE = """async () => {
    if (!document.querySelector("#draft.live[data-running]")) return;
    await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ do: "pause" }) });
}"""
"""Pauses a live match that runs, so that it does not occupy the server while later tests run."""

PATIENCE = 90_000
"""Milliseconds after which a test gives up. They are only waited for by one that fails: busy machines take long."""
expect.set_options(timeout=PATIENCE)


class Watch(Protocol):
    """Opens a page from its HTML."""

    def __call__(self, html: str, settings: Settings = DESK) -> Page: ...


class Visit(Protocol):
    """Opens an empty page in a browser without cookies; paths lead to the site."""

    def __call__(self, settings: Settings = DESK, *, expecting: Iterable[str] = ()) -> Page: ...


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is None and os.environ.get("LUDARIUM_NEED_BROWSER") == "1":
        pytest.fail("Chromium is needed and missing")
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def watch(chromium: Browser, tmp_path: Path) -> Iterator[Watch]:
    """Open a page of players; a message on the browser's console fails the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(html: str, settings: Settings = DESK) -> Page:
        (tmp_path / "page.html").write_text(html, "utf-8")
        contexts.append(chromium.new_context(**{"reduced_motion": "reduce", **settings}))
        contexts[-1].set_default_timeout(PATIENCE)
        page = contexts[-1].new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSite]:
    """Run a server; tracebacks in its log, and streams that it cuts off, fail the last test that uses it."""
    path = python_path(Path("examples/hex"), tmp_path_factory.mktemp("installed"))
    with reserved_port() as port:
        settings = {
            "PYTHONPATH": path, "LUDARIUM_BOT_WORKERS": "1", "LUDARIUM_REGISTRATION": "open",
            "LUDARIUM_QUOTA_GUESTS": "0/0",  # the guests of all tests come from one network
        }  # fmt: skip
        server = LocalSite(tmp_path_factory.mktemp("site"), port, settings)
        server.open()
        yield server
        server.close()
    for fault in ("Traceback", "without completing response"):
        assert fault not in server.log()


@pytest.fixture
def mortal_server(shared_server: LocalSite) -> Iterator[LocalSite]:
    """Give the shared server to a test that may kill it."""
    yield shared_server
    if not shared_server.runs:
        shared_server.open()


@pytest.fixture
def visit(chromium: Browser, shared_server: LocalSite) -> Iterator[Visit]:
    """Open an empty page for the site in a new browser; unexpected errors and warnings on its console fail the test."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []
    expected: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            complaints.append(said.text)

    def open_page(settings: Settings = DESK, *, expecting: Iterable[str] = ()) -> Page:
        expected.extend(expecting)
        contexts.append(chromium.new_context(base_url=shared_server.url, **settings))
        contexts[-1].set_default_timeout(PATIENCE)
        page = contexts[-1].new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        for page in context.pages:
            page.evaluate(PAUSE)
        context.close()
    assert [text for text in complaints if not any(known in text for known in expected)] == []
