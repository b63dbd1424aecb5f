"""A house with its own database, and the tiny games installed for as long as a test runs."""

import sys
import time
from types import ModuleType, SimpleNamespace

import pytest
from anyio.from_thread import start_blocking_portal

from ludarium.core import registry
from ludarium.search.bot import BotKind
from ludarium.server.service import Service
from ludarium.store.repository import Store
from tests.tiny import PENNIES, RACE


class Failing:
    """A bot that fails."""

    thought = None

    def __init__(self, game, seed):
        pass

    def choose(self, state, seat):
        raise RuntimeError("no idea")


class Cheating(Failing):
    """A bot that plays what is not allowed."""

    def choose(self, state, seat):
        return 99


BOTS = {"failing": BotKind(Failing, "fails"), "cheating": BotKind(Cheating, "cheats")}


@pytest.fixture
def open_store(url):
    """Open the house's database, as another process would."""
    opened = []

    def another():
        opened.append(Store(url))
        return opened[-1]

    yield another
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store):
    return open_store()


@pytest.fixture
def service(store):
    return Service(store)


@pytest.fixture
def portal():
    """An event loop in a thread of its own: where a browser was driven before, this thread has one that runs."""
    with start_blocking_portal() as opened:
        yield opened


@pytest.fixture
def tiny(monkeypatch):
    """The tiny games under the entry point, with bots that misbehave."""
    installed = registry.entry_points

    def with_tiny(**chosen):
        entries = [SimpleNamespace(name=g.name, load=lambda g=g: g.kit) for g in (PENNIES, RACE)]
        return [*installed(**chosen), *(e for e in entries if chosen.get("name", e.name) == e.name)]

    def forget():
        for cached in (registry.names, registry.kit, registry.load):
            cached.cache_clear()

    for game in (PENNIES, RACE):
        bots = ModuleType(f"{game.kit.package}.bots")
        bots.BOTS, bots.LEVELS = BOTS, {}
        monkeypatch.setitem(sys.modules, bots.__name__, bots)
    forget()
    monkeypatch.setattr(registry, "entry_points", with_tiny)
    yield
    forget()


def until(service, match_id, condition):
    """The match once the condition holds; a minute is more than any of these needs."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        view = service.get(match_id)
        if condition(view):
            return view
        time.sleep(0.01)
    raise AssertionError(f"this never came: {service.get(match_id)}")
