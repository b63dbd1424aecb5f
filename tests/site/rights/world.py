"""People of every kind, one database of theirs that is prepared once, and what a kind of command says of its rights."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from shutil import copy
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient

from ludarium.search.player import GENERAL
from ludarium.site.app import create_app
from ludarium.site.ground.tables import metadata
from ludarium.site.ground.values import Person, SeatAssignment
from ludarium.site.mail.inbox_processor import InboxProcessor
from ludarium.site.mail.settings import MailDoor
from ludarium.site.match.rows.reading import MatchCache
from ludarium.site.people.accounts import AccountRules
from ludarium.site.people.names import name_key
from ludarium.site.people.standing import FOREVER
from ludarium.site.service import Service
from ludarium.site.store import Store
from tests.site.bot_parts import offer
from tests.site.browser import Browser

DOOR = MailDoor("play@games.example.org")
PASSWORD = "wonder-land"
STRANGER, OLD_SESSION = "a stranger", "an old session"
KINDS = (
    "another account", "a spectator", "a blocked account", "a closed account", "a suspended account", "the host",
    "seat 0", "seat 1",
)  # fmt: skip
NO_SESSION = ("a closed account", "a suspended account")
"""Who is a stranger to a browser."""
ORGANISER, PLAYER = "the host", "seat 0"
NOBODY = frozenset({STRANGER, OLD_SESSION, *NO_SESSION})
ALL = (STRANGER, OLD_SESSION, *KINDS)


class Kept(NamedTuple):
    """A copy of a database in memory, and its rows by table."""

    pages: sqlite3.Connection
    tables: Mapping[str, Sequence[str]]

    def close(self) -> None:
        self.pages.close()


class World:
    """People of every kind, who ask for commands in matches that are made for each."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.service = Service(store, rules=AccountRules("http://127.0.0.1:8000", "open"))
        self.app = create_app(self.service, "a secret of the test's own")
        self.desk = InboxProcessor(self.service, store, DOOR)
        self.people = {kind: self.account(kind) for kind in KINDS}
        self.third = self.account("third")
        tokens = {kind: self.service.people.begin_session(person, "") for kind, person in self.people.items()}
        old = self.service.people.begin_session(self.people["seat 0"], "")
        visit = self.service.people.visit(old)
        assert visit
        self.service.people.end_session(visit.person, visit.session.id)
        self.tokens = {**tokens, OLD_SESSION: old, STRANGER: ""}
        for kind in ("the host", "seat 0"):
            self.service.blocks.add(self.people[kind], self.people["a blocked account"].name)
        closed = self.people["a closed account"]
        self.service.closing.close(closed, closed.id, keep_name=True)
        self.people["a closed account"] = self.service.people.load(closed.id) or closed
        suspended = self.people["a suspended account"]
        store.sanctions.set_suspended(suspended.id, FOREVER)
        self.people["a suspended account"] = self.service.people.load(suspended.id) or suspended
        self.others = [self.account(f"other {number}") for number in range(4)]
        self._file = sqlite3.connect(store.database.readers.url.database or "", check_same_thread=False)
        self._version = 0
        self._tables: Mapping[str, Sequence[str]] = {}

    def account(self, kind: str) -> Person:
        name = kind.replace(" ", "").title()
        person = self.service.people.rename(self.service.people.create_guest(), name)
        assert self.store.accounts.set_email(person.id, f"{name.lower()}@example.com", name_key(name), 0.0)
        self.service.passwords.set(person, PASSWORD)
        return self.service.accounts.find(name)

    def browser(self, kind: str) -> TestClient:
        browser = Browser(self.app, follow_redirects=False)
        if self.tokens[kind]:
            browser.cookies.set("session", self.tokens[kind])
        return browser

    def rows(self, besides: frozenset[str] = frozenset()) -> list[str]:
        """Return all rows; they are read again only when another connection has written something."""
        (version,) = self._file.execute("PRAGMA data_version").fetchone()
        if version != self._version or not self._tables:
            found = {name: self._file.execute(f"SELECT * FROM {name}") for name in metadata.tables}
            self._tables = {name: sorted(str((name, *row)) for row in rows) for name, rows in found.items()}
            self._version = version
        return [row for name, rows in self._tables.items() if name not in besides for row in rows]

    def keep(self) -> Kept:
        """Return a copy of the database in memory."""
        pages = sqlite3.connect(":memory:", check_same_thread=False)
        self._file.backup(pages)
        self.rows()
        return Kept(pages, self._tables)

    def restore(self, kept: Kept) -> None:
        """Write such a copy back, and forget the matches that came after it."""
        (self._version,) = self._file.execute("PRAGMA data_version").fetchone()  # which writing it back leaves as it is
        kept.pages.backup(self._file)
        self.store._cache = MatchCache()
        self._tables = kept.tables

    def close(self) -> None:
        self.desk.reader.stop()
        self._file.close()


def seat_of(person: Person) -> SeatAssignment:
    return SeatAssignment("person", person.name, person.id)


@pytest.fixture(scope="session")
def prepared_world(sqlite_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, Kept]]:
    """Give a world with its copy; one kind of database is enough here: the tests of the rules run on both."""
    path = copy(sqlite_file, tmp_path_factory.mktemp("rights") / "ludarium.sqlite")
    with closing(Store(f"sqlite:///{path}")) as store, closing(World(store)) as world, closing(world.keep()) as kept:
        yield world, kept


@pytest.fixture
def world(prepared_world: tuple[World, Kept], monkeypatch: pytest.MonkeyPatch) -> World:
    """Return the world as it was when it was made."""
    offer(monkeypatch, random=GENERAL["random"])  # which has its turn at once
    made, kept = prepared_world
    made.restore(kept)
    return made


@dataclass(frozen=True)
class Cell:
    """Who asks for a command: a kind of person, for a seat that is chosen or for none."""

    kind: str
    chosen: int | None = None


@dataclass(frozen=True)
class Door:
    """A way to ask for the commands of a family.

    `ask` says whether somebody was let in by their right, `may` whether they are by the table, `cells` who asks, and
    `besides` names the tables that may change although nothing is done. Where it is `strict`, whoever may ask changes
    something, elsewhere one of them does.
    """

    ask: Callable[[World, Any, Any, Cell], bool]  # Any: the family's own kind of sample, and what it was prepared in
    may: Callable[[World, Any, Any, Cell], bool]
    cells: Callable[[Any], Sequence[Cell]] = lambda _: [Cell(kind) for kind in ALL]
    besides: frozenset[str] = frozenset({"sessions"})
    strict: bool = True


@dataclass(frozen=True)
class Family:
    """Commands of a kind: samples by name, how a database is prepared for one, and the doors at which one is asked."""

    samples: Mapping[str, Any]
    prepare: Callable[[World, Any], Any]
    doors: Callable[[Any], Mapping[str, Door]]
