"""Bot workers on the database of a test, and bots that wait."""

from collections.abc import Iterator
from threading import Event
from typing import Protocol

import pytest

from ludarium.core.game import Game, State
from ludarium.search import player
from ludarium.search.bot import BotKind
from ludarium.search.player import RandomBot
from ludarium.site.ground.values import SeatAssignment
from ludarium.site.match import named_bots
from ludarium.site.match.views import MatchView
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.bot_workers import BotWorkers

ANN, BOB, BOT = (SeatAssignment("person", "Ann"), SeatAssignment("person", "Bob"), SeatAssignment("bot", "easy"))

SHORT = "orion(clicks=1,turn_limit=10)"


class StartWorkers(Protocol):
    """Starts bot workers on the test's database."""

    def __call__(self, *, limit: int = 2, lease: float = 8.0, patience: float = 900.0) -> BotWorkers: ...


class Gate:
    """Holds the bots of the kind `waiting` until it is opened; `asked` is set once one is asked."""

    def __init__(self) -> None:
        self.opened, self.asked, self.made = Event(), Event(), 0


@pytest.fixture
def bot_workers(service: Service, store: Store) -> Iterator[StartWorkers]:
    made: list[BotWorkers] = []

    def start(*, limit: int = 2, lease: float = 8.0, patience: float = 900.0) -> BotWorkers:
        made.append(BotWorkers(service, store, limit=limit, lease=lease, pause=0.05, patience=patience))
        made[-1].start()
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """Install bots of the kind `waiting`, which choose when the gate is opened."""
    gate = Gate()

    class Waiting(RandomBot):
        def __init__(self, game: Game, seed: int) -> None:
            super().__init__(game, seed)
            gate.made += 1

        def choose(self, state: State, seat: int) -> int:
            gate.asked.set()
            assert gate.opened.wait(300)
            return super().choose(state, seat)

    class Interrupted(Waiting):
        def choose(self, state: State, seat: int) -> int:
            super().choose(state, seat)
            raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    offer(monkeypatch, waiting=BotKind(Waiting, "waits"), interrupted=BotKind(Interrupted, "waits, and fails"))
    yield gate
    gate.opened.set()


def offer(monkeypatch: pytest.MonkeyPatch, **kinds: BotKind) -> None:
    """Let people choose these bots, too, in every game."""
    offered = named_bots.bots_and_options
    for name, kind in kinds.items():
        monkeypatch.setitem(player.GENERAL, name, kind)
    monkeypatch.setattr(named_bots, "bots_and_options", lambda game: {**offered(game), **dict.fromkeys(kinds, ())})


def over(view: MatchView) -> bool:
    return view.match.over
