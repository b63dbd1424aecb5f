"""A site with a ladder of one quick game, whose matches are played in the process of the tests."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import copy

import pytest
from starlette.testclient import TestClient

from ludarium.site.ground.values import Person
from ludarium.site.people.accounts import AccountRules
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.databases import sqlite_copy
from tests.quicker import MadeOnce
from tests.site.conftest import NewBrowser
from tests.site.fake_time import FakeTime
from tests.site.ladder.conftest import Bench, quick_ladder

SECRET_CODE = "api.play(api.legal()[0]); // ann keeps this\n"


@dataclass(frozen=True)
class Ranked:
    """A database in which Ann's bot has a place on the ladder: its file, and the id of the bot."""

    path: Path
    bot: str


@pytest.fixture(scope="session")
def ranked_ladder(sqlite_file: Path, made_once: MadeOnce) -> Ranked:
    """Play the matches once that give a bot its place."""
    folder = made_once("ranked", lambda folder: play_ranked(sqlite_file, folder))
    return Ranked(folder / "ludarium.sqlite", (folder / "bot").read_text("utf-8"))


def play_ranked(sqlite_file: Path, folder: Path) -> None:
    """Write a database with the matches, and the id of the bot."""
    path, time = Path(copy(sqlite_file, folder / "ludarium.sqlite")), FakeTime()
    with pytest.MonkeyPatch.context() as patch, closing(Store(f"sqlite:///{path}")) as store:
        quick_ladder(patch)
        service = club(store, time, folder)
        bench = Bench(service, store, time)
        bot = bench.publish(with_account(service, store, "Ann"), SECRET_CODE)
        bench.until_ranked(bot)
    (folder / "bot").write_text(bot, "utf-8")


@pytest.fixture
def ranked(ranked_ladder: Ranked) -> str:
    """Return the id of Ann's bot, which has a place on the ladder."""
    return ranked_ladder.bot


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """One kind of database is enough here: the tests of the rules run on both."""
    if "ranked" not in request.fixturenames:
        return sqlite_copy(request, tmp_path)
    return f"sqlite:///{copy(request.getfixturevalue('ranked_ladder').path, tmp_path / 'ludarium.sqlite')}"


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@pytest.fixture
def service(store: Store, time: FakeTime, tmp_path: Path) -> Service:
    return club(store, time, tmp_path)


def club(store: Store, time: FakeTime, folder: Path) -> Service:
    rules = AccountRules("http://127.0.0.1:8000", "open")
    return Service(store, rules=rules, now=time, ladder_folder=folder / "ladders")


@pytest.fixture
def bench(service: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch) -> Bench:
    quick_ladder(monkeypatch)
    return Bench(service, store, time)


@pytest.fixture
def ann(request: pytest.FixtureRequest, service: Service, store: Store) -> Person:
    return service.accounts.find("Ann") if "ranked" in request.fixturenames else with_account(service, store, "Ann")


def with_account(service: Service, store: Store, name: str) -> Person:
    """Return a person who has an account."""
    person = service.people.rename(service.people.create_guest(), name)
    store.accounts.set_email(person.id, f"{name.lower()}@example.org", name.lower(), 0.0)
    return service.accounts.find(name)


def signed_in(service: Service, browser: NewBrowser, person: Person) -> TestClient:
    """Return a browser in which a person is signed in."""
    found = browser()
    found.cookies.set("session", service.people.begin_session(person, ""))
    return found
