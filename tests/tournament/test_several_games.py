"""Tournaments of several games: what is drawn, who plays whom, and one table over all."""

from collections import Counter
from pathlib import Path

import pytest

import ludarium
from ludarium.core.errors import LudariumError
from ludarium.tournament.config import TournamentConfig
from ludarium.tournament.journal import Journal
from ludarium.tournament.report.report import report
from ludarium.tournament.report.tables import by_game, games, standings
from ludarium.tournament.results import Results
from ludarium.tournament.several_games import draw_games
from ludarium.tournament.tournament import Tournament

FILE = """\
game = ["orion(turn_limit=10)", "ludo(players=3,turn_limit=10)", "throngs(turn_limit=10)"]
draw = 2
rounds = 3
seed = 4
players = ["random", "easy", "random"]
"""
CONFIG = TournamentConfig.parse(FILE)


@pytest.fixture(scope="module")
def cup() -> Tournament:
    cup = Tournament(CONFIG)
    for _ in cup.play():
        pass
    return cup


def test_each_round_has_as_many_games_as_are_drawn_and_the_seed_decides_which() -> None:
    drawn = CONFIG.drawn()
    assert [len(set(places)) for places in drawn] == [2, 2, 2]
    assert drawn == TournamentConfig.parse(FILE).drawn()
    assert len({str(TournamentConfig.parse(FILE, seed=seed).drawn()) for seed in range(20)}) > 5
    assert TournamentConfig.make(**{**CONFIG.to_dict(), "draw": None}).drawn() == [[0, 1, 2]] * 3


def test_every_game_is_drawn_about_equally_often() -> None:
    counts = Counter(place for number in range(3000) for place in draw_games(1, 5, 2, number))
    assert all(abs(counts[place] - 1200) < 150 for place in range(5))


def test_everybody_meets_everybody_in_each_drawn_game_from_every_seat(cup: Tournament) -> None:
    for number, places in enumerate(CONFIG.drawn()):
        found = Counter((one.game, one.seating) for one in cup.pairings if one.round == number)
        assert {place for place, _ in found} == set(places)
        assert set(found.values()) == {1}
        for place in places:
            seatings = {seating for at, seating in found if at == place}
            assert len(seatings) == (3 if place == 1 else 6)
            assert all({seating[seat] for seating in seatings} == {0, 1, 2} for seat in range(len(min(seatings))))
    for pairing, result in cup.played():
        assert ludarium.Record.parse(result.record).initial().game.spec == CONFIG.several[pairing.game]


def test_one_table_is_over_all_games_and_each_game_has_its_own(cup: Tournament) -> None:
    results = Results.of(cup)
    whole, each = standings(results), by_game(results)
    assert (
        set(each["spec"]) == set(results.tables) == {CONFIG.several[place] for one in CONFIG.drawn() for place in one}
    )
    for row in whole.to_dicts():
        own = each.filter(each["player"] == row["player"])
        assert own["games"].sum() == row["games"]
        assert own["points"].sum() == pytest.approx(row["points"])
        assert row["error"] < 8
    table = games(results)
    assert set(table["spec"]) == set(results.tables)
    assert table["seat_2"].null_count() == len(table.filter(~table["spec"].str.starts_with("ludo")))
    page = report(results)
    assert all(f"<h2>{spec}</h2>" in page for spec in results.tables)
    assert page.count("<ludarium-replay ") == len(results.games)


def test_a_tournament_of_several_games_goes_on_where_it_was_interrupted(tmp_path: Path, cup: Tournament) -> None:
    with Journal(tmp_path, CONFIG.to_dict()) as journal:
        journal.add([result for _, result in cup.played()][:7])
    again, played = Tournament(CONFIG), list[int]()
    with Journal(tmp_path, CONFIG.to_dict()) as journal:
        again.results |= journal.results
        for batch in again.play():
            played += [result.number for result in batch]
    assert sorted(played) == [*range(7, len(cup.pairings))]
    assert [one.record for _, one in again.played()] == [one.record for _, one in cup.played()]
    assert again.ranking == cup.ranking


def test_all_names_every_installed_game_that_the_players_can_play() -> None:
    config = TournamentConfig.make(game="all", players=["random", "random"])
    assert [game.name for game in config.all_games] == [*ludarium.game_names()]
    assert TournamentConfig.make(**config.to_dict()) == config


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ("draw = 2", "draw = 4", "line 2: draw is 4, and there are 3 games to draw from"),
    ("draw = 2", "draw = 0", "line 2: draw is a whole number from 1 to 1000"),
    ('"throngs(turn_limit=10)"]', '"vortex(players=1)"]', "line 1: vortex(players=1) has one seat: in a tournament"),
    ('"throngs(turn_limit=10)"]', '"grid(players=4)"]', "line 1: grid(players=4) has 4 seats, so name 4"),
    ('"throngs(turn_limit=10)"]', '"orion( turn_limit=10)"]', "line 1: orion(turn_limit=10) is listed twice"),
    ('"throngs(turn_limit=10)"]', '"throngs(trun_limit=10)"]', "line 1: throngs has no option 'trun_limit'; did you"),
    ('"throngs(turn_limit=10)"]', '"thorngs"]', "line 1: no game 'thorngs' is installed; did you mean throngs?"),
    ('"throngs(turn_limit=10)"]', "3]", "line 1: game must be a text in quotes, or a list of such texts, not "),
    ("seed = 4", 'system = "swiss"', "line 4: swiss is for one game: a tournament of several games is a round-robin"),
    ('"easy"', '"esay"', "line 5: in orion(turn_limit=10): orion has no bot 'esay'"),
])  # fmt: skip
def test_what_cannot_be_is_refused_with_its_line(old: str, new: str, sentence: str) -> None:
    assert old in FILE
    with pytest.raises(LudariumError) as error:
        TournamentConfig.parse(FILE.replace(old, new))
    assert str(error.value).startswith(sentence)


def test_what_cannot_be_is_refused_where_there_is_no_line() -> None:
    for values, sentence in (
        ({"game": []}, "game lists 0 games: expected 1 to 1000"),
        ({"game": "orion", "draw": 1}, "draw is for several games: list them, as in"),
        ({"game": "all", "players": ["random"]}, "no installed game is for 2 to 1 players"),
    ):
        with pytest.raises(LudariumError) as error:
            TournamentConfig.make(**{"players": ["random", "easy"], **values})
        assert str(error.value).startswith(sentence)
