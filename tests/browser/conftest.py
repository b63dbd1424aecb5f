"""Fixtures of the browser tests: a server in its own process, and Chromium.

All tests share one server, which also offers the example game. A test that kills it asks for `mortal_server`, which is
opened again after the test in any case; its data outlive it.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.installed import python_path
from tests.ports import reserved_port

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


class Server:
    """A server in a process of its own; its data outlive the process."""

    def __init__(self, folder: Path, port: int, environment: Mapping[str, str]) -> None:
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self._folder = folder
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def open(self) -> None:
        settings = {"PORT": str(self.port), "LUDARIUM_DATA": str(self._folder), "LUDARIUM_BOT_WORKERS": "1"}
        settings["LUDARIUM_REGISTRATION"] = "open"
        with (self._folder / "log.txt").open("ab") as log:
            command = [sys.executable, "-m", "ludarium", "serve"]
            self._process = subprocess.Popen(
                command, env={**os.environ, **self._environment, **settings}, stdout=log, stderr=log
            )
        for _ in range(600):
            try:
                urllib.request.urlopen(self.url, timeout=60).close()
            except OSError:
                assert self._process.poll() is None, self.log()
                time.sleep(0.1)
            else:
                return
        pytest.fail(f"the site did not open:\n{self.log()}")

    @property
    def database(self) -> str:
        """The URL of the database."""
        return f"sqlite:///{self._folder / 'ludarium.sqlite'}"

    @property
    def runs(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def kill(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        assert self._process
        self._process.terminate()
        self._process.wait()

    def log(self) -> str:
        return (self._folder / "log.txt").read_text("utf-8")


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server; tracebacks in its log, and streams that it cuts off, fail the last test that uses it."""
    path = python_path(Path("examples/hex"), tmp_path_factory.mktemp("installed"))
    with reserved_port() as port:
        server = Server(tmp_path_factory.mktemp("site"), port, {"PYTHONPATH": path})
        server.open()
        yield server
        server.close()
    for fault in ("Traceback", "without completing response"):
        assert fault not in server.log()


@pytest.fixture
def mortal_server(shared_server: Server) -> Iterator[Server]:
    """Give the shared server to a test that may kill it."""
    yield shared_server
    if not shared_server.runs:
        shared_server.open()


@pytest.fixture
def visit(chromium: Browser, shared_server: Server) -> Iterator[Visit]:
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
