"""A site with a database of its own, in time that a test sets, and a browser without a screen."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from html import unescape
from types import ModuleType

import pytest
from anyio.from_thread import start_blocking_portal
from httpx2 import Response
from httpx2._transports import asgi
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ludarium.scenes.scene import Scene
from ludarium.site.app import create_app
from ludarium.site.begin.commitments import Commitments
from ludarium.site.people import passwords, sign_in
from ludarium.site.people.passwords import PasswordHasher
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.web.http.identity import Identity
from ludarium.site.web.http.origin import Origins
from ludarium.site.web.site import Site
from tests.quicker import keep_templates
from tests.site.browser import Browser
from tests.site.fake_time import FakeTime

NewBrowser = Callable[[], TestClient]
"""Opens a browser with no cookies."""
SECRET = "a secret of the test's own"
LARGEST = 20_000
LATE = "OOOOO/OOOOOO/OOOOO/6/5/6/5/6/XXXXX/XXXXXX/XXXXX x 3"
"""The usual first position with the opening turns over, so three clicks may be made."""


@pytest.fixture
def app(service: Service, monkeypatch: pytest.MonkeyPatch) -> Iterator[Starlette]:
    monkeypatch.setattr("ludarium.site.people.people.guest_name", lambda: "Guest")  # without its random code
    yield create_app(service, SECRET, largest=LARGEST)
    service.live_ticker.close()  # as the site does when it ends: see `test_app.py`


def site_of(service: Service) -> Site:
    """Return what the pages of a service share."""
    origins = Origins(SECRET)
    identity = Identity(service.people, service.accounts, origins)
    return Site(service, identity, origins, Commitments(SECRET))


@pytest.fixture
def new_browser(app: Starlette) -> NewBrowser:
    """Open a browser with no cookies."""
    return lambda: Browser(app)


@pytest.fixture
def browser(new_browser: NewBrowser) -> TestClient:
    return new_browser()


@pytest.fixture
def pennies(tiny: None, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game in which both choose at once, with the barest of pictures."""
    view = ModuleType("tests.tiny.pennies.view")
    vars(view).update(scene=lambda picture: Scene(1, 1, (), caption="two pennies"))
    monkeypatch.setitem(sys.modules, view.__name__, view)
    return "pennies"


@pytest.fixture
def path(browser: TestClient) -> str:
    return begin(browser)


@pytest.fixture
def other(browser: TestClient, new_browser: NewBrowser, path: str) -> TestClient:
    """A second browser, in the other seat."""
    second = new_browser()
    assert join(second, browser, path).status_code == 200
    return second


def begin(browser: TestClient, game: str = "orion", **fields: str) -> str:
    """Begin a match by the form, and return its path."""
    values = {"seat-0": "here", "seat-1": "link", "position": LATE if game == "orion" else ""}
    values |= {name.replace("_", "-", 1): value for name, value in fields.items()}
    answer = browser.post(f"/games/{game}/new", data=values, follow_redirects=False)
    assert answer.status_code == 303, said(answer)
    return answer.headers["location"]


def link_of(answer: Response, seat: int) -> str:
    """Return the invitation to an open seat, as the host's page shows it."""
    return extract(rf'id="invitation-{seat}" [^>]*>(.*?)<', answer)


def join(browser: TestClient, host: TestClient, path: str, seat: int = 1, name: str = "") -> Response:
    """Take an open seat by its invitation."""
    return browser.post(link_of(host.get(path), seat), data={"name": name})


def send(
    browser: TestClient, path: str, do: str = "turn", seat: int = 0, text: str = "", revision: int | None = None
) -> Response:
    """Send what the page's own forms send."""
    if revision is None:
        revision = int(extract(r'data-revision="(\d+)', browser.get(path)))
    return browser.post(path, data={"do": do, "seat": seat, "text": text, "revision": revision})


def said(answer: Response) -> list[str]:
    """What a page says that it wants to be heard at once."""
    found = re.findall(r'<p[^>]*role="alert">(.*?)</p>', answer.text, re.DOTALL)
    return [" ".join(unescape(text).split()) for text in found]


def extract(pattern: str, answer: Response) -> str:
    """Return the first group of a pattern at its first place in a page; its dots match line ends, too."""
    found = re.search(pattern, answer.text, re.DOTALL)
    assert found, f"{pattern} is not in the page"
    return found[1]


def status(answer: Response) -> str:
    """What a match's page says of how it stands."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", extract(r'<p class="now">(.*?)</p>', answer))).split())


def touches(answer: Response) -> list[list[object]]:
    found = re.search(r"data-touches='(.*?)'", answer.text)
    listed: list[list[object]] = json.loads(unescape(found[1])) if found else []
    return listed


def turns(answer: Response) -> list[str]:
    """Return the list of turns, with their numbers and rolls."""
    listed = extract(r'<ol id="turns".*?>(.*?)</ol>', answer)
    lines = re.findall(r"<li[^>]*>(.*?)</li>", listed, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in lines if "/at/" in line]


@pytest.fixture(scope="session", autouse=True)
def shared_loop() -> Iterator[None]:
    """Answer all requests in one event loop, as a real site does; by default, each starts a loop and two threads."""
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestClient, "portal", portal)
        patch.setattr(asgi, "is_running_trio", lambda: False)  # which looks for a library that nobody has, each time
        yield


@pytest.fixture(scope="session", autouse=True)
def templates_at_once() -> None:
    """Compile the text of a template once for all processes and runs."""
    keep_templates()


@pytest.fixture(scope="session", autouse=True)
def hash_at_once() -> Iterator[int]:
    """Hash passwords and codes at the least cost, as no test attacks a hash; give the cost of a code on a site."""
    own = sign_in._COST
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_HASHER", PasswordHasher(memory=8, passes=1))
        patch.setattr(sign_in, "_COST", 2)
        yield own


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def club(store: Store, time: FakeTime) -> Service:
    return Service(store, now=time)
