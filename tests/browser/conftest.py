"""Fixtures of the browser tests: a server in its own process, and Chromium.

All tests share one server, which also offers the example game. A test that kills it asks for `mortal_server`, which is
opened again after the test in any case; its data outlive it.

Tests use pages one after another (`pages.py`). What cannot be undone in a page, such as a script that begins with it,
is done in one that is taken `once`.
"""

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, expect, sync_playwright

from tests.browser.pages import Listeners, Pages, Settings
from tests.installed import python_path
from tools.local_site import LocalSite
from tools.ports import reserved_port

FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync
--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,WebUIOmniboxAimPopup,WebUIOmniboxPopup,\
SpareRendererForSitePerProcess"""
"""The last replaces Playwright's list; a window without pages that serve the address bar opens in half the time."""
DESK: Settings = {"viewport": {"width": 1280, "height": 900}}
PHONE: Settings = {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True}

PAUSE = """async () => {
    if (!document.querySelector("#draft.live[data-running]")) return;
    await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ do: "pause" }) });
}"""
"""Pauses a live match that runs, so that it does not occupy the server while later tests run."""


def pause(page: Page) -> None:
    """Pause the live match of a page; one that is being led to another page meanwhile is asked there."""
    while True:
        try:
            page.evaluate(PAUSE)
        except Error as error:
            if "context was destroyed" not in error.message:
                raise
            page.wait_for_load_state()
        else:
            return


PATIENCE = 90_000
"""Milliseconds after which a test gives up. They are only waited for by one that fails: busy machines take long."""
expect.set_options(timeout=PATIENCE)


class Watch(Protocol):
    """Opens a page from its HTML."""

    def __call__(self, html: str, settings: Settings = DESK, *, once: bool = False) -> Page: ...


class Visit(Protocol):
    """Opens an empty page in a browser without cookies; paths lead to the site."""

    def __call__(self, settings: Settings = DESK, *, expecting: Iterable[str] = (), once: bool = False) -> Page: ...


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    names = ("chromium-headless-shell", "chromium", "google-chrome")  # the first takes half of the processor
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None and os.environ.get("LUDARIUM_NEED_BROWSER") == "1":
        pytest.fail("Chromium is needed and missing")
    if path is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def file_pages(chromium: Browser) -> Iterator[Pages]:
    pages = Pages(chromium, "file:///", PATIENCE)
    yield pages
    pages.close()


@pytest.fixture
def watch(file_pages: Pages, tmp_path: Path) -> Iterator[Watch]:
    """Open a page of players; a message on the browser's console fails the test."""
    complaints: list[str] = []
    listeners: Listeners = {
        "console": lambda said: complaints.append(said.text),
        "pageerror": lambda error: complaints.append(str(error)),
    }

    def open_page(html: str, settings: Settings = DESK, *, once: bool = False) -> Page:
        (tmp_path / "page.html").write_text(html, "utf-8")
        page = file_pages.take({"reduced_motion": "reduce", **settings}, listeners, once=once)
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield open_page
    file_pages.take_back()
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


@pytest.fixture(scope="session")
def site_pages(chromium: Browser, shared_server: LocalSite) -> Iterator[Pages]:
    pages = Pages(chromium, f"{shared_server.url}/healthz", PATIENCE)
    yield pages
    pages.close()


@pytest.fixture
def visit(site_pages: Pages, shared_server: LocalSite) -> Iterator[Visit]:
    """Open an empty page for the site in a new browser; unexpected errors and warnings on its console fail the test."""
    complaints: list[str] = []
    opened: list[Page] = []
    expected: list[str] = []

    def note(said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            complaints.append(said.text)

    listeners: Listeners = {"console": note, "pageerror": lambda error: complaints.append(str(error))}

    def open_page(settings: Settings = DESK, *, expecting: Iterable[str] = (), once: bool = False) -> Page:
        expected.extend(expecting)
        opened.append(site_pages.take({"base_url": shared_server.url, **settings}, listeners, once=once))
        return opened[-1]

    yield open_page
    for page in (page for first in opened for page in first.context.pages):
        pause(page)
    site_pages.take_back()
    assert [text for text in complaints if not any(known in text for known in expected)] == []
