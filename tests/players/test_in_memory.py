"""Players in memory: functions and bots, wherever a spec is taken."""

from pathlib import Path

import pytest

import ludarium
from ludarium import State
from ludarium.analysis import simulate
from ludarium.core.errors import IllegalMove, InvalidOption, LudariumError, ParseError
from ludarium.match.verify import verify
from ludarium.players.player import BotFailed
from ludarium.search.learned import BadPlayer
from ludarium.tournament import Results, Tournament, TournamentConfig

SHORT = "orion(clicks=1,turn_limit=10)"


def first(state: State, seat: int) -> int:
    return state.legal(seat)[0]


def as_text(state: State, seat: int) -> str:
    return state.format_turn(state.legal(seat)[:1])


def failing(state: State, seat: int) -> int:
    raise ValueError("out of ideas")


def test_a_function_plays_actions_or_turns() -> None:
    records = [ludarium.play_match(SHORT, [player, "random"], seed=3) for player in (first, as_text)]
    assert records[0].turns == records[1].turns
    assert records[0].tags["X"] == "first"
    assert verify(records[0]).over


def test_a_bot_plays_as_its_spec_does() -> None:
    bot = ludarium.make_bot("mcts(simulations=50)", SHORT, seed=5)
    again = ludarium.make_bot("mcts(simulations=50)", ludarium.load(SHORT), seed=5)
    one, other = (ludarium.play_match(SHORT, [player, first]) for player in (bot, again))
    assert one.turns == other.turns
    assert not one.ending.startswith("forfeit")


def test_a_bot_may_read_a_learnt_player_from_a_file() -> None:
    with pytest.raises(BadPlayer, match=r"ada\.player cannot be read: No such file"):
        ludarium.make_bot("mcts(evaluate=ada.player)", SHORT)


def test_a_function_that_fails_loses_with_the_cause() -> None:
    cause = "failing failed with ValueError: 'out of ideas'"
    with pytest.warns(ludarium.ForfeitWarning, match=f"^O forfeits: {cause}$") as said:
        record = ludarium.play_match(SHORT, ["random", failing])
    assert said[0].filename == __file__
    assert record.ending == f"forfeit: {cause}"


@pytest.mark.parametrize("spec", ["./none.py:think", "program:/there/is/none", "no.player", "nobody"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_that_cannot_be_loaded_raises_before_the_first_turn(spec: str, seat: int) -> None:
    watched: list[object] = []
    players: list[str] = ["random", "random"]
    players[seat] = spec
    with pytest.raises(LudariumError):
        ludarium.play_match(SHORT, players, watch=watched.append)
    assert not watched


def test_the_error_of_a_missing_file_names_it() -> None:
    with pytest.raises(BotFailed, match=r"^\./none\.py:think cannot be read: the file does not exist$"):
        ludarium.play_match(SHORT, ["random", "./none.py:think"])


@pytest.mark.parametrize("player", [7, None, Path("bot.py")])
def test_what_is_no_player_is_refused(player: object) -> None:
    with pytest.raises(ParseError, match="is not a player: expected a bot's spec, a Bot, or a function"):
        ludarium.play_match(SHORT, [player, "random"])  # type: ignore[list-item]  # what a caller may do wrong


def test_simulations_and_tournaments_take_the_same_players() -> None:
    made = simulate(SHORT, [first, "random"], 3, seed=1)
    assert made.players == ("first", "random")
    cup = Tournament(TournamentConfig.make(game=SHORT, players={"me": first, "you": "random"}, games=2))
    played = [result for batch in cup.play() for result in batch]
    assert sorted(result.number for result in played) == [0, 1]
    assert {player.name: player.bot for player in Results.of(cup).players} == {"me": "first", "you": "random"}
    assert cup.config.to_dict()["players"] == {"me": "first", "you": "random"}


def test_players_of_a_list_have_their_own_names() -> None:
    config = TournamentConfig.make(game=SHORT, players=[first, first, "random"])
    assert [*config.players] == ["first", "first #2", "random"]


@pytest.mark.parametrize("games", [0, -1])
def test_a_simulation_needs_games(games: int) -> None:
    with pytest.raises(InvalidOption, match=f"games is '{games}': expected a whole number from 1 to"):
        simulate(SHORT, ["random", "random"], games)


def test_a_state_refuses_actions_as_turns_and_seats_that_are_not_there() -> None:
    state = ludarium.load(SHORT).initial()
    with pytest.raises(ParseError, match="'30' is not a turn as text: `play` plays actions"):
        state.move(30)  # type: ignore[arg-type]  # what a caller may do wrong
    with pytest.raises(IllegalMove, match="orion has no seat 9: expected 0 to 1, or CHANCE"):
        state.legal(9)


def test_a_class_is_not_a_player() -> None:
    with pytest.raises(ParseError, match="Match is a class, not a player"):
        ludarium.play_match("orion(turn_limit=10)", [ludarium.Match, "random"])  # type: ignore[list-item]  # refused
