"""The site as people meet it: a server of its own, in a process that can be killed, and Chromium before it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync"""
DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 375, "height": 812}, "has_touch": True, "is_mobile": True}

expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def chromium():
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
def watch(chromium, tmp_path: Path):
    """Open a page of players; whatever the browser complains of fails the test."""
    complaints, contexts = [], []

    def open_page(html, settings=DESK):
        (tmp_path / "page.html").write_text(html, "utf-8")
        contexts.append(chromium.new_context(**{"reduced_motion": "reduce", **settings}))
        page = contexts[-1].new_page()
        page.on("console", lambda said: complaints.append(said.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


class House:
    """A server in a process of its own; what it keeps outlives it."""

    def __init__(self, folder) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._process = None

    def open(self) -> None:
        settings = {"PORT": str(self.port), "LUDARIUM_DATA": str(self._folder), "LUDARIUM_THINKERS": "1"}
        with (self._folder / "log.txt").open("ab") as log:
            command = [sys.executable, "-m", "ludarium", "serve"]
            self._process = subprocess.Popen(command, env={**os.environ, **settings}, stdout=log, stderr=log)
        for _ in range(600):
            try:
                urllib.request.urlopen(self.url, timeout=60).close()
            except OSError:
                assert self._process.poll() is None, self.log()
                time.sleep(0.1)
            else:
                return
        pytest.fail(f"the site did not open:\n{self.log()}")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()

    def log(self):
        return (self._folder / "log.txt").read_text("utf-8")


@pytest.fixture
def house(tmp_path: Path):
    house = House(tmp_path)
    house.open()
    yield house
    house.close()
    assert "Traceback" not in house.log()


@pytest.fixture
def visit(chromium, house):
    """Open a browser of its own at the site's home; whatever it complains of fails the test, if it is not expected."""
    complaints, contexts, expected = [], [], []

    def open_page(settings=DESK, *, expecting=()):
        expected.extend(expecting)
        contexts.append(chromium.new_context(base_url=house.url, **settings))
        page = contexts[-1].new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto("/")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [text for text in complaints if not any(known in text for known in expected)] == []
