"""Tournament configs: what a file may contain, and the error for each mistake."""

from pathlib import Path

import pytest

from ludarium.core.errors import LudariumError
from ludarium.tournament.config import TournamentConfig, read_config

FILE = """\
# a small cup
game = "orion(turn_limit=10)"
system = "swiss"
rounds = 2
games = 4
seed = 7
clock = "60+1"

[players]
strong = "mcts(simulations=5)"
weak = "easy"
"""


def test_arguments_take_precedence_over_the_file() -> None:
    config = TournamentConfig.parse(FILE, seed=8)
    assert config.players == {"strong": "mcts(simulations=5)", "weak": "easy"}
    assert (config.system, config.rounds, config.games, config.seed, config.clock) == ("swiss", 2, 4, 8, "60+1")
    assert TournamentConfig.make(**config.to_dict()) == config


def test_a_bot_that_comes_again_has_a_number() -> None:
    config = TournamentConfig.make(game="orion", players=["easy", "random", "easy", "easy"])
    assert [*config.players] == ["easy", "random", "easy #2", "easy #3"]


def test_every_game_has_a_seed_of_its_own() -> None:
    config = TournamentConfig.parse(FILE)
    pairings = next(config.pairing_system())
    jobs = [config.job(number, pairing) for number, pairing in enumerate(pairings)]
    assert len({job.seed for job in jobs}) == len(jobs) == 4
    assert {job.clock for job in jobs} == {"60+1"}


@pytest.mark.parametrize(("system", "games"), [("round-robin", 20), ("swiss", 12), ("ladder", 20),
                                               ("single-elimination", 8), ("double-elimination", 16)])  # fmt: skip
def test_the_length_is_known_before(system: str, games: int) -> None:
    assert TournamentConfig.make(game="orion", players=["random"] * 5, system=system).length() == games


@pytest.mark.parametrize(("old", "new", "sentence"), [
    ("rounds = 2", "ruonds = 2", "line 4: a tournament has no 'ruonds'; did you mean rounds?"),
    ("[players]", "[bots]", "line 9: a tournament has no 'bots'"),
    ("[players]", "[[players]]", "line 9: a player must be a text in quotes, not "),
    ("[players]", "[players.strong]", "line 9: strong must be a text in quotes, not "),
    ('"orion(', '"onion(', "line 2: no game 'onion' is installed; did you mean orion?"),
    ("turn_limit", "turnlimit", "line 2: orion has no option 'turnlimit'; did you mean turn_limit?"),
    ('"swiss"', '"swis"', "line 3: 'swis' is not a pairing system; did you mean swiss?"),
    ('"swiss"', '"single-elimination"', "line 4: rounds are for swiss and ladder"),
    ("games = 4", "games = 0", "line 5: games is a whole number from 1 to 1000000, not '0'"),
    ("games = 4", "games = true", "line 5: games is a whole number"),
    ("seed = 7", "seed = -1", "line 6: seed is a whole number"),
    ('"60+1"', '"soon"', "line 7: 'soon' is not a time control"),
    ('"60+1"', "60", "line 7: clock must be a text in quotes, not '60'"),
    ("(simulations=5)", "(simulations=no)", "line 10: simulations is a whole number"),
    ('"easy"', '"esay"', "line 11: orion has no bot 'esay'; did you mean easy?"),
    ('"easy"', "3", "line 9: weak must be a text in quotes, not '3'"),
    ('weak = "easy"', '" " = "easy"', "line 11: ' ' is not a player name: expected printable characters"),
    ('weak = "easy"', "", "line 9: orion has 2 seats, so name 2 players or more"),
    ("games = 4", "games =", "it is not TOML: Invalid value (at line 5"),
    ("seed = 7", f"seed = {'7' * 5000}", "it has a number of thousands of digits, or lists nested too deeply"),
    ("seed = 7", f"seed = 0x{'7' * 5000}", "line 6: seed is a whole number from 0 to"),
    ("seed = 7", f"seed = {'[' * 5000}", "it has a number of thousands of digits, or lists nested too deeply"),
    ('"60+1"', f"[0x{'7' * 5000}]", "line 7: clock must be a text in quotes, not 'a number of thousands of digits'"),
])  # fmt: skip
def test_a_mistake_is_named_with_its_line(old: str, new: str, sentence: str) -> None:
    with pytest.raises(LudariumError) as error:
        TournamentConfig.parse(FILE.replace(old, new))
    assert str(error.value).startswith(sentence)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("values", "sentence"), [
    ({"players": ["easy", "easy"]}, "needs a game"),
    ({"game": "orion"}, "needs players"),
    ({"game": "orion", "players": "easy"}, "players must be a list of bots"),
    ({"game": "orion", "players": ["easy", "esay"]}, "did you mean easy"),
    ({"game": 5, "players": []}, "game must be a text in quotes"),
])  # fmt: skip
def test_invalid_values_are_named(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(LudariumError, match=sentence):
        TournamentConfig.make(**values)


def test_swiss_and_knock_out_are_for_games_of_two_seats() -> None:
    with pytest.raises(LudariumError, match="swiss is for games of two seats, and ludo has 4: use round-robin"):
        TournamentConfig.make(game="ludo(players=4)", players=["random"] * 4, system="swiss")


@pytest.mark.parametrize(("content", "sentence"), [
    (None, "cannot be read: No such file"), (b"\xff\xfe", "it is not text in UTF-8"), (b"game = 'no'", "line 1: "),
    (b"#" * 1_000_001, "it has more than 1,000,000 bytes"),
])  # fmt: skip
def test_a_file_is_named(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    path = tmp_path / "cup.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LudariumError) as error:
        read_config(path, players=["easy", "easy"])
    assert str(error.value).startswith(f"{path}")
    assert sentence in str(error.value)
