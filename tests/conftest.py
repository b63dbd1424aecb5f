"""What all tests share."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from anyio.from_thread import start_blocking_portal
from hypothesis import settings

from ludarium.club.service import Service
from ludarium.core import registry
from ludarium.core.game import State
from ludarium.search.bot import BotKind
from ludarium.store.repository import Store
from tests.tiny import PENNIES, RACE

os.environ.setdefault("LUDARIUM_CACHE", str(Path(".ludarium_cache").absolute()))  # and not the user's own folder

settings.register_profile("house", deadline=None)  # no test asserts a time; machines are busy
settings.load_profile("house")


@pytest.fixture
def url(tmp_path: Path):
    """The database of a house of the test's own."""
    return f"sqlite:///{tmp_path / 'house.sqlite'}"


class Failing:
    """A bot that fails."""

    info = None

    def __init__(self, game, seed: int) -> None:
        pass

    def choose(self, state: State, seat: int) -> None:
        raise RuntimeError("no idea")


class Cheating(Failing):
    """A bot that plays what is not allowed."""

    def choose(self, state: State, seat: int):
        return 99


BOTS = {"failing": BotKind(Failing, "fails"), "cheating": BotKind(Cheating, "cheats")}


@pytest.fixture
def open_store(url: str):
    """Open the house's database, as another process would."""
    opened = []

    def another():
        opened.append(Store(url))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Callable[[], Store]):
    return open_store()


@pytest.fixture
def service(store: Store):
    return Service(store)


@pytest.fixture
def portal():
    """An event loop in a thread of its own: where a browser was driven before, this thread has one that runs."""
    with start_blocking_portal() as opened:
        yield opened


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch):
    """The tiny games under the entry point, with bots that misbehave."""
    installed = registry.entry_points

    def with_tiny(**chosen):
        entries = [SimpleNamespace(name=g.name, load=lambda g=g: g.definition) for g in (PENNIES, RACE)]
        return [*installed(**chosen), *(e for e in entries if chosen.get("name", e.name) == e.name)]

    def forget() -> None:
        for cached in (registry.game_names, registry.definition, registry.load):
            cached.cache_clear()

    for game in (PENNIES, RACE):
        bots = ModuleType(f"{game.definition.package}.bots")
        bots.BOTS, bots.LEVELS = BOTS, {}
        monkeypatch.setitem(sys.modules, bots.__name__, bots)
    forget()
    monkeypatch.setattr(registry, "entry_points", with_tiny)
    yield
    forget()
