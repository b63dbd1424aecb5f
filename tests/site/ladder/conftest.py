"""A ladder of one quick game, whose matches are played in the process of the tests."""

import secrets
from dataclasses import dataclass, field

import pytest

from ludarium.core.game import Game
from ludarium.core.registry import load
from ludarium.site.ground.values import Person
from ludarium.site.ladder import ladders
from ludarium.site.ladder.rows import LadderPlayer
from ludarium.site.programs.rows import WorkshopBot
from ludarium.site.service import Service
from ludarium.site.store import Store
from ludarium.site.workers.ladder_worker import LadderWorker
from tests.site.fake_time import FakeTime
from tests.site.trials_here import Here

GAME = "vortex"
SHORT = "(tokens=1)"
"""The options with which its matches take a quarter of the time; the ladder itself is that of the usual game."""
FIRST = "api.play(api.legal()[0]);\n"


@dataclass
class Bench:
    """A club with a ladder, and a worker that plays with options of the game."""

    club: Service
    store: Store
    time: FakeTime
    options: str = SHORT
    worker: LadderWorker = field(init=False)

    def __post_init__(self) -> None:
        self.worker = LadderWorker(self.club, process=Here(options=self.options, of=GAME), worker="one")

    def play(self, most: int) -> int:
        """Play so many matches, or all that are to be played now; return how many."""
        return next((count for count in range(most) if not self.worker.work()), most)

    def publish(
        self, person: Person, source: str = FIRST, name: str = "Walker", bot: str = "", module: str | None = None
    ) -> str:
        """Publish a script, or a stored WebAssembly program, or the next version of a bot; return the id of the bot."""
        bot_id = bot or secrets.token_hex(8)
        with self.store.write() as tx:
            if not bot:
                tx.workshop.add(WorkshopBot(bot_id, person.id, GAME, name, self.time()))
            number = tx.workshop_versions.insert_next(bot_id, "" if module else source, self.time(), module)
            tx.workshop.set(bot_id, published=number, rests_until=0.0)
        return bot_id

    def entered(self, bot: str, version: int = 1) -> LadderPlayer:
        """Return a version of a bot on the ladder."""
        return next(one for one in self.store.ladder_players.find(bot_id=bot) if one.version == version)

    def until_ranked(self, bot: str) -> int:
        """Play until a bot has a place; return the matches that it took."""
        for count in range(40):
            row = self.club.ladder_views.of_bot(bot, 1)
            if row and row.place:
                return count
            assert self.worker.work()
        raise AssertionError


def rank_games(monkeypatch: pytest.MonkeyPatch, *specs: str) -> None:
    """Let the site have the ladders of these games."""
    monkeypatch.setattr(ladders, "ranked_games", lambda: tuple(map(load, specs)))


def rank_levels(monkeypatch: pytest.MonkeyPatch, **levels: str) -> None:
    """Let every ladder have these levels of ours."""
    monkeypatch.setattr(ladders, "marks", lambda game: levels)


def quick_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the site have the ladder of one game, with two quick levels."""
    rank_games(monkeypatch, GAME)
    rank_levels(monkeypatch, easy="random", medium="runner")


@pytest.fixture
def bench(club: Service, store: Store, time: FakeTime, monkeypatch: pytest.MonkeyPatch) -> Bench:
    quick_ladder(monkeypatch)
    return Bench(club, store, time)


@pytest.fixture
def ann(club: Service) -> Person:
    return club.people.rename(club.people.create_guest(), "Ann")


@pytest.fixture
def bob(club: Service) -> Person:
    return club.people.rename(club.people.create_guest(), "Bob")


def game() -> Game:
    """Return the game of the ladder."""
    return load(GAME)
