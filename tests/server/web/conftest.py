"""A site over a house of its own, and a browser without a screen."""

import re
import sys
from html import unescape
from types import ModuleType

import pytest
from starlette.testclient import TestClient

from ludarium.club.service import Service
from ludarium.scenes.scene import Scene
from ludarium.server.web.app import create_app

LARGEST = 20_000
LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
"""The usual first position with the opening turns over, so three clicks may be made."""


@pytest.fixture
def app(service: Service):
    made = create_app(service, "a secret of the test's own", largest=LARGEST)
    with TestClient(made):  # who opens the house closes it, with whatever runs in it
        yield made


@pytest.fixture
def new_browser(app):
    """Open a browser with no cookies."""
    return lambda: TestClient(app, base_url="http://127.0.0.1:8000")


@pytest.fixture
def browser(new_browser):
    return new_browser()


@pytest.fixture
def pennies(tiny: None, monkeypatch: pytest.MonkeyPatch):
    """A game in which both choose at once, with the barest of pictures."""
    view = ModuleType("tests.tiny.pennies.view")
    view.scene = lambda state, before=None, walk=(): Scene(1, 1, (), caption="two pennies")
    monkeypatch.setitem(sys.modules, view.__name__, view)
    return "pennies"


def begin(browser: TestClient, game="orion", **fields):
    """Begin a match by the form, and return its path."""
    values = {"seat-0": "here", "seat-1": "link", "position": LATE if game == "orion" else ""}
    values |= {name.replace("_", "-", 1): value for name, value in fields.items()}
    answer = browser.post(f"/games/{game}/new", data=values, follow_redirects=False)
    assert answer.status_code == 303, said(answer)
    return answer.headers["location"]


def send(browser: TestClient, path: str, do="turn", seat: int = 0, text: str = "", revision=None):
    """Send what the page's own forms send."""
    if revision is None:
        revision = re.search(r'name="revision" value="(\d+)"|after=(\d+)', browser.get(path).text)
        revision = revision[1] or revision[2]
    return browser.post(path, data={"do": do, "seat": seat, "text": text, "revision": revision})


def said(answer):
    """What a page says that it wants to be heard at once."""
    found = re.findall(r'<p[^>]*role="alert">(.*?)</p>', answer.text, re.DOTALL)
    return [" ".join(unescape(text).split()) for text in found]


def status(answer):
    """What a match's page says of how it stands."""
    found = re.search(r'<p class="now">(.*?)</p>', answer.text, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]*>", "", found[1])).split())
