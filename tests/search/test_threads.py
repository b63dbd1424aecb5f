"""A search in several threads has one result, whatever else the machine does."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

import ludarium
from ludarium.core.game import Game
from ludarium.search.learned import shipped_player
from ludarium.search.mcts import Mcts
from ludarium.search.player import make_bot
from ludarium.search.survey import playouts
from tests.search.moves import GAMES, played

_TIMES = 8
EVALUATIONS = {
    "rollouts": "explore=0.4,evaluate=rollout",
    "heuristic": "explore=0.1,evaluate=heuristic",
    "heuristic, widening": "explore=0.1,widen=1,evaluate=heuristic",
    "learned": "explore=0.1,evaluate=learned",
    "learned, widening": "explore=0.1,widen=1,evaluate=learned",
}


@pytest.fixture
def busy() -> Iterator[None]:
    """Let two threads of this process compute all the time, without the interpreter's lock."""
    over, start = Event(), ludarium.load(GAMES["throngs"]).initial()

    def compute() -> None:
        while not over.is_set():
            playouts(start, 100, seed=1)

    threads = [Thread(target=compute) for _ in range(2)]
    for thread in threads:
        thread.start()
    yield
    over.set()
    for thread in threads:
        thread.join()


def results(game: Game, spec: str) -> set[str]:
    """Return what new bots choose in three turns from the start, of which the second and third reuse their trees."""
    return {"\n".join(played(game, spec, game.initial())) for _ in range(_TIMES)}


@pytest.mark.usefixtures("busy")
@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize("evaluation", EVALUATIONS)
@pytest.mark.parametrize("name", ["orion", "throngs"])
def test_searches_beside_busy_threads_are_the_same(name: str, evaluation: str, threads: int) -> None:
    game = ludarium.load(GAMES[name])
    assert shipped_player(game)
    assert len(results(game, f"mcts(simulations=60,threads={threads},{EVALUATIONS[evaluation]})")) == 1


@pytest.mark.usefixtures("busy")
def test_so_are_those_of_a_player_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.load(GAMES["throngs"])
    player = shipped_player(game)
    assert player
    player.save(tmp_path / "ada.player")
    monkeypatch.setenv("LUDARIUM_PLAYERS", str(tmp_path))
    assert len(results(game, "mcts(simulations=60,threads=4,explore=0.1,evaluate=ada.player)")) == 1


def test_no_thread_is_given_the_evaluator_of_another() -> None:
    """What an evaluator remembers of its last position would change while the other thread reads it."""
    bot = make_bot("mcts(simulations=60,threads=4,evaluate=learned)", ludarium.load("throngs"), 1)
    assert isinstance(bot, Mcts)
    evaluators, _ = bot._evaluators
    assert len({id(one.memory) for one in evaluators}) == len({id(one.changed) for one in evaluators}) == 4
