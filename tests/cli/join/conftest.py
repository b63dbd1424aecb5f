"""A site that listens on a port, and a terminal that plays at it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludarium.cli.terminal.site import SiteClient
from ludarium.cli.terminal.site_http import Sessions
from ludarium.cli.terminal.site_match import SiteMatch
from ludarium.cli.terminal.site_play import SiteSession
from ludarium.site.ground.values import Person
from ludarium.site.match.views import MatchView
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.cli.join.steps import GAME, Step, Typed, invitation, invite
from tools.local_site import listening


@pytest.fixture
def store(sqlite_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = shutil.copy(sqlite_file, tmp_path_factory.mktemp("site") / "ludarium.sqlite")
    store = Store(f"sqlite:///{path}")
    yield store
    store.close()


@pytest.fixture
def service(store: Store) -> Service:
    """One site for each test: a guest keeps its name from other guests."""
    return Service(store, rules=AccountRules("http://127.0.0.1", "open"))


@pytest.fixture
def origin(service: Service) -> Iterator[str]:
    """The address of the site."""
    with listening(service) as address:
        yield address


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which this terminal knows who is who."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "ludarium"


@pytest.fixture
def hal(service: Service) -> Person:
    return service.people.rename(service.people.create_guest(), "Hal")


@pytest.fixture
def view(service: Service, hal: Person) -> MatchView:
    """A match of Hal with an open seat."""
    return invite(service, hal, GAME)


@pytest.fixture
def play(origin: str, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Take the seat of an invitation, or go on in it, type lines, and return what was printed."""

    def run(view: MatchView, *steps: Step) -> str:
        site, typed = SiteClient(origin, Sessions()), Typed(*steps)
        shown = SiteMatch.parse(site.post(invitation(view), name="Tess"))
        SiteSession(site, shown, typed, typed.interrupt).run()
        return capsys.readouterr().out

    return run
