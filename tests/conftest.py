"""Fixtures for all tests."""

import gc
import os
import sys
from collections.abc import Callable, Generator, Iterator
from functools import cache
from importlib.metadata import entry_points
from inspect import CO_COROUTINE
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import settings
from sqlalchemy import Engine, create_engine
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.util import LRUCache
from starlette import _utils, routing

from ludarium.core import registry
from ludarium.core.compiling import cache_folder
from ludarium.core.compiling.compiler import load_numba
from ludarium.core.game import Game, State
from ludarium.core.registry import load
from ludarium.search.bot import Bot, BotKind
from ludarium.site.ground import engine
from ludarium.site.offers.reading import offered_games
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.solve.race.table import race_layout
from ludarium.solve.race_solution import solve_race
from tests.databases import cleared_url, on_both_databases, postgresql, sqlite_file
from tests.quicker import MadeOnce, UsedFolders, made_once, write_in_memory
from tests.tiny import PENNIES, RACE

__all__ = ["made_once", "postgresql", "sqlite_file"]  # the fixtures that other modules define

os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder.folder().parent))  # what `make warm` has compiled
os.environ.setdefault("LUDARIUM_LADDER", "0")  # which takes time that the tests need
os.environ.setdefault("LUDARIUM_CACHE", str(Path(".ludarium_cache").absolute()))  # not the user's folder

FAILED, USED = pytest.StashKey[bool](), UsedFolders()
write_in_memory()
settings.register_profile("tests", deadline=None)  # no test asserts a time; machines are busy
settings.load_profile("tests")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among what the tests are made of, a million objects that stay, and seldom among the rest.

    A test of a page makes thousands of objects that refer to each other, and the usual threshold is 700.
    """
    gc.disable()
    found = yield
    gc.freeze()
    gc.set_threshold(20_000)
    gc.enable()
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    on_both_databases(metafunc)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest tests first: one that began last would hold a worker up while the others have nothing left."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Delete the folders of tests that have passed, some tests later."""
    report = yield
    item.stash[FAILED] = report.failed or item.stash.get(FAILED, False)
    folder = getattr(item, "funcargs", {}).get("tmp_path")
    if report.when == "teardown" and folder and not item.stash[FAILED]:
        USED.add(folder)
    return report


def pytest_sessionfinish() -> None:
    USED.delete()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for no examples in the docstrings of tests, where there are none: it takes a while in every process."""
    found = yield
    return [collector for collector in found if not isinstance(collector, DoctestModule)]


@pytest.fixture(scope="session", autouse=True)
def compile_rules() -> None:
    """Test the rules as they are compiled: before Numba is loaded they run as plain Python for a while."""
    load_numba()


@pytest.fixture(scope="session", autouse=True)
def pragmas() -> Iterator[tuple[str, ...]]:
    """Keep SQLite from waiting for the disk, as PostgreSQL does not here: no test cuts the power. Give its settings."""
    own = engine._PRAGMAS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "_PRAGMAS", (*own, "PRAGMA synchronous = OFF"))
        yield own


@pytest.fixture(scope="session", autouse=True)
def compile_statements_once() -> Iterator[None]:
    """Share compiled statements among the databases of all tests of a process; an engine keeps them for itself."""
    kept: LRUCache[Any, Any] = LRUCache(5000)
    make = create_engine

    def sharing(*words: Any, **options: Any) -> Engine:
        made = make(*words, **options)
        made._compiled_cache = kept  # whose keys have the dialect
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "create_engine", sharing)
        patch.setattr(DefaultDialect, "__eq__", lambda one, other: type(one) is type(other))
        patch.setattr(DefaultDialect, "__hash__", lambda one: hash(type(one)))
        yield


@pytest.fixture(scope="session", autouse=True)
def make_routes_at_once() -> Iterator[None]:
    """Compile the path of a route once: almost every test of a page makes a site, which has some 160."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routing, "compile_path", cache(routing.compile_path))
        patch.setattr(routing, "is_async_callable", is_async_callable)
        yield


def is_async_callable(called: Any) -> bool:  # Any: as of Starlette
    """Return whether what a call gives is awaited, as Starlette does; a function and a method say so themselves."""
    code = getattr(called, "__code__", None)
    return bool(code.co_flags & CO_COROUTINE) if code else bool(_utils.is_async_callable(called))


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of a database for one test.

    Where threads may go on after a test, it takes a database of its own: `url` of `tests.databases`.
    """
    return cleared_url(request, tmp_path)


class Failing(Bot):
    """A bot that fails."""

    def __init__(self, game: Game, seed: int) -> None:
        pass

    def choose(self, state: State, seat: int) -> int:
        raise RuntimeError("no idea")


class Cheating(Failing):
    """A bot that plays an illegal action."""

    def choose(self, state: State, seat: int) -> int:
        return 99


BOTS = {"failing": BotKind(Failing, "fails"), "cheating": BotKind(Cheating, "cheats")}


@pytest.fixture
def open_store(url: str) -> Iterator[Callable[[], Store]]:
    """Open the test's database, as another process would."""
    opened: list[Store] = []

    def another() -> Store:
        opened.append(Store(url))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Callable[[], Store]) -> Store:
    return open_store()


@pytest.fixture
def service(store: Store) -> Service:
    return Service(store)


EXACT_LUDO = "ludo(markers=2,goal=24)"
"""The game whose table the fixture `tables` installs."""


@pytest.fixture(scope="session")
def ludo_table(made_once: MadeOnce) -> Path:
    """The table of a small game, alone in its folder."""
    return made_once("table", lambda folder: write_table(folder / "ludo.table")) / "ludo.table"


def write_table(path: Path) -> None:
    """Solve the game, and write its table."""
    game = load(EXACT_LUDO)
    layout = race_layout(game)
    assert layout
    solution = solve_race(game, layout, memory=1e8)
    solution.run(2e-7)
    solution.write(path)


@pytest.fixture
def tables(ludo_table: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Install that table; return the folder, in which a test may change nothing."""
    monkeypatch.setenv("LUDARIUM_TABLES", str(ludo_table.parent))
    return ludo_table.parent


@pytest.fixture
def portal() -> Iterator[BlockingPortal]:
    """Run an event loop in another thread; a test that drives a browser leaves a running loop in this one."""
    with start_blocking_portal() as opened:
        yield opened


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the tiny games, with bots that misbehave."""

    def with_tiny(group: str) -> list[Any]:  # entry points, and objects like them
        entries = [SimpleNamespace(name=g.name, load=lambda g=g: g.definition) for g in (PENNIES, RACE)]
        return [*entry_points(group=group), *entries]

    def forget() -> None:
        for cached in (registry.entries, registry.game_names, registry.definition, registry.load, offered_games):
            cached.cache_clear()

    for game in (PENNIES, RACE):
        bots = ModuleType(f"{game.definition.package}.bots")
        vars(bots).update(BOTS=BOTS, LEVELS={})
        monkeypatch.setitem(sys.modules, bots.__name__, bots)
    forget()
    monkeypatch.setattr(registry, "entry_points", with_tiny)
    yield
    forget()
