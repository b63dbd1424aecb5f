"""The published tournament: its data are those of the recorded games, and its games end as they did."""

import pytest

import ludarium
from ludarium.core.published import published_tournament
from ludarium.games.grid.published import PUBLISHED, directions
from tests.games.grid.corpus import games
from tests.games.grid.test_corpus import published

LETTERS = "nesw"


def test_the_data_are_those_of_the_recorded_games() -> None:
    assert published_tournament(ludarium.load("grid")) is PUBLISHED
    for game in games("published_pairs"):
        green, red = (PUBLISHED.players.index(player["bot"]) for player in game["players"])
        found = PUBLISHED.games[green, red]
        end = game["end"]["published"]
        assert found.scores == (end["green_score"], end["red_score"])
        assert found.turns == end["turns"]
        played = list(zip(*game["dirs"], strict=True))
        assert [tuple(LETTERS[action] for action in turn) for turn in PUBLISHED.turns(found)][: len(played)] == played


@pytest.mark.parametrize("pair", sorted(PUBLISHED.games, key=lambda pair: PUBLISHED.games[pair].turns)[:12])
def test_a_recorded_game_ends_as_published(pair: tuple[int, int]) -> None:
    game, state = PUBLISHED.games[pair], ludarium.load("grid").initial()
    for turn in PUBLISHED.turns(game):
        if not state.actors:
            break
        state = state.play_unchecked(*turn)
    kind = "outright" if min(game.scores) == 0 else "timeout"
    published(state, {"green_score": game.scores[0], "red_score": game.scores[1], "turns": game.turns, "type": kind})
    assert state.payoffs


def test_what_is_recorded_is_what_the_page_says() -> None:
    assert len(PUBLISHED.players) == 23
    assert len(PUBLISHED.games) == 60
    assert len(PUBLISHED.players) * 22 // 2 - 60 == 193
    assert {len(directions(player)) for player in range(23)} <= set(range(100, 3001))
    assert all(first < second for first, second in PUBLISHED.games)
