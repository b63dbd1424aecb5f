"""Measure what pages weigh, and when the first board is seen, on a phone with a slow network.

`python -m benchmarks.pages` starts the site, opens its pages in Chromium at 375 pixels with an empty cache, with the
network of a slow 4G connection and a processor slowed down four times, and prints the median of some visits.
`--source NAME=FOLDER` measures the `src` of a checkout; several are visited by turns, so that what else the machine
does concerns all alike. `--out FILE` adds the rows to a file as JSON. Every page must have a board.
"""

import argparse
import json
import os
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from tools.local_site import open_site

NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""The slow 4G of browsers' tools: milliseconds, and bytes a second."""
SLOWER = 4
VISITS = 5
SETTLING = 2500
"""Milliseconds after a page has loaded in which it asks for more, such as the moves of its pictures."""
PAGES = ("/", "/games/vortex", "/games/orion", "match")


class Visit(NamedTuple):
    """What one visit cost: bytes on the wire, requests, and milliseconds until the first board was painted."""

    bytes: int
    requests: int
    board_ms: float


def visit(browser: Browser, address: str, state: StorageState) -> Visit:
    """Open a page once with an empty cache, and return what it cost."""
    context = browser.new_context(viewport={"width": 375, "height": 812}, has_touch=True, storage_state=state)
    page = context.new_page()
    client = context.new_cdp_session(page)
    received: list[int] = []
    client.on("Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"])))
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", NETWORK)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    page.wait_for_timeout(SETTLING)
    painted = page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
            .observe({ type: "paint", buffered: true }))"""
    )
    assert page.locator("svg.scene").count() > 0, f"{address} has no board"
    context.close()
    return Visit(sum(received), len(received), float(painted))


def begin(page: Page, address: str) -> str:
    """Begin a match of two people at one screen, and return its address."""
    page.goto(f"{address}/games/orion/new?seat-0=here&seat-1=here")
    page.get_by_role("button", name="Start match", exact=True).click()
    page.locator("#play svg").wait_for()
    return page.url


class Site(NamedTuple):
    """A running site: its name in the results, its address, that of a match, and what the browser keeps for it."""

    name: str
    address: str
    match: str
    state: StorageState

    @classmethod
    def prepare(cls, name: str, address: str, browser: Browser) -> "Site":
        """Begin a match on a site."""
        context = browser.new_context()
        match = begin(context.new_page(), address)
        return cls(name, address, match, context.storage_state())


def main() -> None:
    """Measure the pages of one or more checkouts, by turns, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    usual, explained = ["now=src"], "NAME=FOLDER, the folder src of a checkout; may be repeated"
    parser.add_argument("--source", action="append", help=explained)
    parser.add_argument("--out", type=Path, help="a file of JSON lines")
    chosen = parser.parse_args()
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"))
        named = [text.partition("=")[::2] for text in chosen.source or usual]
        sources = [(name, {"PYTHONPATH": str(Path(folder).absolute())}) for name, folder in named]
        running = [(name, stack.enter_context(open_site(settings=source))) for name, source in sources]
        sites = [Site.prepare(name, site.url, browser) for name, site in running]
        print(f"{'page':14} {'site':8} {'kB':>7} {'requests':>9} {'first board, s':>15}")
        for page in PAGES:
            visits: dict[str, list[Visit]] = {one.name: [] for one in sites}
            for one in sites * VISITS:
                visits[one.name].append(visit(browser, one.match if page == "match" else one.address + page, one.state))
            for name, found in visits.items():
                row = Visit(*(median(values) for values in zip(*found, strict=True)))
                print(f"{page:14} {name:8} {row.bytes / 1000:7.1f} {row.requests:9.0f} {row.board_ms / 1000:15.2f}")
                if chosen.out:
                    with chosen.out.open("a", encoding="utf-8") as file:
                        print(json.dumps({"site": name, "page": page, **row._asdict()}), file=file)


if __name__ == "__main__":
    main()
