"""Tournaments of games that are played alone, together, in teams, and where wins count differently."""

from collections.abc import Callable

import numpy as np
import pytest

from ludarium.core import record
from ludarium.core.game import Game
from ludarium.core.payoffs import verdicts
from ludarium.players.table import play_match
from ludarium.tournament import config, side_by_side
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.results import Results
from ludarium.tournament.tournament import Tournament
from tests.tiny import GAMMON, LUCK, PAIRS, VAULT

BOTS = {"strong": "mcts(simulations=300)", "weak": "random", "other": "random", "fourth": "random"}
Play = Callable[[Game, int], Tournament]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    """A function that plays a tournament of a tiny game, which no spec names."""

    def run(game: Game, games: int) -> Tournament:
        for module in (config, record):
            monkeypatch.setattr(module, "load", lambda spec: game)
        monkeypatch.setattr(side_by_side, "play_match", lambda spec, *rest, **more: play_match(game, *rest, **more))
        players = dict(list(BOTS.items())[: max(2, game.seats)])
        tournament = Tournament(TournamentConfig.make(game=game.name, players=players, games=games, seed=1))
        list(tournament.play())
        return tournament

    return run


@pytest.mark.parametrize(
    ("game", "games"), [(LUCK, 12), (VAULT, 4), (PAIRS, 8), (GAMMON, 20)], ids=lambda given: str(given)
)
def test_every_kind_of_game_is_scored_and_rated(play: Play, game: Game, games: int) -> None:
    tournament = play(game, games)
    results = Results.of(tournament)
    scores = {player.name: player.score for player in results.players}
    ratings = {player.name: player.rating.strength for player in results.players}
    assert not tournament.byes
    for score in scores.values():
        assert score.games == games
        assert 0 <= score.interval[0] <= score.points / games <= score.interval[1] <= 1
    if game in (LUCK, GAMMON):
        assert results.players[0].name == "strong"
        assert ratings["strong"] > 25 > ratings["weak"]
    if game is VAULT:
        assert len({score.points for score in scores.values()}) == 1
    if game is PAIRS:
        assert sum(score.won for score in scores.values()) == 2 * games
        assert sum(score.points for score in scores.values()) == 2 * games


@pytest.mark.parametrize(
    ("game", "payoffs", "found"),
    [
        (LUCK, (28,), [1]),
        (LUCK, (12,), [0]),
        (LUCK, (0,), [-1]),
        (VAULT, (1, 1), [1, 1]),
        (VAULT, (0, 0), [-1, -1]),
        (PAIRS, (0, 0.5, 0, 0.5), [-1, 1, -1, 1]),
        (GAMMON, (-2, 2), [-1, 1]),
        (GAMMON, (1, -1), [1, -1]),
        (GAMMON, (0, 0), [0, 0]),
    ],
)
def test_a_game_is_won_drawn_or_lost(game: Game, payoffs: tuple[float, ...], found: list[int]) -> None:
    assert verdicts(np.array([payoffs], float), game.teams, game.payoff_range).tolist() == [found]
