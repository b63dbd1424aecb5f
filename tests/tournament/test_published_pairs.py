"""The published pairs of Grid Game, played through a tournament with the recorded directions, end as they did."""

from collections.abc import Callable
from itertools import islice

from ludarium.core.game import State
from ludarium.core.record import Record
from ludarium.games.grid import kernel
from ludarium.match.match import Match
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.tournament import Tournament
from tests.games.grid.corpus import games
from tests.games.grid.test_corpus import published

LETTERS = "nesw"


def recorded(directions: str) -> Callable[[State, int], int]:
    """Return a player that gives the recorded directions, whatever is on the board."""
    return lambda state, _: LETTERS.index(directions[int(state.vector[kernel.TURN])])


def test_a_knock_out_of_a_published_pair_ends_as_published() -> None:
    """Some of them: `test_corpus` compares all, board by board."""
    for game in islice(games("published_pairs"), 5):
        names = [f"{seat}: {player['bot']}" for seat, player in zip(("green", "red"), game["players"], strict=True)]
        players = {name: recorded(directions) for name, directions in zip(names, game["dirs"], strict=True)}
        cup = Tournament(TournamentConfig.make(game="grid", system="single-elimination", players=players, games=1))
        (result,) = [result for batch in cup.play() for result in batch]
        match = Match.from_record(Record.parse(result.record))
        published(match.state, game["end"]["published"])
        points = game["end"]["health"]
        assert cup.standings()[0].player == names[points.index(max(points))]
